import { exportKardex, readExistencia, searchKardex, type FormatoExportacion } from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { today } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { fetchData, fetchFile } from '../../lib/http/http.ts'
import { saveFile } from '../../lib/http/save-file.ts'

/** First part of the cache keys that a movement changes. */
export const MOVIMIENTO = 'movimiento'

/** Existence of a product; read anew each time, because others sell meanwhile. */
export const existenciaQuery = (id: string) =>
  queryOptions({ queryKey: [MOVIMIENTO, 'existencia', id], queryFn: ({ signal }) => fetchData(readExistencia, { params: { id }, signal }) })

interface KardexPedido {
  producto: string
  bodega: string | undefined
  page: number
  size: number
}

export const kardexQuery = ({ producto, bodega, ...page }: KardexPedido) =>
  queryOptions({
    queryKey: [MOVIMIENTO, 'kardex', producto, bodega, page],
    enabled: producto !== '',
    queryFn: ({ signal }) =>
      fetchData(searchKardex, { params: { id: producto }, query: { ...page, ...(bodega && { bodega_id: bodega }) }, signal }),
    placeholderData: keepPreviousData,
  })

/** Saves the shown kardex as a file, in its order and columns. A refusal is reported. */
export const exportarKardex = (
  { producto, bodega }: Pick<KardexPedido, 'producto' | 'bodega'>,
  columnas: readonly string[],
  formato: FormatoExportacion,
) =>
  untilRefused(
    fetchFile(exportKardex, {
      query: { producto_id: producto, ...(bodega && { bodega_id: bodega }), formato, columnas: columnas.join(',') },
    }).then((file) => saveFile(file, `kardex-${today()}.${formato}`)),
  )
