import { ANIOS_FIRMA, DOCUMENTOS_FIRMA, ESTADOS_FIRMA, isFecha, TIPOS_FIRMA } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { Descarga } from './descarga.contract.ts'
import { endpoint, type UploadBody } from './endpoint.ts'
import { Nothing } from './envelope.contract.ts'
import { buscado, codigoQr, idParams, texto, textoOpcional, uuid, version } from './fields.ts'
import { listingOf, listingQuery } from './listing.contract.ts'

const tag = 'Firmas electrónicas'

/** O-44: a PDF or a photograph, and a video. */
export const FIRMA_ARCHIVO_MAX_BYTES = 5_000_000
export const FIRMA_VIDEO_MAX_BYTES = 50_000_000
/** Size of the parts of a video upload (the last one is smaller), so that a cut upload continues from the last part. */
export const FIRMA_VIDEO_PARTE_BYTES = 1_000_000
/** Least side of a photograph, for a readable identity card. */
export const FIRMA_FOTO_MIN_LADO = 480
export const FIRMA_FOTO_MAX_LADO = 4_096

/** Above the number of signatures in any order. */
const FIRMAS_MAX = 9_999

const Tipo = z.enum(TIPOS_FIRMA)
const Anios = z.literal([...ANIOS_FIRMA])
const Documento = z.enum(DOCUMENTOS_FIRMA)
const Estado = z.enum(ESTADOS_FIRMA)

/** A day of any year; empty becomes undefined. */
const diaOpcional = z.optional(
  z.pipe(
    z.union([z.literal(''), z.null(), z.string().check(z.refine((text) => isFecha(text), 'Fecha no válida.'))]),
    z.transform((text) => text || undefined),
  ),
)
const opcion = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.optional(
    z.pipe(
      z.union([z.literal(''), z.null(), z.enum(values)]),
      z.transform((value) => value || undefined),
    ),
  )

/** Data of a request; a draft may be incomplete. */
export const DatosFirma = z.object({
  nombres: textoOpcional(100),
  apellido1: textoOpcional(100),
  apellido2: textoOpcional(100),
  tipo_documento: opcion(['CEDULA', 'PASAPORTE']),
  numero_documento: textoOpcional(20),
  codigo_dactilar: textoOpcional(10),
  ruc: textoOpcional(13),
  razon_social: textoOpcional(300),
  cargo: textoOpcional(100),
  nacimiento: diaOpcional,
  sexo: opcion(['HOMBRE', 'MUJER']),
  nacionalidad: textoOpcional(60),
  celular: textoOpcional(20),
  correo: textoOpcional(254),
  provincia: textoOpcional(60),
  ciudad: textoOpcional(60),
  direccion: textoOpcional(100),
})
export type DatosFirmaInput = z.input<typeof DatosFirma>

/** A signature paid by an order, with the request that uses it; the draft of another user has no name. */
export const FirmaPagada = z.object({
  n: z.int(),
  tipo: Tipo,
  anios: z.int(),
  solicitud: z.nullable(z.object({ id: uuid, titular: z.string(), estado: Estado, es_mia: z.boolean() })),
})
export type FirmaPagada = z.infer<typeof FirmaPagada>

/** The order that pays for a request. */
export const PagoFirma = z.object({ orden_id: uuid, numero: z.int() })
export type PagoFirma = z.infer<typeof PagoFirma>

/**
 * A new request. A renewal is filled in from the request `de`, the last request, or company and person; kind and years may still change.
 * With `orden_id` it has the kind and years paid in that order; `n` is its place in the order.
 */
export const SolicitudFirmaNueva = z
  .object({
    tipo: Tipo,
    anios: Anios,
    renovar: z._default(z.boolean(), false),
    de: z.optional(uuid),
    orden_id: z.optional(uuid),
    n: z.optional(z.int().check(z.positive(), z.maximum(FIRMAS_MAX))),
  })
  .check(z.refine(({ orden_id, n }) => n === undefined || orden_id !== undefined, { error: 'Diga de qué orden.', path: ['orden_id'] }))
export type SolicitudFirmaNueva = z.input<typeof SolicitudFirmaNueva>
export const SolicitudFirmaForm = z.object({ tipo: Tipo, anios: Anios, datos: DatosFirma, version })
export type SolicitudFirmaForm = z.infer<typeof SolicitudFirmaForm>
export type SolicitudFirmaFormInput = z.input<typeof SolicitudFirmaForm>

/** A row of the list, with only name and state. */
export const SolicitudFirmaFila = z.object({
  id: uuid,
  tipo: Tipo,
  anios: z.int(),
  estado: Estado,
  /** Name of the future holder; empty in a new draft. */
  titular: z.string(),
  solicitante: z.string(),
  /** Whether the user requested it; nobody else can open it. */
  es_mia: z.boolean(),
  creada_en: z.string(),
  enviada_en: z.nullable(z.string()),
  /** Entity of an issued signature. */
  entidad: z.nullable(z.string()),
  valida_desde: z.nullable(z.string()),
  valida_hasta: z.nullable(z.string()),
  /** Companies of this person that use the certificate. */
  en_uso: z.array(z.string()),
})
export type SolicitudFirmaFila = z.infer<typeof SolicitudFirmaFila>

export const DocumentoSolicitud = z.object({
  clase: Documento,
  /** Null before the upload. */
  archivo: z.nullable(z.object({ nombre: z.string(), tipo: z.string(), tamano: z.int(), subido_en: z.string() })),
  /** Reason for sending it again. */
  observacion: z.nullable(z.string()),
})
export type DocumentoSolicitud = z.infer<typeof DocumentoSolicitud>

export const HistoriaFirma = z.object({
  estado: Estado,
  en: z.string(),
  /** Null for a person of the installation. */
  quien: z.nullable(z.string()),
  motivo: z.nullable(z.string()),
})

export const SolicitudFirma = z.object({
  id: uuid,
  tipo: Tipo,
  anios: z.int(),
  estado: Estado,
  datos: DatosFirma,
  /** Required corrections of the data. */
  observacion_datos: z.nullable(z.string()),
  /** The day that decides age and video: the day of the first sending, or today. */
  fecha: z.string(),
  documentos: z.array(DocumentoSolicitud),
  /** Words for the video; null when none is required. */
  texto_video: z.nullable(z.string()),
  pago: z.nullable(PagoFirma),
  /** Paid orders of the company with an unused signature of this kind. */
  por_usar: z.array(PagoFirma),
  historia: z.array(HistoriaFirma),
  entidad: z.nullable(z.string()),
  valida_desde: z.nullable(z.string()),
  valida_hasta: z.nullable(z.string()),
  /** Time when its files were deleted, by the rule or at the holder's request. */
  archivos_borrados_en: z.nullable(z.string()),
  version,
  creada_en: z.string(),
})
export type SolicitudFirma = z.infer<typeof SolicitudFirma>

const DOCUMENTO: UploadBody = { fields: [{ name: 'clase', required: true, description: `Cuál es: ${DOCUMENTOS_FIRMA.join(', ')}` }] }

export const searchFirma = endpoint('GET /v1/firma_electronica/search', {
  costo: 'busqueda',
  tag,
  summary: 'Firmas compradas de la empresa: solicitudes y emitidas',
  query: z.object({ page: listingQuery.page, size: listingQuery.size, q: z.optional(buscado), estado: z.optional(Estado) }),
  reply: listingOf(SolicitudFirmaFila),
})
export const createFirma = endpoint('POST /v1/firma_electronica/create', {
  costo: 'escritura',
  tag,
  summary: 'Empieza la solicitud de una firma; requiere Idempotency-Key',
  body: SolicitudFirmaNueva,
  reply: SolicitudFirma,
  msg: 'Solicitud iniciada',
})
export const readFirma = endpoint('GET /v1/firma_electronica/:id', {
  costo: 'lectura',
  tag,
  summary: 'Una solicitud propia, con sus documentos y su historia',
  params: idParams,
  reply: SolicitudFirma,
})
export const readTelefonoFirma = endpoint('GET /v1/firma_electronica/telefono/:id', {
  costo: 'lectura',
  tag,
  summary: 'La dirección de una solicitud propia y su código QR, para seguir en el teléfono',
  params: idParams,
  reply: z.object({ direccion: z.string(), qr: codigoQr }),
})
export const editFirma = endpoint('PUT /v1/firma_electronica/edit/:id', {
  costo: 'escritura',
  tag,
  summary: 'Guarda lo escrito en una solicitud que no se ha enviado, o en lo que se observó',
  params: idParams,
  body: SolicitudFirmaForm,
  reply: SolicitudFirma,
  msg: 'Solicitud guardada',
})
export const uploadDocumentoFirma = endpoint('POST /v1/firma_electronica/documento/:id', {
  costo: 'subida',
  tag,
  summary: 'Sube una foto o un PDF de la solicitud, en lugar del anterior',
  params: idParams,
  upload: DOCUMENTO,
  reply: SolicitudFirma,
  msg: 'Documento guardado',
})
export const readDocumentoFirma = endpoint('GET /v1/firma_electronica/documento/:id', {
  costo: 'archivo',
  tag,
  summary: 'Un documento de una solicitud propia; cada vista queda en la auditoría',
  params: idParams,
  query: z.object({ clase: Documento }),
  file: 'application/octet-stream',
})
export const downloadDocumentoFirma = endpoint('POST /v1/firma_electronica/documento/descarga/:id', {
  costo: 'archivo',
  tag,
  summary: 'Un boleto para descargar un documento de una solicitud propia; queda en la auditoría como una vista',
  params: idParams,
  body: z.object({ clase: Documento }),
  reply: Descarga,
})
export const beginVideoFirma = endpoint('POST /v1/firma_electronica/video/:id', {
  costo: 'escritura',
  tag,
  summary: 'Empieza a subir el video, o dice cuántas partes del mismo archivo ya llegaron',
  params: idParams,
  body: z.object({
    nombre: texto(200),
    tamano: z.int().check(z.positive(), z.maximum(FIRMA_VIDEO_MAX_BYTES, 'El video pesa más de 50 MB.')),
  }),
  reply: z.object({ archivo: uuid, partes: z.int(), recibidas: z.int() }),
})
export const uploadParteVideo = endpoint('POST /v1/firma_electronica/video_parte/:id', {
  costo: 'escritura',
  tag,
  summary: 'Una parte del video; con la última queda completo',
  params: idParams,
  query: z.object({ archivo: uuid, n: z.coerce.number().check(z.int(), z.nonnegative(), z.maximum(49)) }),
  upload: { fields: [] },
  reply: z.object({ recibidas: z.int(), completo: z.boolean() }),
})
export const payFirma = endpoint('PUT /v1/firma_electronica/pago/:id', {
  costo: 'escritura',
  tag,
  summary: 'Usa en una solicitud propia una firma que una orden ya pagó',
  params: idParams,
  body: z.object({ orden_id: uuid }),
  reply: SolicitudFirma,
  msg: 'Firma pagada',
})
export const sendFirma = endpoint('POST /v1/firma_electronica/enviar/:id', {
  costo: 'escritura',
  tag,
  summary: 'Envía la solicitud a revisión, o lo que se corrigió',
  params: idParams,
  body: z.object({ version }),
  reply: SolicitudFirma,
  msg: 'Solicitud enviada',
})
export const deleteFirma = endpoint('DELETE /v1/firma_electronica/delete/:id', {
  costo: 'escritura',
  tag,
  summary: 'Elimina una solicitud que nunca se envió, con sus archivos',
  params: idParams,
  reply: Nothing,
  msg: 'Solicitud eliminada',
})
export const deleteArchivosFirma = endpoint('DELETE /v1/firma_electronica/archivos/:id', {
  costo: 'escritura',
  tag,
  summary: 'Borra los documentos de identidad de una solicitud que terminó',
  params: idParams,
  reply: SolicitudFirma,
  msg: 'Documentos borrados',
})

const plataforma = 'Administración'
const lugar = { empresa_id: uuid, id: uuid }

export const SolicitudFirmaEnCola = z.object({
  id: uuid,
  empresa_id: uuid,
  empresa: z.string(),
  ruc: z.string(),
  tipo: Tipo,
  anios: z.int(),
  estado: Estado,
  titular: z.string(),
  enviada_en: z.string(),
  pagada: z.boolean(),
})
export type SolicitudFirmaEnCola = z.infer<typeof SolicitudFirmaEnCola>

export const SolicitudFirmaRevisada = z.extend(SolicitudFirma, {
  empresa_id: uuid,
  empresa: z.string(),
  ruc: z.string(),
  /** Checked points of its documents. */
  comprobado: z.array(z.string()),
  /** Time when its documents were downloaded for the entity. */
  paquete_en: z.nullable(z.string()),
})
export type SolicitudFirmaRevisada = z.infer<typeof SolicitudFirmaRevisada>

export const searchFirmaEnCola = endpoint('GET /v1/administracion/firma/search', {
  costo: 'busqueda',
  tag: plataforma,
  summary: 'Solicitudes de firma de todas las empresas, la más antigua primero',
  query: z.object({ page: listingQuery.page, size: listingQuery.size, estado: z.optional(Estado) }),
  reply: listingOf(SolicitudFirmaEnCola),
})
export const readFirmaEnCola = endpoint('GET /v1/administracion/firma/ver/:empresa_id/:id', {
  costo: 'lectura',
  tag: plataforma,
  summary: 'Una solicitud de firma de una empresa',
  params: z.object(lugar),
  reply: SolicitudFirmaRevisada,
})
export const readDocumentoEnCola = endpoint('GET /v1/administracion/firma/documento/:empresa_id/:id', {
  costo: 'archivo',
  tag: plataforma,
  summary: 'Un documento de una solicitud; cada vista queda en la auditoría de la empresa',
  params: z.object(lugar),
  query: z.object({ clase: Documento }),
  file: 'application/octet-stream',
})
export const downloadDocumentoEnCola = endpoint('POST /v1/administracion/firma/documento/descarga', {
  costo: 'archivo',
  tag: plataforma,
  summary: 'Un boleto para descargar un documento de una solicitud; queda en la auditoría de la empresa como una vista',
  body: z.object({ ...lugar, clase: Documento }),
  reply: Descarga,
})
export const downloadPaqueteEnCola = endpoint('POST /v1/administracion/firma/paquete/descarga', {
  costo: 'exportacion',
  tag: plataforma,
  summary:
    'Un boleto para lo que la entidad de certificación pide de una solicitud aprobada, en un ZIP con su manifiesto; otra vez solo si se dice',
  body: z.object({ ...lugar, otra_vez: z._default(z.boolean(), false) }),
  reply: Descarga,
})
export const ObservacionFirma = z.object({ clase: z.union([Documento, z.literal('DATOS')]), motivo: texto(300, 5) })
export type ObservacionFirma = z.infer<typeof ObservacionFirma>
export const observeFirma = endpoint('PUT /v1/administracion/firma/observar', {
  costo: 'escritura',
  tag: plataforma,
  summary: 'Devuelve una solicitud con lo que hay que corregir',
  body: z.object({
    ...lugar,
    version,
    observaciones: z.array(ObservacionFirma).check(z.minLength(1, 'Diga qué hay que corregir.'), z.maxLength(9)),
  }),
  reply: SolicitudFirmaRevisada,
  msg: 'Solicitud observada',
})
export const checkFirma = endpoint('PUT /v1/administracion/firma/comprobar', {
  costo: 'escritura',
  tag: plataforma,
  summary: 'Marca, o desmarca, un punto de la lista de comprobación de una solicitud en revisión',
  body: z.object({ ...lugar, punto: texto(40), cumple: z.boolean() }),
  reply: SolicitudFirmaRevisada,
})
export const moveFirma = endpoint('PUT /v1/administracion/firma/estado', {
  costo: 'escritura',
  tag: plataforma,
  summary: 'Toma una solicitud para revisarla, la aprueba, la rechaza o registra su emisión',
  body: z.object({
    ...lugar,
    version,
    estado: z.enum(['EN_REVISION', 'APROBADA', 'EMITIDA', 'RECHAZADA']),
    /** Reason of the refusal. */
    motivo: textoOpcional(300),
    /** Whether it is approved without a paid order. */
    sin_pago: z._default(z.boolean(), false),
    /** Entity of an issued signature. */
    entidad: textoOpcional(200),
    valida_desde: diaOpcional,
    valida_hasta: diaOpcional,
  }),
  reply: SolicitudFirmaRevisada,
  msg: 'Estado actualizado exitosamente',
})
