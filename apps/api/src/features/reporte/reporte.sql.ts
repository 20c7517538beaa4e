import type { Reporte } from '@yupana/contract'
import { TIPO_MOVIMIENTO, ZONA_HORARIA, type SentidoCartera } from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { movidosDe, movidosDeParte, productosDe, type AmbitoCifras, type ParteDe } from '../cifras/cifras.door.ts'
import { NUMERO, recibidasDe, retencionesDe, type Ambito } from '../declaracion/declaracion.door.ts'

// Reports over the same documents as the dashboard (sales) and as the declaration (purchases, withholdings).

export interface Pedido {
  /** Sales, authorised or waiting, as the dashboard counts them. */
  ventas: AmbitoCifras
  /** Purchases and withholdings, by the month in which they are declared. */
  compras: Ambito
  /** The single bar of the dashboard to which sales or purchases are narrowed. */
  parte?: ParteDe | undefined
}

const SUMAS = sql`count(*)::int as documentos, sum(x.subtotal)::bigint as subtotal, sum(x.iva)::bigint as iva, sum(x.total)::bigint as total`

/** The documents that the dashboard counts, with the screen that opens each. */
const movidos = (ambito: AmbitoCifras, parte: ParteDe | undefined) => sql`
  select m.id::text as id, case m.origen when 'COMPRA' then '/documento/compra/' else '/comprobante/' end || m.id as enlace, m.fecha::text as fecha,
         m.tipo, m.numero, m.identificacion, m.nombre, m.sustento, m.vendedor_id, m.subtotal, m.iva, m.total
    from (${parte ? movidosDeParte(ambito, parte) : movidosDe(ambito)}) m`
const ventas = ({ ventas: ambito, parte }: Pedido) => movidos(ambito, parte)
const compras = ({ ventas: ambito, parte }: Pedido) => movidos({ ...ambito, tipo: TIPO_MOVIMIENTO.GASTOS }, parte)

/** By identification; the one of a merged record belongs to the person who stayed. */
const porNombre = ({ ventas: { empresaId } }: Pedido, filas: RawBuilder<unknown>) => sql`
  select x.identificacion as id, null::text as enlace, x.identificacion, coalesce(max(x.vigente), max(x.nombre)) as nombre, ${SUMAS}
    from (select coalesce(v.identificacion, f.identificacion collate "C") as identificacion, v.razon_social as vigente, f.nombre, f.subtotal, f.iva, f.total
            from (${filas}) f
            left join persona u on u.empresa_id = ${empresaId} and u.identificacion = f.identificacion collate "C" and u.unida_a is not null
            left join persona v on v.empresa_id = u.empresa_id and v.id = u.unida_a) x
   group by x.identificacion`

const porVendedor = (pedido: Pedido) => sql`
  select coalesce(x.vendedor_id::text, '') as id, null::text as enlace, coalesce(max(trim(u.name || ' ' || u.surname)), 'Sin vendedor') as nombre, ${SUMAS}
    from (${ventas(pedido)}) x left join usuarios_de_empresa() u on u.id = x.vendedor_id group by x.vendedor_id`

const porProducto = ({ ventas: ambito }: Pedido) => sql`
  select s.clave as id, case when s.producto_id is not null then '/producto/' || s.producto_id end as enlace, coalesce(s.codigo, '') as codigo,
         s.nombre, s.cantidad, s.total as subtotal
    from (${productosDe(ambito, {}, false)}) s`

/** Goods that left a warehouse, by product: the margin of the dashboard. */
const porMargen = ({ ventas: ambito }: Pedido) => sql`
  select s.clave as id, '/producto/' || s.producto_id as enlace, coalesce(s.codigo, '') as codigo, s.nombre, s.con_costo as venta, s.costo, s.margen
    from (${productosDe(ambito, {}, true)}) s where s.margen is not null`

const retenciones = ({ compras: ambito }: Pedido) => sql`
  select r.id || ' ' || row_number() over (partition by r.id order by r.impuesto, r.codigo) as id, '/comprobante/' || r.id as enlace, d.fecha_emision::text as fecha,
         ${NUMERO} as numero, d.receptor_identificacion as identificacion, d.receptor_nombre as nombre,
         case r.impuesto when '1' then 'Renta' when '2' then 'IVA' else 'ISD' end as impuesto, r.codigo, r.base, r.valor
    from (${retencionesDe(ambito)}) r join documento d on d.empresa_id = ${ambito.empresaId} and d.id = r.id`

const recibidas = ({ compras: ambito }: Pedido) => sql`
  select r.id || ' ' || row_number() over (partition by r.id order by r.impuesto, r.codigo) as id, '/retencion/' || r.id as enlace, p.fecha_emision::text as fecha,
         p.numero, p.agente_identificacion as identificacion, p.agente_nombre as nombre,
         case r.impuesto when '1' then 'Renta' when '2' then 'IVA' else 'ISD' end as impuesto, r.codigo, r.base, r.valor
    from (${recibidasDe(ambito)}) r join retencion_recibida p on p.empresa_id = ${ambito.empresaId} and p.id = r.id`

/** Debts at the end of the last day, by debtor and delay: the sum of the entries until then. */
const cartera =
  (sentido: SentidoCartera) =>
  ({ compras: { empresaId, ambiente, hasta } }: Pedido) => {
    const late = (from: number, to: number) =>
      sql`coalesce(sum(c.saldo) filter (where ${hasta}::date - c.vence between ${from}::int and ${to}::int), 0)::bigint`
    return sql`
  select c.tercero_clave as id, null::text as enlace, c.tercero_clave as identificacion, max(c.tercero_nombre) as nombre, ${late(-36_500, 0)} as por_vencer,
         ${late(1, 30)} as d1_30, ${late(31, 60)} as d31_60, ${late(61, 90)} as d61_90, ${late(91, 36_500)} as d91, sum(c.saldo)::bigint as saldo
    from (select c.id, c.tercero_clave, c.tercero_nombre, c.vence, sum(a.valor)::bigint as saldo
            from cuenta c join asiento a on a.empresa_id = c.empresa_id and a.cuenta_id = c.id and a.fecha <= ${hasta}::date
           where c.empresa_id = ${empresaId} and c.ambiente = ${ambiente} and c.sentido = ${sentido}
           group by c.id, c.tercero_clave, c.tercero_nombre, c.vence having sum(a.valor) <> 0) c
   group by c.tercero_clave`
  }

/** Stock at the end of the last day, and its cost. */
const existencias = ({ compras: { empresaId, ambiente, hasta } }: Pedido) => sql`
  select k.bodega_id || ' ' || k.producto_id as id, '/producto/' || k.producto_id as enlace, b.name as bodega, p.code as codigo, p.name as nombre,
         k.cantidad, k.valor
    from (select k.bodega_id, k.producto_id, sum(k.cantidad)::bigint as cantidad, sum(k.valor + k.ajuste)::bigint as valor
            from kardex k where k.empresa_id = ${empresaId} and k.ambiente = ${ambiente} and k.fecha <= ${hasta}::date
           group by k.bodega_id, k.producto_id having sum(k.cantidad) <> 0 or sum(k.valor + k.ajuste) <> 0) k
    join producto p on p.empresa_id = ${empresaId} and p.id = k.producto_id
    join bodega b on b.empresa_id = ${empresaId} and b.id = k.bodega_id`

/** Tills closed on these days, with their money by means. */
const arqueos = ({ compras: { empresaId, ambiente, desde, hasta } }: Pedido) => {
  const medio = (que: RawBuilder<unknown>) => sql`coalesce(sum(x.valor) filter (where ${que}), 0)::bigint`
  const tarjetas = sql`('TARJETA_CREDITO', 'TARJETA_DEBITO')`
  return sql`
  select c.id::text as id, '/comprobante/arqueo?caja=' || c.id as enlace, (c.cerrada_en at time zone ${ZONA_HORARIA})::date::text as fecha,
         'CJ-' || lpad(c.numero::text, 6, '0') as numero, coalesce(trim(u.name || ' ' || u.surname), '') as nombre, c.apertura, m.efectivo, m.tarjetas, m.otros,
         c.esperado, c.contado, c.contado - c.esperado as diferencia
    from caja c left join usuarios_de_empresa() u on u.id = c.usuario_id
   cross join lateral (select ${medio(sql`x.medio = 'EFECTIVO'`)} as efectivo, ${medio(sql`x.medio in ${tarjetas}`)} as tarjetas,
                              ${medio(sql`x.medio not in ('EFECTIVO', 'TARJETA_CREDITO', 'TARJETA_DEBITO')`)} as otros
                         from caja_dinero(c.empresa_id, c.id) x) m
   where c.empresa_id = ${empresaId} and c.ambiente = ${ambiente} and (c.cerrada_en at time zone ${ZONA_HORARIA})::date between ${desde}::date and ${hasta}::date`
}

/** Rows and order of each report that the declaration does not compute. */
const FILAS: Readonly<Record<Exclude<Reporte, 'impuestos'>, [filas: (pedido: Pedido) => RawBuilder<unknown>, orden: RawBuilder<unknown>]>> =
  {
    ventas: [ventas, sql`r.fecha, r.tipo, r.numero, r.id`],
    ventas_cliente: [(pedido) => porNombre(pedido, ventas(pedido)), sql`r.total desc, r.id`],
    ventas_vendedor: [porVendedor, sql`r.total desc, r.id`],
    ventas_margen: [porMargen, sql`r.margen desc, r.id`],
    ventas_producto: [porProducto, sql`r.subtotal desc, r.id`],
    compras: [compras, sql`r.fecha, r.tipo, r.numero, r.id`],
    compras_proveedor: [(pedido) => porNombre(pedido, compras(pedido)), sql`r.total desc, r.id`],
    retenciones: [retenciones, sql`r.fecha, r.numero, r.id`],
    retenciones_recibidas: [recibidas, sql`r.fecha, r.numero, r.id`],
    por_cobrar: [cartera('COBRAR'), sql`r.saldo desc, r.id`],
    por_pagar: [cartera('PAGAR'), sql`r.saldo desc, r.id`],
    existencias: [existencias, sql`r.bodega, r.nombre, r.id`],
    arqueos: [arqueos, sql`r.fecha, r.numero, r.id`],
  }

/** The company in the heading of a print. */
export const readQuien = (tx: Tx, empresaId: EmpresaId): Promise<{ ruc: string; razonSocial: string }> =>
  tx.selectFrom('empresa').select(['ruc', 'razon_social as razonSocial']).where('id', '=', empresaId).executeTakeFirstOrThrow()

export type FilaLeida = Readonly<Record<string, string | number | null>> & { id: string; enlace: string | null }

export async function listFilas(
  tx: Tx,
  reporte: Exclude<Reporte, 'impuestos'>,
  pedido: Pedido,
  { limite, desde }: { limite: number; desde: number },
): Promise<FilaLeida[]> {
  const [filas, orden] = FILAS[reporte]
  const { rows } = await sql<FilaLeida>`select * from (${filas(pedido)}) r order by ${orden} limit ${limite} offset ${desde}`.execute(tx)
  return rows
}

/** All rows in order, lot by lot, from one cursor that sorts once. The cursor ends with the transaction. */
export async function* eachTramo(
  tx: Tx,
  reporte: Exclude<Reporte, 'impuestos'>,
  pedido: Pedido,
  tramo: number,
): AsyncGenerator<FilaLeida[]> {
  const [filas, orden] = FILAS[reporte]
  // All rows are read: a plan for the first rows alone would take longer.
  await sql`set local cursor_tuple_fraction = 1`.execute(tx)
  await sql`declare filas_reporte no scroll cursor for select * from (${filas(pedido)}) r order by ${orden}`.execute(tx)
  for (;;) {
    const { rows } = await sql<FilaLeida>`fetch forward ${sql.lit(tramo)} from filas_reporte`.execute(tx)
    if (rows.length > 0) yield rows
    if (rows.length < tramo) return
  }
}

/** Number of rows, and totals of their columns. */
export async function sumFilas(
  tx: Tx,
  reporte: Exclude<Reporte, 'impuestos'>,
  pedido: Pedido,
  columnas: readonly string[],
): Promise<Readonly<Record<string, number>> & { filas: number }> {
  const sumas = columnas.map((id) => sql`, coalesce(sum(r.${sql.ref(id)}), 0)::bigint as ${sql.ref(id)}`)
  const { rows } = await sql<Record<string, number> & { filas: number }>`
    select count(*)::int as filas ${sql.join(sumas, sql``)} from (${FILAS[reporte][0](pedido)}) r`.execute(tx)
  return rows[0] ?? { filas: 0 }
}
