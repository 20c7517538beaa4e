import { ESTADOS_COTIZACION, ESTADOS_COTIZACION_GUARDADOS, VALIDEZ_MAX_DIAS } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { MAX_MENSAJE_CORREO } from './comprobante-calls.contract.ts'
import { Comprador, ImpuestoTotal, LineaVentaForm, ParNombreValor } from './documento.contract.ts'
import { endpoint } from './endpoint.ts'
import { Nothing } from './envelope.contract.ts'
import { exportOf } from './exportacion.contract.ts'
import {
  buscado,
  conSigno,
  correo,
  digitos,
  fecha,
  idParams,
  lineasOpcionales,
  listaPrecios,
  textoOpcional,
  uuid,
  version,
} from './fields.ts'
import { listingOf, listingQuery } from './listing.contract.ts'
import { restoreOf } from './papelera.contract.ts'

const tag = 'Cotizaciones'

/** An offer by the rules of a factura, without payments (O-74). Amounts ×10⁶. */
export const CotizacionForm = z.object({
  establecimiento: digitos(3),
  punto: digitos(3),
  fecha_emision: z.optional(fecha),
  /** Days after the quote's own day in which it may be accepted. */
  validez_dias: z.int().check(z.minimum(1, 'Tiene que ser como mínimo 1.'), z.maximum(VALIDEZ_MAX_DIAS, 'Tiene que ser como máximo 365.')),
  /** NETO: prices without IVA; PVP: prices that include it (O-60). */
  modo: z._default(z.enum(['NETO', 'PVP']), 'NETO'),
  /** The list of prices of its lines. */
  lista: z.optional(listaPrecios),
  comprador: Comprador,
  lineas: z
    .array(LineaVentaForm)
    .check(z.minLength(1, 'Agregue al menos una línea.'), z.maxLength(1000, 'Una cotización admite hasta 1000 líneas.')),
  /** Terms of payment and delivery, and other information for the client. */
  condiciones: textoOpcional(1000),
  info_adicional: z._default(z.array(ParNombreValor).check(z.maxLength(14, 'Se admiten hasta 14 campos adicionales.')), []),
})
export type CotizacionForm = z.infer<typeof CotizacionForm>
export type CotizacionFormInput = z.input<typeof CotizacionForm>

export const EstadoCotizacion = z.enum(ESTADOS_COTIZACION)

export const CotizacionFila = z.object({
  id: uuid,
  numero: z.string(),
  fecha_emision: fecha,
  /** Last day of its validity. */
  vence: fecha,
  estado: EstadoCotizacion,
  receptor_identificacion: z.string(),
  receptor_nombre: z.string(),
  total: conSigno,
  /** Author; null for a user who is gone. */
  vendedor: z.nullable(z.string()),
  /** The last valid factura issued from it. */
  factura: z.nullable(z.object({ id: uuid, numero: z.string() })),
  version,
  creado_en: z.string(),
  editado_en: z.string(),
})
export type CotizacionFila = z.infer<typeof CotizacionFila>

/** Totals computed when the quote was saved; amounts ×10⁶. */
export const CotizacionCalculo = z.object({
  subtotal: conSigno,
  descuento: conSigno,
  impuestos: z.array(ImpuestoTotal),
  total: conSigno,
  lineas: z.array(z.object({ precio_unitario: conSigno, descuento: conSigno, base: conSigno, iva: z.int(), total: conSigno })),
})
export type CotizacionCalculo = z.infer<typeof CotizacionCalculo>

export const Cotizacion = z.extend(CotizacionFila, {
  form: CotizacionForm,
  calculo: CotizacionCalculo,
  /** The client's answer; null without one. */
  respuesta: z.nullable(z.object({ nota: z.nullable(z.string()), en: z.string() })),
  /** Its valid facturas, the first first. */
  facturas: z.array(z.object({ id: uuid, numero: z.string() })),
  /** Quantity of each line that is not invoiced yet. */
  resto: z.array(z.int()),
  /** Whether its client has a link to it. */
  con_enlace: z.boolean(),
  /** The version that the client has, from 1; null for a draft. */
  version_enviada: z.nullable(z.int()),
})
export type Cotizacion = z.infer<typeof Cotizacion>

/** A saved quote with its warnings. */
export const CotizacionGuardada = z.extend(Cotizacion, { avisos: z.array(z.object({ campo: z.string(), message: z.string() })) })
export type CotizacionGuardada = z.infer<typeof CotizacionGuardada>

/** Fields a list of quotes may be sorted by. */
export const ORDENES_COTIZACION = ['fecha_emision', 'numero', 'receptor_nombre', 'total', 'vence'] as const

/** `q`: each word begins a word of the client's name, its identification or the number. */
export const CotizacionBusqueda = z.object({
  ...listingQuery,
  q: z.optional(buscado),
  estado: z.optional(EstadoCotizacion),
  desde: z.optional(fecha),
  hasta: z.optional(fecha),
  persona_id: z.optional(uuid),
})
export type CotizacionBusqueda = z.infer<typeof CotizacionBusqueda>

/** Filters of a list without page and order, which mean every quote. */
export const CotizacionFiltro = z.omit(CotizacionBusqueda, { page: true, size: true, sort: true })
export type CotizacionFiltro = z.infer<typeof CotizacionFiltro>

/** Sums of a list of quotes. */
export const CotizacionSuma = z.object({
  /** False beyond the exact limit of lists: nothing is summed then. */
  exact: z.boolean(),
  cantidad: z.int(),
  /** Null when the sum exceeds an amount. */
  total: z.nullable(conSigno),
})
export type CotizacionSuma = z.infer<typeof CotizacionSuma>

/** The columns of the list. */
export const COLUMNAS_COTIZACION = {
  numero: 'Número',
  fecha_emision: 'Fecha',
  receptor_identificacion: 'Identificación',
  receptor_nombre: 'Cliente',
  vence: 'Válida hasta',
  estado: 'Estado',
  vendedor: 'Vendedor',
  factura: 'Factura',
  total: 'Total',
} as const

export const NumeroCotizacion = z.object({ establecimiento: z.string(), punto: z.string(), secuencial: z.int(), numero: z.string() })
export type NumeroCotizacion = z.infer<typeof NumeroCotizacion>

const one = { tag, params: idParams }

export const searchCotizacion = endpoint('GET /cotizacion/search', {
  costo: 'busqueda',
  tag,
  summary: 'Cotizaciones de la empresa',
  query: CotizacionBusqueda,
  reply: listingOf(CotizacionFila),
})
export const exportCotizacion = exportOf('GET /v1/cotizacion/exportar', {
  tag,
  summary: 'Cotizaciones como archivo, con los filtros y el orden de la lista',
  filtro: CotizacionFiltro.shape,
  columnas: COLUMNAS_COTIZACION,
})
export const sumCotizacion = endpoint('GET /v1/cotizacion/sumar', {
  costo: 'busqueda',
  tag,
  summary: 'Cuánto suman las cotizaciones de una lista (hasta el límite exacto de las listas)',
  query: CotizacionFiltro,
  reply: CotizacionSuma,
})
export const previewNumeroCotizacion = endpoint('GET /cotizacion/generar-nro-documento', {
  costo: 'lectura',
  tag,
  summary: 'El número que tendría la próxima cotización de un punto; no reserva nada',
  query: z.object({ establecimiento: z.optional(digitos(3)), punto: z.optional(digitos(3)) }),
  reply: NumeroCotizacion,
})
export const readCotizacion = endpoint('GET /cotizacion/:id', { costo: 'lectura', ...one, summary: 'Una cotización', reply: Cotizacion })
export const createCotizacion = endpoint('POST /cotizacion/create', {
  costo: 'escritura',
  tag,
  summary: 'Registra una cotización y toma su número; requiere Idempotency-Key',
  body: CotizacionForm,
  reply: CotizacionGuardada,
  msg: 'Cotización registrada exitosamente',
})
export const editCotizacion = endpoint('PUT /cotizacion/edit/:id', {
  costo: 'escritura',
  ...one,
  summary: 'Cambia una cotización que no está aceptada ni facturada; vuelve a ser borrador',
  body: z.extend(CotizacionForm, { version }),
  reply: CotizacionGuardada,
  msg: 'Cotización editada exitosamente',
})
export const deleteCotizacion = endpoint('DELETE /cotizacion/delete/:id', {
  costo: 'escritura',
  ...one,
  summary: 'Elimina una cotización que no está aceptada ni facturada',
  reply: Nothing,
  msg: 'Cotización eliminada exitosamente',
})
export const restoreCotizaciones = restoreOf('POST /v1/cotizacion/restaurar', tag, 'cotizaciones')
export const downloadCotizacion = endpoint('GET /cotizacion/download/:id', {
  costo: 'archivo',
  ...one,
  summary: 'La cotización en PDF',
  file: 'application/pdf',
})
export const moveCotizacion = endpoint('POST /v1/cotizacion/estado/:id', {
  costo: 'escritura',
  ...one,
  summary: 'Anota que se envió, se aceptó o se rechazó, o la vuelve a abrir',
  body: z.object({ estado: z.enum(ESTADOS_COTIZACION_GUARDADOS), nota: textoOpcional(300), version }),
  reply: Cotizacion,
  msg: 'Estado actualizado exitosamente',
})
export const shareCotizacion = endpoint('POST /v1/cotizacion/enlace/:id', {
  costo: 'escritura',
  ...one,
  summary: 'El enlace con que el cliente la ve, la acepta o la rechaza; un borrador queda enviado',
  body: z.object({ version }),
  reply: z.object({ enlace: z.string(), cotizacion: Cotizacion }),
})
export const MAX_CORREOS_COTIZACION = 5
export const mailCotizacion = endpoint('POST /v1/cotizacion/correo/:id', {
  costo: 'escritura',
  ...one,
  summary: 'Envía la cotización por correo, con su PDF y su enlace; un borrador queda enviado; requiere Idempotency-Key',
  body: z.object({
    version,
    correos: z
      .array(correo)
      .check(
        z.minLength(1, 'Añada al menos un correo.'),
        z.maxLength(MAX_CORREOS_COTIZACION, `${MAX_CORREOS_COTIZACION} correos como máximo.`),
      ),
    mensaje: lineasOpcionales(MAX_MENSAJE_CORREO),
  }),
  reply: Cotizacion,
  msg: 'Cotización enviada por correo',
})
export const unshareCotizacion = endpoint('DELETE /v1/cotizacion/enlace/:id', {
  costo: 'escritura',
  ...one,
  summary: 'Retira el enlace: deja de servir, y el siguiente es otro',
  reply: Cotizacion,
  msg: 'Enlace retirado exitosamente',
})
export const duplicateCotizacion = endpoint('GET /v1/cotizacion/duplicar/:id', {
  costo: 'calculo',
  ...one,
  summary: 'El formulario de una cotización, para empezar otra con las reglas de hoy',
  reply: CotizacionForm,
})
