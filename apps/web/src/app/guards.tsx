import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet, useLocation, useParams } from 'react-router'

import { menusQuery } from '../features/sesion/sesion.queries.ts'
import { sessionStore } from '../lib/session.ts'
import { useStore } from '../lib/store.ts'
import { canVisit, isRecordKey } from './access.ts'
import { LoadingPage } from './loading-page.tsx'
import { homePathFor, loginPathFrom } from './paths.ts'

const useSession = () => useStore(sessionStore).session

/** Signed out: to the login, which remembers only /comprobante. */
export function ProtectedRoutes() {
  const session = useSession()
  const { pathname } = useLocation()
  return session ? <Outlet /> : <Navigate to={loginPathFrom(pathname)} replace />
}

/**
 * Refused: to «NO ENCONTRADO». What the menus of the last time already allow opens at once; anything else waits for the present
 * ones, so that no deep link is refused too early (O-36). If they do not come, what is known decides.
 */
export function AllowedRoutes() {
  const session = useSession()
  const { pathname } = useLocation()
  const { uuid } = useParams()
  const menus = useQuery(menusQuery())
  if (!session) return null
  if (uuid !== undefined && !isRecordKey(uuid)) return <Navigate to="/notfound" replace />
  if (canVisit(pathname, session)) return <Outlet />
  return menus.isPending ? <LoadingPage /> : <Navigate to="/notfound" replace />
}

export function PublicOnlyRoutes() {
  const session = useSession()
  const { search } = useLocation()
  return session ? <Navigate to={homePathFor(search)} replace /> : <Outlet />
}

export const UnknownRoute = () => <Navigate to={useSession() ? '/notfound' : '/login'} replace />
