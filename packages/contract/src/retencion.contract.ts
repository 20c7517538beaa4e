import { REGIMENES, REGIMENES_EXTERIOR, type OperacionRetencion } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { comprobanteCalls } from './comprobante-calls.contract.ts'
import { Comprador, ParNombreValor } from './documento.contract.ts'
import { endpoint } from './endpoint.ts'
import { conSigno, digitos, fecha, monto, numeroComprobante, porcentaje, texto, uuid } from './fields.ts'
import { autorizacion, codigoComprobante, Reembolsos, TipoSujeto } from './reembolso.contract.ts'

const tag = 'Retenciones'

/** SRI table 19: income tax, IVA, and the tax on payments abroad (ISD). */
export const IMPUESTOS_RETENIDOS = ['1', '2', '6'] as const

/** One withholding: base and percentage ×10⁶; the amount is computed. */
export const RetencionLinea = z.object({
  impuesto: z.enum(IMPUESTOS_RETENIDOS),
  codigo: z.string().check(z.regex(/^[0-9A-Z]{1,5}$/, 'Código de retención no válido.')),
  base: monto,
  porcentaje: porcentaje,
  dividendos: z.optional(z.object({ fecha_pago: fecha, impuesto_renta: monto, ejercicio: digitos(4) })),
  banano: z.optional(z.object({ cajas: z.int().check(z.positive(), z.maximum(9_999_999)), precio: monto })),
})

/** Destination and rules of a payment abroad. */
export const PagoExterior = z.object({
  /** 01 general, 02 tax haven, 03 preferential. */
  regimen: z.enum(REGIMENES_EXTERIOR),
  pais: z.string().check(z.regex(/^\d{3,4}$/, 'Indique el país al que se paga.')),
  convenio: z.boolean(),
  /** Whether a law makes it subject to withholding, when there is no treaty. */
  sujeto_retencion: z.optional(z.boolean()),
  regimen_fiscal: z.optional(z.boolean()),
})

/** The supporting document, as its issuer made it. Amounts and rates ×10⁶. */
export const DocSustentoForm = z.object({
  cod_sustento: digitos(2),
  cod_doc: codigoComprobante,
  /** Absent only when a company withholds from itself: then it is the voucher's own number. */
  numero: z.optional(numeroComprobante()),
  fecha,
  /** Day it was received and booked. */
  fecha_registro: z.optional(fecha),
  autorizacion: z.optional(autorizacion),
  pago_exterior: z.optional(PagoExterior),
  total_sin_impuestos: monto,
  importe_total: monto,
  impuestos: z
    .array(
      z.object({
        codigo: z.enum(['2', '3', '5']),
        codigo_porcentaje: z.string().check(z.regex(/^\d{1,4}$/)),
        base: monto,
        tarifa: porcentaje,
        valor: monto,
      }),
    )
    .check(z.minLength(1, 'Detalle los impuestos del comprobante, también la base 0%.'), z.maxLength(20)),
  retenciones: z.array(RetencionLinea).check(z.minLength(1, 'Agregue al menos una retención.'), z.maxLength(50)),
  reembolsos: Reembolsos,
  pagos: z.array(z.object({ forma_pago: digitos(2), total: monto })).check(z.minLength(1, 'Indique la forma de pago.'), z.maxLength(20)),
})
export type DocSustentoForm = z.infer<typeof DocSustentoForm>

export const RetencionForm = z.object({
  establecimiento: digitos(3),
  punto: digitos(3),
  fecha_emision: z.optional(fecha),
  sujeto: Comprador,
  /** Only for a subject with a foreign identification. */
  tipo_sujeto: z.optional(TipoSujeto),
  parte_relacionada: z._default(z.boolean(), false),
  /** `mm/aaaa`; by default that of the voucher's date. */
  periodo: z.optional(z.string().check(z.regex(/^(?:0[1-9]|1[0-2])\/20\d\d$/, 'Escriba el período como 06/2026.'))),
  docs_sustento: z.array(DocSustentoForm).check(z.minLength(1, 'Agregue al menos un comprobante de sustento.'), z.maxLength(100)),
  /** Day of payment or credit, if a rate changed since then, and the reason for using it. */
  pago: z.optional(z.object({ fecha, motivo: texto(300, 5) })),
  info_adicional: z._default(z.array(ParNombreValor).check(z.maxLength(14, 'Se admiten hasta 14 campos adicionales.')), []),
  /** Whether the call is refused when one of its purchases already has a retención: for issuing many at once, without a look at each. */
  unica: z.optional(z.boolean()),
})
export type RetencionForm = z.infer<typeof RetencionForm>
export type RetencionFormInput = z.input<typeof RetencionForm>

const Hallazgos = z.array(z.object({ campo: z.string(), message: z.string() }))
export const CalculoRetencion = z.object({
  fecha_emision: fecha,
  periodo: z.string(),
  /** The day that decides the percentages. */
  fecha_tarifa: fecha,
  docs_sustento: z.array(z.object({ total: conSigno, valores: z.array(conSigno) })),
  total: conSigno,
  problemas: Hallazgos,
  avisos: Hallazgos,
})
export type CalculoRetencion = z.infer<typeof CalculoRetencion>

export const RETENCION_CALLS = comprobanteCalls('/v1/retencion', {
  tag,
  nombre: 'Retención',
  form: RetencionForm,
  calculo: CalculoRetencion,
})

export const OPERACIONES_RETENCION = [
  'BIEN',
  'BIEN_DEL_PRODUCTOR',
  'MANO_DE_OBRA',
  'HONORARIO',
  'INTELECTO',
  'DIRECTORIO',
  'COMISION',
  'ARRIENDO_INMUEBLE',
  'ARRENDAMIENTO_MERCANTIL',
  'TRANSPORTE',
  'PUBLICIDAD',
  'SEGURO',
  'CONSTRUCCION',
  'TARJETA',
  'OTRO_SERVICIO',
] as const satisfies readonly OperacionRetencion[]

/** Facts of a supplier that decide the percentages. */
const ProveedorRetenido = z.object({
  sociedad: z.boolean(),
  regimen: z.enum(REGIMENES),
  especial: z._default(z.boolean(), false),
  publico: z._default(z.boolean(), false),
  exportador: z._default(z.boolean(), false),
  habitual: z._default(z.boolean(), false),
})

/** Facts of a purchase that decide its withholding. */
export const CompraRetenida = z.object({
  /** The day that decides the percentages; today by default. */
  fecha: z.optional(fecha),
  operacion: z.enum(OPERACIONES_RETENCION),
  proveedor: ProveedorRetenido,
  /** Without taxes. */
  base: monto,
  iva: monto,
  liquidacion: z._default(z.boolean(), false),
  exterior: z._default(z.boolean(), false),
})
export type CompraRetenida = z.infer<typeof CompraRetenida>

/** Proposed withholding of one tax, or the reason for none. Without `porcentaje` the table leaves a choice among `porcentajes`. */
const Propuesta = z.object({
  codigo: z.nullable(z.string()),
  concepto: z.nullable(z.string()),
  porcentaje: z.nullable(z.int()),
  porcentajes: z.nullable(z.string()),
  base: conSigno,
  valor: z.nullable(conSigno),
  motivo: z.string(),
})
export const PropuestaRetencion = z.object({
  fecha,
  /** Taxes that the company may withhold in this case, with a reason for each tax. */
  permiso: z.object({
    impuestos: z.array(z.enum(IMPUESTOS_RETENIDOS)),
    motivos: z.object({ renta: z.string(), iva: z.string(), isd: z.string() }),
  }),
  renta: Propuesta,
  iva: Propuesta,
})
export type PropuestaRetencion = z.infer<typeof PropuestaRetencion>

export const proposeRetencion = endpoint('POST /v1/retencion/proponer', {
  costo: 'calculo',
  tag,
  summary: 'Qué corresponde retener de una compra, y por qué; nada se guarda',
  body: CompraRetenida,
  reply: PropuestaRetencion,
})

/** Highest number of purchases in one call. */
export const MAX_RETENER = 50

/** Proposed withholding of one registered purchase, ready to be issued at any point of issue. */
export const PropuestaCompra = z.object({
  compra_id: uuid,
  numero: z.string(),
  proveedor: z.string(),
  /** Facts of the supplier that decided the percentages. */
  marcas: ProveedorRetenido,
  total: conSigno,
  operacion: z.enum(OPERACIONES_RETENCION),
  /** Reason for this operation. */
  motivo_operacion: z.string(),
  propuesta: z.nullable(PropuestaRetencion),
  retenido: conSigno,
  /** Form without a point of issue; null when there is nothing to issue. */
  formulario: z.nullable(z.omit(RetencionForm, { establecimiento: true, punto: true })),
  /** Reason why nothing is issued. */
  razon: z.nullable(z.string()),
})
export type PropuestaCompra = z.infer<typeof PropuestaCompra>

export const proposeRetenciones = endpoint('POST /v1/retencion/proponer-compras', {
  costo: 'busqueda',
  tag,
  summary: 'Qué corresponde retener de varias compras registradas, y por qué; nada se guarda',
  body: z.object({
    compras: z
      .array(z.object({ id: uuid, operacion: z.optional(z.enum(OPERACIONES_RETENCION)) }))
      .check(z.minLength(1, 'Elija al menos una compra.'), z.maxLength(MAX_RETENER, `Se proponen hasta ${MAX_RETENER} compras a la vez.`)),
  }),
  reply: z.array(PropuestaCompra),
})
