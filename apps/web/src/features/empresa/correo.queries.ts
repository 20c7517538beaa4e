import {
  editAjusteCorreo,
  previewCorreo,
  readAjusteCorreo,
  sendCorreoPrueba,
  type AjusteCorreoGuardado,
  type ClaseCorreo,
} from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData, send } from '../../lib/http/http.ts'
import { addNotice, noticeSuccess } from '../../lib/pagina/notices.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import type { CorreoInput } from './correo-schema.ts'

const KEY = ['empresa', 'correo']

/** Read once per visit: the edited version is the one that was shown. */
export const ajusteCorreoQuery = () =>
  queryOptions({ queryKey: KEY, queryFn: ({ signal }) => fetchData(readAjusteCorreo, { signal }), gcTime: 0, staleTime: Infinity })

/** @throws HttpError: 409 when another user saved in between */
export async function saveAjusteCorreo(form: CorreoInput, version: number): Promise<AjusteCorreoGuardado> {
  const answer = await send(editAjusteCorreo, { body: { ...form, version } })
  noticeSuccess(answer, editAjusteCorreo.msg)
  queryClient.setQueryData(KEY, answer.data)
  return answer.data
}

/** Preview of the typed settings; until it arrives, the previous one of the same kind. */
export const vistaQuery = (clase: ClaseCorreo, ajuste: CorreoInput | undefined) =>
  queryOptions({
    queryKey: [...KEY, 'vista', clase, ajuste],
    queryFn: ({ signal }) => fetchData(previewCorreo, { body: { clase, ajuste: { ...ajuste!, version: 0 } }, signal, background: true }),
    enabled: ajuste !== undefined,
    placeholderData: (before, query) => (query?.queryKey[3] === clase ? before : undefined),
    gcTime: 0,
  })

const SENT = {
  SMTP: (para: string) => `Le enviamos la prueba a ${para}.`,
  FALTA: (para: string) => `La prueba para ${para} queda en espera: esta instalación todavía no tiene una cuenta de correo.`,
  BANDEJA: (para: string) => `La prueba para ${para} queda en la bandeja de salida: esta instalación de ensayo no envía correos.`,
} as const

/** @throws HttpError */
export async function sendPrueba(clase: ClaseCorreo, ajuste: CorreoInput): Promise<void> {
  const { para, cuenta } = await fetchData(sendCorreoPrueba, { body: { clase, ajuste: { ...ajuste, version: 0 } } })
  addNotice({ severity: cuenta === 'SMTP' ? 'success' : 'info', detail: SENT[cuenta](para) })
}
