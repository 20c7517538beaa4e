import type { Conteo, Importacion, MarcaVenta, Monto } from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'

import type { Tx } from '../../db/transaction.ts'
import {
  cualesDeCompras,
  comprasDe,
  liquidaciones,
  registradas,
  recibidasDe,
  retencionesDe,
  sinRetencionDe,
  ventasDe,
  type Ambito,
} from './lineas.sql.ts'

// Sums of a period's documents; amounts ×10⁶.

export interface GrupoVenta {
  tipo: string
  tipo_iva: number
  marca: MarcaVenta | null
  a_credito: boolean
  base: Monto
  iva: Monto
}

const sumadoVentas = (ambito: Ambito) => sql<GrupoVenta>`
  select v.tipo, v.tipo_iva, v.marca, v.a_credito, sum(v.base)::bigint as base, sum(v.iva)::bigint as iva
    from (${ventasDe(ambito)}) v group by v.tipo, v.tipo_iva, v.marca, v.a_credito`

export const sumVentas = async (tx: Tx, ambito: Ambito): Promise<GrupoVenta[]> => (await sumadoVentas(ambito).execute(tx)).rows

/** Counts of sales documents: valid, voided and defective ones. */
export interface ContadoVentas {
  emitidos: number
  anulados: number
  notas_sin_factura: number
  identificacion_larga: number
}

/** Whether an identification is too long for the ATS, which takes 13 letters and digits. */
export const esLarga = (identificacion: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`length(regexp_replace(${identificacion}, '[^0-9A-Za-z]', '', 'g')) > 13`

/** Sales of a period, voided ones included. */
export const ventasContadas = ({ empresaId, ambiente, desde, hasta }: Ambito): RawBuilder<unknown> => sql`
  from documento d where d.empresa_id = ${empresaId} and d.ambiente = ${ambiente} and d.pestana in (1, 6) and d.tipo in ('01', '03', '04', '05')
   and d.fecha_emision between ${desde}::date and ${hasta}::date`

export const NOTA_SIN_FACTURA = sql`d.pestana = 1 and d.tipo = '04' and exists (select from documento_nota n
  where n.empresa_id = d.empresa_id and n.documento_id = d.id and n.version = d.version and n.modificado_id is null)`
export const VENTA_LARGA = sql`d.pestana = 1 and d.receptor_tipo in ('06', '08') and ${esLarga(sql`d.receptor_identificacion`)}`

const NINGUNA: ContadoVentas = { emitidos: 0, anulados: 0, notas_sin_factura: 0, identificacion_larga: 0 }

const contadoVentas = (ambito: Ambito) => sql<ContadoVentas>`
  select count(*) filter (where d.pestana = 1 and d.tipo <> '03')::int as emitidos,
         count(*) filter (where d.pestana = 6 and d.tipo <> '03')::int as anulados,
         count(*) filter (where ${NOTA_SIN_FACTURA})::int as notas_sin_factura,
         count(*) filter (where ${VENTA_LARGA})::int as identificacion_larga
    ${ventasContadas(ambito)}`

/** Sums of a period's sales. They depend only on its documents, their notes and marks, so they can be kept. */
export interface Ventas extends ContadoVentas {
  grupos: GrupoVenta[]
}

export async function readVentas(tx: Tx, ambito: Ambito): Promise<Ventas> {
  const { rows } = await contadoVentas(ambito).execute(tx)
  return { ...(rows[0] ?? NINGUNA), grupos: await sumVentas(tx, ambito) }
}

/** The statements of `readVentas`: sums of other statements are not the same figure. */
export const textosVentas = (tx: Tx, ambito: Ambito): { sql: string; parameters: readonly unknown[] }[] =>
  [contadoVentas(ambito), sumadoVentas(ambito)].map((statement) => {
    const { sql: text, parameters } = statement.compile(tx)
    return { sql: text, parameters }
  })

/** Key that decides the row of a purchase in a form. */
export interface CualCompra {
  tipo: string
  tipo_iva: number
  sustento: string
  negocio_popular: boolean
  importacion: Importacion | null
}

export interface GrupoCompra extends CualCompra {
  base: Monto
  iva: Monto
}

/** Groups that the period's purchases may form. The rates of a purchase are not read, so a group may be empty. */
export async function readCualesCompra(tx: Tx, ambito: Ambito): Promise<CualCompra[]> {
  const { rows } = await sql<CualCompra>`${cualesDeCompras(ambito)}`.execute(tx)
  return rows
}

export async function sumCompras(tx: Tx, ambito: Ambito): Promise<GrupoCompra[]> {
  const { rows } = await sql<GrupoCompra>`
    select c.tipo, c.tipo_iva, c.sustento, c.negocio_popular, c.importacion, sum(c.base)::bigint as base, sum(c.iva)::bigint as iva
      from (${comprasDe(ambito)}) c group by c.tipo, c.tipo_iva, c.sustento, c.negocio_popular, c.importacion`.execute(tx)
  return rows
}

export interface GrupoRetencion {
  impuesto: string
  codigo: string
  base: Monto
  valor: Monto
}

export async function sumRetenciones(tx: Tx, ambito: Ambito): Promise<GrupoRetencion[]> {
  const { rows } = await sql<GrupoRetencion>`
    select r.impuesto, r.codigo, sum(r.base)::bigint as base, sum(r.valor)::bigint as valor
      from (${retencionesDe(ambito)}) r group by r.impuesto, r.codigo`.execute(tx)
  return rows
}

/** Amounts withheld from the company, by tax. */
export async function sumRecibidas(tx: Tx, ambito: Ambito): Promise<{ impuesto: string; valor: Monto }[]> {
  const { rows } = await sql<{ impuesto: string; valor: Monto }>`
    select r.impuesto, sum(r.valor)::bigint as valor from (${recibidasDe(ambito)}) r group by r.impuesto`.execute(tx)
  return rows
}

export async function sumSinRetencion(tx: Tx, ambito: Ambito): Promise<Monto> {
  const { rows } = await sql<{ base: Monto }>`
    select coalesce(sum(s.base), 0)::bigint as base from (${sinRetencionDe(ambito)}) s`.execute(tx)
  return rows[0]?.base ?? 0
}

export type ContadoCompras = Record<Exclude<Conteo, keyof ContadoVentas>, number>

const NADA: ContadoCompras = { recibidos: 0, notasVenta: 0, liquidaciones: 0 }

export async function countCompras(tx: Tx, ambito: Ambito): Promise<ContadoCompras> {
  const { rows } = await sql<ContadoCompras>`
    select r.*, (select count(*)::int from documento d where ${liquidaciones(ambito)}) as liquidaciones
      from (select count(*) filter (where c.tipo <> '02')::int as recibidos, count(*) filter (where c.tipo = '02')::int as "notasVenta"
              from compra c where ${registradas(ambito)}) r`.execute(tx)
  return rows[0] ?? NADA
}
