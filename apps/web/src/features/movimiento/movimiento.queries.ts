import {
  changeMetodoCosto,
  createMovimiento,
  exportKardex,
  readExistencia,
  readMetodoCosto,
  readMovimiento,
  receiveMovimiento,
  searchExistencia,
  searchKardex,
  searchMovimiento,
  type FormatoExportacion,
  type MovimientoFormInput,
  type MovimientoGuardado,
  type MetodoCostoVigente,
  type PAGE_SIZES,
} from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { today } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { fetchData, fetchFile, send, type CallInput } from '../../lib/http/http.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { saveFile } from '../../lib/http/save-file.ts'

const KEY = 'movimiento'
type Query = NonNullable<CallInput<unknown>['query']>

export const movimientosQuery = (query: Query) =>
  queryOptions({
    queryKey: [KEY, 'lista', query],
    queryFn: ({ signal }) => fetchData(searchMovimiento, { query, signal }),
    placeholderData: keepPreviousData,
  })

export const movimientoQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, 'ficha', id], gcTime: 0, queryFn: ({ signal }) => fetchData(readMovimiento, { params: { id }, signal }) })

/** What there is of a product; asked anew each time, for others sell meanwhile. */
export const existenciaQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, 'existencia', id], queryFn: ({ signal }) => fetchData(readExistencia, { params: { id }, signal }) })

export const existenciasQuery = (query: Query) =>
  queryOptions({
    queryKey: [KEY, 'existencias', query],
    queryFn: ({ signal }) => fetchData(searchExistencia, { query, signal }),
    placeholderData: keepPreviousData,
  })

export const metodoQuery = () =>
  queryOptions({ queryKey: [KEY, 'metodo'], gcTime: 0, queryFn: ({ signal }) => fetchData(readMetodoCosto, { signal }) })

interface KardexPedido {
  producto: string
  bodega: string | undefined
  page: number
  size: (typeof PAGE_SIZES)[number]
}

export const kardexQuery = ({ producto, bodega, ...page }: KardexPedido) =>
  queryOptions({
    queryKey: [KEY, 'kardex', producto, bodega, page],
    enabled: producto !== '',
    queryFn: ({ signal }) =>
      fetchData(searchKardex, { params: { id: producto }, query: { ...page, ...(bodega && { bodega_id: bodega }) }, signal }),
    placeholderData: keepPreviousData,
  })

/** Saves the kardex that shows as a file, in its order and columns. A refusal was told. */
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

const forget = () => queryClient.invalidateQueries({ queryKey: [KEY] })

/** @throws HttpError */
export async function saveMovimiento(body: MovimientoFormInput, headers: Record<string, string>): Promise<MovimientoGuardado> {
  const answer = await send(createMovimiento, { body, headers })
  noticeSuccess(answer, createMovimiento.msg)
  void forget()
  return answer.data
}

/** @throws HttpError */
export async function recibirMovimiento(id: string): Promise<void> {
  const answer = await send(receiveMovimiento, { params: { id } })
  noticeSuccess(answer, receiveMovimiento.msg)
  await forget()
}

/** @throws HttpError */
export async function changeMetodo(body: Pick<MetodoCostoVigente['historia'][number], 'metodo' | 'desde'>): Promise<void> {
  noticeSuccess(await send(changeMetodoCosto, { body }), changeMetodoCosto.msg)
  await forget()
}
