import { LISTING_EXACT_LIMIT, type ExistenciaBusqueda, type ExistenciaFila, type Listing } from '@yupana/contract'
import { addDays, type Fecha, type Monto } from '@yupana/fiscal'
import { sql } from 'kysely'

import { andAfter, asDesde } from '../../db/tramo.sql.ts'
import type { Tx } from '../../db/transaction.ts'
import { TRAMO, tramoOf, type Desde, type Tramo } from '../../http/exportacion.ts'
import { listingOf, orderOf, wayTo } from '../busqueda/busqueda.door.ts'
import { SE_INVENTARIA } from './documento-existencias.sql.ts'
import type { Lugar } from './libro.sql.ts'

export type ExistenciaLeida = Omit<ExistenciaFila, 'costo_unitario' | 'valor' | 'sugerido'> & { valor: Monto }
type Filtro = Omit<ExistenciaBusqueda, 'page' | 'size' | 'sort'>

const SORTS = { name: 'p.orden', code: 'p.code' }
const DIAS_VENDIDO = 30

/** Stock of product `p`, now or at the end of a day. */
function stockOf({ empresaId, ambiente }: Lugar, { bodega_id: bodega, fecha }: Filtro) {
  const where = sql`x.empresa_id = ${empresaId} and x.ambiente = ${ambiente} and x.producto_id = p.id${bodega === undefined ? sql`` : sql` and x.bodega_id = ${bodega}`}`
  const sums = sql`coalesce(sum(s.cantidad), 0)::bigint as cantidad, coalesce(sum(s.valor), 0)::bigint as valor`
  return fecha === undefined
    ? sql`(select ${sums} from existencia x cross join lateral (select x.cantidad, x.valor) s where ${where})`
    : sql`(select ${sums} from existencia x cross join lateral (
        select k.saldo_cantidad as cantidad, k.saldo_valor as valor from kardex k
         where k.empresa_id = x.empresa_id and k.ambiente = x.ambiente and k.bodega_id = x.bodega_id and k.producto_id = x.producto_id and k.fecha <= ${fecha}::date
         order by k.fecha desc, k.secuencia desc limit 1) s where ${where})`
}

const ESTADO = {
  CON_STOCK: sql` and s.cantidad > 0`,
  REPONER: sql` and p.status = 'ACTIVO' and p.minimum_stock > 0 and s.cantidad - coalesce(r.cantidad, 0) < p.minimum_stock`,
  SIN_STOCK: sql` and s.cantidad <= 0`,
  NEGATIVO: sql` and s.cantidad < 0`,
} as const

// Facturas of quote `c` that count.
const FACTURADO = sql`cotizacion_factura f join documento d on d.empresa_id = f.empresa_id and d.id = f.factura_id and d.estado not in ('ANULADO', 'CERRADO')`
const DE_LA_COTIZACION = sql`f.empresa_id = c.empresa_id and f.cotizacion_id = c.id`

/** Lines of transfers on their way, now or at the end of a day: the quantity sent less the quantity received. */
const enTransito = ({ empresaId, ambiente }: Lugar, fecha: Fecha | undefined) => sql`
  movimiento m join kardex k on k.empresa_id = m.empresa_id and k.movimiento_id = m.id
   where m.empresa_id = ${empresaId} and m.ambiente = ${ambiente} and ${
     fecha === undefined
       ? sql`m.estado = 'EN_TRANSITO'`
       : sql`m.estado in ('EN_TRANSITO', 'RECIBIDO') and m.fecha <= ${fecha}::date and k.fecha <= ${fecha}::date`
   }`

/** By product: the quantity that accepted quotes still reserve (of a combo its parts), and the quantity on its way now or on that day. */
const aparte = (lugar: Lugar, hoy: Fecha, fecha?: Fecha) => sql`
  reservado as materialized (
    select coalesce(x.producto_id, (l.linea ->> 'producto_id')::uuid) as id,
           sum(round(((l.linea ->> 'cantidad')::bigint - coalesce(t.cantidad, 0)) * coalesce(x.cantidad, 1000000)::numeric / 1000000))::bigint as cantidad
      from cotizacion c cross join jsonb_array_elements(c.entrada -> 'lineas') with ordinality as l (linea, n)
      left join lateral (select sum((x ->> 'cantidad')::bigint) as cantidad from ${FACTURADO} cross join jsonb_array_elements(f.tomado) x
                          where c.parcial and ${DE_LA_COTIZACION} and (x ->> 'linea')::int = l.n - 1) t on true
      left join combo_parte x on x.empresa_id = c.empresa_id and x.combo_id = (l.linea ->> 'producto_id')::uuid
     where c.empresa_id = ${lugar.empresaId} and ${fecha === undefined} and c.estado = 'ACEPTADA' and c.vence >= ${hoy}::date and l.linea ->> 'producto_id' is not null
       and (c.parcial or not exists (select 1 from ${FACTURADO} where ${DE_LA_COTIZACION})) group by 1
  ), transito as materialized (
    select k.producto_id as id, -sum(k.cantidad)::bigint as cantidad from ${enTransito(lugar, fecha)} group by 1
  )`

async function fromOf(tx: Tx, lugar: Lugar, filtro: Filtro) {
  const { page } = await wayTo(tx, { empresaId: lugar.empresaId, tipo: 'producto' }, filtro.q)
  const { estado } = filtro
  // Products no longer sold stay in the list while they have stock: so it adds up to the stock of the warehouses.
  const narrowed = sql`${page} and ${SE_INVENTARIA}
    and (p.status = 'ACTIVO' or (select s.cantidad <> 0 or s.valor <> 0 from ${stockOf(lugar, filtro)} s)
      or (select sum(k.cantidad) <> 0 from ${enTransito(lugar, filtro.fecha)} and k.producto_id = p.id))`
  // The stock is joined only when the query filters by it.
  return estado === undefined
    ? narrowed
    : sql`from (select p.* ${narrowed}) p left join reservado r on r.id = p.id cross join lateral ${stockOf(lugar, filtro)} s where true${ESTADO[estado]}`
}

const FILA = (lugar: Lugar, hoy: Fecha, filtro: Filtro) => sql`
  p.id, p.code, p.name, p.status, s.cantidad, s.valor, p.minimum_stock, coalesce(r.cantidad, 0) as reservado, coalesce(t.cantidad, 0) as en_transito,
  (select coalesce(-sum(k.cantidad), 0)::bigint from existencia x join kardex k on k.empresa_id = x.empresa_id and k.ambiente = x.ambiente
      and k.bodega_id = x.bodega_id and k.producto_id = x.producto_id
    where x.empresa_id = ${lugar.empresaId} and x.ambiente = ${lugar.ambiente} and x.producto_id = p.id and k.concepto in ('VEN', 'DEV', 'ANE')
      and k.fecha > ${addDays(filtro.fecha ?? hoy, -DIAS_VENDIDO)}::date and k.fecha <= ${filtro.fecha ?? hoy}::date) as vendido`

export async function searchExistencias(tx: Tx, lugar: Lugar, hoy: Fecha, query: ExistenciaBusqueda): Promise<Listing<ExistenciaLeida>> {
  const { sort, page, size, ...filtro } = query
  const { column, way } = orderOf(sort, SORTS, 'name,ASC')
  const order = sql`${sql.ref(column)} ${sql.raw(way)}, p.id ${sql.raw(way)}`
  const from = await fromOf(tx, lugar, filtro)
  const { rows } = await sql<ExistenciaLeida>`
    with ${aparte(lugar, hoy, filtro.fecha)}, pagina as (select p.* ${from} order by ${order} offset ${page * size} limit ${size})
    select ${FILA(lugar, hoy, filtro)} from pagina p left join reservado r on r.id = p.id left join transito t on t.id = p.id
     cross join lateral ${stockOf(lugar, filtro)} s order by ${order}`.execute(tx)
  return listingOf(
    tx,
    { page, size },
    rows,
    filtro.estado === undefined ? from : sql`from (with ${aparte(lugar, hoy, filtro.fecha)} select p.id ${from}) p`,
  )
}

/** Number of products to restock, as the list shows them and counted up to the same limit; in one pass, since every home page asks. */
export async function countPorReponer(tx: Tx, lugar: Lugar, hoy: Fecha): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with ${aparte(lugar, hoy)}, hay as materialized (
      select x.producto_id as id, sum(x.cantidad)::bigint as cantidad from existencia x
       where x.empresa_id = ${lugar.empresaId} and x.ambiente = ${lugar.ambiente} group by 1
    ) select count(*)::int as n from (
      select 1 from producto p left join reservado r on r.id = p.id left join hay h on h.id = p.id
       cross join lateral (select coalesce(h.cantidad, 0) as cantidad) s
       where p.empresa_id = ${lugar.empresaId} and ${SE_INVENTARIA}${ESTADO.REPONER} limit ${LISTING_EXACT_LIMIT + 1}) p`.execute(tx)
  return rows[0]?.n ?? 0
}

export async function nextExistencias(
  tx: Tx,
  lugar: Lugar,
  hoy: Fecha,
  { sort, ...filtro }: Filtro & { sort?: string | undefined },
  desde: Desde | undefined,
): Promise<Tramo<ExistenciaLeida>> {
  const { column, way } = orderOf(sort, SORTS, 'name,ASC')
  const keys = [column, 'p.id']
  const order = sql.join(keys.map((key) => sql`${sql.ref(key)} ${sql.raw(way)}`))
  const from = await fromOf(tx, lugar, filtro)
  const { rows } = await sql<ExistenciaLeida & { desde: Desde }>`
    with ${aparte(lugar, hoy, filtro.fecha)}, pagina as (select p.* ${from}${andAfter(keys, way, desde)} order by ${order} limit ${TRAMO})
    select ${FILA(lugar, hoy, filtro)}, ${asDesde(keys)} from pagina p left join reservado r on r.id = p.id left join transito t on t.id = p.id
     cross join lateral ${stockOf(lugar, filtro)} s order by ${order}`.execute(tx)
  return tramoOf(rows)
}

/** Quantity of one product sent and not yet received, now or at the end of a day. */
export async function readEnTransito(tx: Tx, lugar: Lugar, productoId: string, fecha: Fecha | undefined): Promise<number> {
  const { rows } = await sql<{ cantidad: number }>`
    select coalesce(-sum(k.cantidad), 0)::bigint as cantidad from ${enTransito(lugar, fecha)} and k.producto_id = ${productoId}`.execute(tx)
  return rows[0]?.cantidad ?? 0
}

/** Quantity of one product that accepted quotes reserve. */
export async function readReservado(tx: Tx, lugar: Lugar, hoy: Fecha, productoId: string): Promise<number> {
  const { rows } = await sql<{ cantidad: number }>`
    with ${aparte(lugar, hoy)} select cantidad from reservado where id = ${productoId}`.execute(tx)
  return rows[0]?.cantidad ?? 0
}

interface Inventariable {
  id: string
  manage_inventory: boolean
  is_external: boolean
  type_product: string
}
const isStocked = ({ manage_inventory: managed, is_external: external, type_product: tipo }: Inventariable) =>
  managed && !external && tipo === 'PRODUCTO'

/** Adds to each of these products its stock in all warehouses. */
export async function withStock<Row extends Inventariable>(
  tx: Tx,
  { empresaId, ambiente }: Lugar,
  rows: readonly Row[],
): Promise<(Row & { stock: number | null })[]> {
  const ids = rows.filter(isStocked).map(({ id }) => id)
  const { rows: stocks } = await sql<{ id: string; cantidad: number }>`
    select x.producto_id as id, sum(x.cantidad)::bigint as cantidad from existencia x
     where x.empresa_id = ${empresaId} and x.ambiente = ${ambiente} and x.producto_id = any(${ids}::uuid[]) group by 1`.execute(tx)
  const stock = new Map(stocks.map(({ id, cantidad }) => [id, cantidad]))
  return rows.map((row) => ({ ...row, stock: isStocked(row) ? (stock.get(row.id) ?? 0) : null }))
}
