import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'

import { forgetInterrupted, interruptedIn } from '../lib/sesion/interrumpido.ts'
import { sessionStore } from '../lib/sesion/session.ts'
import { useStore } from '../lib/pagina/store.ts'
import { forgetMailedLink, keepMailedLink, mailedLink } from './mailed-link.ts'
import { homePathFor, loginPathFrom } from './paths.ts'

const useSession = () => useStore(sessionStore).session

/** Signed out: to the login, whose address remembers only /comprobante; the link of a mail is taken up after it. */
export function ProtectedRoutes() {
  const session = useSession()
  const { pathname, search } = useLocation()
  const isSignedIn = session !== undefined
  useEffect(() => {
    if (isSignedIn) {
      forgetMailedLink()
      forgetInterrupted()
    } else keepMailedLink(pathname, search)
  }, [isSignedIn, pathname, search])
  return session ? <Outlet /> : <Navigate to={loginPathFrom(pathname)} replace />
}

export function PublicOnlyRoutes() {
  const session = useSession()
  const { search } = useLocation()
  return session ? <Navigate to={mailedLink() ?? interruptedIn(session) ?? homePathFor(search)} replace /> : <Outlet />
}

export const UnknownRoute = () => <Navigate to={useSession() ? '/notfound' : '/login'} replace />
