import type { Listing, ProductoBusquedaLinea, ProductoGasto, ProductoVenta } from '@yupana/contract'
import { sql, type RawBuilder } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { listingPage } from '../../http/listing.ts'
import { wayTo } from '../busqueda/busqueda.door.ts'

// Only the columns a line needs: the counter asks at each key stroke.
const VENTA = sql.raw(
  'p.id, p.code, p.auxiliary_code, p.barcode, p.barcodes, p.name, p.type_product, p.iva, p.price, p.price_list, p.ice_codigo, p.irbpnr, p.precio_libre',
)
const GASTO = sql.raw(
  'p.id, p.code, p.auxiliary_code, p.barcode, p.barcodes, p.name, p.type_product, p.iva, p.cost, p.ice_codigo, p.irbpnr, p.manage_inventory, p.is_external',
)

/** Spellings under which a code is looked up: a scanner sends the code as printed, a person types either case. */
const spellings = (q: string) => [...new Set([q, q.toUpperCase(), q.toLowerCase()])]

/** One page of products. Totals are not counted: with more rows than the page, `exact` is false and the total includes one of them. */
async function search<T extends { id: string }>(
  tx: Tx,
  columns: RawBuilder<unknown>,
  empresaId: EmpresaId,
  { q, page, size }: ProductoBusquedaLinea,
): Promise<Listing<T>> {
  const isActive = sql` and p.status = 'ACTIVO'`
  const exact = q
    ? (
        await sql<T>`
        select ${columns} from producto p
         where p.empresa_id = ${empresaId}${isActive} and (p.code = any(${spellings(q)}::text[]) or p.barcode = any(${spellings(q)}::text[]) or p.auxiliary_code = any(${spellings(q)}::text[])
           or p.id = any(array(select c.producto_id from codigo_barras c where c.empresa_id = ${empresaId} and c.barcode = any(${spellings(q)}::text[]))))
         order by p.orden, p.id limit ${size}`.execute(tx)
      ).rows
    : []
  const way = await wayTo(tx, { empresaId, tipo: 'producto' }, q)
  const first = page === 0 ? exact : []
  // Exact matches come before all others, so later pages begin that much earlier. One more row shows whether there are more.
  const { rows: others } = await sql<T>`
    select ${columns} ${way.page}${isActive} and p.id <> all(${exact.map(({ id }) => id)}::uuid[])
     order by p.orden, p.id offset ${Math.max(0, page * size - exact.length)} limit ${size - first.length + 1}`.execute(tx)
  const known = [...first, ...others]
  const totalElements = known.length === 0 ? 0 : page * size + known.length
  return listingPage(known.slice(0, size), totalElements, { page, size }, known.length <= size)
}

export const searchVenta = (tx: Tx, empresaId: EmpresaId, query: ProductoBusquedaLinea): Promise<Listing<ProductoVenta>> =>
  search(tx, VENTA, empresaId, query)

export const searchGasto = (tx: Tx, empresaId: EmpresaId, query: ProductoBusquedaLinea): Promise<Listing<ProductoGasto>> =>
  search(tx, GASTO, empresaId, query)
