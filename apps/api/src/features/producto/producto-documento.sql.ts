import type { Listing, ProductoDocumento, ProductoDocumentoBusqueda } from '@yupana/contract'
import { sql, type RawBuilder } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { listingOf } from '../busqueda/busqueda.door.ts'

interface Donde {
  empresaId: EmpresaId
  ambiente: Ambiente
  id: string
}

/** A line as it is stored: nothing is negative, and of a purchase the supplier's quantity. */
export interface LineaLeida extends Omit<ProductoDocumento, 'estado_generacion' | 'estado_tributario' | 'precio_unitario' | 'base'> {
  factor: number
  base: number
}

/** The parts of a list, each by its index: what it reads, and how a page of it is ordered. */
interface Parte {
  from: RawBuilder<unknown>
  columns: RawBuilder<unknown>
}

const ORDER = sql.raw('fecha desc, en desc, documento_id desc, linea')

// Of a corrected document only the lines that hold.
const emitidos = ({ empresaId, ambiente, id }: Donde, tipo: string): Parte => ({
  from: sql`from documento_linea l join documento d on d.empresa_id = l.empresa_id and d.id = l.documento_id and d.version = l.version
      where l.empresa_id = ${empresaId} and l.producto_id = ${id}::uuid and l.ambiente = ${ambiente} and l.tipo = ${tipo}`,
  columns: sql`l.documento_id, false as es_compra, l.n as linea, l.tipo, d.establecimiento || '-' || d.punto || '-' || lpad(d.secuencial::text, 9, '0') as numero,
      l.fecha, l.en, d.receptor_nombre as tercero, d.estado, l.cantidad, 1000000::bigint as factor, l.base`,
})

const comprados = ({ empresaId, ambiente, id }: Donde): Parte => ({
  from: sql`from compra_linea l join compra c on c.empresa_id = l.empresa_id and c.id = l.compra_id
      where l.empresa_id = ${empresaId} and l.producto_id = ${id}::uuid and l.ambiente = ${ambiente}`,
  columns: sql`l.compra_id as documento_id, true as es_compra, l.n as linea, c.tipo, c.numero, l.fecha, l.en, c.proveedor_nombre as tercero, c.estado,
      l.cantidad, l.factor, l.base`,
})

/** One page of the parts together: each brings what stands before the page's end, and no more. */
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

export const searchVendidos = (tx: Tx, donde: Donde, query: ProductoDocumentoBusqueda): Promise<Listing<LineaLeida>> =>
  search(tx, [emitidos(donde, '01'), emitidos(donde, '04')], query)

export const searchComprados = (tx: Tx, donde: Donde, query: ProductoDocumentoBusqueda): Promise<Listing<LineaLeida>> =>
  search(tx, [comprados(donde), emitidos(donde, '03')], query)
