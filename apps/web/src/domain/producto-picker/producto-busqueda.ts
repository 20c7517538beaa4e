import { searchProductoGasto, searchProductoVenta, type PAGE_SIZES, type ProductoGasto, type ProductoVenta } from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { fetchData } from '../../lib/http/http.ts'
import { HttpError } from '../../lib/http/http-error.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { PRODUCTOS } from '../producto/producto-save.ts'

const SIZE = 10 satisfies (typeof PAGE_SIZES)[number]

/** What a product is looked for; what is bought shows its cost where a sale has its price, and none to who may not see it. */
export type ParaProducto = 'VENTA' | 'COMPRA'

/** Active products for a line. Asked also where the browser believes itself offline: the answer, or its absence, is told. */
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

/** The product that bears exactly this code or one of these bar codes, else the one whose auxiliary code it is. */
export const exactOf = (text: string, productos: readonly ProductoVenta[]): ProductoVenta | undefined =>
  productos.find(({ code, barcode, barcodes }) => [code, barcode, ...barcodes].some((one) => isSame(text, one))) ??
  productos.find(({ auxiliary_code: auxiliar }) => isSame(text, auxiliar))

/** What is offered for a text: asked anew each time, and where nothing answers what was known. @throws HttpError */
export async function findProductos(text: string, para: ParaProducto = 'VENTA'): Promise<ProductoVenta[]> {
  const { queryKey } = productosLineaQuery(text, para)
  try {
    // A call of its own: the list's is called off when the list closes, and a scanned product with it.
    const answer = await askProductos(text, para)
    queryClient.setQueryData(queryKey, answer)
    return answer.content
  } catch (error) {
    const known = queryClient.getQueryData(queryKey)
    if (error instanceof HttpError && error.status === 0 && known) return known.content
    throw error
  }
}
