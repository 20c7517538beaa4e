import { MAX_SIN_CONTAR, type Conteo } from '@yupana/contract'
import type { Fecha } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { Tx } from '../../db/transaction.ts'
import { SE_INVENTARIA } from './documento-existencias.sql.ts'
import type { Lugar } from './libro.sql.ts'

export interface Movido {
  producto_id: string
  cantidad: number
  contado: boolean
  /** Whether the sequence of the line is ahead of the kardex: the line is of another warehouse, or made up. */
  adelantado: boolean
}

/**
 * Movements in this warehouse since each product was counted, and whether another count followed. A movement dated before the count but
 * written later is left out: its goods were already there, or gone, when the count was made.
 */
export async function readMovido(
  tx: Tx,
  { empresaId, ambiente }: Lugar,
  bodegaId: string,
  fecha: Fecha,
  vistas: readonly { productoId: string; secuencia: number }[],
): Promise<Movido[]> {
  const { rows } = await sql<Movido>`
    select k.producto_id, bool_or(m.tipo = 'AJUSTE') as contado, false as adelantado,
           case when bool_or(m.tipo = 'AJUSTE') then 0 else coalesce(sum(k.cantidad) filter (where k.fecha >= ${fecha}::date), 0) end::bigint as cantidad
      from unnest(${vistas.map(({ productoId }) => productoId)}::uuid[], ${vistas.map(({ secuencia }) => secuencia)}::integer[]) as v (producto, secuencia)
      join existencia x on x.empresa_id = ${empresaId} and x.ambiente = ${ambiente} and x.bodega_id = ${bodegaId} and x.producto_id = v.producto
       and x.secuencia > v.secuencia
      join kardex k on k.empresa_id = x.empresa_id and k.ambiente = x.ambiente and k.bodega_id = x.bodega_id and k.producto_id = x.producto_id
       and k.secuencia > v.secuencia
      join movimiento m on m.empresa_id = k.empresa_id and m.id = k.movimiento_id
     group by k.producto_id
     union all
    select v.producto, false, true, 0
      from unnest(${vistas.map(({ productoId }) => productoId)}::uuid[], ${vistas.map(({ secuencia }) => secuencia)}::integer[]) as v (producto, secuencia)
      left join existencia x on x.empresa_id = ${empresaId} and x.ambiente = ${ambiente} and x.bodega_id = ${bodegaId} and x.producto_id = v.producto
     where v.secuencia > coalesce(x.secuencia, 0)`.execute(tx)
  return rows
}

/** Stock in a warehouse of products that were not counted. */
export async function readSinContar(
  tx: Tx,
  { empresaId, ambiente }: Lugar,
  bodegaId: string,
  contados: readonly string[],
): Promise<Conteo['sin_contar']> {
  const from = sql`from existencia x join producto p on p.empresa_id = x.empresa_id and p.id = x.producto_id
     where x.empresa_id = ${empresaId} and x.ambiente = ${ambiente} and x.bodega_id = ${bodegaId} and x.cantidad <> 0
       and p.status = 'ACTIVO' and ${SE_INVENTARIA} and not (p.id = any(${contados}::uuid[]))`
  const { rows: productos } = await sql<Conteo['sin_contar']['productos'][number]>`
    select p.id, p.code, p.name, x.cantidad ${from} order by p.orden, p.id limit ${MAX_SIN_CONTAR}`.execute(tx)
  if (productos.length < MAX_SIN_CONTAR) return { total: productos.length, productos }
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(tx)
  return { total: rows[0]?.total ?? 0, productos }
}
