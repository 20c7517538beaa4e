import * as z from 'zod/mini'

import {
  AnulacionForm,
  AnulacionRegistro,
  ComprobanteBusqueda,
  ComprobanteDetalle,
  ComprobanteFila,
  CorreoEstado,
} from './comprobante.contract.ts'
import { ComprobanteLigado } from './comprobante-ligado.contract.ts'
import { endpoint } from './endpoint.ts'
import { Nothing } from './envelope.contract.ts'
import { conSigno, correo, fecha, idParams, lineasOpcionales, numeroComprobante, siNo, texto, uuid, version } from './fields.ts'
import { listingOf, listingQuery } from './listing.contract.ts'

/** The answer to «Emitir»: the document exists from now on, whatever happens next. */
export const Emitido = z.object({
  id: uuid,
  numero: z.string(),
  clave: z.string(),
  estado: z.string(),
  estado_generacion: z.int(),
  estado_tributario: z.int(),
  fecha_emision: fecha,
  total: conSigno,
  avisos: z.array(z.object({ campo: z.string(), message: z.string() })),
  /** For a liquidación, the retención issued with it; for a retención, its liquidación. */
  ligados: z.optional(z.array(ComprobanteLigado)),
})
export type Emitido = z.infer<typeof Emitido>

export const Borrador = z.object({
  id: uuid,
  version,
  sin_nombre: z.boolean(),
  contenido: z.unknown(),
  editado_en: z.string(),
  /** Author of the draft; null for the user's own. */
  autor: z.nullable(z.string()),
  /** Whether the user may change it: its author and an ADMIN change, delete and issue it, others read it. */
  modificable: z.boolean(),
})
export type Borrador = z.infer<typeof Borrador>

/** Longest message of a mail that is sent again. */
export const MAX_MENSAJE_CORREO = 1000

const MAX_BORRADOR = 400_000
/** Text that no column stores, as JSON spells it: NUL and halves of a surrogate pair. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

/** A draft may be incomplete: it is stored as typed, within bounds. */
export const BorradorForm = z.object({
  id: z.optional(uuid),
  contenido: z.record(z.string(), z.unknown()).check(
    z.refine((value) => JSON.stringify(value).length <= MAX_BORRADOR, 'El borrador es demasiado grande.'),
    z.refine((value) => !UNSTORABLE.test(JSON.stringify(value)), 'El borrador contiene caracteres que no se pueden guardar.'),
  ),
  sin_nombre: z._default(z.boolean(), false),
  version: z.optional(version),
})

/** A draft in the list of all types, with the summary its editor saved. */
export const BorradorFila = z.object({
  id: uuid,
  /** SRI table 3. */
  tipo: z.string(),
  cliente: z.string(),
  total: z.string(),
  editado_en: z.string(),
  autor: z.nullable(z.string()),
})
export type BorradorFila = z.infer<typeof BorradorFila>

export const searchBorradores = endpoint('GET /v1/comprobante/borradores', {
  costo: 'busqueda',
  tag: 'Comprobantes',
  summary: 'Borradores de todo tipo: los guardados y los propios sin nombre, lo último primero',
  query: z.object(listingQuery),
  reply: listingOf(BorradorFila),
})

/** Place and authorisation of a document issued outside: on a pre-printed form, or in the SRI's portal (O-101). */
export const Registro = z.object({
  modo: z.enum(['FISICA', 'PORTAL']),
  numero: numeroComprobante('Escriba el número como 001-001-000000123.'),
  autorizacion: z.string().check(z.regex(/^(?:\d{10}|\d{49})$/, 'La autorización tiene diez dígitos (preimpreso) o 49 (portal del SRI).')),
  /** Day of emission. */
  fecha,
})
export type Registro = z.infer<typeof Registro>

interface Kind<F, C, E> {
  tag: string
  /** Name of the document, a feminine noun: «Factura», «Nota». */
  nombre: string
  form: F
  /** Body of the issuing call: the form, and a document of another type that may go with it. */
  emitida?: E
  /** The answer of `calcular`. */
  calculo: C
}

/** The calls about an issued document, of whatever type. */
export const emitidoCalls = (path: `/v1/${string}`, tag: string) => {
  const one = { tag, params: idParams }
  return {
    read: endpoint(`GET ${path}/:id`, { costo: 'lectura', ...one, summary: 'Un documento con su historia', reply: ComprobanteDetalle }),
    downloadRide: endpoint(`GET ${path}/download/:id`, {
      costo: 'archivo',
      ...one,
      summary: 'RIDE en PDF: A4 o, de una factura, ticket de 80 mm',
      file: 'application/pdf',
      query: z.object({ formato: z._default(z.enum(['A4', 'TICKET']), 'A4') }),
    }),
    downloadXml: endpoint(`GET ${path}/xml/:id`, {
      costo: 'archivo',
      ...one,
      summary: 'XML firmado o autorizado',
      file: 'application/xml',
    }),
    mail: endpoint(`POST ${path}/enviar_correo/:id`, {
      costo: 'escritura',
      ...one,
      summary: 'Reenvía RIDE y XML por correo',
      msg: 'Correo enviado exitosamente',
      reply: CorreoEstado,
      body: z.object({ correos: z.array(correo).check(z.minLength(1), z.maxLength(10)), mensaje: lineasOpcionales(MAX_MENSAJE_CORREO) }),
    }),
    resend: endpoint(`POST ${path}/reenviar_sri/:id`, {
      costo: 'escritura',
      ...one,
      summary: 'Reenvía los mismos bytes de un documento retenido',
      msg: 'El documento se está reenviando al SRI.',
      reply: Nothing,
    }),
    close: endpoint(`POST ${path}/cerrar/:id`, {
      costo: 'escritura',
      ...one,
      summary: 'Da por cerrado el número de un documento rechazado',
      msg: 'Número cerrado exitosamente',
      body: z.object({ motivo: texto(300, 5) }),
      reply: Nothing,
    }),
    requestAnulacion: endpoint(`POST ${path}/anular/:id`, {
      costo: 'escritura',
      ...one,
      summary: 'Anota la anulación que se pide en el portal del SRI y la sigue hasta su respuesta',
      msg: 'La solicitud quedó anotada. Pídala también en el portal del SRI.',
      body: AnulacionForm,
      reply: Nothing,
    }),
    withdrawAnulacion: endpoint(`POST ${path}/retirar_anulacion/:id`, {
      costo: 'escritura',
      ...one,
      summary: 'Retira una solicitud de anulación que el SRI aún no tramita',
      msg: 'Solicitud de anulación retirada exitosamente',
      reply: Nothing,
    }),
    recordAnulacion: endpoint(`POST ${path}/registrar_anulacion/:id`, {
      costo: 'escritura',
      ...one,
      summary: 'Anota con su prueba que el SRI anuló el documento',
      msg: 'Anulación registrada exitosamente',
      body: AnulacionRegistro,
      reply: Nothing,
    }),
  }
}
export type EmitidoCalls = ReturnType<typeof emitidoCalls>

/** For lists and screens with documents of every type. */
export const COMPROBANTE_CALLS = emitidoCalls('/v1/comprobante', 'Comprobantes')

/** The calls of one document type: the same verbs for each (O-46). */
export const comprobanteCalls = <F extends z.ZodMiniType, C extends z.ZodMiniType, E extends z.ZodMiniType = F>(
  path: `/v1/${string}`,
  { tag, nombre, form, emitida, calculo }: Kind<F, C, E>,
) => {
  const one = { tag, params: idParams }
  const issued = (emitida ?? form) as E
  return {
    search: endpoint(`GET ${path}/search`, {
      costo: 'busqueda',
      tag,
      summary: 'Documentos emitidos, del ambiente actual de la empresa',
      query: ComprobanteBusqueda,
      reply: listingOf(ComprobanteFila),
    }),
    calculate: endpoint(`POST ${path}/calcular`, {
      costo: 'calculo',
      tag,
      summary: 'Valida y totaliza sin guardar',
      body: issued,
      reply: calculo,
    }),
    createBorrador: endpoint(`POST ${path}/create`, {
      costo: 'escritura',
      tag,
      summary: 'Guarda un borrador',
      body: BorradorForm,
      reply: Borrador,
      msg: 'Borrador guardado exitosamente',
    }),
    editBorrador: endpoint(`PUT ${path}/edit/:id`, {
      costo: 'escritura',
      ...one,
      summary: 'Guarda los cambios de un borrador',
      body: BorradorForm,
      reply: Borrador,
      msg: 'Borrador guardado exitosamente',
    }),
    deleteBorrador: endpoint(`DELETE ${path}/delete/:id`, {
      costo: 'escritura',
      ...one,
      summary: 'Elimina un borrador',
      reply: Nothing,
      msg: 'Borrador eliminado exitosamente',
    }),
    readBorrador: endpoint(`GET ${path}/borrador/:id`, { costo: 'lectura', ...one, summary: 'Un borrador', reply: Borrador }),
    searchBorrador: endpoint(`GET ${path}/borradores`, {
      costo: 'busqueda',
      tag,
      summary: 'Borradores: los guardados y el propio sin nombre',
      reply: listingOf(Borrador),
      query: z.object({ ...listingQuery, sin_nombre: z.optional(siNo) }),
    }),
    emit: endpoint(`POST ${path}/emitir/:id`, {
      costo: 'emision',
      ...one,
      summary: 'Emite: numera, guarda y encola; requiere Idempotency-Key',
      body: issued,
      reply: Emitido,
      msg: `${nombre} emitida exitosamente`,
    }),
    correct: endpoint(`POST ${path}/corregir/:id`, {
      costo: 'emision',
      ...one,
      summary: 'Corrige y reenvía un documento rechazado, con el mismo número; requiere Idempotency-Key',
      body: form,
      reply: Emitido,
      msg: `${nombre} corregida exitosamente`,
    }),
    register: endpoint(`POST ${path}/registrar/:id`, {
      costo: 'emision',
      ...one,
      summary: 'Registra un documento emitido fuera: preimpreso o del portal del SRI; requiere Idempotency-Key',
      reply: Emitido,
      body: z.intersection(form, z.object({ registro: Registro })),
      msg: `${nombre} registrada exitosamente`,
    }),
    duplicate: endpoint(`GET ${path}/duplicar/:id`, {
      costo: 'calculo',
      ...one,
      summary: 'El formulario de un documento emitido, para empezar otro',
      reply: form,
    }),
    ...emitidoCalls(path, tag),
  }
}
export type ComprobanteCalls<
  F extends z.ZodMiniType = z.ZodMiniType,
  C extends z.ZodMiniType = z.ZodMiniType,
  E extends z.ZodMiniType = F,
> = ReturnType<typeof comprobanteCalls<F, C, E>>
