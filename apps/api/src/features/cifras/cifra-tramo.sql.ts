import { createHash } from 'node:crypto'
import { CORTES_DE } from '@yupana/contract'
import { sql, type RawBuilder } from 'kysely'
import { TIPO_MOVIMIENTO, type Rango, type TipoMovimiento } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Ambito } from './cifras.sql.ts'
import { partesDe, type CorteSumado, type TramoDe } from './partes.sql.ts'

// Kept sums of ended days and months (db/migrations/0036_cifras.sql, 0885_cifra_gastos.sql): sums from before a change are not used.

export type Lugar = Omit<Ambito, 'rango'>

/** A day, or a month named by its first day. */
export interface Tramo {
  grano: 'DIA' | 'MES'
  desde: string
}

/** Cuts that are kept of a stretch, whichever of them was asked for. */
export const CORTES_GUARDADOS: Readonly<Record<TipoMovimiento, readonly CorteSumado[]>> = {
  [TIPO_MOVIMIENTO.VENTAS]: ['dia', 'espera', ...CORTES_DE[TIPO_MOVIMIENTO.VENTAS], 'margen', 'producto'],
  [TIPO_MOVIMIENTO.GASTOS]: ['dia', 'espera', ...CORTES_DE[TIPO_MOVIMIENTO.GASTOS]],
}

const TRAMO_DE: Readonly<Record<Tramo['grano'], TramoDe>> = {
  DIA: (fecha) => fecha,
  MES: (fecha) => sql`date_trunc('month', ${fecha})::date`,
}

const sumado = (lugar: Lugar, grano: Tramo['grano'], rango: Rango): RawBuilder<unknown> =>
  partesDe({ ...lugar, rango }, TRAMO_DE[grano], CORTES_GUARDADOS[lugar.tipo])

/** Key that changes with the queries and with what counts as a sale or an expense. */
export function formulaDe(tx: Tx, { empresaId, ambiente, tipo }: Lugar): Buffer {
  const { sql: text, parameters } = sumado({ empresaId, ambiente, tipo }, 'DIA', { desde: '2000-01-01', hasta: '2000-01-01' }).compile(tx)
  const asked = parameters.filter((one) => one !== empresaId && one !== ambiente)
  return createHash('sha256')
    .update(JSON.stringify([text, asked]))
    .digest()
}

const places = (tramos: readonly Tramo[]) =>
  sql`unnest(${tramos.map(({ grano }) => grano)}::text[], ${tramos.map(({ desde }) => desde)}::date[]) as t (grano, desde)`

/** The last day whose sums may be kept. */
export async function readUltimoDia(tx: Tx): Promise<string> {
  const { rows } = await sql<{ dia: string }>`select dia_de_cifras()::text as dia`.execute(tx)
  return rows[0]!.dia
}

export async function findTramos(
  tx: Tx,
  { empresaId, ambiente, tipo }: Lugar,
  formula: Buffer,
  tramos: readonly Tramo[],
): Promise<Tramo[]> {
  const { rows } = await sql<Tramo>`
    select c.grano, c.desde::text as desde from cifra_tramo c join ${places(tramos)} using (grano, desde)
     where c.empresa_id = ${empresaId} and c.ambiente = ${ambiente} and c.tipo = ${tipo} and c.formula = ${formula} and cifra_tramo_vale(c)`.execute(
    tx,
  )
  return rows
}

/** Whether this transaction is the only one that keeps sums of the company, until its end. */
export async function lockCifras(tx: Tx, { empresaId }: Lugar): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(candado_cifras(${empresaId})) as taken`.execute(tx)
  return rows[0]?.taken === true
}

/** Removes the stretches of noted changes and the notes, in one statement so that both see the same changes. Needs the lock. */
export async function forgetChanged(tx: Tx, { empresaId, tipo }: Lugar, formula: Buffer): Promise<void> {
  await sql`
    with gone as (
      delete from cifra_tramo c where c.empresa_id = ${empresaId} and c.tipo = ${tipo} and (c.formula <> ${formula} or not cifra_tramo_vale(c)))
    delete from cifra_cambio x where x.empresa_id = ${empresaId} and x.tipo = ${tipo}`.execute(tx)
}

/**
 * Adds up the stretches of one kind within these days, and keeps them with what the statement saw. The order of reading puts neighbouring
 * rows on few pages. Needs the lock.
 */
export async function saveTramos(tx: Tx, lugar: Lugar, formula: Buffer, tramos: readonly Tramo[], rango: Rango): Promise<void> {
  const { empresaId, ambiente, tipo } = lugar
  const { grano } = tramos[0]!
  // Removes sums of a change that came after the earlier changes were forgotten.
  await sql`
    delete from cifra_tramo c using ${places(tramos)}
     where c.empresa_id = ${empresaId} and c.ambiente = ${ambiente} and c.tipo = ${tipo} and c.grano = t.grano and c.desde = t.desde`.execute(
    tx,
  )
  await sql`
    with nuevo as (
      insert into cifra_tramo (empresa_id, ambiente, tipo, grano, desde, formula, foto)
      select ${empresaId}, ${ambiente}, ${tipo}, t.grano, t.desde, ${formula}, pg_current_snapshot() from ${places(tramos)}
      returning desde)
    insert into cifra_parte (empresa_id, ambiente, tipo, grano, desde, corte, clave, nombre, codigo, documentos, subtotal, iva, total, cantidad, con_costo,
                             costo)
    select ${empresaId}, ${ambiente}, ${tipo}, ${grano}, p.tramo, p.corte, p.clave, p.nombre, p.codigo, p.documentos, p.subtotal, p.iva, p.total,
           p.cantidad, p.con_costo, p.costo
      from (${sumado(lugar, grano, rango)}) p join nuevo on nuevo.desde = p.tramo
     order by p.tramo, p.corte, p.clave`.execute(tx)
}
