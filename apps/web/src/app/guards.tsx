import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'

import { forgetInterrupted, interruptedIn } from '../lib/sesion/interrumpido.ts'
import { sessionStore } from '../lib/sesion/session.ts'
import { useStore } from '../lib/pagina/store.ts'
import { forgetMailedLink, keepMailedLink, mailedLink } from './mailed-link.ts'
import { homePathFor, loginPathFrom } from './paths.ts'

const useSession = () => useStore(sessionStore).session

/** Leads to the login without a session; the login's address remembers only /comprobante, and a mailed link is followed afterwards. */
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
