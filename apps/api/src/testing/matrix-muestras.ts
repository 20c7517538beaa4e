// What a valid call of each route carries beside the id in its path (B7).
import { montoOf } from '@yupana/fiscal'
import { randomUUID } from 'node:crypto'
import { PASOS_ANULACION } from '@yupana/contract'

import type { EmpresaId } from '../db/empresa-id.ts'
import type { TestApp } from './build-test-app.ts'
import { facturaForm } from './emisor.ts'

/** What a row is, of the company that asks for nothing of its own. */
export type Kind =
  | 'documento'
  | 'borrador'
  | 'cotizacion'
  | 'compra'
  | 'pago'
  | 'caja'
  | 'saldo_inicial'
  | 'retencion_recibida'
  | 'recibido'
  | 'persona'
  | 'persona_condicion'
  | 'registro_cliente'
  | 'producto'
  | 'actualizacion'
  | 'carga'
  | 'trabajo'
  | 'unidad'
  | 'marca'
  | 'categoria'
  | 'bodega'
  | 'movimiento'
  | 'certificado'
  | 'correo'
  | 'empleado'
  | 'invitacion'
  | 'firma'
  | 'orden'
  | 'gasto_personal'
  | 'equivalencia'
  | 'regla_proveedor'
  | 'adjunto'
export interface Sample {
  of?: Kind
  /** Places that are no id of a row: codes that only the other company has. */
  params?: Record<string, string>
  absent?: Record<string, string>
  body?: unknown
  query?: Record<string, string>
  hasUpload?: boolean
}

export const persona = { tipo_identificacion: '06', identificacion: 'X-1', razon_social: 'X', roles: ['cliente'], version: 1 }
/** What a person of another company is, since always. */
export async function addCondicion(
  { owner, clock }: Pick<TestApp, 'owner' | 'clock'>,
  empresa_id: EmpresaId,
  persona_id: string,
): Promise<string> {
  const id = randomUUID()
  await owner.insertInto('persona_condicion').values({ empresa_id, persona_id, id, regimen: 'RIMPE', en: clock.now() }).execute()
  return id
}
export const gastoForm = {
  fecha: '2026-05-20',
  proveedor_ruc: '1790012345001',
  proveedor: 'X',
  tipo: '01',
  numero: '001-001-000000001',
  a_nombre: '9999999999999',
  partes: [{ categoria: 'SALUD', monto: 10_000_000 }],
}
const notaForm = {
  tipo: '05',
  establecimiento: '001',
  punto: '001',
  comprador: facturaForm().comprador,
  modificado: { numero: '009-001-000000001', fecha: '2026-06-01' },
  motivos: [{ razon: 'Mora', valor: 1_000_000, iva: 6 }],
  pagos: [{ forma_pago: '20', total: 1_150_000 }],
}
const { comprador: proveedor, ...compra } = facturaForm()
const liquidacionForm = { ...compra, proveedor }
export const retencionForm = {
  establecimiento: '001',
  punto: '001',
  sujeto: proveedor,
  docs_sustento: [
    {
      cod_sustento: '01',
      cod_doc: '01',
      numero: '001-001-000000001',
      fecha: '2026-06-01',
      total_sin_impuestos: 10_000_000,
      importe_total: 11_500_000,
      impuestos: [{ codigo: '2', codigo_porcentaje: '4', base: 10_000_000, tarifa: 15_000_000, valor: 1_500_000 }],
      retenciones: [{ impuesto: '1', codigo: '312', base: 10_000_000, porcentaje: 2_000_000 }],
      pagos: [{ forma_pago: '20', total: 11_500_000 }],
    },
  ],
}
const guiaForm = {
  establecimiento: '001',
  punto: '001',
  transportista: {
    tipo_identificacion: proveedor.tipo_identificacion,
    identificacion: proveedor.identificacion,
    razon_social: proveedor.razon_social,
  },
  placa: 'ABC-0123',
  dir_partida: 'Quito',
  fecha_ini: '2026-06-15',
  fecha_fin: '2026-06-16',
  destinatarios: [{ ...proveedor, direccion: 'Ambato', motivo: 'Venta', detalles: [{ descripcion: 'Cajas', cantidad: 1_000_000 }] }],
}
export const cotizacionForm = {
  establecimiento: '001',
  punto: '001',
  validez_dias: 15,
  comprador: facturaForm().comprador,
  lineas: facturaForm().lineas,
}
export const compraForm = {
  tipo: '01',
  proveedor,
  numero: '001-001-000000001',
  autorizacion: '1234567890',
  fecha_emision: '2026-06-01',
  sustento: '01',
  impuestos: [{ codigo: '2', codigo_porcentaje: '4', tarifa: 15_000_000, base: 10_000_000, valor: 1_500_000 }],
  total: 11_500_000,
}
export const retencionRecibidaForm = {
  agente: { tipo_identificacion: '04', identificacion: '1712345675001', razon_social: 'X' },
  numero: '001-001-000000001',
  autorizacion: '1234567890',
  fecha_emision: '2026-06-01',
  lineas: [
    { cod_doc: '01', numero: '001-001-000000009', impuesto: '2', codigo: '1', base: 10_000_000, porcentaje: 30_000_000, valor: 3_000_000 },
  ],
}
/** A document of the inbox, as a database holds it. */
export const recibidoRow = (empresa_id: EmpresaId, usuario_id: string, creado_en: Date) => ({
  empresa_id,
  id: randomUUID(),
  ambiente: 'SIMULADOR' as const,
  clave: '0'.repeat(49),
  tipo: '01' as const,
  numero: compraForm.numero,
  fecha_emision: compraForm.fecha_emision,
  emisor_ruc: '1712345675001',
  emisor_nombre: 'X',
  total: montoOf(compraForm.total),
  autorizado: true,
  avisos: '[]',
  formulario: JSON.stringify(compraForm),
  xml: '<factura/>',
  usuario_id,
  creado_en,
})
export async function insertTrabajo(owner: TestApp['owner'], empresa_id: EmpresaId, usuario_id: string, creado_en: Date): Promise<string> {
  const id = randomUUID()
  const trabajo = {
    empresa_id,
    id,
    usuario_id,
    ambiente: 'SIMULADOR' as const,
    tipo: 'ARCHIVOS' as const,
    pedido: '{"desde":"2026-01-01","hasta":"2026-12-31"}',
    huella: Buffer.alloc(32),
    archivo: 'x.zip',
    total: 1,
    creado_en,
  }
  await owner.insertInto('trabajo').values(trabajo).execute()
  return id
}

/** The calls about issued documents. */
const ofIssued = (at: string): Readonly<Record<string, Sample>> => ({
  [`GET ${at}/:id`]: { of: 'documento' },
  [`GET ${at}/download/:id`]: { of: 'documento' },
  [`GET ${at}/xml/:id`]: { of: 'documento' },
  [`POST ${at}/enviar_correo/:id`]: { of: 'documento', body: { correos: ['a@ejemplo.ec'] } },
  [`POST ${at}/reenviar_sri/:id`]: { of: 'documento' },
  [`POST ${at}/cerrar/:id`]: { of: 'documento', body: { motivo: 'Prueba de cierre' } },
  [`POST ${at}/anular/:id`]: { of: 'documento', body: { motivo: 'Prueba de anulación', pasos: PASOS_ANULACION } },
  [`POST ${at}/retirar_anulacion/:id`]: { of: 'documento' },
  [`POST ${at}/registrar_anulacion/:id`]: { of: 'documento', body: { prueba: 'El portal lo muestra ANULADO' } },
})
/** The calls that every kind of document has (O-46). */
const ofKind = (at: string, form: unknown): Readonly<Record<string, Sample>> => ({
  ...ofIssued(at),
  [`GET ${at}/duplicar/:id`]: { of: 'documento' },
  [`POST ${at}/corregir/:id`]: { of: 'documento', body: form },
  [`GET ${at}/borrador/:id`]: { of: 'borrador' },
  [`PUT ${at}/edit/:id`]: { of: 'borrador', body: { contenido: {} } },
  [`DELETE ${at}/delete/:id`]: { of: 'borrador' },
})
const exportacionForm = {
  version: 0,
  clase: '03',
  parte_relacionada: false,
  tipo_cliente: '02',
  regimen: '01',
  pais: '110',
  pais_destino: '110',
  tipo_ingreso: '438',
}

/** One for each route with a place in its path: what a valid call carries beside the id. */
export const SAMPLES: Readonly<Record<string, Sample>> = {
  ...ofIssued('/v1/comprobante'),
  ...ofKind('/v1/documento', facturaForm()),
  'GET /v1/nota/saldo/:id': { of: 'documento' },
  'GET /v1/declaracion/exportacion/:id': { of: 'documento' },
  'PUT /v1/declaracion/exportacion/:id': { of: 'documento', body: exportacionForm },
  ...ofKind('/v1/nota', notaForm),
  ...ofKind('/v1/liquidacion_compra', liquidacionForm),
  ...ofKind('/v1/retencion', retencionForm),
  ...ofKind('/v1/guia_remision', guiaForm),
  'POST /v1/usuario/sesiones/cerrar/:id': { of: 'documento' },
  'GET /cotizacion/:id': { of: 'cotizacion' },
  'PUT /cotizacion/edit/:id': { of: 'cotizacion', body: { ...cotizacionForm, version: 1 } },
  'DELETE /cotizacion/delete/:id': { of: 'cotizacion' },
  'GET /cotizacion/download/:id': { of: 'cotizacion' },
  'GET /v1/cotizacion/duplicar/:id': { of: 'cotizacion' },
  'GET /v1/cotizacion/versiones/:id': { of: 'cotizacion' },
  'GET /v1/cotizacion/version/:id/:n': { of: 'cotizacion' },
  'GET /v1/cotizacion/version/pdf/:id/:n': { of: 'cotizacion' },
  'POST /v1/cotizacion/estado/:id': { of: 'cotizacion', body: { estado: 'ENVIADA', version: 1 } },
  'POST /v1/comprobante/consultar_sri/:id': { of: 'documento' },
  'GET /v1/comprobante/anotacion/:id': { of: 'documento' },
  'PUT /v1/comprobante/nota_interna/:id': { of: 'documento', body: { nota: 'X', version: 0 } },
  'POST /v1/comprobante/adjunto/:id': { of: 'documento', hasUpload: true },
  'GET /v1/comprobante/adjunto/:id': { of: 'adjunto' },
  'DELETE /v1/comprobante/adjunto/:id': { of: 'adjunto' },
  'GET /v1/comprobante/enlace/:id': { of: 'documento' },
  'POST /v1/comprobante/enlace/:id': { of: 'documento' },
  'DELETE /v1/comprobante/enlace/:id': { of: 'documento' },
  'POST /v1/comprobante/no_corresponde/:id': { of: 'documento' },
  'POST /v1/cartera/estado/correo/:id': { of: 'persona', body: { correos: ['a@ejemplo.ec'] } },
  'GET /v1/cartera/recordatorio/persona/:id': { of: 'persona' },
  'PUT /v1/cartera/recordatorio/persona/:id': { of: 'persona', body: { exento: true } },
  'POST /v1/cotizacion/correo/:id': { of: 'cotizacion', body: { version: 1, correos: ['a@ejemplo.ec'] } },
  'POST /v1/cotizacion/enlace/:id': { of: 'cotizacion', body: { version: 1 } },
  'DELETE /v1/cotizacion/enlace/:id': { of: 'cotizacion' },
  'GET /v1/documento/de_cotizacion/:id': { of: 'cotizacion' },
  'POST /v1/cartera/saldo_inicial/reversar/:id': { of: 'saldo_inicial', body: { motivo: 'Estaba pagado' } },
  'GET /v1/pago/:id': { of: 'pago' },
  'GET /v1/pago/download/:id': { of: 'pago' },
  'POST /v1/pago/correo/:id': { of: 'pago', body: { correos: ['a@ejemplo.ec'] } },
  'POST /v1/pago/reversar/:id': { of: 'pago', body: { motivo: 'Cheque devuelto' } },
  'GET /v1/caja/:id': { of: 'caja' },
  'GET /v1/caja/dinero/:id': { of: 'caja' },
  'GET /v1/caja/download/:id': { of: 'caja' },
  'POST /v1/caja/movimiento/:id': { of: 'caja', body: { tipo: 'INGRESO', valor: 1_000_000, motivo: 'Fondo' } },
  'POST /v1/caja/cerrar/:id': { of: 'caja', body: { esperado: 1_000_000, contado: 1_000_000 } },
  'GET /v1/compra/:id': { of: 'compra' },
  'PUT /v1/compra/edit/:id': { of: 'compra', body: { ...compraForm, version: 1 } },
  'DELETE /v1/compra/delete/:id': { of: 'compra' },
  'POST /v1/compra/anular/:id': { of: 'compra', body: { motivo: 'Anulada por su proveedor', version: 1 } },
  'GET /v1/tienda/orden/:id': { of: 'orden' },
  'POST /v1/tienda/orden/comprobante/:id': { of: 'orden', hasUpload: true },
  'GET /v1/tienda/orden/comprobante/:id': { of: 'orden' },
  'POST /v1/tienda/orden/tarjeta/:id': { of: 'orden' },
  'GET /v1/tienda/orden/documento/:id': { of: 'orden', query: { documento: 'FACTURA', formato: 'XML' } },
  'PUT /v1/tienda/orden/anular/:id': { of: 'orden', body: { version: 1 } },
  'GET /v1/firma_electronica/:id': { of: 'firma' },
  'GET /v1/firma_electronica/telefono/:id': { of: 'firma' },
  'PUT /v1/firma_electronica/edit/:id': { of: 'firma', body: { tipo: 'NATURAL', anios: 1, datos: {}, version: 1 } },
  'POST /v1/firma_electronica/documento/:id': { of: 'firma', hasUpload: true },
  'GET /v1/firma_electronica/documento/:id': { of: 'firma', query: { clase: 'RUC' } },
  'POST /v1/firma_electronica/documento/descarga/:id': { of: 'firma', body: { clase: 'RUC' } },
  'POST /v1/firma_electronica/video/:id': { of: 'firma', body: { nombre: 'x.mp4', tamano: 1 } },
  'POST /v1/firma_electronica/video_parte/:id': {
    of: 'firma',
    query: { archivo: '8b1c7b1e-0000-4000-8000-000000000000', n: '0' },
    hasUpload: true,
  },
  'PUT /v1/firma_electronica/pago/:id': { of: 'firma', body: { orden_id: '8b1c7b1e-0000-4000-8000-000000000000' } },
  'POST /v1/firma_electronica/enviar/:id': { of: 'firma', body: { version: 1 } },
  'DELETE /v1/firma_electronica/delete/:id': { of: 'firma' },
  'DELETE /v1/firma_electronica/archivos/:id': { of: 'firma' },
  'GET /v1/retencion_recibida/:id': { of: 'retencion_recibida' },
  'DELETE /v1/retencion_recibida/delete/:id': { of: 'retencion_recibida' },
  'GET /v1/recibido/:id': { of: 'recibido' },
  'GET /v1/recibido/xml/:id': { of: 'recibido' },
  'POST /v1/recibido/aceptar/:id': { of: 'recibido', body: {} },
  'PUT /v1/recibido/propuesta/:id': { of: 'recibido', body: { retener: false } },
  'POST /v1/recibido/gasto_personal/:id': { of: 'recibido', body: { categoria: 'SALUD' } },
  'POST /v1/recibido/ignorar/:id': { of: 'recibido', body: { ignorado: true } },
  'GET /v1/correo/:id': { of: 'correo' },
  'PUT /business/employee/toggle_status/:id': { of: 'empleado' },
  'DELETE /business/employee/delete/:id': { of: 'empleado' },
  'GET /business/employee/menu/all/:id': { of: 'empleado' },
  'PUT /v1/empleado/edit/:id': { of: 'empleado', body: { rol: 4, collections: [] } },
  'DELETE /invitacion/delete/:id': { of: 'invitacion' },
  'GET /v1/persona/:id': { of: 'persona' },
  'PUT /v1/persona/edit/:id': { of: 'persona', body: persona },
  'DELETE /v1/persona/delete/:id': { of: 'persona' },
  'GET /v1/persona/condiciones/:id': { of: 'persona' },
  'POST /v1/persona/condicion/create/:id': { of: 'persona', body: { regimen: 'RIMPE' } },
  'PUT /v1/persona/condicion/edit/:id': { of: 'persona_condicion', body: { regimen: 'RIMPE', version: 1 } },
  'DELETE /v1/persona/condicion/delete/:id': { of: 'persona_condicion' },
  'GET /v1/persona/uniones/:id': { of: 'persona' },
  'GET /v1/persona/union/:id': { of: 'persona', query: { otra_id: randomUUID() } },
  'POST /v1/persona/unir/:id': { of: 'persona', body: { otra_id: randomUUID() } },
  'POST /v1/persona/separar/:id': { of: 'persona' },
  'GET /v1/registro_cliente/:id': { of: 'registro_cliente' },
  'POST /v1/registro_cliente/aceptar/:id': { of: 'registro_cliente', body: { persona: null } },
  'POST /v1/registro_cliente/rechazar/:id': { of: 'registro_cliente' },
  'DELETE /v1/registro_cliente/delete/:id': { of: 'registro_cliente' },
  'GET /productos/find_re_by/:id': { of: 'producto' },
  'GET /v1/persona/carga/:id': { of: 'carga' },
  'GET /v1/persona/carga/errores/:id': { of: 'carga' },
  'POST /v1/persona/carga/aplicar/:id': { of: 'carga' },
  'GET /v1/trabajo/:id': { of: 'trabajo' },
  'POST /v1/trabajo/descarga/:id': { of: 'trabajo' },
  'POST /v1/trabajo/cancelar/:id': { of: 'trabajo' },
  'GET /v1/producto/carga/:id': { of: 'carga' },
  'GET /v1/producto/carga/errores/:id': { of: 'carga' },
  'POST /v1/producto/carga/aplicar/:id': { of: 'carga' },
  'POST /v1/producto/actualizacion/deshacer/:id': { of: 'actualizacion' },
  'DELETE /productos/delete/:id': { of: 'producto' },
  'GET /productos/duplicate/:id': { of: 'producto' },
  'GET /productos_imagen/:id': { of: 'producto' },
  'POST /v1/producto/imagen/:id': { of: 'producto', hasUpload: true },
  'DELETE /v1/producto/imagen/:id': { of: 'producto' },
  'DELETE /productos/delete-seleted/:ids': { of: 'producto' },
  'DELETE /unidad/delete/:id': { of: 'unidad' },
  'DELETE /unidad/delete-seleted/:ids': { of: 'unidad' },
  'PUT /marca/edit/:id': { of: 'marca', body: { name: 'X', version: 1 } },
  'DELETE /marca/delete/:id': { of: 'marca' },
  'DELETE /marca/delete-seleted/:ids': { of: 'marca' },
  'DELETE /categoria/delete/:id': { of: 'categoria' },
  'PUT /v1/gasto_personal/edit/:id': { of: 'gasto_personal', body: { ...gastoForm, version: 1 } },
  'DELETE /v1/gasto_personal/delete/:id': { of: 'gasto_personal' },
  'PUT /v1/equivalencia/edit/:id': { of: 'equivalencia', body: { producto_id: null, factor: 1_000_000, version: 1 } },
  'DELETE /v1/equivalencia/delete/:ids': { of: 'equivalencia' },
  'DELETE /v1/regla_proveedor/delete/:ids': { of: 'regla_proveedor' },
  'PUT /v1/bodega/edit/:id': { of: 'bodega', body: { name: 'X', version: 1 } },
  'DELETE /v1/bodega/delete/:id': { of: 'bodega' },
  'GET /v1/movimiento/:id': { of: 'movimiento' },
  'POST /v1/movimiento/recibir/:id': { of: 'movimiento' },
  'GET /v1/existencia/:id': { of: 'producto' },
  'GET /v1/kardex/:id': { of: 'producto' },
  'GET /v1/producto/ventas/:id': { of: 'producto' },
  'GET /v1/producto/compras/:id': { of: 'producto' },
  'DELETE /business_profile/certificado/delete/:id': { of: 'certificado' },
  'PUT /business_profile/carga_firma_electronica/:id': { of: 'certificado', hasUpload: true },
  'PUT /v1/establecimiento/edit/:codigo': { params: { codigo: '777' }, absent: { codigo: '888' }, body: { direccion: 'X', version: 1 } },
  'PUT /v1/punto_emision/edit/:establecimiento/:codigo': {
    params: { establecimiento: '777', codigo: '777' },
    absent: { establecimiento: '888', codigo: '888' },
    body: { usuarios: [], version: 1 },
  },
}
