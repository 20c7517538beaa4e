import type { Monto } from '@yupana/fiscal'
import type { Listing, ProductoDocumento, ProductoDocumentoBusqueda } from '@yupana/contract'
import { sql, type RawBuilder } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import { asDesde } from '../../db/tramo.sql.ts'
import type { Tx } from '../../db/transaction.ts'
import { TRAMO, tramoOf, type Desde, type Tramo } from '../../http/exportacion.ts'
import { listingOf } from '../busqueda/busqueda.door.ts'

interface Donde {
  empresaId: EmpresaId
  ambiente: Ambiente
  id: string
}

/** A line as stored: never negative, and with the supplier's quantity for a purchase. */
export interface LineaLeida extends Omit<ProductoDocumento, 'estado_generacion' | 'estado_tributario' | 'precio_unitario' | 'base'> {
  factor: number
  base: Monto
}

/** A part of a list, with its own index: its query, and the order of a page of it. */
interface Parte {
  from: RawBuilder<unknown>
  columns: RawBuilder<unknown>
  /** Order of the part's rows, before the number of the line. */
  orden: RawBuilder<unknown>
}

const ORDER = sql.raw('fecha desc, en desc, documento_id desc, linea')

// For a corrected document only the lines in force.
const emitidos = ({ empresaId, ambiente, id }: Donde, tipo: string): Parte => ({
  from: sql`from documento_linea l join documento d on d.empresa_id = l.empresa_id and d.id = l.documento_id and d.version = l.version
      where l.empresa_id = ${empresaId} and l.producto_id = ${id}::uuid and l.ambiente = ${ambiente} and l.tipo = ${tipo}`,
  columns: sql`l.documento_id, false as es_compra, l.n as linea, l.tipo, d.establecimiento || '-' || d.punto || '-' || lpad(d.secuencial::text, 9, '0') as numero,
      l.fecha, l.en, d.receptor_nombre as tercero, d.estado, l.cantidad, 1000000::bigint as factor, l.base`,
  orden: sql`(l.fecha, l.en, l.documento_id)`,
})

const comprados = ({ empresaId, ambiente, id }: Donde): Parte => ({
  from: sql`from compra_linea l join compra c on c.empresa_id = l.empresa_id and c.id = l.compra_id
      where l.empresa_id = ${empresaId} and l.producto_id = ${id}::uuid and l.ambiente = ${ambiente}`,
  columns: sql`l.compra_id as documento_id, true as es_compra, l.n as linea, c.tipo, c.numero, l.fecha, l.en, c.proveedor_nombre as tercero, c.estado,
      l.cantidad, l.factor, l.base`,
  orden: sql`(l.fecha, l.en, l.compra_id)`,
})

/** One page of the parts together: each part reads its rows up to the end of the page, and no more. */
async function search(tx: Tx, partes: readonly Parte[], { page, size }: ProductoDocumentoBusqueda): Promise<Listing<LineaLeida>> {
  const end = (page + 1) * size
  const first = partes.map(({ from, columns }) => sql`(select ${columns} ${from} order by ${ORDER} limit ${end})`)
  const { rows } = await sql<LineaLeida & { en: unknown }>`
    select * from (${sql.join(first, sql` union all `)}) as todas order by ${ORDER} offset ${page * size} limit ${size}`.execute(tx)
  const all = partes.map(({ from }) => sql`select 1 ${from}`)
  return listingOf(
    tx,
    { page, size },
    rows.map(({ en: _en, ...row }) => row),
    sql`from (${sql.join(all, sql` union all `)}) as todas`,
  )
}

/** The parts together, from these values of the order on, for a file. */
async function next(tx: Tx, partes: readonly Parte[], desde: Desde | undefined): Promise<Tramo<LineaLeida>> {
  const [fecha, en, documento, linea] = desde ?? []
  const rest = partes.map(({ from, columns, orden }) => {
    const last = sql`(${fecha}::date, ${en}::timestamptz, ${documento}::uuid)`
    // The lines of a document go up, documents go down.
    const after = desde === undefined ? sql`` : sql` and ${orden} <= ${last} and not (${orden} = ${last} and l.n <= ${linea}::int)`
    return sql`(select ${columns} ${from}${after} order by ${ORDER} limit ${TRAMO})`
  })
  const { rows } = await sql<LineaLeida & { en: unknown; desde: Desde }>`
    select *, ${asDesde(['fecha', 'en', 'documento_id', 'linea'])} from (${sql.join(rest, sql` union all `)}) as todas
     order by ${ORDER} limit ${TRAMO}`.execute(tx)
  return tramoOf(rows)
}

const vendidos = (donde: Donde): Parte[] => [emitidos(donde, '01'), emitidos(donde, '04')]
const compradas = (donde: Donde): Parte[] => [comprados(donde), emitidos(donde, '03')]

export const searchVendidos = (tx: Tx, donde: Donde, query: ProductoDocumentoBusqueda): Promise<Listing<LineaLeida>> =>
  search(tx, vendidos(donde), query)

export const searchComprados = (tx: Tx, donde: Donde, query: ProductoDocumentoBusqueda): Promise<Listing<LineaLeida>> =>
  search(tx, compradas(donde), query)

export const nextVendidos = (tx: Tx, donde: Donde, desde: Desde | undefined): Promise<Tramo<LineaLeida>> => next(tx, vendidos(donde), desde)

export const nextComprados = (tx: Tx, donde: Donde, desde: Desde | undefined): Promise<Tramo<LineaLeida>> =>
  next(tx, compradas(donde), desde)
