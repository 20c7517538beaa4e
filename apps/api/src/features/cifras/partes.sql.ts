import type { Cifra, Cifras, Corte, Margen, Parte } from '@yupana/contract'
import { sum, type Monto, type Rango } from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'

import type { Tx } from '../../db/transaction.ts'
import { isUnder } from '../producto/producto.door.ts'
import {
  CORTE,
  DE_VENDIDO,
  LARGEST,
  movidoDe,
  movidosDe,
  pagos,
  productosDe,
  RESTO,
  SIGNO,
  vendidos,
  type Ambito,
  type Barra,
  type CorteDeDocumento,
  type CualesProductos,
} from './cifras.sql.ts'

// Sums of a stretch of days by part: one row for each name of each cut. Rows of several stretches can be added.

/** Further sums of sales: products, their margin, and the sets of categories of documents, because a document may be in several. */
export type CorteSumado = Corte | CorteDeDocumento | 'categorias' | 'margen' | 'producto'

/** Date of the stretch that a day belongs to. */
export type TramoDe = (fecha: RawBuilder<unknown>) => RawBuilder<unknown>

const COLUMNAS = sql`corte, clave, nombre, codigo, documentos, subtotal, iva, total, cantidad, con_costo, costo`
const isDeDocumento = (corte: CorteSumado): corte is CorteDeDocumento => corte in CORTE
const columna = (n: number) => sql.ref(`c${n}`)

/** One pass over the documents for all cuts by their own columns. */
function deDocumentos(ambito: Ambito, tramo: TramoDe, cortes: readonly CorteDeDocumento[]): RawBuilder<unknown> {
  const columnas = cortes.map((_, n) => columna(n))
  /** Value of `grouping` for the set of one column: its bit is the missing one. */
  const cualOf = (n: number) => 2 ** cortes.length - 1 - 2 ** (cortes.length - 1 - n)
  return sql`
    select x.tramo, case grouping(${sql.join(columnas)}) ${sql.join(
      cortes.map((corte, n) => sql`when ${sql.lit(cualOf(n))} then ${sql.lit(corte)}`),
      sql` `,
    )} end as corte, coalesce(${sql.join([...columnas, sql`''`])}), max(x.nombre), null, count(*)::int,
           sum(x.subtotal)::bigint, sum(x.iva)::bigint, sum(x.total)::bigint, 0, null::bigint, null::bigint
      from (select ${tramo(sql`m.fecha`)} as tramo, ${sql.join(cortes.map((corte, n) => sql`coalesce(${CORTE[corte]}, '') as ${columna(n)}`))},
                   m.nombre collate "C" as nombre, m.subtotal, m.iva, m.total
              from (${movidosDe(ambito)}) m) x
     group by grouping sets (${sql.join(cortes.map((_, n) => sql`(x.tramo, ${columna(n)})`))})`
}

/** Sums of payments. Documents are told apart by hashes: sorting a year of them would go to disk. */
const dePagos = (ambito: Ambito, tramo: TramoDe): RawBuilder<unknown> => sql`
  select p.tramo, 'forma_pago', p.forma_pago, p.forma_pago, null, count(*)::int, 0, 0, sum(p.total)::bigint, 0, null::bigint, null::bigint
    from (select ${tramo(sql`p.fecha`)} as tramo, p.id, p.forma_pago, sum(p.total) as total from (${pagos(ambito)}) p group by 1, 2, 3) p
   group by p.tramo, p.forma_pago`

/** Sums by today's category of each product; products without a category stand under ''. */
const deCategorias = sql`
  select c.tramo, 'categoria', c.clave, c.clave, null, count(*)::int, 0, 0, sum(c.total)::bigint, 0, null::bigint, null::bigint from categoria_de c group by c.tramo, c.clave
  union all
  select s.tramo, 'categorias', encode(sha256(convert_to(s.clave, 'UTF8')), 'hex'), s.clave, null, count(*)::int, 0, 0, 0, 0, null::bigint, null::bigint
    from (select c.tramo, c.id, array_agg(c.clave order by c.clave)::text as clave from categoria_de c group by c.tramo, c.id) s
   group by s.tramo, s.clave`

const CON_COSTO = sql`(sum(x.total) filter (where k.documento_id is not null))::bigint, sum(k.costo)::bigint
    from linea x left join movido k on k.documento_id = x.id and k.producto_id = x.producto_id`

const deProductos = sql`
  select x.tramo, 'producto', x.clave, max(x.nombre), max(x.codigo), count(*)::int, 0, 0, sum(x.total)::bigint, sum(x.cantidad)::bigint, ${CON_COSTO}
   group by x.tramo, x.clave`

/** One row for all products together. */
const deMargen = sql`select x.tramo, 'margen', '', null, null, count(*)::int, 0, 0, sum(x.total)::bigint, 0, ${CON_COSTO} group by x.tramo`

/** Rows that lines of sales are summed from; a line without a product goes by its words. */
const deLineas = (ambito: Ambito, tramo: TramoDe) => sql`
  vendido as materialized (select d.empresa_id, d.id, d.version, ${SIGNO} as signo, ${tramo(sql`d.fecha_emision`)} as tramo from ${vendidos(ambito)}),
  movido as materialized (${movidoDe(ambito, undefined)}),
  linea as materialized (
    select d.tramo, d.id, l.producto_id, coalesce(l.producto_id::text, 'd:' || lower(l.descripcion)) as clave, max(l.codigo) as codigo,
           max(l.descripcion) as nombre, sum(d.signo * l.cantidad) as cantidad, sum(d.signo * l.base) as total
      from ${DE_VENDIDO} group by 1, 2, 3, 4),
  categoria_de as materialized (
    select x.tramo, x.id, coalesce(p.category_id::text, '') as clave, sum(x.total) as total
      from linea x left join producto p on p.empresa_id = ${ambito.empresaId} and p.id = x.producto_id
     group by 1, 2, 3)`

/** Rows of `cifra_parte` for these documents, each with its stretch. Amounts, quantities and costs ×10⁶. */
export function partesDe(ambito: Ambito, tramo: TramoDe, cortes: readonly CorteSumado[]): RawBuilder<unknown> {
  const deDocumento = cortes.filter(isDeDocumento)
  const has = (corte: CorteSumado) => cortes.includes(corte)
  const deLinea = has('categoria') || has('producto') || has('margen')
  const partes = [
    deDocumento.length > 0 && deDocumentos(ambito, tramo, deDocumento),
    has('forma_pago') && dePagos(ambito, tramo),
    has('categoria') && deCategorias,
    has('producto') && deProductos,
    has('margen') && deMargen,
  ].filter((part) => part !== false)
  return sql`${deLinea ? sql`with ${deLineas(ambito, tramo)}` : sql``} select * from (${sql.join(partes, sql` union all `)}) y (tramo, ${COLUMNAS})`
}

/** Sources of a period's parts: kept stretches, and days added up now. */
export interface Fuente {
  kept: readonly { grano: 'DIA' | 'MES'; desde: string }[]
  live: readonly Rango[]
}

const keptOf = ({ kept }: Fuente) =>
  sql`unnest(${kept.map(({ grano }) => grano)}::text[], ${kept.map(({ desde }) => desde)}::date[]) as t (grano, desde)`

function partesOf(ambito: Ambito, fuente: Fuente, cortes: readonly CorteSumado[]): RawBuilder<unknown> {
  const { kept, live } = fuente
  const named = cortes.includes('categoria') ? [...cortes, 'categorias'] : [...cortes]
  // `offset 0` has each stretch read by its key, also while the database has no statistics of rows that were just kept.
  const keptRows = sql`
    select ${COLUMNAS} from ${keptOf(fuente)} cross join lateral (
      select c.* from cifra_parte c
       where c.empresa_id = ${ambito.empresaId} and c.ambiente = ${ambito.ambiente} and c.tipo = ${ambito.tipo} and c.grano = t.grano
         and c.desde = t.desde and c.corte = any(${named}::text[]) offset 0) c`
  const parts = [
    ...(kept.length > 0 ? [keptRows] : []),
    ...live.map((rango) => sql`select ${COLUMNAS} from (${partesDe({ ...ambito, rango }, () => sql`null::date`, cortes)}) v`),
  ]
  return sql.join(parts, sql` union all `)
}

/**
 * Reads in one statement that what is kept is still there: since it was found, a change may have taken a stretch away.
 * @returns undefined where one is gone
 */
async function readWhole<Row extends { clave: string }>(
  tx: Tx,
  { empresaId, ambiente, tipo }: Ambito,
  fuente: Fuente,
  rows: RawBuilder<unknown>,
): Promise<Row[] | undefined> {
  const found = await sql<Row & { tramos: number }>`
    select h.tramos, r.* from (
        select count(*)::int as tramos from cifra_tramo c join ${keptOf(fuente)} using (grano, desde)
         where c.empresa_id = ${empresaId} and c.ambiente = ${ambiente} and c.tipo = ${tipo}) h
      left join (${rows}) r on true`.execute(tx)
  if (found.rows[0]?.tramos !== fuente.kept.length) return undefined
  return found.rows.filter(({ clave }) => clave !== null).map(({ tramos: _, ...row }) => row as unknown as Row)
}

export interface Sumado {
  actual: Cifra
  /** Part of the sums that is still under way to the SRI. */
  enEspera: Cifras['en_espera']
  /** Bars by day or hour, in order; empty ones are left out. */
  barras: Barra[]
  cortes: ReadonlyMap<CorteSumado, Parte[]>
  /** Price and cost of the sold goods, when asked for. */
  margen: Margen
}

interface Grupo extends Omit<Cifra, 'neto'> {
  corte: CorteSumado
  clave: string
  nombre: string
  subtotal: Monto
  con_costo: Monto
  costo: Monto
}

const DE_BARRAS: readonly CorteSumado[] = ['dia', 'hora']
const ENTEROS: readonly CorteSumado[] = [...DE_BARRAS, 'espera']

/** Sums of a period by these cuts: the largest ten of each, and the rest under the name `resto`, in which a document counts once. */
export async function sumPartes(tx: Tx, ambito: Ambito, fuente: Fuente, cortes: readonly CorteSumado[]): Promise<Sumado | undefined> {
  const rows = await readWhole<Grupo>(tx, ambito, fuente, gruposDe(ambito, fuente, cortes))
  return rows && sumadoOf(rows, cortes)
}

const gruposDe = (ambito: Ambito, fuente: Fuente, cortes: readonly CorteSumado[]) => sql`
    with p as (${partesOf(ambito, fuente, cortes)}),
    g as materialized (
      select corte, clave, max(nombre collate "C") as nombre, sum(documentos)::int as documentos,
             sum(subtotal)::bigint as subtotal, sum(iva)::bigint as iva, sum(total)::bigint as total,
             coalesce(sum(con_costo), 0)::bigint as con_costo, coalesce(sum(costo), 0)::bigint as costo
        from p group by 1, 2),
    l as materialized (select g.*, row_number() over (partition by g.corte order by g.total desc, g.clave) as lugar from g where g.corte <> 'categorias')
    select corte, clave, nombre, documentos, subtotal, iva, total, con_costo, costo from (
      select l.* from l where l.lugar <= ${LARGEST} or l.corte = any(${[...ENTEROS]}::text[])
      union all
      select l.corte, ${RESTO}, ${RESTO},
             case l.corte when 'categoria' then (
               select coalesce(sum(s.documentos), 0)::int from g s
                where case when s.corte = 'categorias'
                       then s.nombre::text[] && (select array_agg(r.clave) from l r where r.corte = 'categoria' and r.lugar > ${LARGEST}) end)
             else sum(l.documentos)::int end, sum(l.subtotal)::bigint, sum(l.iva)::bigint, sum(l.total)::bigint, 0, 0, ${LARGEST + 1}
        from l where l.lugar > ${LARGEST} and l.corte <> all(${[...ENTEROS]}::text[]) group by l.corte
    ) y order by corte, lugar`

const parteOf = ({ clave, nombre, documentos, total }: Grupo): Parte => ({ clave, nombre, documentos, total })

function sumadoOf(rows: readonly Grupo[], cortes: readonly CorteSumado[]): Sumado {
  const of = (corte: CorteSumado) => rows.filter((grupo) => grupo.corte === corte)
  const barras = rows.filter(({ corte }) => DE_BARRAS.includes(corte))
  const whole = (que: 'subtotal' | 'iva' | 'total') => sum(barras.map((barra) => barra[que]))
  const espera = of('espera').find(({ clave }) => clave !== '')
  const margen = of('margen')[0]
  return {
    actual: {
      documentos: sum(barras.map(({ documentos }) => documentos)),
      neto: whole('subtotal'),
      iva: whole('iva'),
      total: whole('total'),
    },
    enEspera: { documentos: espera?.documentos ?? 0, total: espera?.total ?? 0 },
    barras: barras.map(parteOf).toSorted((a, b) => (a.clave < b.clave ? -1 : 1)),
    cortes: new Map(cortes.map((corte) => [corte, of(corte).map(parteOf)])),
    margen: { venta: margen?.con_costo ?? 0, costo: margen?.costo ?? 0 },
  }
}

export interface ProductoSumado {
  clave: string
  producto_id: string | null
  codigo: string | null
  nombre: string
  cantidad: number
  total: Monto
  margen: Monto | null
}

/** Sales of each product, under its name of today. */
const productosOf = (ambito: Ambito, fuente: Fuente, withCosto: boolean): RawBuilder<unknown> => sql`
  select s.clave, s.producto_id, p.category_id, coalesce(p.code, s.codigo) as codigo, coalesce(p.name, s.nombre) as nombre, s.cantidad, s.total,
         ${withCosto ? sql`s.con_costo - s.costo` : sql`null::bigint`} as margen
    from (select x.clave, case when x.clave like 'd:%' then null else x.clave::uuid end as producto_id, max(x.codigo) as codigo, max(x.nombre) as nombre,
                 sum(x.cantidad)::bigint as cantidad, sum(x.total)::bigint as total, sum(x.con_costo)::bigint as con_costo, sum(x.costo)::bigint as costo
            from (${partesOf(ambito, fuente, ['producto'])}) x group by x.clave) s
    left join producto p on p.empresa_id = ${ambito.empresaId} and p.id = s.producto_id`

/** Products that come to nothing are left out. One warehouse is always added up now: kept sums do not tell warehouses apart. */
export async function sumProductos(
  tx: Tx,
  ambito: Ambito,
  fuente: Fuente,
  { bodegaId, categoriaId }: CualesProductos,
  withCosto: boolean,
): Promise<ProductoSumado[] | undefined> {
  const productos = bodegaId === undefined ? productosOf(ambito, fuente, withCosto) : productosDe(ambito, { bodegaId }, withCosto)
  return readWhole(
    tx,
    ambito,
    fuente,
    sql`select p.clave, p.producto_id, p.codigo, p.nombre, p.cantidad, p.total, p.margen from (${productos}) p
         where (p.cantidad > 0 or p.total > 0)${isUnder(ambito.empresaId, categoriaId)}`,
  )
}
