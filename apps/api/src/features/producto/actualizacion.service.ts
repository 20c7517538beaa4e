import { randomUUID } from 'node:crypto'
import {
  CAMPOS_ACTUALIZACION,
  MAX_ACTUALIZACION,
  type CampoActualizacion,
  type OrigenActualizacion,
  type ProductoCambio,
} from '@yupana/contract'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors, type Problem } from '../../errors.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { ordenOf, saveWordsOfMany, wordsOfRow } from '../busqueda/busqueda.door.ts'
import { claim } from '../idempotencia/idempotencia.door.ts'
import * as sql from './actualizacion.sql.ts'
import { lecturasOf, tomadasOf } from './codigo-barras.service.ts'
import { signPrecios } from './producto-precio.sql.ts'
import { problemsOf, textsOf, type Autor } from './producto.service.ts'

export interface Hecho {
  /** Null when no product changed: there is nothing to undo. */
  id: string | null
  productos: number
}

/** Products deleted meanwhile do not stop the undo of the others; the first ones are named. */
export interface Deshecho extends Hecho {
  omitidos: { total: number; nombres: string[] }
}
const MAX_OMITIDOS = 10

export type Valores = Partial<Pick<sql.ProductoTomado, CampoActualizacion>>
/** The new values of one product, and the condition that must still hold. */
export interface Pedido {
  id: string
  valores: Valores
  /** The reason for a refusal, checked once the row is locked. */
  whyNot?: (before: sql.ProductoTomado) => Omit<Problem, 'codigo'> | undefined
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
/** Whether these fields of a product are as they were. */
export const isStill = (row: sql.ProductoTomado, were: Record<string, unknown>): boolean =>
  Object.entries(were).every(([campo, valor]) => isSame(row[campo as CampoActualizacion], valor))
export const pick = (row: sql.ProductoTomado, campos: readonly CampoActualizacion[]) =>
  Object.fromEntries(campos.map((campo) => [campo, row[campo]]))

export interface Cambiada {
  before: sql.ProductoTomado
  after: sql.ProductoTomado
  campos: CampoActualizacion[]
}

/** The rows with changes, and the problems of each, with its place in the list and its code. */
export function compare(
  pedidos: readonly Pedido[],
  rows: readonly sql.ProductoTomado[],
  en: Date,
): { cambiadas: Cambiada[]; problems: Problem[] } {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const seen = new Set<string>()
  const problems: Problem[] = []
  const cambiadas = pedidos.flatMap(({ id, valores, whyNot }, at) => {
    const before = byId.get(id)
    const refuse = (campo: string, message: string) => {
      problems.push({ campo: `${at}.${campo}`, message: before ? `${before.code}: ${message}` : message })
      return []
    }
    if (!before) return refuse('id', 'El producto no existe o ha sido eliminado.')
    if (seen.has(id)) return refuse('id', 'El producto está dos veces en la lista.')
    seen.add(id)
    const why = whyNot?.(before)
    if (why) return refuse(why.campo ?? 'id', why.message)
    const after = { ...before, ...valores }
    const campos = CAMPOS_ACTUALIZACION.filter((campo) => !isSame(before[campo], after[campo]))
    if (campos.length === 0) return []
    for (const { campo, message } of problemsOf({ ...after, auxiliary_code: after.auxiliary_code ?? undefined }, en, before))
      refuse(campo ?? 'id', message)
    return [{ before, after, campos }]
  })
  return { cambiadas, problems }
}

/** Writes these products, with the search words of the renamed ones. */
export async function writeCambiadas(tx: Tx, empresaId: EmpresaId, cambiadas: readonly Cambiada[], en: Date): Promise<void> {
  await sql.writeProductos(
    tx,
    empresaId,
    cambiadas.map(({ after: { version: _, code: _code, auxiliary_code: _aux, barcode: _bar, barcodes: _others, ...row } }) => ({
      ...row,
      orden: ordenOf(row.name),
    })),
    en,
  )
  const renamed = cambiadas.filter(({ campos }) => campos.includes('name'))
  if (renamed.length > 0)
    await saveWordsOfMany(
      tx,
      { empresaId, tipo: 'producto' },
      renamed.map(({ after }) => ({ id: after.id, palabras: wordsOfRow(...textsOf(after)) })),
    )
}

/** The record of an update: the changed fields, and the values of each before and after. */
export function recordOf(cambiadas: readonly Cambiada[]): { campos: CampoActualizacion[]; filas: sql.Fila[] } {
  const campos = CAMPOS_ACTUALIZACION.filter((campo) => cambiadas.some((cambiada) => cambiada.campos.includes(campo)))
  const filas = cambiadas.map((cambiada) => ({
    producto_id: cambiada.before.id,
    antes: pick(cambiada.before, cambiada.campos),
    despues: pick(cambiada.after, cambiada.campos),
  }))
  return { campos, filas }
}

/** Problems of products back on sale whose codes another product has taken. */
async function lecturasTomadas(
  tx: Tx,
  empresaId: EmpresaId,
  pedidos: readonly Pedido[],
  cambiadas: readonly Cambiada[],
): Promise<Problem[]> {
  const lecturas = cambiadas.flatMap(({ before, after }) => lecturasOf(after.id, after, before))
  const tomadas = new Map((await tomadasOf(tx, empresaId, lecturas)).map((tomada) => [tomada.de, tomada.message]))
  return cambiadas.flatMap(({ after: { id, code } }) => {
    const message = tomadas.get(id)
    return message === undefined
      ? []
      : [{ campo: `${pedidos.findIndex((pedido) => pedido.id === id)}.status`, message: `${code}: ${message}` }]
  })
}

interface Lote {
  id: string
  origen: OrigenActualizacion
  deshace: string | null
  pedidos: readonly Pedido[]
}

/** Applies all of them or none. @throws 422 with each refused row */
async function apply(tx: Tx, autor: Autor, { id, origen, deshace, pedidos }: Lote): Promise<Hecho> {
  const { empresaId, usuarioId, en } = autor
  const rows = await sql.lockProductos(
    tx,
    empresaId,
    pedidos.map((pedido) => pedido.id),
  )
  const { cambiadas, problems } = compare(pedidos, rows, en)
  if (problems.length > 0) throw errors.rowsRefused(problems)
  if (cambiadas.length === 0) return { id: null, productos: 0 }
  await signPrecios(tx, usuarioId)
  await writeCambiadas(tx, empresaId, cambiadas, en)
  const tomadas = await lecturasTomadas(tx, empresaId, pedidos, cambiadas)
  if (tomadas.length > 0) throw errors.rowsRefused(tomadas)
  const { campos, filas } = recordOf(cambiadas)
  if (!(await sql.insertActualizacion(tx, { empresaId, id, usuarioId, origen, campos, deshace, en }, filas.length)))
    throw errors.alreadyUndone()
  await sql.insertFilas(tx, empresaId, id, filas)
  await recordAuditoria(tx, {
    ...autor,
    accion: deshace === null ? 'producto.actualizar' : 'producto.deshacer',
    objeto: id,
    detalle: { productos: cambiadas.length, campos, ...(deshace !== null && { deshace }) },
  })
  return { id, productos: cambiadas.length }
}

/** Changes many products once for each key. @throws 403 for a cost without the right to see it, 422 with each refused row */
export async function update(tx: Tx, autor: Autor, idempotencyKey: string, cambios: readonly ProductoCambio[]): Promise<Hecho> {
  if (!autor.veCosto && cambios.some(({ cost }) => cost !== undefined)) throw errors.forbidden()
  const { empresaId, usuarioId, en } = autor
  const id = randomUUID()
  const before = await claim(tx, {
    empresaId,
    usuarioId,
    idempotencyKey,
    accion: 'producto.actualizar',
    contenido: cambios,
    recursoId: id,
    en,
  })
  if (before !== undefined) {
    const productos = await sql.countActualizacion(tx, empresaId, before)
    return { id: productos === 0 ? null : before, productos }
  }
  const pedidos = cambios.map(({ id: producto, version, ...valores }) => ({
    id: producto,
    valores: valores as Valores,
    whyNot: ({ version: present }: sql.ProductoTomado) =>
      version === undefined || version === present
        ? undefined
        : { campo: 'version', message: 'Otra persona lo cambió desde que usted lo leyó.' },
  }))
  return apply(tx, autor, { id, origen: 'HOJA', deshace: null, pedidos })
}

/**
 * Restores the values before an update; deleted products stay deleted.
 * @throws 404, 403 for costs without the right to see them, 422 when it was undone before, and with each product changed since
 */
export async function undo(tx: Tx, autor: Autor, id: string): Promise<Deshecho> {
  const { empresaId } = autor
  const filas = await sql.readFilas(tx, empresaId, id)
  if (filas.length === 0) throw errors.notFound()
  if (filas.length > MAX_ACTUALIZACION) throw errors.tooManyToUndo(MAX_ACTUALIZACION)
  if (!autor.veCosto && filas.some(({ antes }) => 'cost' in antes)) throw errors.forbidden()
  const rows = await sql.lockProductos(
    tx,
    empresaId,
    filas.map(({ producto_id }) => producto_id),
  )
  // Read under the lock: another undo at the same instant has committed by now.
  if (await sql.isUndone(tx, empresaId, id)) throw errors.alreadyUndone()
  const present = new Set(rows.map((row) => row.id))
  const pedidos = filas
    .filter(({ producto_id }) => present.has(producto_id))
    .map(({ producto_id, antes, despues }) => ({
      id: producto_id,
      valores: antes as Valores,
      whyNot: (before: sql.ProductoTomado) => (isStill(before, despues) ? undefined : { message: 'Cambió después de esta actualización.' }),
    }))
  const idos = filas.flatMap(({ producto_id }) => (present.has(producto_id) ? [] : [producto_id]))
  const nombres = await sql.readNombresDeIdos(tx, empresaId, idos.slice(0, MAX_OMITIDOS))
  return {
    ...(await apply(tx, autor, { id: randomUUID(), origen: 'DESHACER', deshace: id, pedidos })),
    omitidos: { total: idos.length, nombres },
  }
}
