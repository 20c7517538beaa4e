import { TIPOS_IDENTIFICACION_PERSONA, TIPOS_SUJETO } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { digitos, fecha, monto, numeroComprobante, porcentaje, texto } from './fields.ts'

/** SRI table of authorised documents: two or three digits. */
export const codigoComprobante = z.string().check(z.regex(/^\d{2,3}$/, 'Tipo de comprobante no válido.'))
export const autorizacion = z.string().check(z.regex(/^(?:\d{10}|\d{37}|\d{49})$/, 'La autorización tiene 10, 37 o 49 dígitos.'))
export const TipoSujeto = z.enum(TIPOS_SUJETO)

/** A voucher paid for a third party, whose value is recovered (ficha técnica, anexo 5). Amounts and rates ×10⁶. */
export const ReembolsoForm = z.object({
  tipo_identificacion: z.enum(TIPOS_IDENTIFICACION_PERSONA),
  identificacion: texto(20),
  pais: z.optional(digitos(3)),
  tipo_proveedor: TipoSujeto,
  cod_doc: codigoComprobante,
  numero: numeroComprobante(),
  fecha,
  autorizacion,
  impuestos: z
    .array(
      z.object({
        codigo: z.enum(['2', '3', '5']),
        codigo_porcentaje: z.string().check(z.regex(/^\d{1,4}$/)),
        tarifa: porcentaje,
        base: monto,
        valor: monto,
      }),
    )
    .check(z.minLength(1, 'Detalle la base y el impuesto del comprobante.'), z.maxLength(20)),
})
export type ReembolsoForm = z.infer<typeof ReembolsoForm>

export const Reembolsos = z._default(z.array(ReembolsoForm).check(z.maxLength(500, 'Se admiten hasta 500 reembolsos.')), [])
