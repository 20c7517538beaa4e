import { mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { rootFolder } from './root-folder.ts'

// `scripts/builds.mjs` decides where builds are. A program stays with its first build, even if another is built beside it.

export type App = 'api' | 'sri-simulator' | 'web'

/** The folder of the newest build of an app. */
export const newestBuild = (app: App): string => realpathSync(path.join(rootFolder(), 'apps', app, 'dist/actual'))

/** The newest build, marked as in use by this process: no later build removes it. */
export function keepBuild(app: App): string {
  const folder = newestBuild(app)
  markUsed(folder)
  return folder
}

/** Marks the build that this program is part of. */
export function keepOwnBuild(): void {
  const here = path.dirname(fileURLToPath(import.meta.url))
  markUsed(path.basename(here) === 'commands' ? path.dirname(here) : here)
}

/** Other builds still present: pages opened before a new version ask for their files. */
export const otherBuilds = (folder: string): string[] =>
  readdirSync(path.dirname(folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== path.basename(folder))
    .map((entry) => path.join(path.dirname(folder), entry.name))

/** Until this process ends. */
export function markUsed(folder: string): void {
  try {
    const marks = path.join(folder, '.en-uso')
    mkdirSync(marks, { recursive: true })
    const mark = path.join(marks, String(process.pid))
    writeFileSync(mark, '')
    process.once('exit', () => rmSync(mark, { force: true }))
  } catch {
    // No build writes into a folder that is not writable.
  }
}
