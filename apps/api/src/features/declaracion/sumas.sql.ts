import type { Conteo, Importacion, MarcaVenta, PeriodoFiscal } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { Tx } from '../../db/transaction.ts'
import { comprasDe, liquidaciones, registradas, recibidasDe, retencionesDe, sinRetencionDe, ventasDe, type Ambito } from './lineas.sql.ts'

// What the documents of a period come to; amounts ×10⁶.

export interface GrupoVenta {
  tipo: string
  tipo_iva: number
  marca: MarcaVenta | null
  a_credito: boolean
  base: number
  iva: number
}

export async function sumVentas(tx: Tx, ambito: Ambito): Promise<GrupoVenta[]> {
  const { rows } = await sql<GrupoVenta>`
    select v.tipo, v.tipo_iva, v.marca, v.a_credito, sum(v.base)::bigint as base, sum(v.iva)::bigint as iva
      from (${ventasDe(ambito)}) v group by v.tipo, v.tipo_iva, v.marca, v.a_credito`.execute(tx)
  return rows
}

/** As `sumVentas`, of each of several periods, by its code, in one reading. */
export async function sumVentasPorPeriodo(
  tx: Tx,
  lugar: Pick<Ambito, 'empresaId' | 'ambiente'>,
  periodos: readonly Pick<PeriodoFiscal, 'codigo' | 'desde' | 'hasta'>[],
): Promise<Map<string, GrupoVenta[]>> {
  const [desdes, hastas] = [periodos.map(({ desde }) => desde), periodos.map(({ hasta }) => hasta)]
  const [desde, hasta] = [desdes.toSorted()[0], hastas.toSorted().at(-1)]
  if (desde === undefined || hasta === undefined) return new Map()
  const { rows } = await sql<GrupoVenta & { codigo: string }>`
    select p.codigo, v.tipo, v.tipo_iva, v.marca, v.a_credito, sum(v.base)::bigint as base, sum(v.iva)::bigint as iva
      from (${ventasDe({ ...lugar, desde, hasta })}) v
      join unnest(${periodos.map(({ codigo }) => codigo)}::text[], ${desdes}::date[], ${hastas}::date[]) as p (codigo, desde, hasta) on v.dia between p.desde and p.hasta
     group by p.codigo, v.tipo, v.tipo_iva, v.marca, v.a_credito`.execute(tx)
  const porPeriodo = new Map<string, GrupoVenta[]>(periodos.map(({ codigo }) => [codigo, []]))
  for (const { codigo, ...grupo } of rows) porPeriodo.get(codigo)?.push(grupo)
  return porPeriodo
}

export interface GrupoCompra {
  tipo: string
  tipo_iva: number
  sustento: string
  negocio_popular: boolean
  importacion: Importacion | null
  base: number
  iva: number
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
  base: number
  valor: number
}

export async function sumRetenciones(tx: Tx, ambito: Ambito): Promise<GrupoRetencion[]> {
  const { rows } = await sql<GrupoRetencion>`
    select r.impuesto, r.codigo, sum(r.base)::bigint as base, sum(r.valor)::bigint as valor
      from (${retencionesDe(ambito)}) r group by r.impuesto, r.codigo`.execute(tx)
  return rows
}

/** What was withheld from the company, by tax. */
export async function sumRecibidas(tx: Tx, ambito: Ambito): Promise<{ impuesto: string; valor: number }[]> {
  const { rows } = await sql<{ impuesto: string; valor: number }>`
    select r.impuesto, sum(r.valor)::bigint as valor from (${recibidasDe(ambito)}) r group by r.impuesto`.execute(tx)
  return rows
}

export async function sumSinRetencion(tx: Tx, ambito: Ambito): Promise<number> {
  const { rows } = await sql<{ base: number }>`
    select coalesce(sum(s.base), 0)::bigint as base from (${sinRetencionDe(ambito)}) s`.execute(tx)
  return rows[0]?.base ?? 0
}

const NADA: Record<Conteo, number> = { emitidos: 0, anulados: 0, recibidos: 0, notasVenta: 0, liquidaciones: 0 }

export async function countDocumentos(tx: Tx, ambito: Ambito): Promise<Record<Conteo, number>> {
  const { empresaId, ambiente, desde, hasta } = ambito
  const { rows } = await sql<Record<Conteo, number>>`
    select e.*, r.*, (select count(*)::int from documento d where ${liquidaciones(ambito)}) as liquidaciones
      from (select count(*) filter (where d.pestana = 1)::int as emitidos, count(*) filter (where d.pestana = 6)::int as anulados
              from documento d where d.empresa_id = ${empresaId} and d.ambiente = ${ambiente} and d.tipo in ('01', '04', '05') and d.pestana in (1, 6)
               and d.fecha_emision between ${desde}::date and ${hasta}::date) e,
           (select count(*) filter (where c.tipo <> '02')::int as recibidos, count(*) filter (where c.tipo = '02')::int as "notasVenta"
              from compra c where ${registradas(ambito)}) r`.execute(tx)
  return rows[0] ?? NADA
}
