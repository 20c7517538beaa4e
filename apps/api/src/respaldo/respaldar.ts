import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

import type { Clock } from '../proceso/clock.ts'
import { appliedMigraciones } from '../db/aplicadas.ts'
import { syncFolder } from '../proceso/sync-folder.ts'
import { StartError } from '../instalacion/start-error.ts'
import { PRODUCTO, VERSION } from '../instalacion/version.ts'
import { createSealing } from './cifrado.ts'
import { CABECERA, type LlaveNueva } from './llave.ts'
import { MANIFIESTO, emptyManifiesto, type Manifiesto, type TablaRespaldada } from './manifiesto.ts'
import { connectOwner, listTablas, quoted, type Tabla } from './tablas.ts'

const OURS = /^([a-z0-9_]+\.copy\.gz\.cifrado|manifiesto\.json\.cifrado|cabecera\.json)$/
/** Signed XML is stored deflated already: more effort would gain nothing. */
const GZIP_LEVEL = 1
/** Readable only for its owner, and on disk before the folder is. */
const FOR_OWNER = { mode: 0o600, flush: true } as const

export interface RespaldoOptions {
  /** Address of a user that may become yupana_owner. */
  adminUrl: string
  folder: string
  clock: Clock
  claveMaestraId: string
  /** Key of this backup only. */
  llave: LlaveNueva
  onProgress?: (line: string) => void
}

/**
 * Copies the whole database at one instant, encrypted, into a new folder while everything else goes on. The folder appears only when it is
 * complete. @throws StartError when it exists already
 */
export async function respaldar({
  adminUrl,
  folder,
  clock,
  claveMaestraId,
  llave: { llave, cabecera },
  onProgress = () => undefined,
}: RespaldoOptions): Promise<Manifiesto> {
  await refuseOccupied(folder)
  const draft = `${folder}.part`
  await makeDraft(draft)
  const client = await connectOwner(adminUrl)
  try {
    // Before the snapshot: a later reconciliation asks the SRI from here on.
    const instante = clock.now().toISOString()
    // The first statement takes the snapshot; every table is read in that state.
    await client.query('begin isolation level repeatable read read only')
    const migraciones = await appliedMigraciones(client)
    if (!migraciones) throw new StartError('La base de datos no tiene las tablas de Yupana: no hay nada que respaldar.')
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`)
    const manifiesto = emptyManifiesto({
      producto: PRODUCTO,
      version: VERSION,
      instante,
      postgres: rows[0]?.version ?? '',
      claveMaestraId,
      migraciones,
    })
    for (const tabla of await listTablas(client)) {
      const copied = await copyOut(client, tabla, { draft, llave })
      manifiesto.tablas.push(copied)
      if (copied.filas >= 50_000) onProgress(`${copied.nombre}: ${copied.filas.toLocaleString('es-EC')} filas`)
    }
    await client.query('commit')
    await pipeline(
      [JSON.stringify(manifiesto)],
      createSealing(llave, MANIFIESTO),
      createWriteStream(path.join(draft, MANIFIESTO), FOR_OWNER),
    )
    await writeFile(path.join(draft, CABECERA), cabecera, FOR_OWNER)
    await publish(draft, folder)
    return manifiesto
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function refuseOccupied(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  const found = await readdir(folder).catch(() => undefined)
  if (found === undefined) throw new StartError(`${folder} existe y no es una carpeta.`)
  if (found.length > 0) throw new StartError(`La carpeta ${folder} no está vacía: cada respaldo va a una carpeta nueva.`)
}

/** Removes the rest of an interrupted backup; other files are not ours to remove. */
async function makeDraft(draft: string): Promise<void> {
  if (existsSync(draft)) {
    const foreign = (await readdir(draft)).find((name) => !OURS.test(name))
    if (foreign) throw new StartError(`${draft} tiene archivos ajenos (${foreign}): muévalos o elija otra carpeta.`)
    await rm(draft, { recursive: true })
  }
  try {
    // It has personal data and password hashes: for its owner only.
    await mkdir(draft, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StartError(`No se puede crear la carpeta ${draft}: ${(error as NodeJS.ErrnoException).code ?? String(error)}.`)
  }
}

async function copyOut(
  client: pg.Client,
  { nombre, columnas }: Tabla,
  { draft, llave }: { draft: string; llave: Uint8Array },
): Promise<TablaRespaldada> {
  const archivo = `${nombre}.copy.gz.cifrado`
  const rows = client.query(copyTo(`copy public.${quoted([nombre])} (${quoted(columnas)}) to stdout (format binary)`))
  const digest = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(
    rows,
    createGzip({ level: GZIP_LEVEL }),
    createSealing(llave, archivo),
    measure,
    createWriteStream(path.join(draft, archivo), FOR_OWNER),
  )
  // The number of rows arrives after the last of them: it is known after the next statement.
  await client.query('select')
  return { nombre, archivo, columnas, filas: rows.rowCount, bytes, sha256: digest.digest('hex') }
}

async function publish(draft: string, folder: string): Promise<void> {
  await syncFolder(draft)
  if (existsSync(folder)) await rmdir(folder)
  await rename(draft, folder)
  await syncFolder(path.dirname(folder))
}
