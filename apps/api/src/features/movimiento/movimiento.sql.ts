import type { Monto } from '@yupana/fiscal'
import type { KardexBusqueda, Listing, Movimiento, MovimientoBusqueda } from '@yupana/contract'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { andAfter, asDesde } from '../../db/tramo.sql.ts'
import type { Tx } from '../../db/transaction.ts'
import { TRAMO, tramoOf, type Desde, type Tramo } from '../../http/exportacion.ts'
import { listingOf, orderOf } from '../busqueda/busqueda.door.ts'
import type { Lugar, Par } from './libro.sql.ts'

export interface BodegaLeida {
  id: string
  name: string
  status: string
}

export const readBodegasOf = (tx: Tx, empresaId: EmpresaId, ids: readonly string[]): Promise<BodegaLeida[]> =>
  tx.selectFrom('bodega').select(['id', 'name', 'status']).where('empresa_id', '=', empresaId).where('id', 'in', ids).execute()

export const readPredeterminada = async (tx: Tx, empresaId: EmpresaId): Promise<string> =>
  (
    await tx
      .selectFrom('bodega')
      .select('id')
      .where('empresa_id', '=', empresaId)
      .where('predeterminada', '=', true)
      .executeTakeFirstOrThrow()
  ).id

export interface ProductoLeido {
  id: string
  code: string
  name: string
  manage_inventory: boolean
  is_external: boolean
  type_product: string
  cost: Monto
}

export const readProductosOf = (tx: Tx, empresaId: EmpresaId, ids: readonly string[]): Promise<ProductoLeido[]> =>
  tx
    .selectFrom('producto')
    .select(['id', 'code', 'name', 'manage_inventory', 'is_external', 'type_product', 'cost'])
    .where('empresa_id', '=', empresaId)
    .where('id', 'in', ids)
    .execute()

const refOf = (alias: string) => sql`json_build_object('id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.name`)})`
/** The origin of the movement: a document of ours, or a purchase. */
const DOCUMENTO = sql`case when d.id is not null then json_build_object('id', d.id, 'tipo', d.tipo, 'es_compra', false,
    'numero', d.establecimiento || '-' || d.punto || '-' || lpad(d.secuencial::text, 9, '0'), 'tercero', d.receptor_nombre)
  when c.id is not null then json_build_object('id', c.id, 'tipo', c.tipo, 'es_compra', true, 'numero', c.numero, 'tercero', c.proveedor_nombre) end as documento`
const JOIN_DOCUMENTO = sql`left join documento d on d.empresa_id = m.empresa_id and d.id = m.documento_id
  left join compra c on c.empresa_id = m.empresa_id and c.id = m.documento_id`

const FILA = sql`m.id, m.tipo, m.concepto, m.estado, m.fecha, ${refOf('b')} as bodega, case when t.id is null then null else ${refOf('t')} end as bodega_destino,
  m.motivo, m.referencia, ${DOCUMENTO}, m.lineas, nullif(trim(u.name || ' ' || u.surname), '') as usuario, m.creado_en`
const JOINS = sql`join bodega b on b.empresa_id = m.empresa_id and b.id = m.bodega_id
  left join bodega t on t.empresa_id = m.empresa_id and t.id = m.bodega_destino_id
  ${JOIN_DOCUMENTO}
  left join usuarios_de_empresa() u on u.id = m.usuario_id`

type FiltroMovimiento = Omit<MovimientoBusqueda, 'page' | 'size' | 'sort'>

function narrowedTo({ empresaId, ambiente }: Lugar, { tipo, estado, bodega_id: bodega, desde, hasta }: FiltroMovimiento) {
  return sql`from movimiento m where m.empresa_id = ${empresaId} and m.ambiente = ${ambiente}
    ${tipo === undefined ? sql`` : sql` and m.tipo = ${tipo}`}${estado === undefined ? sql`` : sql` and m.estado = ${estado}`}
    ${bodega === undefined ? sql`` : sql` and (m.bodega_id = ${bodega} or m.bodega_destino_id = ${bodega})`}
    ${desde === undefined ? sql`` : sql` and m.fecha >= ${desde}::date`}${hasta === undefined ? sql`` : sql` and m.fecha <= ${hasta}::date`}`
}

/** @throws 422 for a sort field the list has not */
function ordenOf(sort: string | undefined) {
  const { column, way } = orderOf(sort, { fecha: 'm.fecha' }, 'fecha,DESC')
  const by = [column, 'm.creado_en', 'm.id']
  return { by, way, inOrder: sql.raw(by.map((one) => `${one} ${way}`).join(', ')) }
}

export async function searchMovimientos(
  tx: Tx,
  { empresaId, ambiente }: Lugar,
  { sort, page, size, ...filtro }: MovimientoBusqueda,
): Promise<Listing<Movimiento>> {
  const { inOrder } = ordenOf(sort)
  const from = narrowedTo({ empresaId, ambiente }, filtro)
  const { rows } = await sql<Movimiento>`
    with pagina as (select * ${from} order by ${inOrder} offset ${page * size} limit ${size})
    select ${FILA} from pagina m ${JOINS} order by ${inOrder}`.execute(tx)
  return listingOf(tx, { page, size }, rows, from)
}

/** The movements of `searchMovimientos` after `desde`, in the same order. @throws 422 for a sort field the list has not */
export async function nextMovimientos(
  tx: Tx,
  lugar: Lugar,
  { sort, ...filtro }: FiltroMovimiento & { sort?: string | undefined },
  desde: Desde | undefined,
): Promise<Tramo<Movimiento>> {
  const { by, way, inOrder } = ordenOf(sort)
  const { rows } = await sql<Movimiento & { desde: Desde }>`
    with pagina as (select *, ${asDesde(by)} ${narrowedTo(lugar, filtro)}${andAfter(by, way, desde)} order by ${inOrder} limit ${TRAMO})
    select ${FILA}, m.desde from pagina m ${JOINS} order by ${inOrder}`.execute(tx)
  return tramoOf(rows)
}

export interface MovimientoLeido extends Movimiento {
  bodega_destino_id: string | null
  recibido_en: string | null
  recibido_por: string | null
}

export async function readMovimiento(tx: Tx, empresaId: EmpresaId, id: string): Promise<MovimientoLeido | undefined> {
  const { rows } = await sql<MovimientoLeido>`
    select ${FILA}, m.bodega_destino_id, m.recibido_en, nullif(trim(r.name || ' ' || r.surname), '') as recibido_por
      from movimiento m ${JOINS} left join usuarios_de_empresa() r on r.id = m.recibido_por
     where m.empresa_id = ${empresaId} and m.id = ${id}`.execute(tx)
  return rows[0]
}

export interface LineaLeida {
  n: number
  producto: { id: string; code: string; name: string }
  bodega: { id: string; name: string }
  concepto: Movimiento['concepto']
  cantidad: number
  valor: Monto
  saldo_cantidad: number
}

export async function readLineas(tx: Tx, empresaId: EmpresaId, id: string): Promise<LineaLeida[]> {
  const { rows } = await sql<LineaLeida>`
    select k.n, json_build_object('id', p.id, 'code', p.code, 'name', p.name) as producto, ${refOf('b')} as bodega, k.concepto, k.cantidad, k.valor, k.saldo_cantidad
      from kardex k join producto p on p.empresa_id = k.empresa_id and p.id = k.producto_id join bodega b on b.empresa_id = k.empresa_id and b.id = k.bodega_id
     where k.empresa_id = ${empresaId} and k.movimiento_id = ${id} order by k.n`.execute(tx)
  return rows
}

export interface EnTransito {
  ambiente: Lugar['ambiente']
  tipo: string
  estado: string
  bodega_destino_id: string | null
}

/** Locks a movement until the end of this transaction. */
export const lockMovimiento = (tx: Tx, empresaId: EmpresaId, id: string): Promise<EnTransito | undefined> =>
  tx
    .selectFrom('movimiento')
    .select(['ambiente', 'tipo', 'estado', 'bodega_destino_id'])
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export interface KardexLeido {
  secuencia: number
  fecha: string
  concepto: Movimiento['concepto']
  movimiento_id: string
  documento: Movimiento['documento']
  bodega: { id: string; name: string }
  detalle: string | null
  cantidad: number
  valor: Monto
  ajuste: Monto
  saldo_cantidad: number
  saldo_valor: Monto
}

type Dias = Pick<KardexBusqueda, 'desde' | 'hasta'>
const FROM_KARDEX = ({ empresaId, ambiente }: Lugar, { bodegaId: bodega, productoId: producto }: Par, { desde, hasta }: Dias) =>
  sql`from kardex k where k.empresa_id = ${empresaId} and k.ambiente = ${ambiente} and k.bodega_id = ${bodega} and k.producto_id = ${producto}
    ${desde === undefined ? sql`` : sql` and k.fecha >= ${desde}::date`}${hasta === undefined ? sql`` : sql` and k.fecha <= ${hasta}::date`}`
const KARDEX = ['k.fecha', 'k.secuencia']
const filasKardex = (more = sql``) => sql`
    select k.secuencia, k.fecha, k.concepto, k.movimiento_id, ${DOCUMENTO}, ${refOf('b')} as bodega, coalesce(m.motivo, m.referencia) as detalle,
           k.cantidad, k.valor, k.ajuste, k.saldo_cantidad, k.saldo_valor${more}
      from pagina k join movimiento m on m.empresa_id = k.empresa_id and m.id = k.movimiento_id
      join bodega b on b.empresa_id = k.empresa_id and b.id = k.bodega_id
      ${JOIN_DOCUMENTO}
     order by k.fecha desc, k.secuencia desc`

/** One page by the key of the kardex, the last rows first. */
export async function searchKardex(
  tx: Tx,
  lugar: Lugar,
  par: Par,
  { desde, hasta, ...page }: KardexBusqueda,
): Promise<Listing<KardexLeido>> {
  const from = FROM_KARDEX(lugar, par, { desde, hasta })
  const { rows } = await sql<KardexLeido>`
    with pagina as (select * ${from} order by k.fecha desc, k.secuencia desc offset ${page.page * page.size} limit ${page.size}) ${filasKardex()}`.execute(
    tx,
  )
  return listingOf(tx, page, rows, from)
}

/** The rows of `searchKardex` after `place`, in the same order. */
export async function nextKardex(tx: Tx, lugar: Lugar, par: Par, dias: Dias, place: Desde | undefined): Promise<Tramo<KardexLeido>> {
  const { rows } = await sql<KardexLeido & { desde: Desde }>`
    with pagina as (select * ${FROM_KARDEX(lugar, par, dias)}${andAfter(KARDEX, 'desc', place)}
                     order by k.fecha desc, k.secuencia desc limit ${TRAMO}) ${filasKardex(sql`, ${asDesde(KARDEX)}`)}`.execute(tx)
  return tramoOf(rows)
}

export interface ExistenciaLeida {
  bodega: { id: string; name: string }
  cantidad: number
  valor: Monto
  secuencia: number
}

/** Stock in each warehouse, now or at the end of a day. */
export async function readExistencias(
  tx: Tx,
  { empresaId, ambiente }: Lugar,
  productoId: string,
  fecha?: string,
): Promise<ExistenciaLeida[]> {
  const stood =
    fecha === undefined
      ? sql`select x.cantidad, x.valor`
      : sql`select k.saldo_cantidad as cantidad, k.saldo_valor as valor from kardex k where k.empresa_id = x.empresa_id and k.ambiente = x.ambiente
            and k.bodega_id = x.bodega_id and k.producto_id = x.producto_id and k.fecha <= ${fecha}::date order by k.fecha desc, k.secuencia desc limit 1`
  const { rows } = await sql<ExistenciaLeida>`
    select ${refOf('b')} as bodega, s.cantidad, s.valor, x.secuencia
      from existencia x join bodega b on b.empresa_id = x.empresa_id and b.id = x.bodega_id cross join lateral (${stood}) s
     where x.empresa_id = ${empresaId} and x.ambiente = ${ambiente} and x.producto_id = ${productoId} order by b.orden`.execute(tx)
  return rows
}

/** Every kardex of these products. */
export const readPares = async (tx: Tx, { empresaId, ambiente }: Lugar, productos: readonly string[]): Promise<Par[]> =>
  (
    await tx
      .selectFrom('existencia')
      .select(['bodega_id', 'producto_id'])
      .where('empresa_id', '=', empresaId)
      .where('ambiente', '=', ambiente)
      .where('producto_id', 'in', productos)
      .execute()
  ).map(({ bodega_id: bodegaId, producto_id: productoId }) => ({ bodegaId, productoId }))

export const readPolitica = async (tx: Tx, empresaId: EmpresaId): Promise<'BLOQUEAR' | 'AVISAR' | 'PERMITIR'> =>
  (await tx.selectFrom('empresa').select('stock_negativo').where('id', '=', empresaId).executeTakeFirstOrThrow()).stock_negativo
