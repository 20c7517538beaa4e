import * as z from 'zod/mini'
import { COD_DOC, NOMBRE_COMPROBANTE } from '@yupana/fiscal'

import { comprobanteCalls } from './comprobante-calls.contract.ts'
import { Calculo, Comprador, LineaForm, PagoForm, ParNombreValor } from './documento.contract.ts'
import { digitos, fecha } from './fields.ts'
import { Reembolsos, TipoSujeto } from './reembolso.contract.ts'
import { DocSustentoForm } from './retencion.contract.ts'

/** A purchase document issued by the buyer, for a supplier who cannot invoice. */
export const LiquidacionCompraForm = z.object({
  establecimiento: digitos(3),
  punto: digitos(3),
  fecha_emision: z.optional(fecha),
  modo: z._default(z.enum(['NETO', 'PVP']), 'NETO'),
  proveedor: Comprador,
  lineas: z
    .array(LineaForm)
    .check(z.minLength(1, 'Agregue al menos una línea.'), z.maxLength(1000, 'Un documento admite hasta 1000 líneas.')),
  pagos: z.array(PagoForm).check(z.minLength(1, 'Indique la forma de pago.'), z.maxLength(20)),
  reembolsos: Reembolsos,
  info_adicional: z._default(z.array(ParNombreValor).check(z.maxLength(14, 'Se admiten hasta 14 campos adicionales.')), []),
})
export type LiquidacionCompraForm = z.infer<typeof LiquidacionCompraForm>
export type LiquidacionCompraFormInput = z.input<typeof LiquidacionCompraForm>

/** The retención that is issued with a liquidación; its supplier, place, day and sustento are those of the liquidación. */
export const RetencionJunta = z.extend(z.pick(DocSustentoForm, { cod_sustento: true, pago_exterior: true, retenciones: true }), {
  /** Only for a subject with a foreign identification. */
  tipo_sujeto: z.optional(TipoSujeto),
  parte_relacionada: z._default(z.boolean(), false),
})
export type RetencionJunta = z.infer<typeof RetencionJunta>

export const LiquidacionEmitidaForm = z.extend(LiquidacionCompraForm, { retencion: z.optional(RetencionJunta) })
export type LiquidacionEmitidaForm = z.infer<typeof LiquidacionEmitidaForm>
export type LiquidacionEmitidaFormInput = z.input<typeof LiquidacionEmitidaForm>

export const LIQUIDACION_CALLS = comprobanteCalls('/v1/liquidacion_compra', {
  tag: 'Liquidaciones de compra',
  nombre: NOMBRE_COMPROBANTE[COD_DOC.LIQUIDACION_COMPRA],
  form: LiquidacionCompraForm,
  emitida: LiquidacionEmitidaForm,
  calculo: Calculo,
})
