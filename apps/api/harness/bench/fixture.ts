import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { supervisionOf } from '../../src/db/embedded/running.ts'
import { startEmbeddedDatabase } from '../../src/db/embedded/embedded-database.ts'
import { startInstallation, type Installation, type InstallationOptions } from './installation.ts'

/** Data generated once and kept between runs. */
export interface Fixture {
  readonly name: string
  /** To be raised with each change of the generated data. */
  readonly edicion: number
}

const here = path.dirname(fileURLToPath(import.meta.url))

const folderOf = ({ name }: Fixture) => path.join(process.env['DATA_DIR'] ? path.join(process.env['DATA_DIR'], 'bench') : os.tmpdir(), name)

/** Name of an edition; it changes with the schema, which makes old data useless. */
function edition({ edicion }: Fixture): string {
  const migrations = path.join(here, 'migrations')
  const hash = createHash('sha256').update(String(edicion))
  for (const name of readdirSync(migrations).sort()) hash.update(readFileSync(path.join(migrations, name)))
  return hash.digest('hex')
}

/** An empty folder for new data; stops processes left by a killed run first. */
async function clear(folder: string): Promise<void> {
  if ((await supervisionOf(folder).catch(() => 'none')) === 'abandoned')
    await (await startEmbeddedDatabase({ dataDir: folder, onProgress: () => undefined })).stop()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // Started by root, the database runs as another user, who needs access to this folder.
  chmodSync(folder, 0o711)
}

/** An installation over these data, which are generated first if they are absent or old. */
export async function startFixture(
  fixture: Fixture,
  say: (line: string) => void,
  generate: (installation: Installation) => Promise<void>,
  options: Omit<InstallationOptions, 'dataDir'> = { apiOnly: true },
): Promise<Installation> {
  const folder = folderOf(fixture)
  const note = path.join(folder, 'edicion.txt')
  if (!existsSync(note) || readFileSync(note, 'utf8') !== edition(fixture)) {
    say(`  en ${folder}:`)
    await clear(folder)
    const installation = await startInstallation({ dataDir: folder, apiOnly: true })
    await generate(installation).finally(() => installation.stop())
    writeFileSync(note, edition(fixture))
  }
  return startInstallation({ dataDir: folder, ...options })
}
