import type { DocumentoCasillero, DocumentoDefecto, Listing } from '@yupana/contract'
import { COMPROBANTES_NOTA_CREDITO, type Columna } from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'

import type { Tx } from '../../db/transaction.ts'
import { listingPage } from '../../http/listing.ts'
import { comprasDe, NUMERO, recibidasDe, retencionesDe, sinRetencionDe, ventasDe, type Ambito } from './lineas.sql.ts'
import type { CualCompra, GrupoVenta } from './sumas.sql.ts'

// The documents behind a box, from the same rows as its sum.

export interface Pagina {
  page: number
  size: number
}

const NOTAS = sql`${[...COMPROBANTES_NOTA_CREDITO]}::text[]`

/** Amount of a row in a column: a credit note reduces the net value and the tax, and is no part of the gross value. */
const VALOR: Readonly<Record<Columna, RawBuilder<unknown>>> = {
  bruto: sql`case when f.tipo = any(${NOTAS}) then 0 else f.base end`,
  neto: sql`case when f.tipo = any(${NOTAS}) then -f.base else f.base end`,
  impuesto: sql`case when f.tipo = any(${NOTAS}) then -f.iva else f.iva end`,
}

const DE_DOCUMENTO = sql`d.tipo, ${NUMERO} as numero, d.fecha_emision as fecha, d.receptor_identificacion as identificacion, d.receptor_nombre as nombre`
const DE_COMPRA = sql`c.tipo, c.numero, c.fecha_emision as fecha, c.proveedor_identificacion as identificacion, c.proveedor_nombre as nombre`
const DE_RECIBIDO = sql`b.tipo, b.numero, b.fecha_emision as fecha, b.emisor_ruc as identificacion, b.emisor_nombre as nombre`
const DE_RECIBIDA = sql`'07' as tipo, p.numero, p.fecha_emision as fecha, p.agente_identificacion as identificacion, p.agente_nombre as nombre`

/** One page of rows, ordered by their day and number, with the number of all as `todos`. */
const pagedOf = (puesto: RawBuilder<unknown>, { page, size }: Pagina): RawBuilder<unknown> =>
  sql`select p.*, count(*) over ()::int as todos from (${puesto}) p order by p.dia, p.numero, p.id limit ${size} offset ${page * size}`

/** The documents of a page that `pagedOf` chose. `que`: further columns of each. */
async function pageOf<Row>(
  tx: Tx,
  { empresaId }: Pick<Ambito, 'empresaId'>,
  paged: RawBuilder<unknown>,
  que: RawBuilder<unknown>,
  { page, size }: Pagina,
): Promise<Listing<Row>> {
  const { rows } = await sql<Row & { todos: number }>`
    with contado as (${paged})
    select ${que} x.id, x.origen, x.todos, coalesce(d.tipo, c.tipo, p.tipo, b.tipo) as tipo, coalesce(d.numero, c.numero, p.numero, b.numero) as numero,
           coalesce(d.fecha, c.fecha, p.fecha, b.fecha)::text as fecha,
           coalesce(d.identificacion, c.identificacion, p.identificacion, b.identificacion) as identificacion,
           coalesce(d.nombre, c.nombre, p.nombre, b.nombre) as nombre
      from contado x
      left join lateral (select ${DE_DOCUMENTO} from documento d where x.origen = 'DOCUMENTO' and d.empresa_id = ${empresaId} and d.id = x.id) d on true
      left join lateral (select ${DE_COMPRA} from compra c where x.origen = 'COMPRA' and c.empresa_id = ${empresaId} and c.id = x.id) c on true
      left join lateral (select ${DE_RECIBIDA} from retencion_recibida p where x.origen = 'RECIBIDA' and p.empresa_id = ${empresaId} and p.id = x.id) p on true
      left join lateral (select ${DE_RECIBIDO} from recibido b where x.origen = 'RECIBIDO' and b.empresa_id = ${empresaId} and b.id = x.id) b on true
     order by x.dia, x.numero, x.id`.execute(tx)
  const total = rows[0]?.todos ?? 0
  return listingPage(
    rows.map(({ todos: _todos, ...row }) => row as unknown as Row),
    total,
    { page, size },
  )
}

/** One page of a box, in the form of `pagedOf`. */
export const listPaged = (tx: Tx, ambito: Ambito, paged: RawBuilder<unknown>, pagina: Pagina) =>
  pageOf<DocumentoCasillero>(tx, ambito, paged, sql`x.valor, x.marca,`, pagina)

/** One page of the rows that put an amount into the box. */
const listed = (tx: Tx, ambito: Ambito, puesto: RawBuilder<unknown>, pagina: Pagina) =>
  listPaged(tx, ambito, pagedOf(sql`select q.* from (${puesto}) q where q.valor <> 0`, pagina), pagina)

/** The documents that a rule finds. */
export const listHallados = (tx: Tx, ambito: Ambito, hallados: RawBuilder<unknown>, pagina: Pagina) => {
  const { empresaId } = ambito
  const ordered = sql`
    select h.*, coalesce(d.fecha_emision, c.fecha_emision, p.fecha_emision, b.fecha_emision) as dia, coalesce(d.numero, c.numero, p.numero, b.numero) as numero
      from (${hallados}) h
      left join lateral (select d.fecha_emision, ${NUMERO} as numero from documento d where h.origen = 'DOCUMENTO' and d.empresa_id = ${empresaId} and d.id = h.id) d on true
      left join compra c on h.origen = 'COMPRA' and c.empresa_id = ${empresaId} and c.id = h.id
      left join retencion_recibida p on h.origen = 'RECIBIDA' and p.empresa_id = ${empresaId} and p.id = h.id
      left join recibido b on h.origen = 'RECIBIDO' and b.empresa_id = ${empresaId} and b.id = h.id`
  return pageOf<DocumentoDefecto>(tx, ambito, pagedOf(ordered, pagina), sql``, pagina)
}

const pluck = <T, K extends keyof T>(rows: readonly T[], key: K): T[K][] => rows.map((row) => row[key])

/** One row for each document of these groups of sales, with its amount for a column. */
export const ventasDeGrupos = (ambito: Ambito, grupos: readonly GrupoVenta[], columna: Columna): RawBuilder<unknown> => sql`
  select f.id, 'DOCUMENTO' as origen, max(f.dia) as dia, max(f.numero) as numero, max(f.marca) as marca, sum(${VALOR[columna]})::bigint as valor
    from (${ventasDe(ambito)}) f
    join unnest(${pluck(grupos, 'tipo')}::text[], ${pluck(grupos, 'tipo_iva')}::integer[], ${pluck(grupos, 'marca')}::text[], ${pluck(grupos, 'a_credito')}::boolean[])
      as g (tipo, tipo_iva, marca, a_credito)
      on g.tipo = f.tipo and g.tipo_iva = f.tipo_iva and g.marca is not distinct from f.marca and g.a_credito = f.a_credito
   group by f.id`

/** Documents of these groups of sales. */
export const listVentas = (tx: Tx, ambito: Ambito, grupos: readonly GrupoVenta[], columna: Columna, pagina: Pagina) =>
  listed(tx, ambito, ventasDeGrupos(ambito, grupos, columna), pagina)

/** One row for each document of these groups of purchases, in the order in which they are shown. */
export const comprasDeGrupos = (ambito: Ambito, cuales: readonly CualCompra[], columna: Columna): RawBuilder<unknown> => sql`
  with f as materialized (${comprasDe(ambito)})
  select f.id, f.origen, f.dia, f.numero, null::text as marca, sum(${VALOR[columna]})::bigint as valor
    from f
    join unnest(${pluck(cuales, 'tipo')}::text[], ${pluck(cuales, 'tipo_iva')}::integer[], ${pluck(cuales, 'sustento')}::text[],
                ${pluck(cuales, 'negocio_popular')}::boolean[], ${pluck(cuales, 'importacion')}::text[])
      as g (tipo, tipo_iva, sustento, negocio_popular, importacion)
      on g.tipo = f.tipo and g.tipo_iva = f.tipo_iva and g.sustento = f.sustento and g.negocio_popular = f.negocio_popular
     and g.importacion is not distinct from f.importacion
   group by f.dia, f.numero, f.id, f.origen`

/** Documents of these groups of purchases. */
export const listCompras = (tx: Tx, ambito: Ambito, cuales: readonly CualCompra[], columna: Columna, pagina: Pagina) =>
  listed(tx, ambito, comprasDeGrupos(ambito, cuales, columna), pagina)

interface DeRetencion {
  impuesto: string
  codigos: readonly string[]
  columna: 'base' | 'valor'
  /** Whether payments without withholding are included. */
  sinRetencion: boolean
}

/** Withholdings of these codes. */
export function listRetenciones(tx: Tx, ambito: Ambito, { impuesto, codigos, columna, sinRetencion }: DeRetencion, pagina: Pagina) {
  const valor = columna === 'base' ? sql`r.base` : sql`r.valor`
  const vouchers = sql`
    select r.id, 'DOCUMENTO' as origen, max(r.dia) as dia, max(r.numero) as numero, null::text as marca, sum(${valor})::bigint as valor
      from (${retencionesDe(ambito)}) r where r.impuesto = ${impuesto} and r.codigo = any(${[...codigos]}::text[]) group by r.id`
  const sin = sql`union all select s.id, s.origen, s.dia, s.numero, null, s.base from (${sinRetencionDe(ambito)}) s`
  return listed(tx, ambito, sinRetencion ? sql`${vouchers} ${sin}` : vouchers, pagina)
}

/** Vouchers of clients who withheld that tax. */
export const listRecibidas = (tx: Tx, ambito: Ambito, impuesto: string, pagina: Pagina) =>
  listed(
    tx,
    ambito,
    sql`select r.id, 'RECIBIDA' as origen, max(r.dia) as dia, max(r.numero) as numero, null::text as marca, sum(r.valor)::bigint as valor
          from (${recibidasDe(ambito)}) r where r.impuesto = ${impuesto} group by r.id`,
    pagina,
  )
