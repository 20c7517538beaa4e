import { assignedMenus, authLogout, authRenew, authResume, authSession, encodePassword, type Session } from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { HttpError } from '../../lib/http/http-error.ts'
import { fetchData, sendForBody } from '../../lib/http/http.ts'
import { eraseLocalDrafts } from '../../lib/pagina/local-drafts.ts'
import {
  currentSession,
  endSession,
  expireSession,
  extendSession,
  unlockSession,
  updateMenus,
  updateSession,
} from '../../lib/sesion/session.ts'
import { settings } from '../../lib/pagina/settings.ts'

/** Tells the server; the browser is already signed out whatever it answers, so its failure is nobody's news. */
export const closeOnServer = () => sendForBody(authLogout).catch(() => undefined)

/** Signs out for good: nothing that was typed here stays for who comes next. */
export function signOut({ id }: Pick<Session, 'id'>) {
  void closeOnServer()
  void eraseLocalDrafts(id)
  endSession()
}

/** Asks once per load whether the server still knows this session, and takes over its present menus and rights; a 401 signs out. */
export const sessionQuery = () =>
  queryOptions({
    queryKey: ['sesion', currentSession()?.id, currentSession()?.businessId],
    queryFn: async ({ signal }) => {
      const { session } = await fetchData(authSession, { signal })
      updateSession(session)
      return session
    },
    staleTime: Infinity,
  })

const own = (name: string) => [name, currentSession()?.id, currentSession()?.businessId]

/** The routes assigned to the user, kept until the server tells of a change (R-6.11, O-116). */
export const menusQuery = () =>
  queryOptions({
    queryKey: own('menus'),
    queryFn: async ({ signal }) => {
      const menus = await fetchData(assignedMenus, { signal, background: true })
      updateMenus(menus)
      return menus
    },
    staleTime: Infinity,
    gcTime: Infinity,
    enabled: currentSession() !== undefined,
  })

/** More time for the session that runs; the refusal, if any, belongs to the form (O-07). */
export async function renewSession(pass: string) {
  const answer = await sendForBody(authRenew, { body: { pass: encodePassword(pass, settings.codec) } })
  if (answer.ok) extendSession(answer.data.expiration_date)
  else if (answer.status === 401) endSession()
  return answer
}

/** Opens the session again that nobody used for a while (O-123). @throws HttpError, which belongs to the form */
export async function resumeSession(pass: string) {
  const answer = await sendForBody(authResume, { body: { pass: encodePassword(pass, settings.codec) }, background: true })
  if (answer.ok) return unlockSession()
  if (answer.status === 401) return expireSession()
  throw new HttpError(answer.status, answer.body)
}
