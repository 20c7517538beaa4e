import { readCifras, readTopProductos } from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { fetchData } from '../../lib/http/http.ts'
import type { Eleccion } from './periodo-barra.tsx'

export const cifrasQuery = (eleccion: Eleccion) =>
  queryOptions({
    queryKey: ['cifras', eleccion],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchData(readCifras, { query: { ...eleccion }, signal, background: true }),
  })

export const topQuery = ({ periodo, fecha }: Eleccion, orden: string) =>
  queryOptions({
    queryKey: ['cifras', 'productos', periodo, fecha, orden],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchData(readTopProductos, { query: { periodo, fecha, orden }, signal, background: true }),
  })
