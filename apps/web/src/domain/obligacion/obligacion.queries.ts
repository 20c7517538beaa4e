import { listObligacion, readTablero, saveAviso, shareCalendario, unshareCalendario } from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { fetchData, send } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'

const KEY = 'obligacion'

/** Obligations due within so many days, and overdue ones. */
export const obligacionesQuery = (dias: number) =>
  queryOptions({
    queryKey: [KEY, dias],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchData(listObligacion, { query: { dias }, signal, background: true }),
  })

export const tableroQuery = () =>
  queryOptions({ queryKey: [KEY, 'tablero'], queryFn: ({ signal }) => fetchData(readTablero, { signal, background: true }) })

/** @throws HttpError */
export async function createEnlace(): Promise<string> {
  const { enlace } = await fetchData(shareCalendario)
  await queryClient.invalidateQueries({ queryKey: [KEY] })
  return enlace
}

/** @throws HttpError */
export async function dropEnlace(): Promise<void> {
  noticeSuccess(await send(unshareCalendario), unshareCalendario.msg)
  await queryClient.invalidateQueries({ queryKey: [KEY] })
}

/** @throws HttpError */
export async function guardarAviso(dias: number | null): Promise<void> {
  noticeSuccess(await send(saveAviso, { body: { dias } }), saveAviso.msg)
  await queryClient.invalidateQueries({ queryKey: [KEY] })
}
