import type { FastifyInstance } from 'fastify'
import { COD_DOC } from '@yupana/fiscal'

import type { Deps } from './deps.ts'
import { registerAuditoria } from './features/auditoria/auditoria.routes.ts'
import { registerAnotacion } from './features/anotacion/anotacion.routes.ts'
import { registerAdministracion } from './features/administracion/administracion.routes.ts'
import { registerBodega } from './features/bodega/bodega.routes.ts'
import { registerBuzon } from './features/buzon/buzon.routes.ts'
import { registerCaja } from './features/caja/caja.routes.ts'
import { registerCarga } from './features/carga/carga.door.ts'
import { registerCertificado } from './features/certificado/certificado.routes.ts'
import { registerComprobante } from './features/comprobante/comprobante.routes.ts'
import { correosDe, resendCorreo } from './features/correo/correo.door.ts'
import { registerCorreo } from './features/correo/correo.routes.ts'
import { registerCartera } from './features/cartera/cartera.routes.ts'
import { registerCompra } from './features/compra/compra.routes.ts'
import { registerCotizacion } from './features/cotizacion/cotizacion.routes.ts'
import { registerCotizacionPublica } from './features/cotizacion/publica.routes.ts'
import { registerDescarga } from './features/descarga/descarga.routes.ts'
import { registerDeclaracion } from './features/declaracion/declaracion.routes.ts'
import { checkPermisos, renewFactura } from './features/documento/documento.door.ts'
import { registerDocumentoPublico, registerEnlaceDocumento } from './features/documento-publico/documento-publico.routes.ts'
import { registerDocumento } from './features/documento/documento.routes.ts'
import { registerEmpleado } from './features/empleado/empleado.routes.ts'
import { registerEmpresa } from './features/empresa/empresa.routes.ts'
import { registerFirmaElectronica } from './features/firma-electronica/firma.routes.ts'
import { registerGuiaRemision } from './features/guia-remision/guia-remision.routes.ts'
import { registerImpersonacion } from './features/impersonacion/impersonacion.routes.ts'
import { registerCifras } from './features/cifras/cifras.routes.ts'
import { registerInicio } from './features/inicio/inicio.routes.ts'
import { registerInvitacion } from './features/invitacion/invitacion.routes.ts'
import { registerLiquidacionCompra } from './features/liquidacion-compra/liquidacion-compra.routes.ts'
import { registerGastoPersonal } from './features/gasto-personal/gasto-personal.routes.ts'
import { registerCategoria } from './features/categoria/categoria.routes.ts'
import { registerMarca } from './features/marca/marca.routes.ts'
import { registerMovimiento } from './features/movimiento/movimiento.routes.ts'
import { registerNorma } from './features/norma/norma.routes.ts'
import { registerNota } from './features/nota/nota.routes.ts'
import { registerNotificacion } from './features/notificacion/notificacion.routes.ts'
import { registerCalendario, registerObligacion } from './features/obligacion/obligacion.routes.ts'
import { registerPaqueteMensual } from './features/paquete-mensual/paquete-mensual.routes.ts'
import { registerPerfil } from './features/perfil/perfil.routes.ts'
import { registerPermiso } from './features/permiso/permiso.routes.ts'
import { registerPadron } from './features/padron/padron.routes.ts'
import { registerPersona } from './features/persona/persona.routes.ts'
import { registerPreferencia } from './features/preferencia/preferencia.routes.ts'
import { registerProducto } from './features/producto/producto.routes.ts'
import { registerRecibido } from './features/recibido/recibido.routes.ts'
import { registerRecuperacion } from './features/recuperacion/recuperacion.routes.ts'
import { detalleRetencion } from './features/retencion/retencion.door.ts'
import { registerRegistroCliente } from './features/registro-cliente/registro-cliente.routes.ts'
import { registerRegistroPublico } from './features/registro-cliente/publico.routes.ts'
import { registerRenta } from './features/renta/renta.routes.ts'
import { registerReporte } from './features/reporte/reporte.routes.ts'
import { registerRetencion } from './features/retencion/retencion.routes.ts'
import { registerRetencionRecibida } from './features/retencion-recibida/retencion-recibida.routes.ts'
import { registerSesion } from './features/sesion/sesion.routes.ts'
import { registerSistema } from './features/sistema/sistema.routes.ts'
import { registerTrabajo } from './features/trabajo/trabajo.door.ts'
import { registerTienda } from './features/tienda/tienda.routes.ts'
import { registerUnidad } from './features/unidad/unidad.routes.ts'
import { registerVerificacion } from './features/verificacion/verificacion.routes.ts'
import type { Router } from './http/route.ts'
import { ENVIOS_DESCARGA } from './envios-descarga.ts'
import { TIPOS_DE_CARGA } from './tipos-carga.ts'

/** What documents know of the mails about them. */
const correos = { correosDe, resendCorreo }

/** Every concept of the API, one line each. */
export async function registerFeatures(server: FastifyInstance, router: Router, deps: Deps): Promise<void> {
  registerSistema(router, deps)
  registerNotificacion(router, deps)
  registerSesion(router, deps)
  registerPermiso(router, deps)
  registerRecuperacion(router, deps)
  registerPerfil(router, deps)
  registerVerificacion(router, deps)
  registerEmpresa(router, deps)
  registerEmpleado(router, deps)
  registerInvitacion(router, deps)
  registerPersona(router, deps)
  registerPadron(router, deps)
  registerRegistroCliente(router, deps)
  registerRegistroPublico(server, deps)
  registerProducto(router, deps)
  registerCarga(router, deps, TIPOS_DE_CARGA)
  registerUnidad(router, deps)
  registerMarca(router, deps)
  registerCategoria(router, deps)
  registerBodega(router, deps)
  registerMovimiento(router, deps)
  registerCertificado(router, deps)
  registerComprobante(router, deps, correos, { [COD_DOC.RETENCION]: detalleRetencion })
  registerDocumento(router, deps, correos)
  registerCartera(router, deps)
  registerCaja(router, deps)
  registerCompra(router, deps)
  registerRetencionRecibida(router, deps)
  registerRecibido(router, deps)
  registerBuzon(router, deps)
  registerCotizacionPublica(server, deps)
  registerDocumentoPublico(server, deps)
  registerEnlaceDocumento(router, deps)
  registerAnotacion(router, deps)
  registerCotizacion(router, deps, { checkPermisos, renew: renewFactura })
  registerNota(router, deps, correos)
  registerLiquidacionCompra(router, deps, correos)
  registerRetencion(router, deps, correos)
  registerGuiaRemision(router, deps, correos)
  registerFirmaElectronica(router, deps)
  registerDescarga(router, deps, ENVIOS_DESCARGA)
  registerTienda(router, deps)
  registerCorreo(router, deps)
  registerAdministracion(router, deps)
  registerImpersonacion(router, deps)
  registerCifras(router, deps)
  registerGastoPersonal(router, deps)
  registerDeclaracion(router, deps)
  registerPaqueteMensual(router, deps)
  registerRenta(router, deps)
  registerReporte(router, deps)
  registerTrabajo(router, deps)
  registerInicio(router, deps)
  registerCalendario(server, deps)
  registerObligacion(router, deps)
  registerPreferencia(router)
  registerNorma(router, deps)
  registerAuditoria(router, deps)
}
