import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { createHashRouter, matchRoutes, Outlet, parsePath, useLocation, type RouteObject } from 'react-router'

import { LoginPage } from '../features/sesion/login-page.tsx'
import { currentSession, sessionStore } from '../lib/sesion/session.ts'
import { useStore } from '../lib/pagina/store.ts'
import { ConstructionPage } from './construction-page.tsx'
import { RouteErrorScreen } from './error-screen.tsx'
import { ProtectedRoutes, PublicOnlyRoutes, UnknownRoute } from './guards.tsx'
import { AuthLayout } from './layout/auth-layout.tsx'
import { keepMailedLink } from './mailed-link.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { INNER_PATHS, loginPathFrom, PLACEHOLDER_PATHS, PROTECTED_PATHS } from './paths.ts'
import { loadErrorOf } from './screen-load-error.ts'
import { withTypedAddresses } from './typed-address.ts'

const SessionExpiredDialog = lazy(async () => ({
  default: (await import('../features/sesion/session-expired-dialog.tsx')).SessionExpiredDialog,
}))

const LockDialog = lazy(async () => ({ default: (await import('../features/sesion/lock-dialog.tsx')).LockDialog }))

/** Scrolls to the top at every change of route. */
function Root() {
  const { pathname } = useLocation()
  const { expired, locked } = useStore(sessionStore)
  useEffect(() => {
    // Braces: newer browsers return a promise, which React would take for a clean-up.
    window.scrollTo(0, 0)
  }, [pathname])
  return (
    <>
      <Outlet />
      {locked && (
        <Suspense>
          <LockDialog />
        </Suspense>
      )}
      {expired && (
        <Suspense>
          <SessionExpiredDialog />
        </Suspense>
      )}
    </>
  )
}

// The key makes each path a new screen, whose heading takes the focus.
const pending = (path: string): RouteObject => ({ path, element: <ConstructionPage key={path} /> })

type Load = () => Promise<{ Component: ComponentType }>

/** The screens of protected paths; the two of O-23 show «En construcción». */
const screens: Readonly<Record<string, Load>> = {
  '/administracion/empresas': async () => ({
    Component: (await import('../features/administracion/empresa-list-page.tsx')).EmpresaListPage,
  }),
  '/administracion/usuarios': async () => ({
    Component: (await import('../features/administracion/usuario-list-page.tsx')).UsuarioListPage,
  }),
  '/administracion/salud': async () => ({ Component: (await import('../features/administracion/salud-page.tsx')).SaludPage }),
  '/administracion/notificaciones': async () => ({
    Component: (await import('../features/notificacion/notificacion-list-page.tsx')).NotificacionListPage,
  }),
  '/administracion/parametros': async () => ({ Component: (await import('../features/norma/norma-list-page.tsx')).NormaListPage }),
  '/administracion/correos': async () => ({ Component: (await import('../features/correo/carta-cuenta-page.tsx')).CartaCuentaPage }),
  '/administracion/firmas': async () => ({ Component: (await import('../features/firma-electronica/mesa-list-page.tsx')).MesaListPage }),
  '/administracion/tienda': async () => ({ Component: (await import('../features/tienda/mesa-page.tsx')).MesaTiendaPage }),
  '/administracion/sistema': async () => ({ Component: (await import('../features/sistema/sistema-page.tsx')).SistemaPage }),
  '/categoria': async () => ({ Component: (await import('../features/categoria/categoria-list-page.tsx')).CategoriaListPage }),
  '/bodega': async () => ({ Component: (await import('../features/bodega/bodega-list-page.tsx')).BodegaListPage }),
  '/comprobante': async () => ({ Component: (await import('../features/comprobante/comprobante-list-page.tsx')).ComprobanteListPage }),
  '/comprobante/:uuid': async () => ({ Component: (await import('../features/comprobante/comprobante-page.tsx')).ComprobantePage }),
  '/comprobante/brechas': async () => ({ Component: (await import('../features/comprobante/brechas-page.tsx')).BrechasPage }),
  '/comprobante/borradores': async () => ({ Component: (await import('./borradores.tsx')).Borradores }),
  '/comprobante/correos': async () => ({ Component: (await import('../features/correo/correo-list-page.tsx')).CorreoListPage }),
  '/configuracion/auditoria': async () => ({
    Component: (await import('../features/auditoria/auditoria-list-page.tsx')).AuditoriaListPage,
  }),
  '/configuracion/usuario_rol/:uuid': async () => ({
    Component: (await import('../features/empleado/usuario-rol-page.tsx')).UsuarioRolPage,
  }),
  '/configuracion/usuario_rol/invitaciones': async () => ({
    Component: (await import('../features/empleado/invitacion-list-page.tsx')).InvitacionListPage,
  }),
  '/cotizacion': async () => ({ Component: (await import('../features/cotizacion/cotizacion-list-page.tsx')).CotizacionListPage }),
  '/cotizacion/:uuid': async () => ({ Component: (await import('../features/cotizacion/cotizacion-page.tsx')).CotizacionPage }),
  '/comprobante/cobrar': async () => ({ Component: (await import('../features/cartera/cuenta-list-page.tsx')).CobrarPage }),
  '/comprobante/pagar': async () => ({ Component: (await import('../features/cartera/cuenta-list-page.tsx')).PagarPage }),
  '/comprobante/cobrar/personas': async () => ({ Component: (await import('../features/cartera/deudor-list-page.tsx')).DeudoresPage }),
  '/comprobante/pagar/personas': async () => ({ Component: (await import('../features/cartera/deudor-list-page.tsx')).AcreedoresPage }),
  '/comprobante/cobros': async () => ({ Component: (await import('../features/cartera/pago-list-page.tsx')).CobrosPage }),
  '/comprobante/pagos': async () => ({ Component: (await import('../features/cartera/pago-list-page.tsx')).PagosPage }),
  '/comprobante/pago': async () => ({ Component: (await import('../features/cartera/pago-page.tsx')).PagoPage }),
  '/comprobante/caja': async () => ({ Component: (await import('../features/caja/caja-list-page.tsx')).CajaListPage }),
  '/comprobante/arqueo': async () => ({ Component: (await import('../features/caja/arqueo-page.tsx')).ArqueoPage }),
  '/comprobante/estado-cuenta': async () => ({ Component: (await import('../features/cartera/estado-page.tsx')).EstadoPage }),
  '/comprobante/compras': async () => ({ Component: (await import('../features/compra/compra-list-page.tsx')).CompraListPage }),
  '/comprobante/compras/articulos': async () => ({
    Component: (await import('../features/compra/equivalencia-list-page.tsx')).EquivalenciaListPage,
  }),
  '/comprobante/recibido': async () => ({ Component: (await import('../features/recibido/recibido-list-page.tsx')).RecibidoListPage }),
  '/comprobante/retenciones': async () => ({
    Component: (await import('../features/retencion-recibida/retencion-recibida-list-page.tsx')).RetencionRecibidaListPage,
  }),
  '/dashboard': async () => ({ Component: (await import('../features/cifras/dashboard-page.tsx')).DashboardPage }),
  '/declaraciones': async () => ({ Component: (await import('../features/declaracion/declaraciones-page.tsx')).DeclaracionesPage }),
  '/declaraciones/obligaciones': async () => ({
    Component: (await import('../features/obligacion/obligaciones-page.tsx')).ObligacionesPage,
  }),
  '/declaraciones/paquete': async () => ({
    Component: (await import('../features/paquete-mensual/paquete-page.tsx')).PaquetePage,
  }),
  '/empresas': async () => ({ Component: (await import('../features/obligacion/tablero-page.tsx')).TableroPage }),
  '/documento': async () => ({ Component: (await import('../features/documento/documento-page.tsx')).DocumentoPage }),
  '/documento/:uuid': async () => ({ Component: (await import('../features/documento/documento-page.tsx')).DocumentoPage }),
  '/documento/compra': async () => ({ Component: (await import('../features/compra/compra-page.tsx')).CompraPage }),
  '/documento/compra/:uuid': async () => ({ Component: (await import('../features/compra/compra-page.tsx')).CompraPage }),
  '/empresa_perfil': async () => ({ Component: (await import('../features/empresa/empresa-page.tsx')).EmpresaPage }),
  '/firmas_electronicas': async () => ({ Component: (await import('../features/firma-electronica/firma-list-page.tsx')).FirmaListPage }),
  '/gastos_personales': async () => ({ Component: (await import('../features/gasto-personal/gasto-list-page.tsx')).GastoListPage }),
  '/gastos_personales/configuracion': async () => ({
    Component: (await import('../features/gasto-personal/situacion-page.tsx')).SituacionPage,
  }),
  '/guia_remision': async () => ({ Component: (await import('../features/guia-remision/guia-page.tsx')).GuiaPage }),
  '/guia_remision/:uuid': async () => ({ Component: (await import('../features/guia-remision/guia-page.tsx')).GuiaPage }),
  '/liquidacion_compra': async () => ({
    Component: (await import('../features/liquidacion-compra/liquidacion-page.tsx')).LiquidacionPage,
  }),
  '/liquidacion_compra/:uuid': async () => ({
    Component: (await import('../features/liquidacion-compra/liquidacion-page.tsx')).LiquidacionPage,
  }),
  '/marca': async () => ({ Component: (await import('../features/marca/marca-list-page.tsx')).MarcaListPage }),
  '/movimiento': async () => ({ Component: (await import('../features/movimiento/movimiento-list-page.tsx')).MovimientoListPage }),
  '/movimiento/:uuid': async () => ({ Component: (await import('../features/movimiento/movimiento-page.tsx')).MovimientoPage }),
  '/movimiento/existencias': async () => ({
    Component: (await import('../features/movimiento/existencia-list-page.tsx')).ExistenciaListPage,
  }),
  '/movimiento/kardex': async () => ({ Component: (await import('../features/movimiento/kardex-page.tsx')).KardexPage }),
  '/nota': async () => ({ Component: (await import('../features/nota/nota-page.tsx')).NotaPage }),
  '/nota/:uuid': async () => ({ Component: (await import('../features/nota/nota-page.tsx')).NotaPage }),
  '/perfil': async () => ({ Component: (await import('../features/perfil/perfil-page.tsx')).PerfilPage }),
  '/persona': async () => ({ Component: (await import('../features/persona/persona-list-page.tsx')).PersonaListPage }),
  '/persona/:uuid': async () => ({ Component: (await import('../features/persona/persona-page.tsx')).PersonaPage }),
  '/producto': async () => ({ Component: (await import('../features/producto/producto-list-page.tsx')).ProductoListPage }),
  '/producto/:uuid': async () => ({ Component: (await import('../features/producto/producto-page.tsx')).ProductoPage }),
  '/productos/carga': async () => ({ Component: (await import('../features/carga/carga-page.tsx')).CargaPage }),
  '/persona/carga': async () => ({ Component: (await import('../features/carga/carga-page.tsx')).CargaPersonasPage }),
  '/productos/actualizacion-masiva': async () => ({
    Component: (await import('../features/actualizacion/actualizacion-page.tsx')).ActualizacionPage,
  }),
  '/dashboard/documentos': async () => ({ Component: (await import('../features/reporte/reporte-page.tsx')).ReportePage }),
  '/reportes': async () => ({ Component: (await import('../features/reporte/reporte-page.tsx')).ReportePage }),
  '/retencion': async () => ({
    Component: (await import('../features/retencion-recibida/retencion-recibida-page.tsx')).RetencionRecibidaPage,
  }),
  '/retencion/:uuid': async () => ({
    Component: (await import('../features/retencion-recibida/retencion-recibida-page.tsx')).RetencionRecibidaPage,
  }),
  '/retencion_iva': async () => ({ Component: (await import('../features/retencion-tabla/retencion-tabla-page.tsx')).RetencionIvaPage }),
  '/retencion_iva/practicadas': async () => ({
    Component: (await import('../features/retencion-tabla/retencion-tabla-page.tsx')).RetencionIvaPage,
  }),
  '/retencion_iva/elegidas': async () => ({
    Component: (await import('../features/retencion-tabla/retencion-tabla-page.tsx')).RetencionIvaPage,
  }),
  '/retencion_renta/practicadas': async () => ({
    Component: (await import('../features/retencion-tabla/retencion-tabla-page.tsx')).RetencionRentaPage,
  }),
  '/retencion_renta/elegidas': async () => ({
    Component: (await import('../features/retencion-tabla/retencion-tabla-page.tsx')).RetencionRentaPage,
  }),
  '/retencion_renta': async () => ({
    Component: (await import('../features/retencion-tabla/retencion-tabla-page.tsx')).RetencionRentaPage,
  }),
  '/retencion/compra': async () => ({
    Component: (await import('../features/retencion/retencion-compra-page.tsx')).RetencionCompraPage,
  }),
  '/retencion/compra/:uuid': async () => ({
    Component: (await import('../features/retencion/retencion-compra-page.tsx')).RetencionCompraPage,
  }),
  '/historial_compras': async () => ({ Component: (await import('../features/tienda/historial-page.tsx')).HistorialPage }),
  '/tienda': async () => ({ Component: (await import('../features/tienda/tienda-page.tsx')).TiendaPage }),
  '/top_productos': async () => ({ Component: (await import('../features/cifras/top-page.tsx')).TopPage }),
  '/unidad': async () => ({ Component: (await import('../features/unidad/unidad-list-page.tsx')).UnidadListPage }),
}

const lazyScreen = (path: string, load: Load): RouteObject => ({
  path,
  lazy: () => load().catch((error: unknown) => Promise.reject(loadErrorOf(error))),
})
const screen = (path: string): RouteObject => (screens[path] ? lazyScreen(path, screens[path]) : pending(path))

const protectedPaths = PROTECTED_PATHS.flatMap((route) => [
  ...('bare' in route ? [] : [route.path]),
  ...('detail' in route ? [`${route.path}/:uuid`] : []),
])

/** Public screens that redirect a signed-in user to home (O-34). */
const bouncing: RouteObject[] = [
  { path: '/login', element: <LoginPage /> },
  {
    path: '/forgot-password',
    lazy: async () => ({ Component: (await import('../features/recuperacion/forgot-password-page.tsx')).ForgotPasswordPage }),
  },
  {
    path: '/restablecer/:token',
    lazy: async () => ({ Component: (await import('../features/recuperacion/reset-password-page.tsx')).ResetPasswordPage }),
  },
]

/** All routes that require a session. */
const signedIn: RouteObject = {
  element: <ProtectedRoutes />,
  children: [
    {
      lazy: async () => ({ Component: (await import('./layout/signed-in.tsx')).SignedIn }),
      children: [
        {
          lazy: async () => {
            const [{ AllowedRoutes }, { ScreenFailure }] = await Promise.all([
              import('./allowed-routes.tsx'),
              import('./screen-failure.tsx'),
            ])
            return { Component: AllowedRoutes, ErrorBoundary: ScreenFailure }
          },
          children: [
            lazyScreen('/', async () => ({ Component: (await import('../features/inicio/inicio-page.tsx')).InicioPage })),
            ...[...protectedPaths, ...Object.keys(INNER_PATHS), ...PLACEHOLDER_PATHS].map(screen),
          ],
        },
      ],
    },
  ],
}

export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteErrorScreen />,
    hydrateFallbackElement: <></>,
    children: [
      {
        element: <AuthLayout />,
        children: [
          { element: <PublicOnlyRoutes />, children: bouncing },
          {
            path: '/invite/:token',
            lazy: async () => ({ Component: (await import('../features/invitacion/invite-page.tsx')).InvitePage }),
          },
          {
            path: '/verificar-correo/:token',
            lazy: async () => ({ Component: (await import('../features/verificacion/verificar-correo-page.tsx')).VerificarCorreoPage }),
          },
          {
            path: '/impersonate/:token',
            lazy: async () => ({ Component: (await import('../features/impersonacion/impersonate-page.tsx')).ImpersonatePage }),
          },
        ],
      },
      { path: '/notfound', element: <NotFoundPage /> },
      signedIn,
      { path: '*', element: <UnknownRoute /> },
    ],
  },
]

/** A signed-out user begins at the sign-in: otherwise shell and screen would be loaded before the guard redirects. */
function beginAtLogin() {
  const { pathname = '/', search = '' } = parsePath(window.location.hash.slice(1) || '/')
  const asksForSession = matchRoutes(routes, pathname)?.some(({ route }) => route === signedIn)
  if (currentSession() !== undefined || !asksForSession) return
  keepMailedLink(pathname, search)
  window.history.replaceState(null, '', `#${loginPathFrom(pathname)}`)
}

export function createRouter() {
  beginAtLogin()
  return withTypedAddresses(() => createHashRouter(routes))
}
