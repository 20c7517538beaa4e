import { searchProductoGasto, searchProductoVenta, type PAGE_SIZES, type ProductoGasto, type ProductoVenta } from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { fetchData } from '../../lib/http/http.ts'
import { HttpError } from '../../lib/http/http-error.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { PRODUCTOS } from '../producto/producto-save.ts'

const SIZE = 10 satisfies (typeof PAGE_SIZES)[number]

/** Purpose of the product: a purchase shows its cost instead of its price, if the user may see it. */
export type ParaProducto = 'VENTA' | 'COMPRA'

/** Active products for a line. It runs also while the browser reports offline: the answer, or its absence, is shown. */
export const productosLineaQuery = (q: string, para: ParaProducto = 'VENTA') =>
  queryOptions({
    queryKey: [PRODUCTOS.lista, para, q],
    placeholderData: keepPreviousData,
    networkMode: 'always',
    queryFn: ({ signal }) => askProductos(q, para, signal),
  })

const compradoOf = ({ cost, manage_inventory: _managed, is_external: _external, ...producto }: ProductoGasto): ProductoVenta => ({
  ...producto,
  price: cost ?? 0,
  price_list: [],
  precio_libre: false,
})

async function askProductos(q: string, para: ParaProducto, signal?: AbortSignal): Promise<{ content: ProductoVenta[] }> {
  const call = { query: { page: 0, size: SIZE, q }, ...(signal && { signal }) }
  if (para === 'VENTA') return fetchData(searchProductoVenta, call)
  return { content: (await fetchData(searchProductoGasto, call)).content.map(compradoOf) }
}

const isSame = (text: string, code: string | null) => code !== null && code.toLowerCase() === text.toLowerCase()

/** The product with exactly this code or bar code, else the one with this auxiliary code. */
export const exactOf = (text: string, productos: readonly ProductoVenta[]): ProductoVenta | undefined =>
  productos.find(({ code, barcode, barcodes }) => [code, barcode, ...barcodes].some((one) => isSame(text, one))) ??
  productos.find(({ auxiliary_code: auxiliar }) => isSame(text, auxiliar))

/** Products for a text: read anew each time, and from the cache if the server does not answer. @throws HttpError */
export async function findProductos(text: string, para: ParaProducto = 'VENTA'): Promise<ProductoVenta[]> {
  const { queryKey } = productosLineaQuery(text, para)
  try {
    // A separate call: closing the list aborts the list's own, and a scanned product would be lost.
    const answer = await askProductos(text, para)
    queryClient.setQueryData(queryKey, answer)
    return answer.content
  } catch (error) {
    const known = queryClient.getQueryData(queryKey)
    if (error instanceof HttpError && error.status === 0 && known) return known.content
    throw error
  }
}
