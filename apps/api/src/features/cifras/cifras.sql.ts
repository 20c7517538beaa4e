import type { Cifra, Corte, Parte } from '@yupana/contract'
import { PERIODO_REPORTE, TIPO_MOVIMIENTO, ZONA_HORARIA, type PeriodoReporte, type Rango, type TipoMovimiento } from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'

/** Whose documents, of which days and which side. */
export interface Ambito {
  empresaId: EmpresaId
  ambiente: Ambiente
  rango: Rango
  tipo: TipoMovimiento
}

/** Sales are facturas and debit notes, less credit notes; expenses what a liquidación bought. */
const SIGNO: Readonly<Record<TipoMovimiento, RawBuilder<unknown>>> = {
  [TIPO_MOVIMIENTO.VENTAS]: sql`case d.tipo when '04' then -1 else 1 end`,
  [TIPO_MOVIMIENTO.GASTOS]: sql`1`,
}
const TIPOS: Readonly<Record<TipoMovimiento, readonly string[]>> = {
  [TIPO_MOVIMIENTO.VENTAS]: ['01', '04', '05'],
  [TIPO_MOVIMIENTO.GASTOS]: ['03'],
}

/** Authorised (1) or on its way (2): what was refused, held, closed or voided is none. */
const QUE_CUENTAN = sql`d.pestana in (1, 2)`

/** Sign of a document in what is summed. */
export const signoDe = (tipo: TipoMovimiento): RawBuilder<unknown> => SIGNO[tipo]

/** `documento d` of the period, those that count. */
export const documentosDe = ({ empresaId, ambiente, rango: { desde, hasta }, tipo }: Ambito) =>
  sql`documento d where d.empresa_id = ${empresaId} and d.ambiente = ${ambiente}
        and d.fecha_emision between ${desde}::date and ${hasta}::date and d.tipo = any(${[...TIPOS[tipo]]}::text[]) and ${QUE_CUENTAN}`

const sumOf = (columna: RawBuilder<unknown>, tipo: TipoMovimiento) => sql`coalesce(sum(${SIGNO[tipo]} * ${columna}), 0)::bigint`

/** What the documents come to; amounts ×10⁶. */
export async function sumDocumentos(tx: Tx, ambito: Ambito): Promise<Cifra> {
  const { tipo } = ambito
  const { rows } = await sql<Cifra>`
    select count(*)::int as documentos, ${sumOf(sql`d.subtotal`, tipo)} as neto, ${sumOf(sql`d.iva`, tipo)} as iva, ${sumOf(sql`d.total`, tipo)} as total
      from ${documentosDe(ambito)}`.execute(tx)
  return rows[0] ?? { documentos: 0, neto: 0, iva: 0, total: 0 }
}

/** `00` to `23`, `2026-11-20` or `2026-11-01`: what the bars of a period stand for. */
const BARRA: Readonly<Record<PeriodoReporte, RawBuilder<unknown>>> = {
  [PERIODO_REPORTE.DIARIO]: sql`to_char(d.creado_en at time zone ${ZONA_HORARIA}, 'HH24')`,
  [PERIODO_REPORTE.SEMANAL]: sql`d.fecha_emision::text`,
  [PERIODO_REPORTE.MENSUAL]: sql`d.fecha_emision::text`,
  [PERIODO_REPORTE.ANUAL]: sql`date_trunc('month', d.fecha_emision)::date::text`,
}

export interface Barra {
  clave: string
  documentos: number
  total: number
}

/** Only the bars that have something, in their order. */
export async function sumBarras(tx: Tx, ambito: Ambito, periodo: PeriodoReporte): Promise<Barra[]> {
  const { rows } = await sql<Barra>`
    select b.clave, count(*)::int as documentos, sum(b.total)::bigint as total
      from (select ${BARRA[periodo]} as clave, ${SIGNO[ambito.tipo]} * d.total as total from ${documentosDe(ambito)}) b
     group by b.clave order by b.clave`.execute(tx)
  return rows
}

const CORTE: Readonly<Record<Exclude<Corte, 'forma_pago'>, { clave: RawBuilder<unknown>; nombre: RawBuilder<unknown> }>> = {
  establecimiento: { clave: sql`d.establecimiento`, nombre: sql`d.establecimiento` },
  vendedor: { clave: sql`coalesce(d.vendedor_id::text, '')`, nombre: sql`coalesce(d.vendedor_id::text, '')` },
  cliente: { clave: sql`d.receptor_identificacion`, nombre: sql`max(d.receptor_nombre)` },
}

/** The largest ten by whatever is cut, with the rest of them under the name `resto`. */
export async function sumCorte(tx: Tx, ambito: Ambito, corte: Exclude<Corte, 'forma_pago'>): Promise<Parte[]> {
  const { clave, nombre } = CORTE[corte]
  return largest(
    tx,
    sql`select ${clave} as clave, ${nombre} as nombre, count(*)::int as documentos, ${sumOf(sql`d.total`, ambito.tipo)} as total
          from ${documentosDe(ambito)} group by ${clave}`,
  )
}

/** How it was paid: what credit notes took off is in none of them. */
export async function sumFormasPago(tx: Tx, ambito: Ambito): Promise<Parte[]> {
  return largest(
    tx,
    sql`select p.forma_pago as clave, p.forma_pago as nombre, count(distinct p.documento_id)::int as documentos, sum(p.total)::bigint as total
          from documento_pago p join (select d.empresa_id, d.id, d.version from ${documentosDe(ambito)}) d
            on p.empresa_id = d.empresa_id and p.documento_id = d.id and p.version = d.version
         group by p.forma_pago`,
  )
}

const LARGEST = 10

async function largest(tx: Tx, partes: RawBuilder<unknown>): Promise<Parte[]> {
  const { rows } = await sql<Parte>`
    with partes as (select x.*, row_number() over (order by x.total desc, x.clave) as lugar from (${partes}) x)
    select clave, nombre, documentos, total from (
      select clave, nombre, documentos, total, lugar from partes where lugar <= ${LARGEST}
      union all
      select 'resto', 'resto', sum(documentos)::int, sum(total)::bigint, ${LARGEST + 1} from partes where lugar > ${LARGEST} having count(*) > 0
    ) y order by lugar`.execute(tx)
  return rows
}

export interface ProductoSumado {
  clave: string
  producto_id: string | null
  codigo: string | null
  nombre: string
  cantidad: number
  total: number
}

/** What each product sold, less what came back; a line without a product by its words. Those that came to nothing are left out. */
export async function sumProductos(tx: Tx, ambito: Ambito): Promise<ProductoSumado[]> {
  const { tipo } = ambito
  const { rows } = await sql<ProductoSumado>`
    select s.clave, s.producto_id, coalesce(p.code, s.codigo) as codigo, coalesce(p.name, s.nombre) as nombre, s.cantidad, s.total
      from (select coalesce(l.producto_id::text, 'd:' || lower(l.descripcion)) as clave, l.producto_id, max(l.codigo) as codigo, max(l.descripcion) as nombre,
                   sum(${SIGNO[tipo]} * l.cantidad)::bigint as cantidad, sum(${SIGNO[tipo]} * l.base)::bigint as total
              from (select d.empresa_id, d.id, d.version, d.tipo from ${documentosDe(ambito)}) d
              join documento_linea l on l.empresa_id = d.empresa_id and l.documento_id = d.id and l.version = d.version
             group by 1, 2) s
      left join producto p on p.empresa_id = ${ambito.empresaId} and p.id = s.producto_id
     where s.cantidad > 0 or s.total > 0`.execute(tx)
  return rows
}
