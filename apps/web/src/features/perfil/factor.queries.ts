import { beginFactor, confirmFactor, encodePassword, readFactor, removeFactor, renewCodigos, type FactorPedido } from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData, send } from '../../lib/http.ts'
import { noticeSuccess } from '../../lib/notices.ts'
import { queryClient } from '../../lib/query-client.ts'
import { endSession } from '../../lib/session.ts'
import { settings } from '../../lib/settings.ts'

export const factorQuery = () => queryOptions({ queryKey: ['perfil', 'segundo-factor'], queryFn: ({ signal }) => fetchData(readFactor, { signal }) })

const encoded = (password: string) => encodePassword(password, settings.codec)
/** State and sessions: the others end with what is switched on. */
const refresh = () => queryClient.invalidateQueries({ queryKey: ['perfil'] })

/** @throws HttpError: 422 at `pass` */
export const begin = (pass: string): Promise<FactorPedido> => fetchData(beginFactor, { body: { pass: encoded(pass) } })

/** The recovery codes. @throws HttpError: 422 at `codigo` */
export async function confirm(codigo: string): Promise<string[]> {
  const answer = await send(confirmFactor, { body: { codigo } })
  noticeSuccess(answer, confirmFactor.msg)
  await refresh()
  return answer.data.codigos
}

/** @throws HttpError: 422 at its field */
export async function renew(pass: string, codigo: string): Promise<string[]> {
  const answer = await send(renewCodigos, { body: { pass: encoded(pass), codigo } })
  noticeSuccess(answer, renewCodigos.msg)
  await refresh()
  return answer.data.codigos
}

/** @throws HttpError: 422 at its field */
export async function remove(pass: string, codigo: string, endsSession: boolean): Promise<void> {
  noticeSuccess(await send(removeFactor, { body: { pass: encoded(pass), codigo } }), removeFactor.msg)
  // The server ended it already: to go on, one signs in and sets up another.
  if (endsSession) return endSession()
  await refresh()
}
