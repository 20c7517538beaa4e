import {
  availableNotificaciones,
  createNotificacion,
  dismissNotificacion,
  editNotificacion,
  searchNotificacion,
  type Notificacion,
  type NotificacionForm,
} from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { fetchData, send, sendForBody, type CallInput } from '../../lib/http/http.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'
import { queryClient } from '../../lib/http/query-client.ts'

const KEY = 'notificacion'
const AVAILABLE = [KEY, 'disponibles']
/** Refresh interval, for users who stay all day. */
const LIVE_MS = 5 * 60_000

/** A background query of the shell: its failure is not reported. */
export const availableQuery = () =>
  queryOptions({
    queryKey: AVAILABLE,
    queryFn: ({ signal }) => fetchData(availableNotificaciones, { signal, background: true }),
    staleTime: LIVE_MS,
    refetchInterval: LIVE_MS,
  })

/** A notification whose dismissal failed returns with the next load. */
export async function dismiss(id: string): Promise<void> {
  await sendForBody(dismissNotificacion, { body: { id }, background: true }).catch(() => undefined)
  queryClient.setQueryData(availableQuery().queryKey, (present) => present?.filter((one) => one.id !== id))
}

export const notificacionesQuery = (query: NonNullable<CallInput<unknown>['query']>) =>
  queryOptions({
    queryKey: [KEY, 'lista', query],
    queryFn: ({ signal }) => fetchData(searchNotificacion, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** Creates, or saves over the version that was read. @throws HttpError */
export async function saveNotificacion(
  form: NotificacionForm,
  before: Pick<Notificacion, 'id' | 'version'> | undefined,
  headers: Record<string, string> = {},
): Promise<void> {
  const answer = before
    ? await send(editNotificacion, { body: { ...form, id: before.id, version: before.version } })
    : await send(createNotificacion, { body: form, headers })
  noticeSuccess(answer, before ? editNotificacion.msg : createNotificacion.msg)
  await queryClient.invalidateQueries({ queryKey: [KEY] })
}
