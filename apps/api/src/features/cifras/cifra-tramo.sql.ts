import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { TIPO_MOVIMIENTO, type Rango } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Ambito } from './cifras.sql.ts'
import { partesDe, type CorteSumado, type TramoDe } from './partes.sql.ts'

// What the sales of ended days and months come to, kept (db/migrations/0875_cifra_tramo.sql): what changes one of them takes it away.

export type Lugar = Pick<Ambito, 'empresaId' | 'ambiente'>

/** A day, or a month by its first one. */
export interface Tramo {
  grano: 'DIA' | 'MES'
  desde: string
}

/** All that is kept of a stretch, whoever asks for it first. */
export const CORTES_GUARDADOS: readonly CorteSumado[] = [
  'dia',
  'espera',
  'establecimiento',
  'vendedor',
  'cliente',
  'categoria',
  'forma_pago',
  'producto',
]

const TRAMO_DE: Readonly<Record<Tramo['grano'], TramoDe>> = {
  DIA: (fecha) => fecha,
  MES: (fecha) => sql`date_trunc('month', ${fecha})::date`,
}

const sumado = (lugar: Lugar, grano: Tramo['grano'], rango: Rango): RawBuilder<unknown> =>
  partesDe({ ...lugar, rango, tipo: TIPO_MOVIMIENTO.VENTAS }, TRAMO_DE[grano], CORTES_GUARDADOS)

/** Changes with what is asked of the database. */
export function formulaDe(tx: Tx, lugar: Lugar): Buffer {
  const { sql: text } = sumado(lugar, 'DIA', { desde: '2000-01-01', hasta: '2000-01-01' }).compile(tx)
  return createHash('sha256').update(text).digest()
}

const places = (tramos: readonly Tramo[]) =>
  sql`unnest(${tramos.map(({ grano }) => grano)}::text[], ${tramos.map(({ desde }) => desde)}::date[]) as t (grano, desde)`

export async function findTramos(tx: Tx, { empresaId, ambiente }: Lugar, formula: Buffer, tramos: readonly Tramo[]): Promise<Tramo[]> {
  const { rows } = await sql<Tramo>`
    select t.grano, t.desde::text as desde from ${places(tramos)}
     where exists (select from cifra_tramo c where c.empresa_id = ${empresaId} and c.ambiente = ${ambiente} and c.grano = t.grano
                      and c.desde = t.desde and c.formula = ${formula})`.execute(tx)
  return rows
}

/** Of these stretches those in which nothing is being changed; until the end of the transaction who wants to waits. */
export async function lockTramos(tx: Tx, { empresaId, ambiente }: Lugar, tramos: readonly Tramo[]): Promise<Tramo[]> {
  const { rows } = await sql<Tramo>`
    select t.grano, t.desde::text as desde from ${places(tramos)}
     where pg_try_advisory_xact_lock(candado_cifra(${empresaId}, ${ambiente}, t.grano, t.desde))`.execute(tx)
  return rows
}

/** Whether nobody is filing products under other categories; until the end of the transaction who wants to waits. */
export async function lockCategorias(tx: Tx, { empresaId }: Lugar): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(candado_categorias(${empresaId})) as taken`.execute(tx)
  return rows[0]?.taken === true
}

/** Adds up the stretches of one kind that lie in these days, and keeps them. */
export async function saveTramos(tx: Tx, lugar: Lugar, formula: Buffer, tramos: readonly Tramo[], rango: Rango): Promise<void> {
  const { empresaId, ambiente } = lugar
  const { grano } = tramos[0]!
  await sql`
    delete from cifra_tramo c using ${places(tramos)}
     where c.empresa_id = ${empresaId} and c.ambiente = ${ambiente} and c.grano = t.grano and c.desde = t.desde`.execute(tx)
  await sql`
    insert into cifra_tramo (empresa_id, ambiente, grano, desde, formula)
    select ${empresaId}, ${ambiente}, t.grano, t.desde, ${formula} from ${places(tramos)}`.execute(tx)
  await sql`
    insert into cifra_parte (empresa_id, ambiente, grano, desde, corte, clave, nombre, codigo, documentos, subtotal, iva, total, cantidad, con_costo, costo)
    select ${empresaId}, ${ambiente}, ${grano}, p.tramo, p.corte, p.clave, p.nombre, p.codigo, p.documentos, p.subtotal, p.iva, p.total, p.cantidad,
           p.con_costo, p.costo
      from (${sumado(lugar, grano, rango)}) p
     where p.tramo = any(${tramos.map(({ desde }) => desde)}::date[])`.execute(tx)
}
