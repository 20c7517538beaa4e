import { createHash, randomUUID } from 'node:crypto'
import type { Carga, Collection } from '@yupana/contract'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { csvLine } from '../../http/csv.ts'
import { xlsxOf } from '../../http/xlsx.ts'
import { claim } from '../idempotencia/idempotencia.door.ts'
import { columnasOf } from './columna.ts'
import * as sql from './carga.sql.ts'
import type { TipoDeCarga } from './tipo.ts'

/** The user, the company, the time, and the user's rights. */
export interface Autor {
  empresaId: EmpresaId
  ambiente: Ambiente
  usuarioId: string
  en: Date
  veCosto: boolean
  may: (right: Collection) => boolean
}

type Tipos = readonly TipoDeCarga[]

/** Waiting and running uploads of a company. */
const MAX_PENDIENTES = 3

const shown = ({ ve_costo: _, da_credito: __, ...carga }: Carga & { ve_costo: boolean; da_credito: boolean }): Carga => carga

/** @throws 403 */
export function requireRights({ rights }: TipoDeCarga, { may }: Autor): void {
  if (!rights.every(may)) throw errors.forbidden()
}

/** An upload of one of these kinds. @throws 404 */
async function require(tx: Tx, tipos: Tipos, autor: Autor, id: string) {
  const carga = await sql.readCarga(tx, autor.empresaId, id)
  const tipo = tipos.find((one) => one.id === carga?.tipo)
  if (!carga || !tipo) throw errors.notFound()
  return { carga, tipo }
}

/** @throws 404 */
export const read = async (tx: Tx, tipos: Tipos, autor: Autor, id: string): Promise<Carga> =>
  shown((await require(tx, tipos, autor, id)).carga)

/** Takes a file once for each key; a worker reads it. @throws 422 when too many wait */
export async function upload(
  tx: Tx,
  tipo: TipoDeCarga,
  autor: Autor,
  idempotencyKey: string,
  { filename, bytes }: { filename: string; bytes: Buffer },
): Promise<Carga> {
  const { empresaId, ambiente, usuarioId, en } = autor
  const id = randomUUID()
  const contenido = { tipo: tipo.id, sha256: createHash('sha256').update(bytes).digest('hex') }
  const before = await claim(tx, { empresaId, usuarioId, idempotencyKey, accion: tipo.accion, contenido, recursoId: id, en })
  if (before !== undefined) return read(tx, [tipo], autor, before)
  if ((await sql.countPendientes(tx, empresaId)) >= MAX_PENDIENTES) throw errors.uploadsWaiting(MAX_PENDIENTES)
  await sql.insertCarga(tx, empresaId, {
    id,
    tipo: tipo.id,
    ambiente,
    usuario_id: usuarioId,
    ve_costo: autor.veCosto,
    da_credito: tipo.conCredito === true && autor.may('persona:credito'),
    archivo: filename,
    contenido: bytes,
    creada_en: en,
  })
  return read(tx, [tipo], autor, id)
}

/**
 * Gives a file without errors to a worker; a repeated call answers its progress. @throws 404, 403 for costs and for terms of credit, 422
 */
export async function apply(tx: Tx, tipos: Tipos, autor: Autor, id: string): Promise<Carga> {
  const { carga, tipo } = await require(tx, tipos, autor, id)
  requireRights(tipo, autor)
  if ((carga.ve_costo && !autor.veCosto) || (carga.da_credito && !autor.may('persona:credito'))) throw errors.forbidden()
  if (await sql.beginAplicar(tx, autor.empresaId, id)) return read(tx, tipos, autor, id)
  const present = await read(tx, tipos, autor, id)
  if (present.estado !== 'APLICANDO' && present.estado !== 'APLICADA') throw errors.uploadNotReady()
  return present
}

/** An empty sheet with the column heads. */
export async function plantilla({ columnas, hoja }: TipoDeCarga, veCosto: boolean, formato: 'xlsx' | 'csv'): Promise<Buffer> {
  const titulos = columnasOf(columnas, veCosto).map(({ titulo }) => titulo)
  // The mark makes Excel read it as UTF-8.
  if (formato === 'csv') return Buffer.from(`\uFEFF${csvLine(titulos)}`)
  const anchas = titulos.map((header) => ({ header, ancho: Math.max(12, header.length + 4) }))
  const parts: Buffer[] = []
  for await (const part of xlsxOf({ nombre: hoja, columnas: anchas, filas: sinFilas() })) parts.push(part)
  return Buffer.concat(parts)
}

async function* sinFilas(): AsyncGenerator<never[]> {
  // A template has only heads.
}
