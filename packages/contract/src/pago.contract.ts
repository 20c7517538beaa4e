import * as z from 'zod/mini'

import { OrigenCuenta, Sentido } from './cartera.contract.ts'
import { MAX_MENSAJE_CORREO } from './comprobante-calls.contract.ts'
import { endpoint } from './endpoint.ts'
import { exportOf } from './exportacion.contract.ts'
import { buscado, conSigno, correo, dinero, fecha, idParams, lineasOpcionales, texto, textoOpcional, uuid } from './fields.ts'
import { listingOf, listingQuery } from './listing.contract.ts'

const tag = 'Cartera'

export const METODOS_PAGO = ['EFECTIVO', 'TRANSFERENCIA', 'DEPOSITO', 'CHEQUE', 'TARJETA_DEBITO', 'TARJETA_CREDITO', 'OTRO'] as const
export const MetodoPago = z.enum(METODOS_PAGO)
export const METODO_PAGO_LABEL: Readonly<Record<(typeof METODOS_PAGO)[number], string>> = {
  EFECTIVO: 'Efectivo',
  TRANSFERENCIA: 'Transferencia',
  DEPOSITO: 'Depósito',
  CHEQUE: 'Cheque',
  TARJETA_DEBITO: 'Tarjeta de débito',
  TARJETA_CREDITO: 'Tarjeta de crédito',
  OTRO: 'Otro',
}

const positivo = dinero.check(z.positive('El valor debe ser mayor que cero.'))
export const MAX_APLICACIONES = 100

/**
 * A payment over documents of one person. `aplicaciones`: the amount for each document, or the used amount of a balance in favour;
 * `a_favor`: the side on which the user saw it. The sum of the methods is the paid amounts, less the used ones, plus the advance; when more
 * is used than paid, it is the refund.
 */
export const PagoCarteraForm = z.object({
  sentido: Sentido,
  /** Owner of the advance; by default the person of the documents. */
  persona_id: z.optional(uuid),
  /** Today by default. */
  fecha: z.optional(fecha),
  aplicaciones: z._default(
    z
      .array(z.object({ cuenta_id: uuid, valor: positivo, a_favor: z._default(z.boolean(), false) }))
      .check(z.maxLength(MAX_APLICACIONES, `Un pago cubre hasta ${MAX_APLICACIONES} documentos.`)),
    [],
  ),
  metodos: z._default(
    z
      .array(z.object({ metodo: MetodoPago, valor: positivo, banco: textoOpcional(100), referencia: textoOpcional(50) }))
      .check(z.maxLength(20, 'Un pago admite hasta 20 métodos.')),
    [],
  ),
  /** Amount paid in advance, without a document. */
  anticipo: z._default(dinero, 0),
  observacion: textoOpcional(300),
})
export type PagoCarteraForm = z.infer<typeof PagoCarteraForm>
export type PagoCarteraFormInput = z.input<typeof PagoCarteraForm>

export const ESTADOS_PAGO = ['REGISTRADO', 'REVERSADO'] as const

/** A row of the list. A negative `total` is a refund. */
export const PagoFila = z.object({
  id: uuid,
  sentido: Sentido,
  numero: z.string(),
  estado: z.enum(ESTADOS_PAGO),
  fecha,
  persona_id: z.nullable(uuid),
  tercero_nombre: z.string(),
  tercero_identificacion: z.string(),
  total: conSigno,
  anticipo: conSigno,
  metodos: z.array(z.object({ metodo: MetodoPago, valor: conSigno, banco: z.nullable(z.string()), referencia: z.nullable(z.string()) })),
  creado_en: z.string(),
})
export type PagoFila = z.infer<typeof PagoFila>

/** `valor`: the amount subtracted from the balance; negative for the used part of a balance in favour. */
export const Pago = z.extend(PagoFila, {
  aplicaciones: z.array(
    z.object({
      cuenta_id: uuid,
      /** The document, purchase, balance or payment behind it. */
      origen: OrigenCuenta,
      origen_id: uuid,
      tipo: z.nullable(z.string()),
      numero: z.string(),
      cuota: z.int(),
      valor: conSigno,
      saldo: conSigno,
    }),
  ),
  /** Rest of its advance; null without an advance. */
  anticipo_queda: z.nullable(conSigno),
  observacion: z.nullable(z.string()),
  usuario: z.nullable(z.string()),
  motivo_reverso: z.nullable(z.string()),
  reversado_en: z.nullable(z.string()),
  reversado_por: z.nullable(z.string()),
  /** The till of its money, and the till of its reversal; null without one. */
  caja: z.nullable(z.string()),
  caja_reverso: z.nullable(z.string()),
  /** Mails of its receipt, the last first, with their results. */
  correos: z.array(
    z.object({
      id: uuid,
      para: z.string(),
      estado: z.enum(['PENDIENTE', 'ENVIADO', 'FALLIDO', 'BANDEJA']),
      error: z.nullable(z.string()),
      en: z.string(),
    }),
  ),
})
export type Pago = z.infer<typeof Pago>

export const ORDENES_PAGO = ['fecha', 'numero', 'tercero_nombre', 'total'] as const
const filtro = {
  sentido: Sentido,
  q: z.optional(buscado),
  persona_id: z.optional(uuid),
  cuenta_id: z.optional(uuid),
  desde: z.optional(fecha),
  hasta: z.optional(fecha),
}
export const PagoBusqueda = z.object({ ...listingQuery, ...filtro })
export type PagoBusqueda = z.infer<typeof PagoBusqueda>

export const COLUMNAS_PAGO = {
  numero: 'Número',
  tercero_nombre: 'Persona',
  fecha: 'Fecha',
  metodos: 'Forma de pago',
  estado: 'Estado',
  total: 'Total',
} as const

const one = { tag, params: idParams }

export const searchPago = endpoint('GET /v1/pago/search', {
  costo: 'busqueda',
  tag,
  summary: 'Cobros o pagos registrados',
  query: PagoBusqueda,
  reply: listingOf(PagoFila),
})
export const exportPago = exportOf('GET /v1/pago/exportar', {
  tag,
  summary: 'Cobros o pagos registrados como archivo, con los filtros y el orden de la lista',
  filtro,
  columnas: COLUMNAS_PAGO,
})
export const readPagoCartera = endpoint('GET /v1/pago/:id', { costo: 'lectura', ...one, summary: 'Un cobro o pago', reply: Pago })
export const downloadPago = endpoint('GET /v1/pago/download/:id', {
  costo: 'archivo',
  ...one,
  summary: 'El recibo de un cobro o pago en PDF: A4, o ticket de 80 mm',
  query: z.object({ formato: z._default(z.enum(['A4', 'TICKET']), 'A4') }),
  file: 'application/pdf',
})
export const createPago = endpoint('POST /v1/pago/create', {
  costo: 'escritura',
  tag,
  summary: 'Registra un cobro o pago; requiere Idempotency-Key',
  body: PagoCarteraForm,
  /** `sin_correo`: the reason why the automatic receipt is not sent this time. */
  reply: z.extend(Pago, { sin_correo: z.optional(z.string()) }),
  msg: 'Pago registrado exitosamente',
})
export const MAX_CORREOS_RECIBO = 5
export const mailPago = endpoint('POST /v1/pago/correo/:id', {
  costo: 'escritura',
  ...one,
  summary: 'Envía el recibo de un cobro o pago por correo, en PDF; requiere Idempotency-Key',
  body: z.object({
    correos: z
      .array(correo)
      .check(z.minLength(1, 'Añada al menos un correo.'), z.maxLength(MAX_CORREOS_RECIBO, `${MAX_CORREOS_RECIBO} correos como máximo.`)),
    mensaje: lineasOpcionales(MAX_MENSAJE_CORREO),
  }),
  reply: Pago,
  msg: 'Recibo enviado por correo',
})
export const reversePago = endpoint('POST /v1/pago/reversar/:id', {
  costo: 'escritura',
  ...one,
  summary: 'Reversa un cobro o pago: queda en la lista y no cuenta',
  /** `sin_caja`: cash of a till is returned without a till, for a user without an open one. */
  body: z.object({ motivo: texto(300, 5), sin_caja: z._default(z.boolean(), false) }),
  reply: Pago,
  msg: 'Pago reversado exitosamente',
})
