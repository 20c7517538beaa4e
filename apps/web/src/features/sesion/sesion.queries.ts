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

/** Tells the server. The browser is already signed out, so a failure is not reported. */
export const closeOnServer = () => sendForBody(authLogout).catch(() => undefined)

/** Signs out for good: erases the typed data, so that the next user cannot see it. */
export function signOut({ id }: Pick<Session, 'id'>) {
  void closeOnServer()
  void eraseLocalDrafts(id)
  endSession()
}

/** Asks once per load whether the session is still valid, and takes over its present menus and rights; a 401 signs out. */
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

/** Routes assigned to the user, kept until the server announces a change (R-6.11, O-116). */
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

/** Extends the running session; the form shows a refusal (O-07). */
export async function renewSession(pass: string) {
  const answer = await sendForBody(authRenew, { body: { pass: encodePassword(pass, settings.codec) } })
  if (answer.ok) extendSession(answer.data.expiration_date)
  else if (answer.status === 401) endSession()
  return answer
}

/** Reopens the session after inactivity (O-123). @throws HttpError, shown by the form */
export async function resumeSession(pass: string) {
  const answer = await sendForBody(authResume, { body: { pass: encodePassword(pass, settings.codec) }, background: true })
  if (answer.ok) return unlockSession()
  if (answer.status === 401) return expireSession()
  throw new HttpError(answer.status, answer.body)
}
