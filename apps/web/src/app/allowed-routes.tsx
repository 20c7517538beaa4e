import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet, useLocation, useParams } from 'react-router'

import { menusQuery } from '../features/sesion/sesion.queries.ts'
import { sessionStore } from '../lib/sesion/session.ts'
import { useStore } from '../lib/pagina/store.ts'
import { canVisit, isRecordKey } from './access.ts'
import { LoadingPage } from './loading-page.tsx'

/**
 * Leads refused paths to «NO ENCONTRADO». A path allowed by the stored menus opens at once; other paths wait for the present menus, so that
 * no deep link is refused too early (O-36). If those do not come, the stored ones decide.
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
