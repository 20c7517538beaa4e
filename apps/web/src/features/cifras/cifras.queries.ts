import { exportTopProductos, readCifras, readTopProductos, type FormatoExportacion, type OrdenTop } from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { untilRefused } from '../../lib/http/http-error.ts'
import { fetchData, fetchFile } from '../../lib/http/http.ts'
import { saveFile } from '../../lib/http/save-file.ts'
import type { Eleccion } from './periodo-barra.tsx'

export const cifrasQuery = (eleccion: Eleccion) =>
  queryOptions({
    queryKey: ['cifras', eleccion],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchData(readCifras, { query: { ...eleccion }, signal, background: true }),
  })

export interface CualesTop extends Pick<Eleccion, 'periodo' | 'fecha'> {
  orden: OrdenTop
  bodega_id?: string | undefined
  categoria_id?: string | undefined
}

export const topQuery = (cuales: CualesTop) =>
  queryOptions({
    queryKey: ['cifras', 'productos', cuales],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchData(readTopProductos, { query: { ...cuales }, signal, background: true }),
  })

export const saveTop = (cuales: CualesTop, formato: FormatoExportacion): Promise<unknown> =>
  untilRefused(fetchFile(exportTopProductos, { query: { ...cuales, formato } }).then((file) => saveFile(file, `top-productos.${formato}`)))
