import * as z from 'zod/mini'

import { ComprobanteBusqueda, ComprobanteFila } from './comprobante.contract.ts'
import { endpoint } from './endpoint.ts'
import { Nothing } from './envelope.contract.ts'
import { correo, digitos, fecha, idParams, monto, siNo, texto, textoOpcional, uuid } from './fields.ts'
import { listingOf, listingQuery } from './listing.contract.ts'

const tag = 'Facturas'

const pair = z.object({ nombre: texto(300), valor: texto(300) })

export const TIPOS_IDENTIFICACION = ['04', '05', '06', '07', '08'] as const

export const Comprador = z.object({
  persona_id: z.optional(uuid),
  tipo_identificacion: z.enum(TIPOS_IDENTIFICACION),
  identificacion: texto(20),
  razon_social: texto(300),
  direccion: textoOpcional(300),
  telefono: textoOpcional(30),
  correos: z._default(z.array(correo).check(z.maxLength(10)), []),
})
export type Comprador = z.infer<typeof Comprador>

/** One line. Quantities, prices and discounts ×10⁶; the discount is an amount in whole cents; `iva` is the specification's tax-rate id. */
export const LineaForm = z.object({
  producto_id: z.optional(uuid),
  codigo: textoOpcional(25),
  codigo_auxiliar: textoOpcional(25),
  descripcion: texto(300),
  unidad_medida: textoOpcional(50),
  cantidad: monto,
  precio_unitario: monto,
  descuento: z._default(monto, 0),
  iva: z.int(),
  ice: z.optional(z.object({ codigo: z.string().check(z.regex(/^\d{1,4}$/)), tarifa: z.optional(monto), especifico: z.optional(monto) })),
  irbpnr: z.optional(z.object({ tarifa: monto, unidades: z.optional(monto) })),
  detalles_adicionales: z._default(z.array(pair).check(z.maxLength(3)), []),
})
export type LineaForm = z.infer<typeof LineaForm>

export const PagoForm = z.object({
  forma_pago: z.string().check(z.regex(/^\d{2}$/, 'Forma de pago no válida.')),
  total: monto,
  plazo: z.optional(z.int().check(z.nonnegative(), z.maximum(99_999))),
  unidad_tiempo: textoOpcional(10),
})

/** The whole form of a factura, as the editor keeps it and `emitir` takes it. */
export const FacturaForm = z.object({
  establecimiento: digitos(3),
  punto: digitos(3),
  fecha_emision: z.optional(fecha),
  /** NETO: prices without IVA; PVP: prices that include it (O-60). */
  modo: z._default(z.enum(['NETO', 'PVP']), 'NETO'),
  comprador: Comprador,
  lineas: z.array(LineaForm).check(z.minLength(1, 'Agregue al menos una línea.'), z.maxLength(1000, 'Un documento admite hasta 1000 líneas.')),
  pagos: z.array(PagoForm).check(z.minLength(1, 'Indique la forma de pago.'), z.maxLength(20)),
  propina: z._default(monto, 0),
  guia_remision: z.optional(z.string().check(z.regex(/^\d{3}-\d{3}-\d{9}$/, 'Escriba la guía como 001-001-000000123.'))),
  placa: textoOpcional(20),
  info_adicional: z._default(z.array(pair).check(z.maxLength(14, 'Se admiten hasta 14 campos adicionales.')), []),
  rubros_terceros: z._default(z.array(z.object({ concepto: texto(300), total: monto })).check(z.maxLength(50)), []),
  sustitutiva_guia: z.optional(
    z.object({
      dir_partida: texto(300),
      dir_destinatario: texto(300),
      fecha_ini: fecha,
      fecha_fin: fecha,
      razon_social_transportista: texto(300),
      tipo_identificacion_transportista: z.enum(TIPOS_IDENTIFICACION),
      identificacion_transportista: texto(20),
      placa: texto(20),
      destinos: z.array(z.object({
        motivo: texto(300), doc_aduanero: textoOpcional(64), establecimiento_destino: z.optional(digitos(3)), ruta: textoOpcional(300),
      })).check(z.minLength(1), z.maxLength(20)),
    }),
  ),
})
export type FacturaForm = z.infer<typeof FacturaForm>
export type FacturaFormInput = z.input<typeof FacturaForm>

export const ImpuestoTotal = z.object({ codigo: z.string(), codigo_porcentaje: z.string(), tarifa: z.int(), base: z.int(), valor: z.int() })

/** What the server computes of a form; amounts ×10⁶. `problemas` block emission, `avisos` do not. */
export const Calculo = z.object({
  fecha_emision: fecha,
  subtotal: z.int(),
  descuento: z.int(),
  impuestos: z.array(ImpuestoTotal),
  propina: z.int(),
  total: z.int(),
  lineas: z.array(z.object({ precio_unitario: z.int(), descuento: z.int(), base: z.int(), iva: z.int(), total: z.int() })),
  problemas: z.array(z.object({ campo: z.string(), message: z.string() })),
  avisos: z.array(z.object({ campo: z.string(), message: z.string() })),
})
export type Calculo = z.infer<typeof Calculo>

/** The answer to «Emitir»: the document exists from here on, whatever happens next. */
export const Emitido = z.object({
  id: uuid,
  numero: z.string(),
  clave: z.string(),
  estado: z.string(),
  estado_generacion: z.int(),
  estado_tributario: z.int(),
  fecha_emision: fecha,
  total: z.int(),
  avisos: z.array(z.object({ campo: z.string(), message: z.string() })),
})
export type Emitido = z.infer<typeof Emitido>

export const Borrador = z.object({ id: uuid, version: z.int(), sin_nombre: z.boolean(), contenido: z.unknown(), editado_en: z.string() })
export type Borrador = z.infer<typeof Borrador>

const MAX_BORRADOR = 400_000
/** What no text column takes, as JSON spells it: NUL and halves of a surrogate pair. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

/** A draft may be incomplete: it is kept as it was typed, within bounds. */
export const BorradorForm = z.object({
  id: z.optional(uuid),
  contenido: z.record(z.string(), z.unknown()).check(
    z.refine((value) => JSON.stringify(value).length <= MAX_BORRADOR, 'El borrador es demasiado grande.'),
    z.refine((value) => !UNSTORABLE.test(JSON.stringify(value)), 'El borrador contiene caracteres que no se pueden guardar.'),
  ),
  sin_nombre: z._default(z.boolean(), false),
  version: z.optional(z.int()),
})

export const calculateFactura = endpoint('POST /v1/documento/calcular', {
  tag, summary: 'Valida y totaliza sin guardar', body: FacturaForm, reply: Calculo,
})
export const createBorrador = endpoint('POST /v1/documento/create', {
  tag, summary: 'Guarda un borrador', body: BorradorForm, reply: Borrador, msg: 'Borrador guardado exitosamente',
})
export const editBorrador = endpoint('PUT /v1/documento/edit/:id', {
  tag, summary: 'Guarda los cambios de un borrador', params: idParams, body: BorradorForm, reply: Borrador, msg: 'Borrador guardado exitosamente',
})
export const deleteBorrador = endpoint('DELETE /v1/documento/delete/:id', {
  tag, summary: 'Elimina un borrador', params: idParams, reply: Nothing, msg: 'Borrador eliminado exitosamente',
})
export const readBorrador = endpoint('GET /v1/documento/borrador/:id', { tag, summary: 'Un borrador', params: idParams, reply: Borrador })
export const searchBorrador = endpoint('GET /v1/documento/borradores', {
  tag, summary: 'Borradores de facturas: los guardados y el propio sin nombre', reply: listingOf(Borrador),
  query: z.object({ ...listingQuery, sin_nombre: z.optional(siNo) }),
})
export const emitFactura = endpoint('POST /v1/documento/emitir/:id', {
  tag, summary: 'Emite: numera, guarda y encola; requiere Idempotency-Key', params: idParams, body: FacturaForm, reply: Emitido,
  msg: 'Factura emitida exitosamente',
})
export const correctFactura = endpoint('POST /v1/documento/corregir/:id', {
  tag, summary: 'Corrige y reenvía un documento rechazado, con el mismo número; requiere Idempotency-Key', params: idParams, body: FacturaForm, reply: Emitido,
  msg: 'Factura corregida exitosamente',
})
export const duplicateFactura = endpoint('GET /v1/documento/duplicar/:id', {
  tag, summary: 'El formulario de una factura emitida, para empezar otra', params: idParams, reply: FacturaForm,
})
export const searchFactura = endpoint('GET /v1/documento/search', {
  tag, summary: 'Facturas emitidas, del ambiente actual de la empresa', query: ComprobanteBusqueda, reply: listingOf(ComprobanteFila),
})
