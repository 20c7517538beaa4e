import { lastFactura, lastPrecio, type FacturaForm } from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData } from '../../lib/http/http.ts'

export const ultimoPrecioQuery = (personaId: string, productoId: string) =>
  queryOptions({
    queryKey: ['documento', 'precio', personaId, productoId],
    staleTime: Infinity,
    queryFn: ({ signal }) => fetchData(lastPrecio, { query: { persona_id: personaId, producto_id: productoId }, signal, background: true }),
  })

/** The user's last sale; null before the first. @throws HttpError */
export const readLastFactura = (): Promise<FacturaForm | null> => fetchData(lastFactura)

/** The last factura of this client; null before the first. @throws HttpError */
export const readLastFacturaOf = (personaId: string): Promise<FacturaForm | null> =>
  fetchData(lastFactura, { query: { persona_id: personaId } })
