import { createHash, randomUUID } from 'node:crypto'
import type { Carga, TipoCarga } from '@yupana/contract'

import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { csvLine } from '../../http/csv.ts'
import { xlsxOf } from '../../http/xlsx.ts'
import { claim } from '../idempotencia/idempotencia.door.ts'
import { plantillaOf } from './carga-columnas.ts'
import * as sql from './carga.sql.ts'
import type { Autor } from './producto.service.ts'

/** Files of a company that wait or are under way. */
const MAX_PENDIENTES = 3

const shown = ({ ve_costo: _, ...carga }: Carga & { ve_costo: boolean }): Carga => carga

/** @throws 404 */
export async function read(tx: Tx, autor: Autor, id: string): Promise<Carga> {
  const carga = await sql.readCarga(tx, autor.empresaId, id)
  if (!carga) throw errors.notFound()
  return shown(carga)
}

/** Takes a file once for each key; a worker reads it. @throws 422 where too many wait */
export async function upload(
  tx: Tx,
  autor: Autor,
  clave: string,
  { tipo, filename, bytes }: { tipo: TipoCarga; filename: string; bytes: Buffer },
): Promise<Carga> {
  const { empresaId, usuarioId, en } = autor
  const id = randomUUID()
  const contenido = { tipo, sha256: createHash('sha256').update(bytes).digest('hex') }
  const before = await claim(tx, { empresaId, usuarioId, clave, accion: 'producto.cargar', contenido, recursoId: id, en })
  if (before !== undefined) return read(tx, autor, before)
  if ((await sql.countPendientes(tx, empresaId)) >= MAX_PENDIENTES) throw errors.uploadsWaiting(MAX_PENDIENTES)
  await sql.insertCarga(tx, empresaId, {
    id,
    tipo,
    usuario_id: usuarioId,
    ve_costo: autor.veCosto,
    archivo: filename,
    contenido: bytes,
    creada_en: en,
  })
  return read(tx, autor, id)
}

/** Gives a file without errors to a worker; asked again, it says how it goes. @throws 404, 403 for costs, 422 */
export async function apply(tx: Tx, autor: Autor, id: string, mayCreate: boolean): Promise<Carga> {
  const carga = await sql.readCarga(tx, autor.empresaId, id)
  if (!carga) throw errors.notFound()
  if ((carga.tipo === 1 && !mayCreate) || (carga.ve_costo && !autor.veCosto)) throw errors.forbidden()
  if (await sql.beginAplicar(tx, autor.empresaId, id)) return read(tx, autor, id)
  const present = await read(tx, autor, id)
  if (present.estado !== 'APLICANDO' && present.estado !== 'APLICADA') throw errors.uploadNotReady()
  return present
}

/** An empty sheet with the heads that are read. */
export async function plantilla(tipo: TipoCarga, veCosto: boolean, formato: 'xlsx' | 'csv'): Promise<Buffer> {
  const titulos = plantillaOf(tipo, veCosto)
  // The mark tells Excel that it is UTF-8.
  if (formato === 'csv') return Buffer.from(`\uFEFF${csvLine(titulos)}`)
  const columnas = titulos.map((header) => ({ header, ancho: Math.max(12, header.length + 4) }))
  const parts: Buffer[] = []
  for await (const part of xlsxOf({ nombre: 'Productos', columnas, filas: sinFilas() })) parts.push(part)
  return Buffer.concat(parts)
}

async function* sinFilas(): AsyncGenerator<never[]> {
  // A template has heads alone.
}
