import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet, useLocation, useParams } from 'react-router'

import { menusQuery } from '../features/sesion/sesion.queries.ts'
import { sessionStore } from '../lib/sesion/session.ts'
import { useStore } from '../lib/pagina/store.ts'
import { canVisit, isRecordKey } from './access.ts'
import { LoadingPage } from './loading-page.tsx'

/**
 * Refused: to «NO ENCONTRADO». What the menus of the last time already allow opens at once; anything else waits for the present
 * ones, so that no deep link is refused too early (O-36). If they do not come, what is known decides.
 */
export function AllowedRoutes() {
  const { session } = useStore(sessionStore)
  const { pathname } = useLocation()
  const { uuid } = useParams()
  const menus = useQuery(menusQuery())
  if (!session) return null
  if (uuid !== undefined && !isRecordKey(uuid)) return <Navigate to="/notfound" replace />
  if (canVisit(pathname, session)) return <Outlet />
  return menus.isPending ? <LoadingPage /> : <Navigate to="/notfound" replace />
}
