import { randomUUID } from 'node:crypto'
import { MAX_BODEGAS, type Bodega, type BodegaForm } from '@yupana/contract'
import { conPunto } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { ordenOf } from '../busqueda/busqueda.door.ts'
import * as catalogo from '../catalogo/catalogo.door.ts'
import * as sql from './bodega.sql.ts'

const BODEGAS: catalogo.Catalogo<sql.BodegaRow, Bodega> = {
  ...sql.BODEGA,
  words: ({ name, description }) => [name, description],
  audited: ['name'],
  taken: ({ name }) => errors.nameAlreadyUsed('una bodega', name),
  async whyKept(tx, empresaId, rows) {
    const principal = rows.find(({ predeterminada }) => predeterminada)
    if (principal) return errors.bodegaKept(`la bodega ${principal.name} es la predeterminada. Elija otra antes.`)
    const moved = await sql.findMoved(
      tx,
      empresaId,
      rows.map(({ id }) => id),
    )
    return moved === undefined ? undefined : errors.bodegaKept(`la bodega ${moved} tiene movimientos. Puede desactivarla.`)
  },
}

const rowOf = ({ name, description, status, establecimiento, predeterminada }: BodegaForm): sql.BodegaRow => ({
  name,
  description: description ?? null,
  status,
  establecimiento: establecimiento ?? null,
  predeterminada,
  orden: ordenOf(name),
})

/** A company always has one default warehouse; an establishment takes from one warehouse. @throws 422 */
async function takePlace(tx: Tx, { empresaId, en }: catalogo.Autor, form: BodegaForm, id: string, before?: Bodega): Promise<void> {
  const { establecimiento, predeterminada, status } = form
  await sql.lockBodegas(tx, empresaId)
  const all = await sql.readBodegas(tx, empresaId)
  if (!before && all.length >= MAX_BODEGAS) throw errors.catalogFull(MAX_BODEGAS, 'bodegas')
  if (predeterminada && status === 'INACTIVO')
    throw errors.field('BODEGA_STATUS', 'status', 'La bodega predeterminada tiene que estar activa.')
  if (before?.predeterminada && !predeterminada)
    throw errors.field('BODEGA_DEFAULT', 'predeterminada', 'La empresa necesita una bodega predeterminada: elija otra como predeterminada.')
  if (establecimiento !== undefined && !(await sql.establecimientoExists(tx, empresaId, establecimiento)))
    throw errors.field('ESTABLISHMENT', 'establecimiento', 'El establecimiento no existe.')
  const owner = all.find((one) => establecimiento !== undefined && one.establecimiento === establecimiento && one.id !== id)
  if (owner)
    throw errors.field(
      'BODEGA_ESTABLISHMENT',
      'establecimiento',
      conPunto(`El establecimiento ${establecimiento} ya toma de la bodega ${owner.name}`),
    )
  if (before?.status === 'ACTIVO' && status === 'INACTIVO') {
    await sql.takeBodega(tx, empresaId, id)
    if (await sql.hasExistencias(tx, empresaId, id))
      throw errors.field('BODEGA_STATUS', 'status', 'La bodega tiene productos: páselos a otra antes de desactivarla.')
  }
  if (predeterminada) await sql.clearPredeterminada(tx, empresaId, id, en)
}

export function create(tx: Tx, autor: catalogo.Autor, idempotencyKey: string, form: BodegaForm): Promise<Bodega> {
  return catalogo.create(tx, BODEGAS, autor, { idempotencyKey, form, row: rowOf(form), take: (id) => takePlace(tx, autor, form, id) })
}

export function edit(tx: Tx, autor: catalogo.Autor, record: { id: string; version: number }, form: BodegaForm): Promise<Bodega> {
  return catalogo.edit(tx, BODEGAS, autor, record, {
    take: (before) => takePlace(tx, autor, form, record.id, before),
    rowOf: () => rowOf(form),
  })
}

export const remove = (tx: Tx, autor: catalogo.Autor, id: string): Promise<void> => catalogo.remove(tx, BODEGAS, autor, [id])

/** @throws 404 and 422 as in every catalogue, 422 when the company has the most warehouses allowed */
export async function restore(tx: Tx, autor: catalogo.Autor, ids: readonly string[]): Promise<void> {
  await sql.lockBodegas(tx, autor.empresaId)
  await catalogo.restore(tx, BODEGAS, autor, ids, async () => {
    if ((await sql.readBodegas(tx, autor.empresaId)).length > MAX_BODEGAS) throw errors.catalogFull(MAX_BODEGAS, 'bodegas')
  })
}

/** Creates the first warehouse of a company. */
export async function fundarBodega(tx: Tx, empresaId: EmpresaId, en: Date): Promise<void> {
  await catalogo.insert(
    tx,
    BODEGAS,
    empresaId,
    randomUUID(),
    rowOf({ name: 'Bodega principal', description: undefined, status: 'ACTIVO', establecimiento: undefined, predeterminada: true }),
    en,
  )
}
