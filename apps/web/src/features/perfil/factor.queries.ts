import { beginFactor, confirmFactor, encodePassword, readFactor, removeFactor, renewCodigos, type FactorPedido } from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData, send } from '../../lib/http/http.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { currentSession, endSession } from '../../lib/sesion/session.ts'
import { settings } from '../../lib/pagina/settings.ts'

export const factorQuery = () =>
  queryOptions({ queryKey: ['perfil', 'segundo-factor'], queryFn: ({ signal }) => fetchData(readFactor, { signal }) })

const encoded = (password: string) => encodePassword(password, settings.codec)
/**
 * Reads state and sessions again after any answer (switching it on ends the other sessions), because the effect of a call without an answer
 * is unknown.
 */
async function change<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } finally {
    if (currentSession()) void queryClient.invalidateQueries({ queryKey: ['perfil'] })
  }
}

/** @throws HttpError: 422 at `pass` */
export const begin = (pass: string): Promise<FactorPedido> => fetchData(beginFactor, { body: { pass: encoded(pass) } })

/** Returns the recovery codes. @throws HttpError: 422 at `codigo` */
export const confirm = (codigo: string): Promise<string[]> =>
  change(async () => {
    const answer = await send(confirmFactor, { body: { codigo } })
    noticeSuccess(answer, confirmFactor.msg)
    return answer.data.codigos
  })

/** @throws HttpError: 422 at its field */
export const renew = (pass: string, codigo: string): Promise<string[]> =>
  change(async () => {
    const answer = await send(renewCodigos, { body: { pass: encoded(pass), codigo } })
    noticeSuccess(answer, renewCodigos.msg)
    return answer.data.codigos
  })

/** @throws HttpError: 422 at its field */
export const remove = (pass: string, codigo: string, endsSession: boolean): Promise<void> =>
  change(async () => {
    noticeSuccess(await send(removeFactor, { body: { pass: encoded(pass), codigo } }), removeFactor.msg)
    // The server has ended the session: the user signs in again and sets up another factor.
    if (endsSession) endSession()
  })
