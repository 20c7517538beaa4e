import type { Session } from '@yupana/contract'

import { startSession } from '../lib/sesion/session.ts'
import { buildInicio } from './build-inicio.ts'
import { buildSession } from './build-session.ts'
import { fakeApi, ok } from './fake-api.ts'

export const ROUTES = {
  session: 'GET /app/v1/auth/sesion',
  menus: 'GET /app/api/user/assigned_menus',
  companies: 'GET /app/v1/auth/empresas',
  switchCompany: 'POST /app/v1/auth/cambiar_empresa',
  renew: 'POST /app/v1/auth/renovar',
  resume: 'POST /app/v1/auth/reanudar',
  close: 'POST /app/v1/auth/cerrar',
  maintenance: 'GET /app/notificacion/sri_mantenimiento',
  config: 'GET /app/sys/config_general',
  inicio: 'GET /app/v1/inicio',
  pendientes: 'GET /app/v1/inicio/pendientes',
  mesa: 'GET /app/v1/administracion/pendientes',
  notifications: 'GET /app/notificacion/available',
  dismiss: 'POST /app/v1/notificacion/descartar',
} as const

/** Signs in and answers the calls of the layout; `replies` adds to them or replaces them. */
export function signedIn(changes: Partial<Session> = {}, replies: Parameters<typeof fakeApi>[0] = {}) {
  const session = buildSession(changes)
  startSession(session)
  return fakeApi({
    [ROUTES.session]: ok({ session }),
    [ROUTES.menus]: ok(session.menus),
    [ROUTES.companies]: ok([{ id: session.businessId, name: session.businessName }]),
    [ROUTES.close]: ok(null),
    [ROUTES.maintenance]: ok({ activo: false, message: null }),
    [ROUTES.config]: ok({ facebook: null, instagram: null, twitter: null, whatsapp: null }),
    [ROUTES.inicio]: ok(buildInicio()),
    [ROUTES.pendientes]: ok(buildInicio().atencion),
    [ROUTES.mesa]: ok({ pagos: 0, firmas: 0, declaraciones: 0 }),
    [ROUTES.notifications]: ok([]),
    ...replies,
  })
}
