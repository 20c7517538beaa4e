import type { Monto } from '@yupana/fiscal'
import type { CompraForm } from '@yupana/contract'
import { sql } from 'kysely'

import type { Tx } from '../../db/transaction.ts'
import {
  EN_ORDEN,
  lineasDeLiquidacion,
  liquidaciones,
  NUMERO,
  recibidasDe,
  registradas,
  RETENIDO,
  sinRetener,
  VENTA_LOCAL,
  ventasDe,
  type Ambito,
} from './lineas.sql.ts'

// What the ATS lists; purchases page after page, so that none waits in memory.

/** Sorts before every id. */
export const NADIE = '00000000-0000-0000-0000-000000000000'

interface Voucher {
  establecimiento: string
  punto: string
  secuencial: number
  autorizacion: string
  fecha: string
}

export interface CompraListada {
  id: string
  tipo: string
  numero: string
  autorizacion: string
  sustento: string
  identificacion_tipo: string
  identificacion: string
  nombre: string
  tipo_sujeto: '01' | '02' | null
  parte_relacionada: boolean
  registro: string
  emision: string
  no_gravada: Monto
  cero: Monto
  gravada: Monto
  exenta: Monto
  ice: Monto
  iva: Monto
  /** Base of renta without any withholding. */
  sin_retener: Monto
  pago_exterior: CompraForm['pago_exterior'] | null
  reembolsos: CompraForm['reembolsos']
  formas_pago: string[]
  retenciones: { impuesto: string; codigo: string; base: Monto; porcentaje: number; valor: Monto }[]
  voucher: Voucher | null
  /** For a liquidación: what its retención says about a payment that left the country. */
  de_retencion: { pago_exterior: CompraForm['pago_exterior'] | null; tipo_sujeto: '01' | '02' | null; parte_relacionada: boolean } | null
  modificado: { tipo: string; numero: string; autorizacion?: string } | null
}

const LINEA_RETENIDA = sql`jsonb_build_object('impuesto', r.impuesto, 'codigo', r.codigo, 'base', r.base, 'porcentaje', r.porcentaje, 'valor', r.valor)`
const VOUCHER = sql`jsonb_build_object('establecimiento', x.establecimiento, 'punto', x.punto, 'secuencial', x.secuencial,
                                       'autorizacion', coalesce(nullif(x.registro, ''), x.clave), 'fecha', x.fecha_emision)`

/** The retención over a liquidación says where it was paid; the liquidación itself does not. */
const DE_RETENCION = sql`
  (select jsonb_build_object('pago_exterior', jsonb_path_query_first(v.entrada, '$.docs_sustento[*] ? (@.numero == $numero).pago_exterior', jsonb_build_object('numero', t.numero)),
                             'tipo_sujeto', v.entrada -> 'tipo_sujeto', 'parte_relacionada', coalesce(v.entrada -> 'parte_relacionada', 'false'))
     from documento_version v where v.empresa_id = x.empresa_id and v.documento_id = x.id and v.n = x.version)`

/** Ids of a page in its order; further columns are read for these alone. */
const pagina = (ambito: Ambito, desde: string, limite: number) => sql`
  select * from (select c.id, false as propia from compra c where ${registradas(ambito)} and c.id > ${desde}::uuid
                 union all
                 select d.id, true from documento d where ${liquidaciones(ambito)} and d.id > ${desde}::uuid) t
   order by t.id limit ${limite}`

/** The next purchases and liquidaciones after an id. */
export async function listCompras(tx: Tx, ambito: Ambito, desde: string, limite: number): Promise<CompraListada[]> {
  const { rows } = await sql<CompraListada>`
    with p as materialized (${pagina(ambito, desde, limite)}),
    t as materialized (
      select c.id, c.tipo, c.numero, coalesce(c.autorizacion, '999') as autorizacion, c.sustento, c.proveedor_tipo as identificacion_tipo,
             c.proveedor_identificacion as identificacion, c.proveedor_nombre as nombre, c.tipo_sujeto, c.parte_relacionada,
             c.fecha_registro::text as registro, c.fecha_emision::text as emision, c.base_no_objeto as no_gravada, c.base_cero as cero, c.base_gravada as gravada,
             c.base_exenta as exenta, c.ice, c.iva, c.subtotal, c.pago_exterior, c.reembolsos,
             array(select distinct p->>'forma_pago' from jsonb_array_elements(c.pagos) p order by 1) as formas_pago, c.modificado
        from p join compra c on c.empresa_id = ${ambito.empresaId} and c.id = p.id where not p.propia
      union all
      select d.id, '03', ${NUMERO}, coalesce(nullif(d.registro, ''), d.clave), k.sustento, d.receptor_tipo, d.receptor_identificacion, d.receptor_nombre, null, false,
             d.fecha_emision::text, d.fecha_emision::text, k.no_gravada, k.cero, k.gravada, k.exenta,
             (select coalesce(sum(l.ice), 0)::bigint from documento_linea l where l.empresa_id = d.empresa_id and l.documento_id = d.id and l.version = d.version), k.iva, d.subtotal, null, '[]',
             array(select distinct p.forma_pago from documento_pago p where p.empresa_id = d.empresa_id and p.documento_id = d.id and p.version = d.version order by 1), null
        from p join documento d on d.empresa_id = ${ambito.empresaId} and d.id = p.id
        join (select f.id, max(f.sustento) as sustento, coalesce(sum(f.base) filter (where f.tipo_iva = 3), 0)::bigint as no_gravada,
                     coalesce(sum(f.base) filter (where f.tipo_iva = 1), 0)::bigint as cero,
                     coalesce(sum(f.base) filter (where f.tipo_iva not in (1, 3, 4)), 0)::bigint as gravada,
                     coalesce(sum(f.base) filter (where f.tipo_iva = 4), 0)::bigint as exenta, sum(f.iva)::bigint as iva
                from (${lineasDeLiquidacion(ambito)}) f group by f.id) k on k.id = d.id
       where p.propia),
    w as (
      select t.id, sum(r.base) filter (where r.impuesto = '1')::bigint as base_renta, jsonb_agg(${LINEA_RETENIDA} order by ${EN_ORDEN}) as retenciones, (array_agg(${VOUCHER} order by ${EN_ORDEN}))[1] as voucher,
             (array_agg(${DE_RETENCION} order by ${EN_ORDEN}) filter (where t.tipo = '03' and t.identificacion_tipo = '08'))[1] as de_retencion
        from t, ${RETENIDO(ambito)}
         and r.cod_doc = t.tipo and r.numero = t.numero and left(x.receptor_identificacion, 10) = left(t.identificacion, 10)
       group by t.id)
    select t.*, ${sinRetener(sql`t.subtotal`)} as sin_retener, coalesce(w.retenciones, '[]') as retenciones, w.voucher, w.de_retencion from t left join w on w.id = t.id order by t.id`.execute(
    tx,
  )
  return rows
}

export interface VentaListada {
  identificacion_tipo: string
  identificacion: string
  nombre: string
  tipo: string
  modo_emision: number
  comprobantes: number
  no_gravada: Monto
  cero: Monto
  gravada: Monto
  iva: Monto
  ice: Monto
  formas_pago: string[]
}

/** Sales in the country, by client and document type. */
export async function listVentas(tx: Tx, ambito: Ambito): Promise<VentaListada[]> {
  const { rows } = await sql<VentaListada>`
    select d.receptor_tipo as identificacion_tipo, d.receptor_identificacion as identificacion, max(d.receptor_nombre) as nombre, d.tipo, d.modo_emision,
           count(distinct d.id)::int as comprobantes,
           coalesce(sum(v.base) filter (where v.tipo_iva in (3, 4)), 0)::bigint as no_gravada, coalesce(sum(v.base) filter (where v.tipo_iva = 1), 0)::bigint as cero,
           coalesce(sum(v.base) filter (where v.tipo_iva not in (1, 3, 4)), 0)::bigint as gravada, sum(v.iva)::bigint as iva,
           coalesce(sum(k.ice), 0)::bigint as ice,
           array(select distinct f from unnest(array_agg(k.formas)) f where f is not null order by 1) as formas_pago
      from (${ventasDe(ambito)}) v
      join documento d on d.empresa_id = ${ambito.empresaId} and d.id = v.id
      left join lateral (select (select sum(l.ice) from documento_linea l where l.empresa_id = d.empresa_id and l.documento_id = d.id and l.version = d.version and l.tipo_iva = v.tipo_iva) as ice,
                                (select min(p.forma_pago) from documento_pago p where p.empresa_id = d.empresa_id and p.documento_id = d.id and p.version = d.version) as formas) k on true
     where ${VENTA_LOCAL}
     group by d.receptor_tipo, d.receptor_identificacion, d.tipo, d.modo_emision
     order by d.receptor_identificacion, d.tipo, d.modo_emision, d.receptor_tipo`.execute(tx)
  return rows
}

export interface RecibidaListada {
  /** The withholding agent: the first ten digits of a cédula or RUC. */
  agente: string
  iva: Monto
  renta: Monto
}

/** What clients withheld in the period. */
export async function listRecibidas(tx: Tx, ambito: Ambito): Promise<RecibidaListada[]> {
  const { rows } = await sql<RecibidaListada>`
    select left(r.agente_identificacion, 10) as agente, coalesce(sum(r.valor) filter (where r.impuesto = '2'), 0)::bigint as iva,
           coalesce(sum(r.valor) filter (where r.impuesto = '1'), 0)::bigint as renta
      from (${recibidasDe(ambito)}) r group by 1 order by 1`.execute(tx)
  return rows
}

export interface EstablecimientoListado {
  codigo: string
  /** Net of credit notes. */
  fisicas: Monto
  electronicas: Monto
}

/** Every active establishment with its sales in the country, on paper and electronic. */
export async function listEstablecimientos(tx: Tx, ambito: Ambito): Promise<EstablecimientoListado[]> {
  const { rows } = await sql<EstablecimientoListado>`
    with v as (select d.establecimiento, d.modo_emision, case d.tipo when '04' then -v.base else v.base end as base
                 from (${ventasDe(ambito)}) v join documento d on d.empresa_id = ${ambito.empresaId} and d.id = v.id where ${VENTA_LOCAL})
    select e.codigo, coalesce(sum(v.base) filter (where v.modo_emision = 1), 0)::bigint as fisicas,
           coalesce(sum(v.base) filter (where v.modo_emision = 2), 0)::bigint as electronicas
      from establecimiento e left join v on v.establecimiento = e.codigo
     where e.empresa_id = ${ambito.empresaId} and e.activo group by e.codigo order by e.codigo`.execute(tx)
  return rows
}
