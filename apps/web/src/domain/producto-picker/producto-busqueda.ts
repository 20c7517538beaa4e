import { searchProductoVenta, type PAGE_SIZES, type ProductoVenta } from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { fetchData } from '../../lib/http.ts'
import { queryClient } from '../../lib/query-client.ts'
import { PRODUCTO_KEY } from '../producto/producto-save.ts'

const SIZE = 10 satisfies (typeof PAGE_SIZES)[number]
/** A till scans the same things over and over; prices of a minute ago are still today's. */
const FRESH_MS = 60_000

/** Active products for a line. */
export const productosVentaQuery = (q: string) =>
  queryOptions({
    queryKey: [PRODUCTO_KEY, 'venta', q], staleTime: FRESH_MS, placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchData(searchProductoVenta, { query: { page: 0, size: SIZE, q }, signal, background: true }),
  })

const isSame = (text: string, code: string | null) => code !== null && code.toLowerCase() === text.toLowerCase()

/** The product that bears exactly this code or bar code. */
export const exactOf = (text: string, productos: readonly ProductoVenta[]): ProductoVenta | undefined =>
  productos.find(({ code, barcode }) => isSame(text, code) || isSame(text, barcode))

/** What is offered for a text. @throws HttpError */
export const findProductos = async (text: string): Promise<ProductoVenta[]> => (await queryClient.fetchQuery(productosVentaQuery(text))).content
