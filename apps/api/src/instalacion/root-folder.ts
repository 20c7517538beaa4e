import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The installation's root: the nearest folder upwards with the lockfile, both from source and from a build. */
export function rootFolder(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url))
  while (!existsSync(path.join(folder, 'package-lock.json'))) {
    const parent = path.dirname(folder)
    if (parent === folder) return process.cwd()
    folder = parent
  }
  return folder
}
