import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { contextoArchivo } from '../../secretos/contextos.ts'
import * as sql from './archivo.sql.ts'

/** A file is sealed in parts of this size: only one at a time is in memory. */
export const PARTE_BYTES = 1_000_000
/** An interrupted upload may be continued for this long. */
const A_MEDIAS_MS = 86_400_000

type DepsPoner = Pick<Deps, 'sobre' | 'almacen'>
type DepsArchivo = DepsPoner & Pick<Deps, 'db'>

export interface ArchivoNuevo {
  empresaId: EmpresaId
  nombre: string
  tipo: string
  en: Date
}

const partesOf = (tamano: number) => Math.ceil(tamano / PARTE_BYTES)
const sizeOf = (tamano: number, n: number) => Math.min(PARTE_BYTES, tamano - n * PARTE_BYTES)

/** A file whose bytes are in the storage, without a row yet. */
export interface ArchivoPuesto {
  readonly empresaId: EmpresaId
  readonly fila: sql.ArchivoFila
  readonly partes: readonly sql.Parte[]
  readonly en: Date
}

/**
 * Puts a whole file into the storage, before the transaction that stores its row: the storage may be slow, and no lock is held meanwhile. A
 * file without a row is removed by the worker. @throws 503 when the storage does not answer
 */
export async function put(deps: DepsPoner, { empresaId, en, ...nuevo }: ArchivoNuevo, bytes: Buffer): Promise<ArchivoPuesto> {
  const id = randomUUID()
  const partes: sql.Parte[] = []
  for (let n = 0; n < partesOf(bytes.length); n++)
    partes.push(await seal(deps, contextoArchivo(empresaId, id, n), bytes.subarray(n * PARTE_BYTES, (n + 1) * PARTE_BYTES)))
  return { empresaId, fila: { id, ...nuevo, tamano: bytes.length, partes: partes.length, completo: true }, partes, en }
}

/** Parts of a file made here. */
const MAX_PARTES = 500

/** The file is larger than allowed. */
export class ArchivoGrande extends Error {}

/**
 * Puts a file of unknown size into the storage, part by part as it is made. After a failure its parts are removed.
 * @throws ArchivoGrande, 503 when the storage does not answer
 */
export async function putStream(
  deps: DepsPoner,
  { empresaId, en, ...nuevo }: ArchivoNuevo,
  contenido: AsyncIterable<string | Uint8Array>,
): Promise<ArchivoPuesto> {
  const id = randomUUID()
  const partes: sql.Parte[] = []
  let tamano = 0
  try {
    for await (const bytes of cut(contenido)) {
      if (partes.length === MAX_PARTES) throw new ArchivoGrande()
      partes.push(await seal(deps, contextoArchivo(empresaId, id, partes.length), bytes))
      tamano += bytes.length
    }
  } catch (error) {
    await discard(deps, { partes })
    throw error
  }
  return { empresaId, fila: { id, ...nuevo, tamano, partes: partes.length, completo: true }, partes, en }
}

/** Removes a file without a row; a failed removal is repeated by the worker. */
export async function discard({ almacen }: Pick<Deps, 'almacen'>, { partes }: Pick<ArchivoPuesto, 'partes'>): Promise<void> {
  for (const { objeto } of partes) await almacen.remove(objeto).catch(() => undefined)
}

/** The same bytes in pieces of the size of a part. */
async function* cut(contenido: AsyncIterable<string | Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const piece of contenido) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece.buffer, piece.byteOffset, piece.length)
    waiting.push(bytes)
    size += bytes.length
    if (size < PARTE_BYTES) continue
    const whole = Buffer.concat(waiting)
    let at = 0
    for (; whole.length - at >= PARTE_BYTES; at += PARTE_BYTES) yield whole.subarray(at, at + PARTE_BYTES)
    waiting = at < whole.length ? [whole.subarray(at)] : []
    size = whole.length - at
  }
  if (size > 0) yield Buffer.concat(waiting)
}

async function seal({ sobre, almacen }: DepsPoner, contexto: string, bytes: Buffer): Promise<sql.Parte> {
  const { cifrado, ...llave } = sobre.sellar(bytes, contexto)
  const objeto = randomUUID()
  await almacen.put(objeto, cifrado)
  return { ...llave, objeto }
}

/** Stores the row of a file in the storage, and answers its random name. */
export async function keep(tx: Tx, { empresaId, fila, partes, en }: ArchivoPuesto): Promise<string> {
  await sql.insertArchivo(tx, empresaId, fila, en)
  for (const [n, parte] of partes.entries()) await sql.insertParte(tx, empresaId, fila.id, n, parte)
  return fila.id
}

/** Creates the row of a file whose parts arrive one by one. */
export async function begin(tx: Tx, { empresaId, en, ...nuevo }: ArchivoNuevo, tamano: number): Promise<string> {
  const id = randomUUID()
  await sql.insertArchivo(tx, empresaId, { id, ...nuevo, tamano, partes: partesOf(tamano), completo: false }, en)
  return id
}

export const countPartes = sql.countSeguidas

/** The place of a part: its file and its number. */
export interface LugarParte {
  empresaId: EmpresaId
  archivo: sql.ArchivoFila
  n: number
}

/** Puts one part into the storage. @throws 422 for a size other than that of its place, 503 */
export async function putParte(deps: DepsPoner, { empresaId, archivo, n }: LugarParte, bytes: Buffer): Promise<sql.Parte> {
  if (n >= archivo.partes || bytes.length !== sizeOf(archivo.tamano, n))
    throw errors.field('FILE_PART', 'file', 'Esta parte no es del archivo que se empezó a subir. Elija el archivo otra vez.')
  return seal(deps, contextoArchivo(empresaId, archivo.id, n), bytes)
}

/** Stores the row of a part in the storage; a part received before stays instead. */
export const keepParte = (tx: Tx, { empresaId, archivo, n }: LugarParte, parte: sql.Parte): Promise<unknown> =>
  sql.insertParte(tx, empresaId, archivo.id, n, parte)

export const complete = sql.markCompleto

async function readPart({ db, sobre, almacen }: DepsArchivo, empresaId: EmpresaId, id: string, n: number): Promise<Buffer> {
  const parte = await inEmpresa(db, empresaId, (tx) => sql.readParte(tx, empresaId, id, n))
  if (!parte) throw errors.notFound()
  const cifrado = await almacen.get(parte.objeto)
  if (!cifrado) throw errors.fileLost(new Error(`the storage has no object ${parte.objeto}`))
  try {
    return sobre.abrir({ ...parte, cifrado }, contextoArchivo(empresaId, id, n))
  } catch (error) {
    throw errors.fileLost(error)
  }
}

async function* partsOf(deps: DepsArchivo, empresaId: EmpresaId, { id, partes }: Pick<sql.ArchivoFila, 'id' | 'partes'>, first: Buffer) {
  yield first
  for (let n = 1; n < partes; n++) yield await readPart(deps, empresaId, id, n)
}

/** A file in its original form, part by part. An unreadable file is an error before the first byte is sent. */
export async function open(deps: DepsArchivo, empresaId: EmpresaId, archivo: Pick<sql.ArchivoFila, 'id' | 'partes'>): Promise<Readable> {
  const first = await readPart(deps, empresaId, archivo.id, 0)
  return Readable.from(partsOf(deps, empresaId, archivo, first), { objectMode: false, highWaterMark: PARTE_BYTES })
}

/** Checks that a file can be opened, before its download is offered. @throws 404, 410, 503 */
export const requireReadable = (deps: DepsArchivo, empresaId: EmpresaId, id: string): Promise<unknown> => readPart(deps, empresaId, id, 0)

/** Sends a file in its original form: for display without a cache; with a name, as a download. */
export async function sendArchivo(
  deps: DepsArchivo,
  reply: FastifyReply,
  empresaId: EmpresaId,
  archivo: Pick<sql.ArchivoFila, 'id' | 'partes' | 'tipo' | 'tamano'>,
  nombre?: string,
): Promise<FastifyReply> {
  const bytes = await open(deps, empresaId, archivo)
  return reply
    .type(archivo.tipo)
    .header('content-length', archivo.tamano)
    .header('cache-control', 'no-store')
    .header('content-disposition', nombre === undefined ? 'inline' : `attachment; filename="${nombre}"`)
    .send(bytes)
}

/** Removes every upload that was begun and never finished: each lot in a transaction of its own. */
export async function limpiar({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const antes = new Date(clock.now().getTime() - A_MEDIAS_MS)
  for (let fuera = 1; fuera > 0;) fuera = await sql.limpiarArchivos(db, antes)
}
