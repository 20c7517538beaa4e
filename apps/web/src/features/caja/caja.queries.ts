import {
  abrirCaja,
  cerrarCaja,
  downloadCaja,
  exportCaja,
  moverCaja,
  readCaja,
  readContextoCaja,
  searchCaja,
  searchDineroCaja,
  type AbrirCajaForm,
  type Caja,
  type CajaFila,
  type CerrarCajaForm,
  type FormatoExportacion,
  type MovimientoCajaForm,
} from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { today } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { fetchData, fetchFile, send, type CallInput } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { saveFile } from '../../lib/http/save-file.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'

const KEY = 'caja'
type Query = NonNullable<CallInput<unknown>['query']>
type Headers = Record<string, string>

export const cajasQuery = (query: Query) =>
  queryOptions({
    queryKey: [KEY, 'lista', query],
    queryFn: ({ signal }) => fetchData(searchCaja, { query, signal }),
    placeholderData: keepPreviousData,
  })

export const contextoQuery = queryOptions({
  queryKey: [KEY, 'contexto'],
  queryFn: ({ signal }) => fetchData(readContextoCaja, { signal }),
})

export const cajaQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, 'una', id], queryFn: ({ signal }) => fetchData(readCaja, { params: { id }, signal }) })

export const dineroQuery = (id: string, query: Query) =>
  queryOptions({
    queryKey: [KEY, 'dinero', id, query],
    queryFn: ({ signal }) => fetchData(searchDineroCaja, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  })

const forget = () => queryClient.invalidateQueries({ queryKey: [KEY] })

export async function openCaja(body: AbrirCajaForm, headers: Headers): Promise<Caja> {
  const answer = await send(abrirCaja, { body, headers }).finally(() => void forget())
  noticeSuccess(answer, abrirCaja.msg)
  return answer.data
}

export async function moveCaja(id: string, body: MovimientoCajaForm, headers: Headers): Promise<void> {
  const answer = await send(moverCaja, { params: { id }, body, headers }).finally(() => void forget())
  noticeSuccess(answer, moverCaja.msg)
}

/** A refusal may come from a till that another user changed: it is read again. */
export async function closeCaja(id: string, body: CerrarCajaForm, headers: Headers): Promise<void> {
  const answer = await send(cerrarCaja, { params: { id }, body, headers }).finally(() => void forget())
  noticeSuccess(answer, cerrarCaja.msg)
}

export const downloadArqueo = ({ id, numero }: Pick<CajaFila, 'id' | 'numero'>) =>
  untilRefused(fetchFile(downloadCaja, { params: { id } }).then((file) => saveFile(file, `arqueo-${numero}.pdf`)))

export const exportCajas = ({ page: _page, size: _size, ...filters }: Query, formato: FormatoExportacion) =>
  untilRefused(fetchFile(exportCaja, { query: { ...filters, formato } }).then((file) => saveFile(file, `cajas-${today()}.${formato}`)))
