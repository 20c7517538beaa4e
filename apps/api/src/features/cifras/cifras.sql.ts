import { COLUMNA_DE_CORTE, type Cifra, type CorteReporte } from '@yupana/contract'
import { COMPROBANTES_NOTA_CREDITO, TIPO_MOVIMIENTO, ZONA_HORARIA, type Monto, type Rango, type TipoMovimiento } from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { esNotaSql, NUMERO, registradas } from '../declaracion/declaracion.door.ts'

/** Company, environment, days and side of the documents. */
export interface Ambito {
  empresaId: EmpresaId
  ambiente: Ambiente
  rango: Rango
  tipo: TipoMovimiento
}

/** Authorised (1) or under way (2); refused, held, closed and voided documents do not count. */
const QUE_CUENTAN = sql`d.pestana in (1, 2)`
const VENTAS = ['01', '04', '05']
const LIQUIDACIONES = ['03']
export const SIGNO = sql`case d.tipo when '04' then -1 else 1 end`

const issued = ({ empresaId, ambiente, rango: { desde, hasta } }: Ambito, tipos: readonly string[]) =>
  sql`documento d where d.empresa_id = ${empresaId} and d.ambiente = ${ambiente}
        and d.fecha_emision between ${desde}::date and ${hasta}::date and d.tipo = any(${[...tipos]}::text[]) and ${QUE_CUENTAN}`

/** `documento d` of the sales of a period: facturas and debit notes, less credit notes. */
export const vendidos = (ambito: Ambito) => issued(ambito, VENTAS)

const TOTALES = (d: RawBuilder<unknown>, signo: RawBuilder<unknown>) =>
  sql`${signo} * ${d}.subtotal as subtotal, ${signo} * ${d}.iva as iva, ${signo} * ${d}.total as total`
const DE_DOCUMENTO = (fecha: RawBuilder<unknown>) => sql`
  d.id, 'DOCUMENTO' as origen, ${fecha} as fecha, d.creado_en, d.tipo, ${NUMERO} as numero, d.establecimiento, d.vendedor_id,
  d.receptor_identificacion as identificacion, d.receptor_nombre as nombre, d.pestana = 2 as en_espera`

/** Purchases by the day of registration, less credits of suppliers, and the company's own liquidaciones. */
const gastosDe = (ambito: Ambito): RawBuilder<unknown> => sql`
  select c.id, 'COMPRA' as origen, c.fecha_registro as fecha, c.creado_en, c.tipo, c.numero, '' as establecimiento, null::uuid as vendedor_id,
         c.proveedor_identificacion as identificacion, c.proveedor_nombre as nombre, false as en_espera, c.sustento, ${TOTALES(sql`c`, esNotaSql(sql`c.tipo`))}
    from compra c where ${registradas({ ...ambito, ...ambito.rango })}
  union all
  select ${DE_DOCUMENTO(sql`d.fecha_emision`)}, '', ${TOTALES(sql`d`, sql`1`)} from ${issued(ambito, LIQUIDACIONES)}`

const ventasDe = (ambito: Ambito): RawBuilder<unknown> =>
  sql`select ${DE_DOCUMENTO(sql`d.fecha_emision`)}, '' as sustento, ${TOTALES(sql`d`, SIGNO)} from ${vendidos(ambito)}`

/** One row with its sign for each document that counts; the dashboard sums these rows and reports list them. */
export const movidosDe = (ambito: Ambito): RawBuilder<unknown> =>
  ambito.tipo === TIPO_MOVIMIENTO.VENTAS ? ventasDe(ambito) : gastosDe(ambito)

/** Sums of the documents; amounts ×10⁶. */
export async function sumDocumentos(tx: Tx, ambito: Ambito): Promise<Cifra> {
  const { rows } = await sql<Cifra>`
    select count(*)::int as documentos, coalesce(sum(m.subtotal), 0)::bigint as neto, coalesce(sum(m.iva), 0)::bigint as iva,
           coalesce(sum(m.total), 0)::bigint as total
      from (${movidosDe(ambito)}) m`.execute(tx)
  return rows[0] ?? { documentos: 0, neto: 0, iva: 0, total: 0 }
}

export interface Barra {
  clave: string
  documentos: number
  total: Monto
}

/** Days with a document, in order. */
export async function sumDias(tx: Tx, ambito: Ambito): Promise<Barra[]> {
  const { rows } = await sql<Barra>`
    select m.fecha::text as clave, count(*)::int as documentos, sum(m.total)::bigint as total
      from (${movidosDe(ambito)}) m group by m.fecha order by m.fecha`.execute(tx)
  return rows
}

/** Number of bars of a cut that are shown by themselves; the rest is one bar. */
export const LARGEST = 10
/** Key of the bar with the rest: longer than any identification, so that it is no client's key. */
export const RESTO = 'el-resto-de-los-que-hay'

/** Cuts by a value that the document itself holds. */
export type CorteDeDocumento = Exclude<CorteReporte, 'forma_pago' | 'categoria'> | 'dia'
export const CORTE: Readonly<Record<CorteDeDocumento, RawBuilder<unknown>>> = {
  dia: sql`m.fecha::text`,
  hora: sql`to_char(m.creado_en at time zone ${ZONA_HORARIA}, 'HH24')`,
  espera: sql`case when m.en_espera then 'SI' end`,
  establecimiento: sql`m.establecimiento`,
  vendedor: sql`coalesce(m.vendedor_id::text, '')`,
  cliente: sql`m.identificacion`,
  proveedor: sql`m.identificacion`,
  sustento: sql`m.sustento`,
}

/** Payments of the documents, each with its day; what credit notes took off is in none of them. */
export const pagos = (ambito: Ambito) =>
  ambito.tipo === TIPO_MOVIMIENTO.VENTAS ? pagosDeDocumento(vendidos(ambito)) : pagosDeGasto(ambito)

const pagosDeDocumento = (documentos: RawBuilder<unknown>) => sql`
  select d.id, d.fecha_emision as fecha, p.forma_pago, p.total
    from documento_pago p join (select d.empresa_id, d.id, d.version, d.fecha_emision from ${documentos}) d
      on p.empresa_id = d.empresa_id and p.documento_id = d.id and p.version = d.version`
const pagosDeGasto = (ambito: Ambito) => sql`
  select c.id, c.fecha_registro as fecha, p->>'forma_pago' as forma_pago, (p->>'total')::bigint as total
    from compra c, jsonb_array_elements(c.pagos) p where ${registradas({ ...ambito, ...ambito.rango })} and c.tipo <> all(${[...COMPROBANTES_NOTA_CREDITO]}::text[])
  union all ${pagosDeDocumento(issued(ambito, ['03']))}`

const LINEAS = (ambito: Ambito) => sql`
  (select d.empresa_id, d.id, d.version, ${SIGNO} as signo from ${vendidos(ambito)}) d
    join documento_linea l on l.empresa_id = d.empresa_id and l.documento_id = d.id and l.version = d.version`

/** Part of each document under each key of a cut. */
function puestosDe(ambito: Ambito, corte: CorteReporte): RawBuilder<unknown> {
  if (corte === 'forma_pago') return sql`select p.id, p.forma_pago as clave, p.total as parte from (${pagos(ambito)}) p`
  if (corte === 'categoria')
    return sql`
      select d.id, coalesce(p.category_id::text, '') as clave, d.signo * l.base as parte
        from ${LINEAS(ambito)} left join producto p on p.empresa_id = l.empresa_id and p.id = l.producto_id`
  return sql`select m.id, ${CORTE[corte]} as clave, m.total as parte from (${movidosDe(ambito)}) m`
}

/** One bar of the dashboard. */
export interface ParteDe {
  corte: CorteReporte
  clave: string
}

/** `movidosDe` of a single bar, each document with its share; NULL in columns that do not apply. */
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

/** Names by id of those ids that are categories of the company. */
export async function readNombresCategorias(tx: Tx, empresaId: EmpresaId, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{
    id: string
    name: string
  }>`select k.id, k.name from categoria k where k.empresa_id = ${empresaId} and k.id::text = any(${[...ids]}::text[])`.execute(tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export interface CualesProductos {
  bodegaId?: string | undefined
  categoriaId?: string | undefined
}

/** What each document moved of each product, after its corrections. */
export const movidoDe = ({ empresaId }: Ambito, bodegaId: string | undefined) => sql`
  select m.documento_id, k.producto_id, -sum(k.valor)::bigint as costo
    from movimiento m join kardex k on k.empresa_id = m.empresa_id and k.movimiento_id = m.id
   where m.empresa_id = ${empresaId} and m.documento_id in (select v.id from vendido v)${bodegaId === undefined ? sql`` : sql` and k.bodega_id = ${bodegaId}::uuid`}
   group by m.documento_id, k.producto_id having sum(k.cantidad) <> 0`

const VENDIDO = (ambito: Ambito) =>
  sql`vendido as materialized (select d.empresa_id, d.id, d.version, ${SIGNO} as signo from ${vendidos(ambito)})`

/** `vendido` with its lines as `l`. */
export const DE_VENDIDO = sql`vendido d join documento_linea l on l.empresa_id = d.empresa_id and l.documento_id = d.id and l.version = d.version`

/** Sales of each product less returns; a line without a product goes by its words. */
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
