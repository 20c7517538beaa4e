import { COD_DOC, TIPOS_NOTA_CREDITO } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { comprobanteCalls } from './comprobante-calls.contract.ts'
import { Calculo, Comprador, ImpuestoTotal, LineaForm, PagoForm, ParNombreValor } from './documento.contract.ts'
import { endpoint } from './endpoint.ts'
import { cantidad, conSigno, digitos, fecha, idParams, monto, numeroComprobante, texto, uuid } from './fields.ts'

const tag = 'Notas de crédito y débito'

/** The document changed by a note: one of our own by its id, or one issued elsewhere by kind, number and day. */
export const Modificado = z.object({
  documento_id: z.optional(uuid),
  cod_doc: z._default(z.string().check(z.regex(/^\d{2}$/, 'Tipo de comprobante no válido.')), COD_DOC.FACTURA),
  numero: numeroComprobante(),
  fecha,
})
export type Modificado = z.infer<typeof Modificado>

/** Credit of one line of our factura: units, or an amount (with IVA if the line was sold with it). */
export const CreditoForm = z
  .object({ linea: z.int().check(z.nonnegative()), cantidad: z.optional(cantidad), monto: z.optional(monto) })
  .check(
    z.refine(({ cantidad, monto: valor }) => (cantidad === undefined) !== (valor === undefined), {
      message: 'Indique una cantidad o un valor.',
      path: ['cantidad'],
    }),
  )

const common = {
  establecimiento: digitos(3),
  punto: digitos(3),
  fecha_emision: z.optional(fecha),
  comprador: Comprador,
  modificado: Modificado,
  info_adicional: z._default(z.array(ParNombreValor).check(z.maxLength(14, 'Se admiten hasta 14 campos adicionales.')), []),
}

/** `creditos` for our own factura, whose lines are known; `lineas` for a factura issued elsewhere. */
export const NotaCreditoForm = z.object({
  tipo: z.literal(COD_DOC.NOTA_CREDITO),
  ...common,
  clase: z.enum(TIPOS_NOTA_CREDITO),
  motivo: texto(300),
  modo: z._default(z.enum(['NETO', 'PVP']), 'NETO'),
  creditos: z._default(z.array(CreditoForm).check(z.maxLength(1000)), []),
  lineas: z._default(z.array(LineaForm).check(z.maxLength(1000, 'Un documento admite hasta 1000 líneas.')), []),
})
export type NotaCreditoForm = z.infer<typeof NotaCreditoForm>
export type NotaCreditoFormInput = z.input<typeof NotaCreditoForm>

/** Reasons with their amounts, without taxes; `iva` is the specification's tax-rate id on the day of the changed document. */
export const NotaDebitoForm = z.object({
  tipo: z.literal(COD_DOC.NOTA_DEBITO),
  ...common,
  motivos: z
    .array(z.object({ razon: texto(300), valor: monto, iva: z.int() }))
    .check(z.minLength(1, 'Agregue al menos una razón con su valor.'), z.maxLength(100)),
  pagos: z._default(z.array(PagoForm).check(z.maxLength(20)), []),
})
export type NotaDebitoForm = z.infer<typeof NotaDebitoForm>
export type NotaDebitoFormInput = z.input<typeof NotaDebitoForm>

export const NotaForm = z.discriminatedUnion('tipo', [NotaCreditoForm, NotaDebitoForm])
export type NotaForm = z.infer<typeof NotaForm>

export const NOTA_CALLS = comprobanteCalls('/v1/nota', { tag, nombre: 'Nota', form: NotaForm, calculo: Calculo })

/** Balance of a factura that can be credited, line by line; amounts ×10⁶. */
export const SaldoFactura = z.object({
  comprador: Comprador,
  modificado: Modificado,
  modo: z.enum(['NETO', 'PVP']),
  /** Taxes included. */
  total: conSigno,
  /** Tax-rate ids of the factura's lines, each once. */
  tarifas: z.array(z.int()),
  lineas: z.array(
    z.object({
      linea: z.int(),
      codigo: z.nullable(z.string()),
      descripcion: z.string(),
      cantidad: z.int(),
      precio_unitario: conSigno,
      /** With IVA if `con_iva`. */
      monto: conSigno,
      con_iva: z.boolean(),
      descuento: conSigno,
      iva: z.object({ codigo_porcentaje: z.string(), tarifa: z.int() }),
      /** ICE and IRBPNR. */
      otros: z.array(ImpuestoTotal),
    }),
  ),
  impuestos: z.array(ImpuestoTotal),
  /**
   * Debt of the factura: the part that a note can still lower, regardless of payments; the withheld part; and the debt today, negative in
   * favour of the client.
   */
  cartera: z.object({ acreditable: conSigno, retenido: conSigno, por_cobrar: conSigno }),
  /** Reason against a note of that kind; null when it can be made. */
  impedimento: z.nullable(z.string()),
})
export type SaldoFactura = z.infer<typeof SaldoFactura>

export const readSaldo = endpoint('GET /v1/nota/saldo/:id', {
  costo: 'lectura',
  tag,
  summary: 'Lo que queda por acreditar de una factura, y si admite una nota de ese tipo',
  params: idParams,
  reply: SaldoFactura,
  query: z.object({ tipo: z._default(z.enum([COD_DOC.NOTA_CREDITO, COD_DOC.NOTA_DEBITO]), COD_DOC.NOTA_CREDITO) }),
})
