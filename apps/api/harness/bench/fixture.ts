import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { supervisionOf } from '../../src/db/embedded/running.ts'
import { startEmbeddedDatabase } from '../../src/db/embedded/embedded-database.ts'
import { startInstallation, type Installation, type InstallationOptions } from './installation.ts'

/** Data that is generated once and kept from one run to the next. */
export interface Fixture {
  readonly name: string
  /** Raise when what is generated changes. */
  readonly edicion: number
}

const here = path.dirname(fileURLToPath(import.meta.url))

const folderOf = ({ name }: Fixture) => path.join(process.env['DATA_DIR'] ? path.join(process.env['DATA_DIR'], 'bench') : os.tmpdir(), name)

/** Changes with the schema: old data are of no use then. */
function edition({ edicion }: Fixture): string {
  const migrations = path.join(here, 'migrations')
  const hash = createHash('sha256').update(String(edicion))
  for (const name of readdirSync(migrations).sort()) hash.update(readFileSync(path.join(migrations, name)))
  return hash.digest('hex')
}

/** An empty folder for new data; what a killed run left is ended first. */
async function clear(folder: string): Promise<void> {
  if ((await supervisionOf(folder).catch(() => 'none')) === 'abandoned')
    await (await startEmbeddedDatabase({ dataDir: folder, onProgress: () => undefined })).stop()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // As root the database runs as another user, who has to pass here.
  chmodSync(folder, 0o711)
}

/** An installation over these data, generated first where they are absent or old. */
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
