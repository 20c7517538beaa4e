import * as z from 'zod/mini'

import { Nothing } from './envelope.contract.ts'
import { Comprador } from './documento.contract.ts'
import { endpoint } from './endpoint.ts'
import { buscado, conSigno, fecha, idParams, monto, numeroComprobante, porcentaje, siNo, uuid } from './fields.ts'
import { listingOf, listingQuery } from './listing.contract.ts'
import { autorizacion, codigoComprobante } from './reembolso.contract.ts'
import { IMPUESTOS_RETENIDOS } from './retencion.contract.ts'

const tag = 'Retenciones recibidas'

/** A withholding from our sale: amounts and percentage ×10⁶, as in the voucher. */
export const LineaRecibidaForm = z.object({
  cod_doc: codigoComprobante,
  /** Number of the sale's document; absent in some old vouchers. */
  numero: z.optional(numeroComprobante()),
  fecha: z.optional(fecha),
  impuesto: z.enum(IMPUESTOS_RETENIDOS),
  codigo: z.string().check(z.regex(/^[0-9A-Z]{1,5}$/, 'Código de retención no válido.')),
  base: monto,
  porcentaje: porcentaje,
  valor: monto,
})

/** A withholding voucher of a client (O-26), typed or from its XML. */
export const RetencionRecibidaForm = z.object({
  agente: Comprador,
  numero: numeroComprobante(),
  autorizacion,
  fecha_emision: fecha,
  /** `mm/aaaa`, the month of its declaration; by default that of the voucher. */
  periodo: z.optional(z.string().check(z.regex(/^(?:0[1-9]|1[0-2])\/20\d\d$/, 'Escriba el período como 06/2026.'))),
  lineas: z.array(LineaRecibidaForm).check(z.minLength(1, 'Agregue al menos una retención.'), z.maxLength(500)),
})
export type RetencionRecibidaForm = z.infer<typeof RetencionRecibidaForm>
export type RetencionRecibidaFormInput = z.input<typeof RetencionRecibidaForm>

export const RetencionRecibidaFila = z.object({
  id: uuid,
  numero: z.string(),
  fecha_emision: fecha,
  periodo: fecha,
  agente_identificacion: z.string(),
  agente_nombre: z.string(),
  renta: conSigno,
  iva: conSigno,
  isd: conSigno,
  total: conSigno,
  /** Time when the SRI was found to report it as voided by its issuer. */
  anulado_emisor_en: z.nullable(z.string()),
  creado_en: z.string(),
})
export type RetencionRecibidaFila = z.infer<typeof RetencionRecibidaFila>

export const RetencionRecibida = z.extend(RetencionRecibidaFila, {
  form: RetencionRecibidaForm,
  /** Our document behind each line, in the order of the form; null without one. */
  documentos: z.array(z.nullable(uuid)),
  /** Differences from the law and from our documents. */
  diferencias: z.array(z.object({ campo: z.string(), message: z.string() })),
  mes_abierto: z.boolean(),
})
export type RetencionRecibida = z.infer<typeof RetencionRecibida>

export const ORDENES_RETENCION_RECIBIDA = ['fecha_emision', 'numero', 'agente_nombre', 'total'] as const

export const RetencionRecibidaBusqueda = z.object({
  ...listingQuery,
  q: z.optional(buscado),
  desde: z.optional(fecha),
  hasta: z.optional(fecha),
  /** Only withholdings from this document of ours. */
  documento_id: z.optional(uuid),
  /** Only vouchers voided by their issuer, or only the others. */
  anulado_emisor: z.optional(siNo),
})
export type RetencionRecibidaBusqueda = z.infer<typeof RetencionRecibidaBusqueda>

export const SENTIDOS_RETENCION = ['EMITIDA', 'RECIBIDA'] as const
/** A withholding of one tax, issued on a purchase or received on a sale (O-29). */
export const RetencionPracticada = z.object({
  /** Id of the voucher. */
  id: uuid,
  n: z.int(),
  numero: z.string(),
  fecha_emision: fecha,
  tercero_identificacion: z.string(),
  tercero_nombre: z.string(),
  /** The document behind the withholding. */
  documento: z.nullable(z.string()),
  codigo: z.string(),
  base: conSigno,
  porcentaje: z.int(),
  valor: conSigno,
  /** State with the SRI, for an issued voucher. */
  estado: z.nullable(z.string()),
})
export type RetencionPracticada = z.infer<typeof RetencionPracticada>

export const RetencionPracticadaBusqueda = z.object({
  ...listingQuery,
  impuesto: z._default(z.enum(['1', '2']), '1'),
  sentido: z._default(z.enum(SENTIDOS_RETENCION), 'EMITIDA'),
  desde: z.optional(fecha),
  hasta: z.optional(fecha),
})
export type RetencionPracticadaBusqueda = z.infer<typeof RetencionPracticadaBusqueda>
export const ORDENES_RETENCION_PRACTICADA = ['fecha_emision'] as const

const one = { tag, params: idParams }

export const searchRetencionRecibida = endpoint('GET /v1/retencion_recibida/search', {
  costo: 'busqueda',
  tag,
  summary: 'Retenciones que los clientes practicaron a la empresa',
  query: RetencionRecibidaBusqueda,
  reply: listingOf(RetencionRecibidaFila),
})
export const searchRetencionPracticada = endpoint('GET /v1/retencion_recibida/practicadas', {
  costo: 'busqueda',
  tag,
  summary: 'Retenciones de un impuesto, emitidas o recibidas, una por línea',
  query: RetencionPracticadaBusqueda,
  reply: listingOf(RetencionPracticada),
})
export const readRetencionRecibida = endpoint('GET /v1/retencion_recibida/:id', {
  costo: 'lectura',
  ...one,
  summary: 'Una retención recibida',
  reply: RetencionRecibida,
})
export const createRetencionRecibida = endpoint('POST /v1/retencion_recibida/create', {
  costo: 'escritura',
  tag,
  summary: 'Registra una retención recibida; requiere Idempotency-Key',
  body: RetencionRecibidaForm,
  reply: RetencionRecibida,
  msg: 'Retención registrada exitosamente',
})
export const deleteRetencionRecibida = endpoint('DELETE /v1/retencion_recibida/delete/:id', {
  costo: 'escritura',
  ...one,
  summary: 'Elimina una retención recibida cuyo mes está abierto',
  reply: Nothing,
  msg: 'Retención eliminada exitosamente',
})
