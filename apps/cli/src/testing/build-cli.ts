import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'rolldown'
import type { TestProject } from 'vitest/node'

const ROOT = path.resolve(import.meta.dirname, '../../../..')
let file = ''

declare module 'vitest' {
  interface ProvidedContext {
    /** The program, bundled as it runs. */
    readonly cli: string
  }
}

/** Bundles the program once for all tests: Node 20 runs no TypeScript. */
export async function setup(project: TestProject): Promise<void> {
  const folder = path.join(ROOT, 'node_modules/.yupana')
  mkdirSync(folder, { recursive: true })
  file = path.join(folder, `cli-${String(process.pid)}.mjs`)
  await build({
    input: path.join(ROOT, 'apps/cli/src/main.ts'),
    platform: 'node',
    external: (id) => !id.startsWith('.') && !path.isAbsolute(id) && !id.startsWith('@yupana/'),
    logLevel: 'silent',
    output: { file, format: 'esm', codeSplitting: false },
  })
  project.provide('cli', file)
}

export const teardown = (): void => rmSync(file, { force: true })
