import { duplicateFactura, lastFactura, lastPrecio, readComprobante, readContexto, readLogo, type FacturaForm } from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData, fetchFile } from '../../lib/http.ts'

const KEY = 'documento'

/** Read anew for each invoice: the next number, the date and the rights to a till may have changed. */
export const contextoQuery = (instance: string) =>
  queryOptions({ queryKey: [KEY, 'contexto', instance], queryFn: ({ signal }) => fetchData(readContexto, { signal }), gcTime: 0, refetchOnReconnect: false })

export const ultimoPrecioQuery = (personaId: string, productoId: string) =>
  queryOptions({
    queryKey: [KEY, 'precio', personaId, productoId], staleTime: Infinity,
    queryFn: ({ signal }) => fetchData(lastPrecio, { query: { persona_id: personaId, producto_id: productoId }, signal, background: true }),
  })

/** The logo as the RIDE prints it; a preview without it is a preview all the same. */
export const logoQuery = () => queryOptions({ queryKey: [KEY, 'logo'], queryFn: ({ signal }) => fetchFile(readLogo, { signal, background: true }), staleTime: Infinity })

/** The user's last sale, or nothing before the first. @throws HttpError */
export const readLastFactura = (): Promise<FacturaForm | null> => fetchData(lastFactura)

/** The form of an issued invoice. @throws HttpError */
export const readFormulario = (id: string): Promise<FacturaForm> => fetchData(duplicateFactura, { params: { id } })

/** @throws HttpError */
export const readDetalle = (id: string) => fetchData(readComprobante, { params: { id } })
