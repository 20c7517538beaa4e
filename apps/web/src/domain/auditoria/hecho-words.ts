import type { HechoAuditado } from '@yupana/contract'
import {
  displayFecha,
  displayMonto,
  ESTADO_COTIZACION_LABEL,
  ESTADO_FIRMA_LABEL,
  ESTADO_ORDEN_LABEL,
  isFecha,
  montoOf,
} from '@yupana/fiscal'

import { momentoText } from '../../lib/formato/format.ts'

/** Actions in words; an action that is missing here is shown by its name. */
const ACCION: Readonly<Record<string, string>> = {
  'auditoria.exportar': 'Descargó la auditoría',
  'borrador.editar': 'Cambió un borrador de otra persona',
  'borrador.eliminar': 'Eliminó un borrador de otra persona',
  'borrador.emitir': 'Emitió un borrador de otra persona',
  'correo.editar': 'Cambió los correos a los clientes',
  'certificado.cargar': 'Cargó una firma electrónica',
  'certificado.eliminar': 'Eliminó una firma electrónica',
  'certificado.pedir_clave': 'Pidió ver la contraseña de la firma',
  'certificado.ver_clave': 'Vio la contraseña de la firma',
  'cuenta.rechazos': 'Se rechazaron intentos o solicitudes de su cuenta',
  'cuenta.restablecer': 'Restableció su contraseña',
  'declaracion.ajustar': 'Cambió un papel de trabajo',
  'declaracion.presentar': 'Declaró un período',
  'declaracion.cerrar': 'Cerró de nuevo un período declarado',
  'declaracion.reabrir': 'Reabrió un período declarado',
  'declaracion.acuse': 'Anotó el comprobante del SRI',
  'declaracion.marcar': 'Reclasificó una venta',
  'declaracion.exportacion': 'Escribió los datos de exportación para el ATS',
  'reporte.exportar': 'Descargó un reporte',
  'reporte.archivos': 'Descargó los XML y RIDE de un período',
  'cifras.exportar_productos': 'Descargó los productos más vendidos',
  'calendario.compartir': 'Creó la dirección de su calendario',
  'calendario.dejar_de_compartir': 'Retiró la dirección de su calendario',
  'declaracion.exportar': 'Exportó una declaración',
  'paquete_mensual.editar': 'Cambió el envío del paquete mensual',
  'paquete_mensual.enviar': 'Envió el paquete mensual',
  'pago.crear': 'Registró un cobro o pago',
  'pago.reversar': 'Reversó un cobro o pago',
  'pago.correo': 'Envió por correo el recibo de un pago',
  'caja.abrir': 'Abrió una caja',
  'caja.cerrar': 'Cerró una caja',
  'caja.mover': 'Anotó un ingreso o egreso de caja',
  'caja.exportar': 'Descargó la lista de cajas',
  'cartera.exportar': 'Descargó la lista de cuentas por cobrar o por pagar',
  'cartera.exportar_personas': 'Descargó lo que se debe, persona por persona',
  'pago.exportar': 'Descargó la lista de cobros o pagos',
  'cartera.exportar_estado': 'Descargó el estado de cuenta de una persona',
  'cartera.recordar': 'Recordó por correo un saldo pendiente',
  'cartera.enviar_estado': 'Envió por correo un estado de cuenta',
  'cartera.recordatorios': 'Cambió los recordatorios automáticos de saldos',
  'cartera.recordatorios_cliente': 'Cambió los recordatorios automáticos de un cliente',
  'cartera.saldo_inicial': 'Registró un saldo inicial',
  'cartera.saldo_inicial_reversar': 'Reversó un saldo inicial',
  'compra.crear': 'Registró una compra',
  'compra.editar': 'Cambió una compra',
  'compra.eliminar': 'Eliminó una compra',
  'compra.anular': 'Anuló una compra',
  'compra.equivalencia': 'Cambió qué producto es un artículo de un proveedor',
  'equivalencia.editar': 'Cambió un artículo recordado de un proveedor',
  'equivalencia.eliminar': 'Olvidó un artículo de un proveedor',
  'recibido.olvidar_rechazos': 'Borró la lista de lo que no entró a la bandeja',
  'regla_proveedor.corregir': 'Corrigió lo que se propone de un proveedor',
  'regla_proveedor.olvidar': 'Olvidó lo que se propone de un proveedor',
  'retencion_elegida.editar': 'Eligió los códigos de retención de una clase de compra',
  'retencion_recibida.crear': 'Registró una retención recibida',
  'retencion_recibida.eliminar': 'Eliminó una retención recibida',
  'buzon.editar': 'Cambió el buzón de recibidos',
  'buzon.quitar': 'Quitó el buzón de recibidos',
  'recibido.importar': 'Trajo comprobantes recibidos',
  'recibido.pedir': 'Pidió comprobantes recibidos al SRI',
  'recibido.ignorar': 'Apartó un comprobante recibido, o lo devolvió',
  'cotizacion.crear': 'Registró una cotización',
  'cotizacion.editar': 'Cambió una cotización',
  'cotizacion.eliminar': 'Eliminó una cotización',
  'cotizacion.restaurar': 'Deshizo la eliminación de una cotización',
  'cotizacion.exportar': 'Descargó la lista de cotizaciones',
  'cotizacion.enviar': 'Envió una cotización por correo',
  'cotizacion.estado': 'Cambió el estado de una cotización',
  'cotizacion.facturar': 'Facturó una cotización',
  'documento.nota_interna': 'Escribió la nota interna',
  'documento.adjuntar': 'Adjuntó un archivo',
  'documento.quitar_adjunto': 'Eliminó un archivo adjunto',
  'documento.compartir': 'Creó el enlace de un comprobante',
  'documento.dejar_de_compartir': 'Retiró el enlace de un comprobante',
  'documento.no_corresponde_visto': 'Revisó que quien abrió el enlace dijo que el comprobante no le corresponde',
  'documento.no_corresponde': 'Quien abrió el enlace dijo que el comprobante no le corresponde',
  'cotizacion.compartir': 'Creó el enlace de una cotización',
  'cotizacion.dejar_de_compartir': 'Retiró el enlace de una cotización',
  'cotizacion.responder': 'Respuesta del cliente a una cotización',
  'documento.correo_autorizacion': 'Se envió por correo al autorizarse',
  'documento.correo_reenvio': 'Se reenvió por correo',
  'documento.correo_anulacion': 'Se avisó por correo la anulación',
  'documento.exportar': 'Descargó la lista de comprobantes',
  'documento.exportar_archivos': 'Descargó los XML y RIDE de varios comprobantes',
  'documento.anular': 'Solicitó la anulación',
  'documento.retirar_anulacion': 'Retiró la solicitud de anulación',
  'documento.registrar_anulacion': 'Registró la anulación',
  'empresa.ambiente': 'Cambió el ambiente',
  'empresa.confirmar': 'Confirmó régimen y contabilidad',
  'empresa.editar': 'Cambió los datos de la empresa',
  'empresa.logo': 'Cargó el logotipo',
  'empresa.quitar_logo': 'Quitó el logotipo',
  'empresa.crear': 'Registró la empresa',
  'empresa.plan': 'Cambió el plan',
  'empresa.reactivar': 'Reactivó la empresa',
  'empresa.suspender': 'Suspendió la empresa',
  'establecimiento.crear': 'Creó un establecimiento',
  'establecimiento.editar': 'Cambió un establecimiento',
  'empleado.activar': 'Activó a un empleado',
  'empleado.agregar': 'Agregó a un empleado',
  'empleado.asignar_menus': 'Asignó menús a un empleado',
  'empleado.desactivar': 'Desactivó a un empleado',
  'empleado.editar': 'Cambió a un empleado',
  'empleado.eliminar': 'Eliminó a un empleado',
  'firma.borrar_archivos': 'Se borraron los documentos de una solicitud de firma',
  'firma.crear': 'Empezó una solicitud de firma',
  'firma.enviar': 'Envió una solicitud de firma',
  'firma.pagar': 'Usó en una solicitud de firma lo que pagó una orden',
  'firma.paquete': 'La instalación tomó los documentos de una firma para la entidad',
  'firma.revisar': 'La instalación revisó una solicitud de firma',
  'firma.ver_documento': 'Vio un documento de una solicitud de firma',
  'instalacion.conciliar': 'Concilió el respaldo restaurado',
  'instalacion.restaurar': 'Restauró un respaldo',
  'impersonacion.entrar': 'Entró en nombre de otra persona',
  'impersonacion.llamada': 'Trabajó en nombre de otra persona',
  'impersonacion.lectura': 'Miró datos en nombre de otra persona',
  'impersonacion.pedir': 'Pidió entrar en nombre de otra persona',
  'invitacion.aceptar': 'Aceptó una invitación',
  'invitacion.eliminar': 'Eliminó una invitación',
  'invitacion.enviar': 'Invitó a una persona',
  'categoria.crear': 'Registró una categoría',
  'categoria.exportar': 'Descargó la lista de categorías',
  'categoria.editar': 'Cambió una categoría',
  'categoria.eliminar': 'Eliminó una categoría',
  'categoria.restaurar': 'Deshizo la eliminación de una categoría',
  'bodega.crear': 'Registró una bodega',
  'bodega.exportar': 'Descargó la lista de bodegas',
  'bodega.editar': 'Cambió una bodega',
  'bodega.eliminar': 'Eliminó una bodega',
  'bodega.restaurar': 'Deshizo la eliminación de una bodega',
  'marca.crear': 'Registró una marca',
  'marca.exportar': 'Descargó la lista de marcas',
  'marca.editar': 'Cambió una marca',
  'marca.eliminar': 'Eliminó una marca',
  'marca.restaurar': 'Deshizo la eliminación de una marca',
  'movimiento.crear': 'Registró un movimiento de inventario',
  'movimiento.exportar': 'Descargó la lista de movimientos',
  'movimiento.exportar_existencias': 'Descargó la lista de existencias',
  'movimiento.exportar_kardex': 'Descargó el kardex de un producto',
  'movimiento.recibir': 'Recibió una transferencia',
  'metodo_costo.cambiar': 'Cambió el método de costo del inventario',
  'orden.anular': 'Anuló una orden de la tienda',
  'orden.cobro': 'La pasarela cobró una tarjeta por una orden',
  'orden.cobro_perdido': 'La pasarela perdió el cobro de una orden que hay que devolver',
  'orden.tarjeta': 'Empezó a pagar una orden con tarjeta',
  'orden.comprobante': 'Subió el comprobante de una orden',
  'orden.crear': 'Hizo una orden en la tienda',
  'orden.devolver': 'La instalación devolvió el dinero de una orden',
  'orden.presentar': 'La instalación presentó una declaración comprada',
  'orden.decidir': 'La instalación aprobó o rechazó un pago',
  'tienda.ajustar': 'La instalación cambió las cuentas o la empresa que vende en la tienda',
  'tienda.acordar_precio': 'La instalación acordó con una empresa un precio de la tienda',
  'tienda.crear_cupon': 'La instalación creó un cupón de la tienda',
  'tienda.editar_cupon': 'La instalación cambió un cupón de la tienda',
  'tienda.crear_producto': 'La instalación puso un producto en la tienda',
  'tienda.editar_producto': 'La instalación cambió un producto de la tienda',
  'perfil.cambiar_clave': 'Cambió su contraseña',
  'perfil.editar': 'Cambió su perfil',
  'perfil.pedir_correo': 'Pidió otro correo, por verificar',
  'perfil.retirar_correo': 'Retiró el correo por verificar',
  'perfil.verificar_correo': 'Verificó su correo',
  'persona.crear': 'Registró una persona',
  'persona.exportar': 'Descargó la lista de personas',
  'persona.editar': 'Cambió una persona',
  'persona.eliminar': 'Eliminó una persona',
  'persona_condicion.crear': 'Anotó un cambio de régimen o tipo de contribuyente',
  'persona_condicion.editar': 'Corrigió un cambio de régimen o tipo de contribuyente',
  'persona_condicion.eliminar': 'Quitó un cambio de régimen o tipo de contribuyente',
  'persona.unir': 'Unió dos fichas de una persona',
  'persona.separar': 'Deshizo la unión de dos fichas de una persona',
  'persona.restaurar': 'Deshizo la eliminación de una persona',
  'registro_cliente.crear': 'Creó un enlace de registro para un cliente',
  'registro_cliente.anular': 'Anuló un enlace de registro para un cliente',
  'registro_cliente.recibir': 'Un cliente envió sus datos por un enlace',
  'registro_cliente.aceptar': 'Aceptó los datos que envió un cliente',
  'registro_cliente.rechazar': 'Rechazó los datos que envió un cliente',
  'producto.actualizar': 'Cambió varios productos',
  'movimiento.cargar': 'Registró el inventario inicial desde un archivo',
  'persona.cargar': 'Registró personas desde un archivo',
  'producto.cargar': 'Registró productos desde un archivo',
  'producto.cargar_precios': 'Cambió precios desde un archivo',
  'producto.crear': 'Registró un producto',
  'producto.deshacer': 'Deshizo un cambio de varios productos',
  'compra.exportar': 'Descargó la lista de compras',
  'producto.exportar': 'Descargó la lista de productos',
  'producto.exportar_ventas': 'Descargó las ventas de un producto',
  'producto.exportar_compras': 'Descargó las compras de un producto',
  'producto.exportar_precios': 'Descargó los precios de un producto',
  'producto.editar': 'Cambió un producto',
  'producto.imagen': 'Cambió la imagen de un producto',
  'producto.quitar_imagen': 'Quitó la imagen de un producto',
  'producto.eliminar': 'Eliminó un producto',
  'producto.restaurar': 'Deshizo la eliminación de un producto',
  'punto_emision.crear': 'Creó un punto de emisión',
  'punto_emision.editar': 'Cambió un punto de emisión',
  'segundo_factor.activar': 'Activó su verificación en dos pasos',
  'segundo_factor.codigos': 'Cambió sus códigos de recuperación',
  'segundo_factor.desactivar': 'Desactivó su verificación en dos pasos',
  'segundo_factor.quitar': 'Quitó a otra persona la verificación en dos pasos',
  'segundo_factor.usar_codigo': 'Usó un código de recuperación',
  'serie.editar': 'Cambió una serie',
  'norma.crear': 'Registró una vigencia legal',
  'norma.editar': 'Cambió una vigencia legal',
  'norma.retirar': 'Retiró un cambio legal',
  'sesion.abrir': 'Inició sesión',
  'sesion.cambiar_empresa': 'Entró desde otra empresa',
  'sesion.cerrar_otras': 'Cerró sus otras sesiones',
  'soporte.permitir': 'Permitió a soporte emitir y anular',
  'soporte.retirar': 'Retiró el permiso a soporte',
  'unidad.exportar': 'Descargó la lista de unidades',
  'unidad.crear': 'Registró una unidad',
  'unidad.editar': 'Cambió una unidad',
  'unidad.eliminar': 'Eliminó una unidad',
  'unidad.restaurar': 'Deshizo la eliminación de una unidad',
  'usuario.renombrar': 'Cambió de nombre de ingreso',
  'usuario.activar': 'Activó a un usuario',
  'usuario.desactivar': 'Desactivó a un usuario',
  'usuario.cerrar_sesiones': 'Cerró las sesiones de un usuario',
  'usuario.enviar_restablecer': 'Envió a un usuario el enlace para restablecer su contraseña',
}

/** States of a document in its history. */
const ESTADO: Readonly<Record<string, string>> = {
  BORRADOR: 'Borrador',
  EMITIDO: 'Emitido',
  FIRMADO: 'Firmado',
  ENVIANDO: 'Enviándose al SRI',
  INCIERTO: 'Sin respuesta todavía',
  RECIBIDA: 'Recibido por el SRI',
  AUTORIZADO: 'Autorizado',
  RECHAZADO: 'No autorizado',
  RETENIDO: 'Retenido',
  CUARENTENA: 'En revisión',
  CERRADO: 'Número cerrado',
  ANULADO: 'Anulado',
  TARDIA: 'Respuesta tardía',
}
export const estadoText = (estado: string): string => ESTADO[estado] ?? estado

/** States of other records, by the prefix of their actions. */
const ESTADOS_DE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  cotizacion: ESTADO_COTIZACION_LABEL,
  firma: ESTADO_FIRMA_LABEL,
  orden: ESTADO_ORDEN_LABEL,
}
const estadosOf = (accion: string) => ESTADOS_DE[accion.split('.')[0] ?? ''] ?? ESTADO

/** A state change of a document is named by its new state. */
const movimientoText = (accion: string) => {
  const [que, hecho = ''] = accion.split('.')
  return que === 'documento' ? ESTADO[hecho.toUpperCase()] : undefined
}

/** «Editar empleado» of `empleado.editar`. */
const unlisted = (accion: string) => {
  const [que = '', hecho = ''] = accion.split('.')
  const text = `${hecho} ${que}`.replaceAll('_', ' ').trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const accionText = (accion: string): string => ACCION[accion] ?? movimientoText(accion) ?? unlisted(accion)

/** Kinds of records by which a list may be filtered. */
export const QUE_OPTIONS = [
  { value: 'sesion,cuenta,perfil,segundo_factor', label: 'Sesiones y cuentas' },
  { value: 'persona,registro_cliente', label: 'Personas' },
  { value: 'producto', label: 'Productos' },
  { value: 'categoria,unidad,marca', label: 'Categorías, unidades y marcas' },
  { value: 'bodega,movimiento,metodo_costo', label: 'Bodegas y movimientos' },
  { value: 'documento,borrador', label: 'Comprobantes' },
  { value: 'declaracion,paquete_mensual', label: 'Declaraciones' },
  { value: 'compra,recibido,buzon,retencion_recibida', label: 'Compras y recibidos' },
  { value: 'pago,cartera,caja', label: 'Cobros, pagos y cajas' },
  { value: 'cotizacion', label: 'Cotizaciones' },
  { value: 'empresa,establecimiento,punto_emision,serie,correo', label: 'Empresa, puntos, series y correos' },
  { value: 'certificado,firma', label: 'Firma electrónica' },
  { value: 'orden', label: 'Compras en la tienda' },
  { value: 'empleado,invitacion,menu,usuario', label: 'Usuarios y roles' },
  { value: 'impersonacion,soporte,norma,instalacion', label: 'Soporte' },
  { value: 'auditoria', label: 'Auditoría' },
]

const MONTOS = new Set(['price', 'cost', 'price_list', 'minimum_stock', 'total', 'apertura', 'esperado', 'contado', 'diferencia'])

function valueText(field: string, value: unknown, estados: Readonly<Record<string, string>>): string {
  if (value === null || value === undefined || value === '') return '(vacío)'
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? '(vacío)' : value.map((one) => valueText(field, one, estados)).join(', ')
  if (typeof value === 'number') return MONTOS.has(field) ? displayMonto(montoOf(value)) : String(value)
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, inner]) => `${fieldText(name)}: ${valueText(name, inner, estados)}`)
      .join('; ')
  const text = String(value)
  if (field === 'estado' && estados[text] !== undefined) return estados[text]
  if (isFecha(text)) return displayFecha(text)
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? momentoText(text) : text
}

/** Labels of fields whose own name is not the usual word. */
const CAMPO: Readonly<Record<string, string>> = {
  code: 'código',
  codigo: 'código',
  numero: 'número',
  descripcion: 'descripción',
  metodo: 'método',
  regimen: 'régimen',
  username: 'usuario',
  mail: 'correo',
  ci: 'cédula',
  claves: 'claves de acceso',
  auxiliary_code: 'código auxiliar',
  barcode: 'código de barras',
  barcodes: 'otros códigos de barras',
  category_id: 'categoría',
  brand_id: 'marca',
  unit_id: 'unidad',
  name: 'nombre',
  description: 'descripción',
  price: 'precio',
  price_list: 'otros precios',
  cost: 'costo',
  iva: 'tarifa de IVA',
  type_product: 'tipo',
  manage_inventory: 'lleva inventario',
  partes: 'partes del combo',
  minimum_stock: 'stock mínimo',
  status: 'estado',
  is_external: 'externo',
  parent: 'categoría superior',
  filename: 'archivo',
  contrasena: 'contraseña',
  contrasenas: 'contraseñas incorrectas',
  codigos: 'códigos incorrectos',
  sin_permiso: 'sin permiso',
  limites: 'por encima de los límites',
  razon_social: 'razón social',
  identificacion: 'identificación',
  tipo_identificacion: 'tipo de identificación',
  direccion: 'dirección',
  direcciones: 'otras direcciones',
  telefonos: 'teléfonos',
  sin_entregar: 'no se pudo entregar a',
  sri: 'el SRI dice',
  dias_credito: 'días de crédito',
}

const fieldText = (field: string) => CAMPO[field] ?? field.replaceAll('_', ' ')

export interface Cambio {
  campo: string
  /** Undefined where only one value was recorded. */
  antes?: string
  valor: string
}

/** Actions that tell of many products by their fields, and of one product by the earlier values. */
const DE_MUCHOS = new Set(['producto.actualizar', 'producto.deshacer', 'producto.cargar_precios'])

/** Details of a row: its fields with their value, or with their earlier and new value. */
export const cambiosOf = ({ detalle, accion }: Pick<HechoAuditado, 'detalle' | 'accion'>): Cambio[] =>
  Object.entries(detalle).map(([field, value]) => {
    const estados = estadosOf(accion)
    const isMove = accion.startsWith('documento.') && field === 'estado'
    const isChange =
      (accion.endsWith('.editar') || isMove || (DE_MUCHOS.has(accion) && field !== 'campos')) && Array.isArray(value) && value.length <= 2
    return isChange
      ? { campo: fieldText(field), antes: valueText(field, value[0], estados), valor: valueText(field, value[1], estados) }
      : { campo: fieldText(field), valor: valueText(field, value, estados) }
  })

/** The author; under impersonation both users. */
export const quienText = ({ quien, actor }: Pick<HechoAuditado, 'quien' | 'actor'>): string =>
  actor ? `${actor} (soporte), en nombre de ${quien ?? 'un usuario'}` : (quien ?? 'El sistema')
