import {
  COLUMNA_DE_CORTE,
  CORTES_DE,
  type Cifra,
  type Cifras,
  type Corte,
  type CorteReporte,
  type Margen,
  type Parte,
} from '@yupana/contract'
import {
  COMPROBANTES_NOTA_CREDITO,
  PERIODO_REPORTE,
  TIPO_MOVIMIENTO,
  ZONA_HORARIA,
  type PeriodoReporte,
  type Rango,
  type TipoMovimiento,
} from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { esNotaSql, NUMERO, registradas } from '../declaracion/declaracion.door.ts'
import { isUnder } from '../producto/producto.door.ts'

/** Whose documents, of which days and which side. */
export interface Ambito {
  empresaId: EmpresaId
  ambiente: Ambiente
  rango: Rango
  tipo: TipoMovimiento
}

/** Authorised (1) or on its way (2): what was refused, held, closed or voided is none. */
const QUE_CUENTAN = sql`d.pestana in (1, 2)`
const VENTAS = ['01', '04', '05']
const LIQUIDACIONES = ['03']
const SIGNO = sql`case d.tipo when '04' then -1 else 1 end`

const issued = ({ empresaId, ambiente, rango: { desde, hasta } }: Ambito, tipos: readonly string[]) =>
  sql`documento d where d.empresa_id = ${empresaId} and d.ambiente = ${ambiente}
        and d.fecha_emision between ${desde}::date and ${hasta}::date and d.tipo = any(${[...tipos]}::text[]) and ${QUE_CUENTAN}`

/** `documento d` of the sales of a period: facturas and debit notes, less credit notes. */
const vendidos = (ambito: Ambito) => issued(ambito, VENTAS)

const TOTALES = (d: RawBuilder<unknown>, signo: RawBuilder<unknown>) =>
  sql`${signo} * ${d}.subtotal as subtotal, ${signo} * ${d}.iva as iva, ${signo} * ${d}.total as total`
const DE_DOCUMENTO = (fecha: RawBuilder<unknown>) => sql`
  d.id, 'DOCUMENTO' as origen, ${fecha} as fecha, d.creado_en, d.tipo, ${NUMERO} as numero, d.establecimiento, d.vendedor_id,
  d.receptor_identificacion as identificacion, d.receptor_nombre as nombre, d.pestana = 2 as en_espera`

/** Purchases by the day they are booked, less what suppliers credited, and the company's own liquidaciones. */
const gastosDe = (ambito: Ambito): RawBuilder<unknown> => sql`
  select c.id, 'COMPRA' as origen, c.fecha_registro as fecha, c.creado_en, c.tipo, c.numero, '' as establecimiento, null::uuid as vendedor_id,
         c.proveedor_identificacion as identificacion, c.proveedor_nombre as nombre, false as en_espera, c.sustento, ${TOTALES(sql`c`, esNotaSql(sql`c.tipo`))}
    from compra c where ${registradas({ ...ambito, ...ambito.rango })}
  union all
  select ${DE_DOCUMENTO(sql`d.fecha_emision`)}, '', ${TOTALES(sql`d`, sql`1`)} from ${issued(ambito, LIQUIDACIONES)}`

const ventasDe = (ambito: Ambito): RawBuilder<unknown> =>
  sql`select ${DE_DOCUMENTO(sql`d.fecha_emision`)}, '' as sustento, ${TOTALES(sql`d`, SIGNO)} from ${vendidos(ambito)}`

/** One row for each document that counts, with the sign it counts with: what the dashboard sums and reports list. */
export const movidosDe = (ambito: Ambito): RawBuilder<unknown> =>
  ambito.tipo === TIPO_MOVIMIENTO.VENTAS ? ventasDe(ambito) : gastosDe(ambito)

/** What the documents come to; amounts ×10⁶. */
export async function sumDocumentos(tx: Tx, ambito: Ambito): Promise<Cifra> {
  const { rows } = await sql<Cifra>`
    select count(*)::int as documentos, coalesce(sum(m.subtotal), 0)::bigint as neto, coalesce(sum(m.iva), 0)::bigint as iva,
           coalesce(sum(m.total), 0)::bigint as total
      from (${movidosDe(ambito)}) m`.execute(tx)
  return rows[0] ?? { documentos: 0, neto: 0, iva: 0, total: 0 }
}

/** `00` to `23`, `2026-11-20` or `2026-11-01`: what the bars of a period stand for. */
const BARRA: Readonly<Record<PeriodoReporte, RawBuilder<unknown>>> = {
  [PERIODO_REPORTE.DIARIO]: sql`to_char(m.creado_en at time zone ${ZONA_HORARIA}, 'HH24')`,
  [PERIODO_REPORTE.SEMANAL]: sql`m.fecha::text`,
  [PERIODO_REPORTE.MENSUAL]: sql`m.fecha::text`,
  [PERIODO_REPORTE.ANUAL]: sql`date_trunc('month', m.fecha)::date::text`,
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
      from (select ${BARRA[periodo]} as clave, m.total from (${movidosDe(ambito)}) m) b
     group by b.clave order by b.clave`.execute(tx)
  return rows
}

const LARGEST = 10
/** Under this name the rest stands. */
export const RESTO = 'resto'
type CorteDeDocumento = Exclude<Corte, 'forma_pago' | 'categoria'>
const CORTE: Readonly<Record<CorteDeDocumento, RawBuilder<unknown>>> = {
  establecimiento: sql`m.establecimiento`,
  vendedor: sql`coalesce(m.vendedor_id::text, '')`,
  cliente: sql`m.identificacion`,
  proveedor: sql`m.identificacion`,
  sustento: sql`m.sustento`,
}
const isDeDocumento = (corte: Corte): corte is CorteDeDocumento => corte in CORTE

interface Grupo extends Cifra {
  cual: number
  clave: string | null
  nombre: string
  espera_documentos: number
  espera_total: number
}

export interface Sumado {
  actual: Cifra
  /** Of those, what is on its way to the SRI. */
  enEspera: Cifras['en_espera']
  barras: Barra[]
  cortes: ReadonlyMap<Corte, Parte[]>
}

const columna = (n: number) => sql.ref(`c${n}`)

/**
 * What the documents of a period come to, by its bars and by what a document says of itself: one pass over them. Of each cut the
 * largest ten, with the rest of them under the name `resto`.
 */
export async function sumPeriodo(tx: Tx, ambito: Ambito, periodo: PeriodoReporte): Promise<Sumado> {
  const cortes = CORTES_DE[ambito.tipo].filter(isDeDocumento)
  const claves = [BARRA[periodo], ...cortes.map((corte) => CORTE[corte])]
  const columnas = sql.join(claves.map((_, n) => columna(n)))
  /** As `grouping` tells the set of one column: its bit is the one that is missing. */
  const todos = 2 ** claves.length - 1
  const cualOf = (n: number) => todos - 2 ** (claves.length - 1 - n)
  const { rows } = await sql<Grupo>`
    with grupos as (
      select grouping(${columnas}) as cual, coalesce(${columnas}) as clave, max(x.nombre) as nombre, count(*)::int as documentos,
             coalesce(sum(x.subtotal), 0)::bigint as neto, coalesce(sum(x.iva), 0)::bigint as iva, coalesce(sum(x.total), 0)::bigint as total,
             (count(*) filter (where x.en_espera))::int as espera_documentos, coalesce(sum(x.total) filter (where x.en_espera), 0)::bigint as espera_total
        from (select ${sql.join(claves.map((clave, n) => sql`${clave} as ${columna(n)}`))}, m.nombre collate "C" as nombre, m.subtotal, m.iva, m.total, m.en_espera
                from (${movidosDe(ambito)}) m) x
       group by grouping sets ((), ${sql.join(claves.map((_, n) => sql`(${columna(n)})`))})
    ), lugares as (select g.*, row_number() over (partition by g.cual order by g.total desc, g.clave) as lugar from grupos g)
    select * from (
      select * from lugares where lugar <= ${LARGEST} or cual = ${cualOf(0)}
      union all
      select cual, 'resto', 'resto', sum(documentos)::int, sum(neto)::bigint, sum(iva)::bigint, sum(total)::bigint, 0, 0, ${LARGEST + 1}
        from lugares where lugar > ${LARGEST} and cual <> ${cualOf(0)} group by cual
    ) y order by lugar`.execute(tx)
  const of = (cual: number) =>
    rows
      .filter((grupo) => grupo.cual === cual)
      .map(({ clave, nombre, documentos, total }) => ({ clave: clave ?? '', nombre, documentos, total }))
  const { documentos, neto, iva, total, espera_documentos, espera_total } = rows.find(({ cual }) => cual === todos)!
  return {
    actual: { documentos, neto, iva, total },
    enEspera: { documentos: espera_documentos, total: espera_total },
    barras: of(cualOf(0)),
    cortes: new Map(cortes.map((corte, n) => [corte, of(cualOf(n + 1))])),
  }
}

/** The largest ten by what stands in other rows of a document, with the rest of them under the name `resto`. */
export const sumCorte = (tx: Tx, ambito: Ambito, corte: Exclude<Corte, CorteDeDocumento>): Promise<Parte[]> =>
  largest(tx, corte === 'forma_pago' ? pagosDe(ambito) : categoriasDe(ambito), puestosDe(ambito, corte))

/** How it was paid: what notes took off is in none of them. Documents are told apart by hashes: to sort a year of them would go to disk. */
const pagosDe = (ambito: Ambito): RawBuilder<unknown> =>
  sql`select p.forma_pago as clave, p.forma_pago as nombre, count(*)::int as documentos, sum(p.total)::bigint as total
        from (select p.id, p.forma_pago, sum(p.total) as total from (${pagos(ambito)}) p group by p.id, p.forma_pago) p
       group by p.forma_pago`

const pagos = (ambito: Ambito) => (ambito.tipo === TIPO_MOVIMIENTO.VENTAS ? pagosDeDocumento(vendidos(ambito)) : pagosDeGasto(ambito))

const pagosDeDocumento = (documentos: RawBuilder<unknown>) => sql`
  select d.id, p.forma_pago, p.total from documento_pago p join (select d.empresa_id, d.id, d.version from ${documentos}) d
      on p.empresa_id = d.empresa_id and p.documento_id = d.id and p.version = d.version`
const pagosDeGasto = (ambito: Ambito) => sql`
  select c.id, p->>'forma_pago' as forma_pago, (p->>'total')::bigint as total
    from compra c, jsonb_array_elements(c.pagos) p where ${registradas({ ...ambito, ...ambito.rango })} and c.tipo <> all(${[...COMPROBANTES_NOTA_CREDITO]}::text[])
  union all ${pagosDeDocumento(issued(ambito, ['03']))}`

const LINEAS = (ambito: Ambito) => sql`
  (select d.empresa_id, d.id, d.version, ${SIGNO} as signo from ${vendidos(ambito)}) d
    join documento_linea l on l.empresa_id = d.empresa_id and l.documento_id = d.id and l.version = d.version`

/** By the category of the product as it is today; what is of none stands together. */
const categoriasDe = (ambito: Ambito): RawBuilder<unknown> => sql`
  select coalesce(x.category_id::text, '') as clave, coalesce(max(k.name), 'Sin categoría') as nombre, count(*)::int as documentos, sum(x.total)::bigint as total
    from (select d.id, p.category_id, sum(d.signo * l.base) as total
            from ${LINEAS(ambito)}
            left join producto p on p.empresa_id = l.empresa_id and p.id = l.producto_id
           group by d.id, p.category_id) x
    left join categoria k on k.empresa_id = ${ambito.empresaId} and k.id = x.category_id
   group by x.category_id`

/** A document may stand under several names: of the rest it counts once. */
async function largest(tx: Tx, partes: RawBuilder<unknown>, puestos: RawBuilder<unknown>): Promise<Parte[]> {
  const resto = sql`(select count(distinct q.id)::int from (${puestos}) q where q.clave in (select clave from partes where lugar > ${LARGEST}))`
  const { rows } = await sql<Parte>`
    with partes as (select x.*, row_number() over (order by x.total desc, x.clave) as lugar from (${partes}) x)
    select clave, nombre, documentos, total from (
      select clave, nombre, documentos, total, lugar from partes where lugar <= ${LARGEST}
      union all
      select 'resto', 'resto', ${resto}, sum(total)::bigint, ${LARGEST + 1} from partes where lugar > ${LARGEST} having count(*) > 0
    ) y order by lugar`.execute(tx)
  return rows
}

/** What each document puts under each name of a cut. */
function puestosDe(ambito: Ambito, corte: CorteReporte): RawBuilder<unknown> {
  if (corte === 'forma_pago') return sql`select p.id, p.forma_pago as clave, p.total as parte from (${pagos(ambito)}) p`
  if (corte === 'categoria')
    return sql`
      select d.id, coalesce(p.category_id::text, '') as clave, d.signo * l.base as parte
        from ${LINEAS(ambito)} left join producto p on p.empresa_id = l.empresa_id and p.id = l.producto_id`
  const clave =
    corte === 'hora' ? BARRA[PERIODO_REPORTE.DIARIO] : corte === 'espera' ? sql`case when m.en_espera then 'SI' end` : CORTE[corte]
  return sql`select m.id, ${clave} as clave, m.total as parte from (${movidosDe(ambito)}) m`
}

/** One bar of the dashboard. */
export interface ParteDe {
  corte: CorteReporte
  clave: string
}

/** `movidosDe` of one bar alone, each document with what it puts into it; NULL in the columns that say nothing of it. */
export function movidosDeParte(ambito: Ambito, { corte, clave }: ParteDe): RawBuilder<unknown> {
  const puestos = puestosDe(ambito, corte)
  const which =
    clave === RESTO
      ? sql`q.clave in (select z.clave from (
          select y.clave, row_number() over (order by sum(y.parte) desc, y.clave) as lugar from (${puestos}) y group by y.clave) z where z.lugar > ${LARGEST})`
      : sql`q.clave = ${clave}`
  const only = COLUMNA_DE_CORTE[corte]
  const column = (name: 'subtotal' | 'iva' | 'total') => {
    if (only === undefined) return sql`m.${sql.ref(name)}`
    return sql`${name === only ? sql`f.parte` : sql`null::bigint`} as ${sql.ref(name)}`
  }
  return sql`
    select m.id, m.origen, m.fecha, m.tipo, m.numero, m.vendedor_id, m.identificacion, m.nombre, m.sustento,
           ${column('subtotal')}, ${column('iva')}, ${column('total')}
      from (${movidosDe(ambito)}) m
      join (select q.id, sum(q.parte)::bigint as parte from (${puestos}) q where ${which} group by q.id) f on f.id = m.id`
}

export async function readNombreCategoria(tx: Tx, empresaId: EmpresaId, id: string): Promise<string | undefined> {
  const { rows } = await sql<{
    name: string
  }>`select k.name from categoria k where k.empresa_id = ${empresaId} and k.id::text = ${id}`.execute(tx)
  return rows[0]?.name
}

export interface ProductoSumado {
  clave: string
  producto_id: string | null
  codigo: string | null
  nombre: string
  cantidad: number
  total: number
  margen: number | null
}

export interface CualesProductos {
  bodegaId?: string | undefined
  categoriaId?: string | undefined
}

/** What each document moved of each product, as it stands after its corrections. */
const movidoDe = ({ empresaId }: Ambito, bodegaId: string | undefined) => sql`
  select m.documento_id, k.producto_id, -sum(k.valor)::bigint as costo
    from movimiento m join kardex k on k.empresa_id = m.empresa_id and k.movimiento_id = m.id
   where m.empresa_id = ${empresaId} and m.documento_id in (select v.id from vendido v)${bodegaId === undefined ? sql`` : sql` and k.bodega_id = ${bodegaId}::uuid`}
   group by m.documento_id, k.producto_id having sum(k.cantidad) <> 0`

const VENDIDO = (ambito: Ambito) =>
  sql`vendido as materialized (select d.empresa_id, d.id, d.version, ${SIGNO} as signo from ${vendidos(ambito)})`

const DE_VENDIDO = sql`vendido d join documento_linea l on l.empresa_id = d.empresa_id and l.documento_id = d.id and l.version = d.version`

/** What each product sold, less what came back; a line without a product by its words. */
export function productosDe(ambito: Ambito, { bodegaId }: CualesProductos, withCosto: boolean): RawBuilder<unknown> {
  const moved = withCosto || bodegaId !== undefined
  return sql`
    with ${VENDIDO(ambito)}${moved ? sql`, movido as materialized (${movidoDe(ambito, bodegaId)})` : sql``}
    select s.clave, s.producto_id, p.category_id, coalesce(p.code, s.codigo) as codigo, coalesce(p.name, s.nombre) as nombre, s.cantidad, s.total,
           ${withCosto ? sql`s.con_costo, s.costo, s.con_costo - s.costo` : sql`null::bigint`} as margen
      from (select x.clave, x.producto_id, max(x.codigo) as codigo, max(x.nombre) as nombre, sum(x.cantidad)::bigint as cantidad, sum(x.total)::bigint as total
                   ${moved ? sql`, (sum(x.total) filter (where k.documento_id is not null))::bigint as con_costo, sum(k.costo)::bigint as costo` : sql``}
              from (select d.id, coalesce(l.producto_id::text, 'd:' || lower(l.descripcion)) as clave, l.producto_id, max(l.codigo) as codigo,
                           max(l.descripcion) as nombre, sum(d.signo * l.cantidad) as cantidad, sum(d.signo * l.base) as total
                      from ${DE_VENDIDO} group by 1, 2, 3) x
              ${moved ? sql`${bodegaId === undefined ? sql`left ` : sql``}join movido k on k.documento_id = x.id and k.producto_id = x.producto_id` : sql``}
             group by x.clave, x.producto_id) s
      left join producto p on p.empresa_id = ${ambito.empresaId} and p.id = s.producto_id`
}

/** Those that came to nothing are left out. */
export async function sumProductos(tx: Tx, ambito: Ambito, cuales: CualesProductos, withCosto: boolean): Promise<ProductoSumado[]> {
  const { categoriaId } = cuales
  const { rows } = await sql<ProductoSumado>`
    select p.clave, p.producto_id, p.codigo, p.nombre, p.cantidad, p.total, p.margen from (${productosDe(ambito, cuales, withCosto)}) p
     where (p.cantidad > 0 or p.total > 0)${isUnder(ambito.empresaId, categoriaId)}`.execute(tx)
  return rows
}

/** What the goods of the sales were sold for and what they had cost. */
export async function sumMargen(tx: Tx, ambito: Ambito): Promise<Margen> {
  const { rows } = await sql<Margen>`
    with ${VENDIDO(ambito)}, movido as materialized (${movidoDe(ambito, undefined)})
    select coalesce(sum(x.total), 0)::bigint as venta, coalesce(sum(k.costo), 0)::bigint as costo
      from movido k
      join (select d.id, l.producto_id, sum(d.signo * l.base) as total from ${DE_VENDIDO} where l.producto_id is not null group by 1, 2) x
        on x.id = k.documento_id and x.producto_id = k.producto_id`.execute(tx)
  return rows[0] ?? { venta: 0, costo: 0 }
}
