import { Navigate, Outlet, useLocation } from 'react-router'

import { sessionStore } from '../lib/session.ts'
import { useStore } from '../lib/store.ts'
import { homePathFor, loginPathFrom } from './paths.ts'

const useSession = () => useStore(sessionStore).session

/** Signed out: to the login, which remembers only /comprobante. */
export function ProtectedRoutes() {
  const session = useSession()
  const { pathname } = useLocation()
  return session ? <Outlet /> : <Navigate to={loginPathFrom(pathname)} replace />
}

export function PublicOnlyRoutes() {
  const session = useSession()
  const { search } = useLocation()
  return session ? <Navigate to={homePathFor(search)} replace /> : <Outlet />
}

export const UnknownRoute = () => <Navigate to={useSession() ? '/notfound' : '/login'} replace />
