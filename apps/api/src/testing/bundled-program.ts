import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { build } from 'rolldown'

import { rootFolder } from '../instalacion/root-folder.ts'

/** Bundles a program of ours so that a process of its own can run it (Node 20 runs no TypeScript). Returns the file. */
export async function bundledProgram(source: string): Promise<string> {
  const folder = path.join(rootFolder(), 'node_modules/.yupana')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${path.basename(source, '.ts')}-${process.pid}.mjs`)
  await build({
    input: source,
    platform: 'node',
    external: (id) => !id.startsWith('.') && !path.isAbsolute(id) && !id.startsWith('@yupana/'),
    logLevel: 'silent',
    output: { file, format: 'esm', codeSplitting: false },
  })
  return file
}
