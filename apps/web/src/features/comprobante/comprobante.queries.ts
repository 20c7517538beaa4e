import {
  COMPROBANTE_CALLS,
  consultComprobante,
  countComprobante,
  gapReport,
  searchBorradores,
  searchComprobante,
  sumComprobante,
  searchPunto,
  type AnulacionForm,
  type CorreoEstado,
} from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { BORRADORES_KEY, COMPROBANTE_KEY } from '../../domain/comprobante/ficha.queries.ts'
import { everyRow } from '../../lib/http/every-row.ts'
import { fetchData, send, type CallInput } from '../../lib/http/http.ts'
import { addNotice, noticeSuccess } from '../../lib/pagina/notices.ts'
import { queryClient } from '../../lib/http/query-client.ts'

const KEY = COMPROBANTE_KEY

export const comprobantesQuery = (query: NonNullable<CallInput<unknown>['query']>) =>
  queryOptions({
    queryKey: [KEY, 'lista', query],
    queryFn: ({ signal }) => fetchData(searchComprobante, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** Count of each tab; its failure is not reported, since nobody waits for it. */
export const cuentasQuery = (query: NonNullable<CallInput<unknown>['query']>) =>
  queryOptions({
    queryKey: [KEY, 'cuentas', query],
    queryFn: ({ signal }) => fetchData(countComprobante, { query, signal, background: true }),
    placeholderData: keepPreviousData,
  })

/** Totals of the list; its failure is not reported, since nobody waits for it. */
export const sumasQuery = (query: NonNullable<CallInput<unknown>['query']>) =>
  queryOptions({
    queryKey: [KEY, 'sumas', query],
    queryFn: ({ signal }) => fetchData(sumComprobante, { query, signal, background: true }),
    placeholderData: keepPreviousData,
  })

/** Drafts of every kind; always read anew, since editors save all the time. */
export const borradoresQuery = (query: { page: number; size: number }, background = false) =>
  queryOptions({
    queryKey: [...BORRADORES_KEY, query],
    queryFn: ({ signal }) => fetchData(searchBorradores, { query, signal, background }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

/** Points for the filter; the list works without them. */
export const puntosQuery = () =>
  queryOptions({
    queryKey: [KEY, 'puntos'],
    queryFn: ({ signal }) => everyRow((query) => fetchData(searchPunto, { query, signal, background: true })),
  })

export const brechasQuery = () => queryOptions({ queryKey: [KEY, 'brechas'], queryFn: ({ signal }) => fetchData(gapReport, { signal }) })

/** Documents changed: all queries that show them are read anew. */
export const forgetComprobantes = () => queryClient.invalidateQueries({ queryKey: [KEY] })

/** @throws HttpError: 429 after three mails in a day to one address */
export async function mailDocumento(id: string, correos: readonly string[], mensaje = ''): Promise<void> {
  const body = { correos: [...correos], ...(mensaje !== '' && { mensaje }) }
  const answer = await send(COMPROBANTE_CALLS.mail, { params: { id }, body })
  addNotice({ severity: 'success', detail: mailNotice(answer.data) })
  void queryClient.invalidateQueries({ queryKey: ['correo'] })
  await forgetComprobantes()
}

const mailNotice = ({ medio }: CorreoEstado) =>
  medio === 'SMTP' ? 'El correo está en camino.' : 'El correo quedó en la bandeja de correos: este ambiente no envía correos a nadie.'

/** @throws HttpError: 422 when it is no longer held back */
export async function resendDocumento(id: string): Promise<void> {
  noticeSuccess(await send(COMPROBANTE_CALLS.resend, { params: { id } }), COMPROBANTE_CALLS.resend.msg)
  await forgetComprobantes()
}

/** @throws HttpError */
export async function closeDocumento(id: string, motivo: string): Promise<void> {
  noticeSuccess(await send(COMPROBANTE_CALLS.close, { params: { id }, body: { motivo } }), COMPROBANTE_CALLS.close.msg)
  await forgetComprobantes()
}

/** @throws HttpError: 422 when it is not offered, or already requested */
export async function requestAnulacionOf(id: string, form: AnulacionForm): Promise<void> {
  noticeSuccess(await send(COMPROBANTE_CALLS.requestAnulacion, { params: { id }, body: form }), COMPROBANTE_CALLS.requestAnulacion.msg)
  await forgetComprobantes()
}

/** The result arrives when the page reads the document again. @throws HttpError */
export async function askAnulacionOf(id: string): Promise<void> {
  await send(consultComprobante, { params: { id } })
  addNotice({ severity: 'success', detail: consultComprobante.msg })
}

/** @throws HttpError: 422 when the SRI already knows of it */
export async function withdrawAnulacionOf(id: string): Promise<void> {
  noticeSuccess(await send(COMPROBANTE_CALLS.withdrawAnulacion, { params: { id } }), COMPROBANTE_CALLS.withdrawAnulacion.msg)
  await forgetComprobantes()
}

/** @throws HttpError: 422 when it is no longer authorised */
export async function recordAnulacionOf(id: string, prueba: string): Promise<void> {
  noticeSuccess(await send(COMPROBANTE_CALLS.recordAnulacion, { params: { id }, body: { prueba } }), COMPROBANTE_CALLS.recordAnulacion.msg)
  await forgetComprobantes()
}
