import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { contextoArchivo } from '../../secretos/contextos.ts'
import * as sql from './archivo.sql.ts'

/** A file is sealed in parts of this size: one at a time is in memory, whatever it weighs. */
export const PARTE_BYTES = 1_000_000
/** An upload that was left in the middle may be gone on with so long. */
const A_MEDIAS_MS = 86_400_000

type DepsArchivo = Pick<Deps, 'db' | 'sobre'>

export interface ArchivoNuevo {
  empresaId: EmpresaId
  nombre: string
  tipo: string
  en: Date
}

const partesOf = (tamano: number) => Math.ceil(tamano / PARTE_BYTES)
const sizeOf = (tamano: number, n: number) => Math.min(PARTE_BYTES, tamano - n * PARTE_BYTES)

/** Keeps a whole file and answers its random name. */
export async function keep(
  tx: Tx,
  { sobre }: Pick<Deps, 'sobre'>,
  { empresaId, en, ...nuevo }: ArchivoNuevo,
  bytes: Buffer,
): Promise<string> {
  const id = randomUUID()
  const partes = partesOf(bytes.length)
  await sql.insertArchivo(tx, empresaId, { id, ...nuevo, tamano: bytes.length, partes, completo: true }, en)
  for (let n = 0; n < partes; n++) {
    const parte = bytes.subarray(n * PARTE_BYTES, (n + 1) * PARTE_BYTES)
    await sql.insertParte(tx, empresaId, id, n, sobre.sellar(parte, contextoArchivo(empresaId, id, n)))
  }
  return id
}

/** Makes room for a file whose parts come one by one. */
export async function begin(tx: Tx, { empresaId, en, ...nuevo }: ArchivoNuevo, tamano: number): Promise<string> {
  const id = randomUUID()
  await sql.insertArchivo(tx, empresaId, { id, ...nuevo, tamano, partes: partesOf(tamano), completo: false }, en)
  return id
}

export const countPartes = sql.countSeguidas

/** Takes one part; the same one again changes nothing. @throws 422 where it has not the size of its place */
export async function putParte(
  tx: Tx,
  { sobre }: Pick<Deps, 'sobre'>,
  { empresaId, archivo, n }: { empresaId: EmpresaId; archivo: sql.ArchivoFila; n: number },
  bytes: Buffer,
): Promise<void> {
  if (n >= archivo.partes || bytes.length !== sizeOf(archivo.tamano, n))
    throw errors.field('FILE_PART', 'file', 'Esta parte no es del archivo que se empezó a subir. Elija el archivo otra vez.')
  await sql.insertParte(tx, empresaId, archivo.id, n, sobre.sellar(bytes, contextoArchivo(empresaId, archivo.id, n)))
}

export const complete = sql.markCompleto

const readPart = ({ db, sobre }: DepsArchivo, empresaId: EmpresaId, id: string, n: number): Promise<Buffer> =>
  inEmpresa(db, empresaId, async (tx) => {
    const sellado = await sql.readParte(tx, empresaId, id, n)
    if (!sellado) throw errors.notFound()
    return sobre.abrir(sellado, contextoArchivo(empresaId, id, n))
  })

async function* partsOf(deps: DepsArchivo, empresaId: EmpresaId, { id, partes }: Pick<sql.ArchivoFila, 'id' | 'partes'>, first: Buffer) {
  yield first
  for (let n = 1; n < partes; n++) yield await readPart(deps, empresaId, id, n)
}

/** A file as it was given, part by part. What cannot be opened is said before anything was sent. */
export async function open(deps: DepsArchivo, empresaId: EmpresaId, archivo: Pick<sql.ArchivoFila, 'id' | 'partes'>): Promise<Readable> {
  const first = await readPart(deps, empresaId, archivo.id, 0)
  return Readable.from(partsOf(deps, empresaId, archivo, first), { objectMode: false, highWaterMark: PARTE_BYTES })
}

/** Sends a file as it was given, to be shown and kept nowhere. */
export async function sendArchivo(
  deps: DepsArchivo,
  reply: FastifyReply,
  empresaId: EmpresaId,
  archivo: Pick<sql.ArchivoFila, 'id' | 'partes' | 'tipo' | 'tamano'>,
): Promise<FastifyReply> {
  const bytes = await open(deps, empresaId, archivo)
  return reply
    .type(archivo.tipo)
    .header('content-length', archivo.tamano)
    .header('cache-control', 'no-store')
    .header('content-disposition', 'inline')
    .send(bytes)
}

/** Uploads that were begun and never ended, all of them: each lot in a transaction of its own. */
export async function limpiar({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const antes = new Date(clock.now().getTime() - A_MEDIAS_MS)
  for (let fuera = 1; fuera > 0;) fuera = await sql.limpiarArchivos(db, antes)
}
