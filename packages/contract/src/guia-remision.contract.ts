import * as z from 'zod/mini'
import { COD_DOC, NOMBRE_COMPROBANTE } from '@yupana/fiscal'

import { comprobanteCalls } from './comprobante-calls.contract.ts'
import { Comprador, ParNombreValor, TIPOS_IDENTIFICACION } from './documento.contract.ts'
import { cantidad, digitos, fecha, numeroComprobante, texto, textoOpcional, uuid } from './fields.ts'
import { autorizacion, codigoComprobante } from './reembolso.contract.ts'

/** Goods of one line; the quantity ×10⁶. */
export const DetalleGuia = z.object({
  producto_id: z.optional(uuid),
  codigo: textoOpcional(25),
  codigo_auxiliar: textoOpcional(25),
  descripcion: texto(300),
  cantidad: cantidad,
  detalles_adicionales: z._default(z.array(ParNombreValor).check(z.maxLength(3)), []),
})

/** A receiver of the goods, with the reason of the transport and the document of the sale, if any. */
export const Destinatario = z.extend(Comprador, {
  direccion: texto(300),
  motivo: texto(300),
  doc_aduanero: textoOpcional(20),
  establecimiento_destino: z.optional(digitos(3)),
  ruta: textoOpcional(300),
  sustento: z.optional(
    z.object({ cod_doc: codigoComprobante, numero: numeroComprobante(), fecha, autorizacion: z.optional(autorizacion) }),
  ),
  detalles: z.array(DetalleGuia).check(z.minLength(1, 'Agregue al menos un producto para este destinatario.'), z.maxLength(1000)),
})
export type Destinatario = z.infer<typeof Destinatario>

const MAX_DESTINATARIOS = 100

/** A transport of goods: carrier, place of departure, days, and receivers. */
export const GuiaRemisionForm = z.object({
  establecimiento: digitos(3),
  punto: digitos(3),
  fecha_emision: z.optional(fecha),
  transportista: z.object({ tipo_identificacion: z.enum(TIPOS_IDENTIFICACION), identificacion: texto(20), razon_social: texto(300) }),
  placa: texto(20),
  /** Whether the plate is a motorcycle's, or of another unusual pattern. */
  otra_placa: z._default(z.boolean(), false),
  dir_partida: texto(300),
  fecha_ini: fecha,
  fecha_fin: fecha,
  destinatarios: z
    .array(Destinatario)
    .check(z.minLength(1, 'Agregue al menos un destinatario.'), z.maxLength(MAX_DESTINATARIOS, 'Una guía admite hasta 100 destinatarios.')),
  info_adicional: z._default(z.array(ParNombreValor).check(z.maxLength(14, 'Se admiten hasta 14 campos adicionales.')), []),
})
export type GuiaRemisionForm = z.infer<typeof GuiaRemisionForm>
export type GuiaRemisionFormInput = z.input<typeof GuiaRemisionForm>

const Hallazgos = z.array(z.object({ campo: z.string(), message: z.string() }))
/** The answer for a waybill, which has no amounts: problems and warnings. */
export const CalculoGuia = z.object({ fecha_emision: fecha, problemas: Hallazgos, avisos: Hallazgos })
export type CalculoGuia = z.infer<typeof CalculoGuia>

export const GUIA_CALLS = comprobanteCalls('/v1/guia_remision', {
  tag: 'Guías de remisión',
  nombre: NOMBRE_COMPROBANTE[COD_DOC.GUIA_REMISION],
  form: GuiaRemisionForm,
  calculo: CalculoGuia,
})
