import type { DocumentoCasillero, Listing } from '@yupana/contract'
import { COMPROBANTES_NOTA_CREDITO, type Fecha, type Monto } from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'

import type { Tx } from '../../db/transaction.ts'
import { listHallados } from './detalle.sql.ts'
import { comprasDe, ventasDe, type Ambito } from './lineas.sql.ts'
import type { GrupoCompra, GrupoVenta } from './sumas.sql.ts'

// Credit notes of an expired rate: few, so all are read.

interface DeNota {
  id: string
  dia: Fecha
}
export type NotaVenta = DeNota & GrupoVenta
export type NotaCompra = DeNota & GrupoCompra

const deTipos = (tipos: readonly number[]) =>
  sql`f.tipo = any(${[...COMPROBANTES_NOTA_CREDITO]}::text[]) and f.tipo_iva = any(${[...tipos]}::integer[])`

export const findNotasVenta = async (tx: Tx, ambito: Ambito, tipos: readonly number[]): Promise<NotaVenta[]> =>
  (await sql<NotaVenta>`select f.* from (${ventasDe(ambito)}) f where ${deTipos(tipos)} order by f.id`.execute(tx)).rows

export const findNotasCompra = async (tx: Tx, ambito: Ambito, tipos: readonly number[]): Promise<NotaCompra[]> =>
  (await sql<NotaCompra>`select f.* from (${comprasDe(ambito)}) f where ${deTipos(tipos)} order by f.id`.execute(tx)).rows

/** One page of the documents with these amounts, by day. */
export async function listValorados(
  tx: Tx,
  ambito: Ambito,
  origen: 'DOCUMENTO' | 'COMPRA',
  valores: ReadonlyMap<string, Monto>,
  pagina: { page: number; size: number },
): Promise<Listing<DocumentoCasillero>> {
  const ids: RawBuilder<unknown> = sql`select t.id, ${origen}::text as origen from unnest(${[...valores.keys()]}::uuid[]) as t (id)`
  const { content, ...page } = await listHallados(tx, ambito, ids, pagina)
  return { ...page, content: content.map((one) => ({ ...one, origen, valor: valores.get(one.id) ?? 0, marca: null })) }
}
