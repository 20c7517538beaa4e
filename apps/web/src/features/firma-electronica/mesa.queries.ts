import {
  checkFirma,
  downloadDocumentoEnCola,
  downloadPaqueteEnCola,
  moveFirma,
  observeFirma,
  readDocumentoEnCola,
  readFirmaEnCola,
  searchFirmaEnCola,
  type ObservacionFirma,
  type SolicitudFirmaRevisada,
} from '@yupana/contract'
import type { DocumentoFirma } from '@yupana/fiscal'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { download } from '../../lib/http/download.ts'
import { fetchData, fetchFile, send, type CallInput } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'

const KEY = 'administracion-firma'

export interface Lugar {
  empresa_id: string
  id: string
}

export const colaQuery = (query: NonNullable<CallInput<unknown>['query']>) =>
  queryOptions({
    queryKey: [KEY, 'cola', query],
    queryFn: ({ signal }) => fetchData(searchFirmaEnCola, { query, signal }),
    placeholderData: keepPreviousData,
  })

const fichaOf = ({ empresa_id, id }: Lugar) => [KEY, 'ficha', empresa_id, id]

export const enColaQuery = (lugar: Lugar) =>
  queryOptions({
    queryKey: fichaOf(lugar),
    gcTime: 0,
    queryFn: ({ signal }) => fetchData(readFirmaEnCola, { params: { ...lugar }, signal }),
  })

/** @throws HttpError */
export const fetchDocumentoEnCola = (lugar: Lugar, clase: DocumentoFirma): Promise<Blob> =>
  fetchFile(readDocumentoEnCola, { params: { ...lugar }, query: { clase } })

/** @throws HttpError */
export const downloadDocumentoDe = async ({ empresa_id, id }: Lugar, clase: DocumentoFirma): Promise<void> =>
  download(await fetchData(downloadDocumentoEnCola, { body: { empresa_id, id, clase } }))

/** Downloads the package for the entity. @throws HttpError */
export async function savePaquete({ empresa_id, id }: SolicitudFirmaRevisada, otra_vez = false): Promise<void> {
  try {
    download(await fetchData(downloadPaqueteEnCola, { body: { empresa_id, id, otra_vez } }))
  } finally {
    // Also after a failed download, since that one, or another user's, is recorded too.
    await queryClient.invalidateQueries({ queryKey: fichaOf({ empresa_id, id }) })
  }
}

/** Shows the tick at once, so that the next one can be pressed; a refused tick is taken back. @throws HttpError */
export async function checkPunto({ empresa_id, id }: Lugar, punto: string, cumple: boolean): Promise<void> {
  const key = fichaOf({ empresa_id, id })
  queryClient.setQueryData<SolicitudFirmaRevisada>(key, (before) => {
    if (!before) return before
    const rest = before.comprobado.filter((one) => one !== punto)
    return { ...before, comprobado: cumple ? [...rest, punto] : rest }
  })
  try {
    await send(checkFirma, { body: { empresa_id, id, punto, cumple } })
  } catch (error) {
    await queryClient.invalidateQueries({ queryKey: key })
    throw error
  }
  // A read that ran meanwhile may have begun before the tick was saved.
  const isShown = queryClient.getQueryData<SolicitudFirmaRevisada>(key)?.comprobado.includes(punto) === cumple
  if (!isShown || queryClient.isFetching({ queryKey: key }) > 0) await queryClient.invalidateQueries({ queryKey: key })
}

function keep(solicitud: SolicitudFirmaRevisada): void {
  queryClient.setQueryData(fichaOf(solicitud), solicitud)
  void queryClient.invalidateQueries({ queryKey: [KEY, 'cola'] })
}

const placeOf = ({ empresa_id, id, version }: SolicitudFirmaRevisada) => ({ empresa_id, id, version })

interface Movimiento {
  estado: 'EN_REVISION' | 'APROBADA' | 'EMITIDA' | 'RECHAZADA'
  motivo?: string
  sin_pago?: boolean
  entidad?: string
  valida_desde?: string
  valida_hasta?: string
}

/** @throws HttpError */
export async function moveSolicitud(solicitud: SolicitudFirmaRevisada, movimiento: Movimiento): Promise<void> {
  const answer = await send(moveFirma, { body: { ...placeOf(solicitud), ...movimiento } })
  noticeSuccess(answer, moveFirma.msg)
  keep(answer.data)
}

/** @throws HttpError */
export async function observeSolicitud(solicitud: SolicitudFirmaRevisada, observaciones: ObservacionFirma[]): Promise<void> {
  const answer = await send(observeFirma, { body: { ...placeOf(solicitud), observaciones } })
  noticeSuccess(answer, observeFirma.msg)
  keep(answer.data)
}
