import path from 'node:path'
import { build } from 'rolldown'

import { rootFolder } from '../instalacion/root-folder.ts'

/** Builds one `*.thread.ts` to where the code looks for it when it runs from source. */
export async function buildThread(source: string): Promise<void> {
  await build({
    input: path.join(rootFolder(), 'apps/api/src', source),
    platform: 'node',
    external: (id) => !id.startsWith('.') && !path.isAbsolute(id) && !id.startsWith('@yupana/'),
    logLevel: 'silent',
    output: {
      dir: path.join(rootFolder(), 'node_modules/.yupana/threads'),
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
    },
  })
}
