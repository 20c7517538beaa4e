/** Protected routes of specification §2; those marked `detail` also have addresses of records. */
export const PROTECTED_PATHS = [
  { path: '/dashboard' },
  { path: '/top_productos' },
  { path: '/reportes' },
  { path: '/perfil' },
  { path: '/empresa_perfil' },
  { path: '/configuracion/usuario_rol', detail: true, bare: false },
  { path: '/cotizacion', detail: true },
  { path: '/documento', detail: true },
  { path: '/documento/compra', detail: true },
  { path: '/nota', detail: true },
  { path: '/retencion', detail: true },
  { path: '/retencion/compra', detail: true },
  { path: '/guia_remision', detail: true },
  { path: '/liquidacion_compra', detail: true },
  { path: '/comprobante', detail: true },
  { path: '/comprobante/recibido' },
  { path: '/retencion_iva' },
  { path: '/retencion_renta' },
  { path: '/gastos_personales' },
  { path: '/gastos_personales/configuracion' },
  { path: '/persona', detail: true },
  { path: '/producto', detail: true },
  { path: '/productos/actualizacion-masiva' },
  { path: '/bodega' },
  { path: '/movimiento', detail: true },
  { path: '/categoria' },
  { path: '/unidad' },
  { path: '/marca' },
  { path: '/declaraciones' },
  { path: '/firmas_electronicas' },
  { path: '/tienda' },
  { path: '/historial_compras' },
  { path: '/administracion/empresas' },
  { path: '/administracion/usuarios' },
  { path: '/administracion/salud' },
  { path: '/administracion/notificaciones' },
  { path: '/administracion/parametros' },
  { path: '/administracion/sistema' },
  { path: '/administracion/correos' },
  { path: '/administracion/firmas' },
  { path: '/administracion/tienda' },
] as const satisfies readonly { path: string; detail?: boolean; bare?: boolean }[]

/** Our own screens inside a protected route: whoever may open the route may open them. */
export const INNER_PATHS: Readonly<Record<string, string>> = {
  '/configuracion/auditoria': '/configuracion/auditoria',
  '/dashboard/documentos': '/dashboard',
  '/productos/carga': '/producto',
  '/persona/carga': '/persona',
  '/comprobante/correos': '/comprobante',
  '/comprobante/brechas': '/comprobante',
  '/comprobante/compras': '/documento/compra',
  '/comprobante/compras/articulos': '/documento/compra',
  '/comprobante/cobrar': '/comprobante',
  '/comprobante/pagar': '/comprobante',
  '/comprobante/cobrar/personas': '/comprobante',
  '/comprobante/pagar/personas': '/comprobante',
  '/comprobante/cobros': '/comprobante',
  '/comprobante/pagos': '/comprobante',
  '/comprobante/pago': '/comprobante',
  '/comprobante/estado-cuenta': '/comprobante',
  '/comprobante/caja': '/comprobante',
  '/comprobante/arqueo': '/comprobante',
  '/comprobante/retenciones': '/retencion',
  '/retencion_iva/practicadas': '/retencion_iva',
  '/retencion_iva/elegidas': '/retencion_iva',
  '/retencion_renta/practicadas': '/retencion_renta',
  '/retencion_renta/elegidas': '/retencion_renta',
  '/declaraciones/obligaciones': '/declaraciones',
  '/declaraciones/paquete': '/declaraciones',
  '/empresas': '/',
  '/movimiento/existencias': '/movimiento',
  '/movimiento/kardex': '/movimiento',
  '/comprobante/borradores': '/comprobante',
  '/configuracion/usuario_rol/invitaciones': '/configuracion/usuario_rol/registro',
}

/** The two placeholder screens (O-23): in no menu, open to every signed-in user. */
export const PLACEHOLDER_PATHS = ['/contabilidad', '/nomina']

/** The only target of redirectTo, so that no link can lead a user astray. */
export const REDIRECT_TARGET = '/comprobante'

export const loginPathFrom = (pathname: string) => (pathname === REDIRECT_TARGET ? `/login?redirectTo=${REDIRECT_TARGET}` : '/login')

export const homePathFor = (search: string) => (new URLSearchParams(search).get('redirectTo') === REDIRECT_TARGET ? REDIRECT_TARGET : '/')
