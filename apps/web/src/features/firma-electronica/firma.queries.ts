import {
  beginVideoFirma,
  createFirma,
  deleteArchivosFirma,
  deleteFirma,
  downloadDocumentoFirma,
  editFirma,
  FIRMA_VIDEO_PARTE_BYTES,
  payFirma,
  readDocumentoFirma,
  readFirma,
  readTelefonoFirma,
  searchFirma,
  sendFirma,
  uploadDocumentoFirma,
  uploadParteVideo,
  type SolicitudFirma,
  type SolicitudFirmaFormInput,
  type SolicitudFirmaNueva,
} from '@yupana/contract'
import type { DocumentoFirma } from '@yupana/fiscal'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { download } from '../../lib/http/download.ts'
import { fetchData, fetchFile, send, type CallInput } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'

const KEY = 'firma'
const fichaOf = (id: string) => [KEY, 'ficha', id]

export const firmasQuery = (query: NonNullable<CallInput<unknown>['query']>) =>
  queryOptions({
    queryKey: [KEY, 'lista', query],
    queryFn: ({ signal }) => fetchData(searchFirma, { query, signal }),
    placeholderData: keepPreviousData,
  })

export const firmaQuery = (id: string) =>
  queryOptions({ queryKey: fichaOf(id), gcTime: 0, queryFn: ({ signal }) => fetchData(readFirma, { params: { id }, signal }) })

export const telefonoQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, 'telefono', id], queryFn: ({ signal }) => fetchData(readTelefonoFirma, { params: { id }, signal }) })

/** Called after a change on another device. */
export const refreshSolicitud = (id: string): Promise<void> => queryClient.invalidateQueries({ queryKey: fichaOf(id) })

/** Puts the answer of a call in the cache of its page; lists are read anew. */
function keep(solicitud: SolicitudFirma): SolicitudFirma {
  queryClient.setQueryData(fichaOf(solicitud.id), solicitud)
  void queryClient.invalidateQueries({ queryKey: [KEY, 'lista'] })
  return solicitud
}

/** @throws HttpError */
export const beginSolicitud = async (body: SolicitudFirmaNueva, headers: Record<string, string>) =>
  keep(await fetchData(createFirma, { body, headers }))

/** @throws HttpError */
export const saveSolicitud = async (id: string, body: SolicitudFirmaFormInput) => keep(await fetchData(editFirma, { params: { id }, body }))

/** @throws HttpError */
export async function takePagada(id: string, orden_id: string): Promise<void> {
  const answer = await send(payFirma, { params: { id }, body: { orden_id } })
  noticeSuccess(answer, payFirma.msg)
  keep(answer.data)
}

/** @throws HttpError */
export async function sendSolicitud({ id, version }: SolicitudFirma): Promise<void> {
  const answer = await send(sendFirma, { params: { id }, body: { version } })
  noticeSuccess(answer, sendFirma.msg)
  keep(answer.data)
}

/** @throws HttpError */
export async function removeSolicitud(id: string): Promise<void> {
  noticeSuccess(await send(deleteFirma, { params: { id } }), deleteFirma.msg)
  await queryClient.invalidateQueries({ queryKey: [KEY, 'lista'] })
}

/** @throws HttpError */
export async function removeDocumentos(id: string): Promise<void> {
  const answer = await send(deleteArchivosFirma, { params: { id } })
  noticeSuccess(answer, deleteArchivosFirma.msg)
  keep(answer.data)
}

type Progress = (sent: number, total: number) => void

/** @throws HttpError */
export async function uploadDocumento(id: string, clase: DocumentoFirma, file: File, onProgress: Progress): Promise<void> {
  const body = new FormData()
  body.set('clase', clase)
  body.set('file', file)
  keep(await fetchData(uploadDocumentoFirma, { params: { id }, body: body as never, onProgress }))
}

/** Uploads in parts, continuing an interrupted upload of the same file. @throws HttpError */
export async function uploadVideo(id: string, file: File, onProgress: Progress): Promise<void> {
  const { archivo, partes, recibidas } = await fetchData(beginVideoFirma, {
    params: { id },
    body: { nombre: file.name, tamano: file.size },
  })
  for (let n = recibidas; n < partes; n++) {
    const body = new FormData()
    body.set('file', file.slice(n * FIRMA_VIDEO_PARTE_BYTES, (n + 1) * FIRMA_VIDEO_PARTE_BYTES), file.name)
    await fetchData(uploadParteVideo, { params: { id }, query: { archivo, n }, body: body as never, onProgress: () => undefined })
    onProgress(n + 1, partes)
  }
  await queryClient.invalidateQueries({ queryKey: fichaOf(id) })
}

/** @throws HttpError */
export const fetchDocumento = (id: string, clase: DocumentoFirma): Promise<Blob> =>
  fetchFile(readDocumentoFirma, { params: { id }, query: { clase } })

/** @throws HttpError */
export const downloadDocumento = async (id: string, clase: DocumentoFirma): Promise<void> =>
  download(await fetchData(downloadDocumentoFirma, { params: { id }, body: { clase } }))
