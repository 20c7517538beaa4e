import {
  createCotizacion,
  deleteCotizacion,
  downloadCotizacion,
  duplicateCotizacion,
  editCotizacion,
  mailCotizacion,
  moveCotizacion,
  previewNumeroCotizacion,
  MAX_DELETE,
  readCotizacion,
  restoreCotizaciones,
  searchCotizacion,
  shareCotizacion,
  sumCotizacion,
  unshareCotizacion,
  type Cotizacion,
  type CotizacionFila,
  type CotizacionFormInput,
} from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { HttpError, untilRefused } from '../../lib/http/http-error.ts'
import { fetchData, fetchFile, send, type CallInput } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { saveFile } from '../../lib/http/save-file.ts'
import { addNotice, noticeSuccess } from '../../lib/pagina/notices.ts'

const KEY = 'cotizacion'
export const pathOf = ({ id }: { id: string }) => `/cotizacion/${id}`

export const cotizacionesQuery = (query: NonNullable<CallInput<unknown>['query']>) =>
  queryOptions({
    queryKey: [KEY, 'lista', query],
    queryFn: ({ signal }) => fetchData(searchCotizacion, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** Total of the list; its failure is not reported, since nobody waits for it. */
export const sumaQuery = (query: NonNullable<CallInput<unknown>['query']>) =>
  queryOptions({
    queryKey: [KEY, 'suma', query],
    queryFn: ({ signal }) => fetchData(sumCotizacion, { query, signal, background: true }),
    placeholderData: keepPreviousData,
  })

/** Always read anew: the edited version must be the present one. */
export const cotizacionQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, 'ficha', id],
    queryFn: ({ signal }) => fetchData(readCotizacion, { params: { id }, signal, background: true }),
    gcTime: 0,
    refetchOnReconnect: false,
  })

export const duplicadoQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, 'duplicado', id],
    queryFn: ({ signal }) => fetchData(duplicateCotizacion, { params: { id }, signal, background: true }),
    gcTime: 0,
    refetchOnReconnect: false,
  })

/** Number that a new quote would get; nothing is reserved. */
export const numeroQuery = (establecimiento: string, punto: string) =>
  queryOptions({
    queryKey: [KEY, 'numero', establecimiento, punto],
    queryFn: ({ signal }) => fetchData(previewNumeroCotizacion, { query: { establecimiento, punto }, signal, background: true }),
    staleTime: 0,
  })

/** Quotes changed: all lists are read anew. */
export const forgetCotizaciones = () =>
  queryClient.invalidateQueries({ predicate: ({ queryKey: [concept, kind] }) => concept === KEY && kind !== 'ficha' })

/** Another user changed or deleted it since it was read: the shown data is read anew. */
async function changed<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (error instanceof HttpError && (error.status === 404 || error.status === 409))
      void queryClient.invalidateQueries({ queryKey: [KEY] })
    throw error
  } finally {
    void forgetCotizaciones()
  }
}

const keep = ({ avisos: _avisos, ...cotizacion }: Cotizacion & { avisos?: unknown }): Cotizacion =>
  queryClient.setQueryData(cotizacionQuery(cotizacion.id).queryKey, cotizacion) ?? cotizacion

/** Creates, or saves over the version that was read. @throws HttpError */
export async function saveCotizacion(
  form: CotizacionFormInput,
  before: Pick<Cotizacion, 'id' | 'version'> | undefined,
  headers: Record<string, string>,
): Promise<Cotizacion> {
  const call = before ? editCotizacion : createCotizacion
  const answer = await changed(
    before
      ? send(editCotizacion, { params: { id: before.id }, body: { ...form, version: before.version } })
      : send(createCotizacion, { body: form, headers }),
  )
  noticeSuccess(answer, call.msg)
  return keep(answer.data)
}

/** @throws HttpError */
export async function changeEstado(
  { id, version }: Pick<CotizacionFila, 'id' | 'version'>,
  estado: 'BORRADOR' | 'ENVIADA' | 'ACEPTADA' | 'RECHAZADA',
  nota?: string,
): Promise<void> {
  const answer = await changed(send(moveCotizacion, { params: { id }, body: { estado, version, ...(nota && { nota }) } }))
  noticeSuccess(answer, moveCotizacion.msg)
  keep(answer.data)
}

/** Creates the client's link; a draft becomes sent. @throws HttpError */
export async function createEnlace({ id, version }: Pick<CotizacionFila, 'id' | 'version'>): Promise<string> {
  const { enlace, cotizacion } = await changed(fetchData(shareCotizacion, { params: { id }, body: { version } }))
  keep(cotizacion)
  return enlace
}

/** Mails it; a draft becomes sent. @throws HttpError */
export async function mail(
  { id, version }: Pick<CotizacionFila, 'id' | 'version'>,
  { correos, mensaje }: { correos: string[]; mensaje: string },
  headers: Record<string, string>,
): Promise<void> {
  const body = { version, correos, ...(mensaje !== '' && { mensaje }) }
  const answer = await changed(send(mailCotizacion, { params: { id }, body, headers }))
  noticeSuccess(answer, mailCotizacion.msg)
  keep(answer.data)
}

/** @throws HttpError */
export async function dropEnlace(id: string): Promise<void> {
  const answer = await changed(send(unshareCotizacion, { params: { id } }))
  noticeSuccess(answer, unshareCotizacion.msg)
  keep(answer.data)
}

/** @throws HttpError */
export async function removeCotizacion(id: string): Promise<void> {
  const answer = await changed(send(deleteCotizacion, { params: { id } }))
  noticeSuccess(answer, deleteCotizacion.msg, { label: 'Deshacer', run: () => void untilRefused(restore([id])) })
}

/** Restores deleted quotes. @throws HttpError: 404 when that is no longer possible */
export async function restore(ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += MAX_DELETE)
    await changed(send(restoreCotizaciones, { body: { ids: ids.slice(from, from + MAX_DELETE) } }))
  addNotice({ severity: 'success', detail: restoreCotizaciones.msg })
}

/** Saves the PDF under its number. @throws HttpError */
export async function downloadPdf({ id, numero }: Pick<CotizacionFila, 'id' | 'numero'>): Promise<void> {
  saveFile(await fetchFile(downloadCotizacion, { params: { id } }), `cotizacion-${numero}.pdf`)
}
