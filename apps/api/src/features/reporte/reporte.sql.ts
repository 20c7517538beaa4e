import type { Reporte } from '@yupana/contract'
import { sql, type RawBuilder } from 'kysely'

import type { Tx } from '../../db/transaction.ts'
import { documentosDe, signoDe, type AmbitoCifras } from '../cifras/cifras.door.ts'
import { esNotaSql, liquidaciones, NUMERO, recibidasDe, registradas, retencionesDe, type Ambito } from '../declaracion/declaracion.door.ts'

// Reports over the same documents as the dashboard (sales) and as the declaration (purchases, withholdings).

export interface Pedido {
  /** Authorised or waiting, as everywhere that sales are counted. */
  ventas: AmbitoCifras
  /** By the month that declares them. */
  compras: Ambito
}

const TOTALES = (signo: RawBuilder<unknown>) => sql`${signo} * d.subtotal as subtotal, ${signo} * d.iva as iva, ${signo} * d.total as total`
const SUMAS = sql`count(*)::int as documentos, sum(x.subtotal)::bigint as subtotal, sum(x.iva)::bigint as iva, sum(x.total)::bigint as total`

const ventas = ({ ventas: ambito }: Pedido) => sql`
  select d.id::text as id, '/comprobante/' || d.id as enlace, d.fecha_emision::text as fecha, d.tipo, ${NUMERO} as numero,
         d.receptor_identificacion as identificacion, d.receptor_nombre as nombre, d.vendedor_id, ${TOTALES(signoDe(ambito.tipo))}
    from ${documentosDe(ambito)}`

const compras = ({ compras: ambito }: Pedido) => sql`
  select c.id::text as id, '/documento/compra/' || c.id as enlace, c.fecha_registro::text as fecha, c.tipo, c.numero, c.proveedor_identificacion as identificacion,
         c.proveedor_nombre as nombre, c.sustento, ${esNotaSql(sql`c.tipo`)} * c.subtotal as subtotal, ${esNotaSql(sql`c.tipo`)} * c.iva as iva,
         ${esNotaSql(sql`c.tipo`)} * c.total as total
    from compra c where ${registradas(ambito)}
  union all
  select d.id::text, '/comprobante/' || d.id, d.fecha_emision::text, d.tipo, ${NUMERO}, d.receptor_identificacion, d.receptor_nombre, '', ${TOTALES(sql`1`)}
    from documento d where ${liquidaciones(ambito)}`

const porNombre = (filas: RawBuilder<unknown>) => sql`
  select x.identificacion as id, null::text as enlace, x.identificacion, max(x.nombre) as nombre, ${SUMAS} from (${filas}) x group by x.identificacion`

const porVendedor = (pedido: Pedido) => sql`
  select coalesce(x.vendedor_id::text, '') as id, null::text as enlace, coalesce(max(trim(u.name || ' ' || u.surname)), 'Sin vendedor') as nombre, ${SUMAS}
    from (${ventas(pedido)}) x left join usuarios_de_empresa() u on u.id = x.vendedor_id group by x.vendedor_id`

const porProducto = ({ ventas: ambito }: Pedido) => sql`
  select s.clave as id, case when s.producto_id is not null then '/producto/' || s.producto_id end as enlace, coalesce(p.code, s.codigo, '') as codigo,
         coalesce(p.name, s.nombre) as nombre, s.cantidad, s.subtotal
    from (select coalesce(l.producto_id::text, 'd:' || lower(l.descripcion)) as clave, l.producto_id, max(l.codigo) as codigo, max(l.descripcion) as nombre,
                 sum(${signoDe(ambito.tipo)} * l.cantidad)::bigint as cantidad, sum(${signoDe(ambito.tipo)} * l.base)::bigint as subtotal
            from (select d.empresa_id, d.id, d.version, d.tipo from ${documentosDe(ambito)}) d
            join documento_linea l on l.empresa_id = d.empresa_id and l.documento_id = d.id and l.version = d.version
           group by 1, 2) s
    left join producto p on p.empresa_id = ${ambito.empresaId} and p.id = s.producto_id`

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

/** Rows and their order; what the declaration computes itself is none of these. */
const FILAS: Readonly<Record<Exclude<Reporte, 'impuestos'>, [filas: (pedido: Pedido) => RawBuilder<unknown>, orden: RawBuilder<unknown>]>> =
  {
    ventas: [ventas, sql`r.fecha, r.tipo, r.numero, r.id`],
    ventas_cliente: [(pedido) => porNombre(ventas(pedido)), sql`r.total desc, r.id`],
    ventas_vendedor: [porVendedor, sql`r.total desc, r.id`],
    ventas_producto: [porProducto, sql`r.subtotal desc, r.id`],
    compras: [compras, sql`r.fecha, r.tipo, r.numero, r.id`],
    compras_proveedor: [(pedido) => porNombre(compras(pedido)), sql`r.total desc, r.id`],
    retenciones: [retenciones, sql`r.fecha, r.numero, r.id`],
    retenciones_recibidas: [recibidas, sql`r.fecha, r.numero, r.id`],
  }

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

/** How many rows there are, and what their columns come to. */
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
