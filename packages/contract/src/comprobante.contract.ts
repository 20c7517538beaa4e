import { COD_DOC, TIPO_DOCUMENTO } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { ComprobanteLigado } from './comprobante-ligado.contract.ts'
import { NoCorresponde } from './documento-publico.contract.ts'
import { endpoint } from './endpoint.ts'
import { buscado, conSigno, digitos, fecha, idParams, texto, uuid } from './fields.ts'
import { exportOf } from './exportacion.contract.ts'
import { listingOf, listingQuery } from './listing.contract.ts'
import { ATENCIONES } from './pendientes.contract.ts'

const tag = 'Comprobantes'

export const AMBIENTES = ['SIMULADOR', 'PRUEBAS', 'PRODUCCION'] as const
export const Ambiente = z.enum(AMBIENTES)
export type Ambiente = z.infer<typeof Ambiente>
/** As screens name it. */
export const NOMBRE_AMBIENTE: Readonly<Record<Ambiente, string>> = {
  SIMULADOR: 'Simulador',
  PRUEBAS: 'Pruebas',
  PRODUCCION: 'Producción',
}

/** Number of a tab, equal to the tax authorization status: 1 authorized, 2 waiting, 3 in progress, 4 not authorized, 6 voided. */
export const TRIBUTARIOS = [1, 2, 3, 4, 6] as const

export const MensajeSriLeido = z.object({
  identificador: z.string(),
  mensaje: z.string(),
  informacionAdicional: z.optional(z.string()),
  tipo: z.string(),
  /** Our explanation of the code: what happened and what to do. */
  causa: z.optional(z.string()),
  remedio: z.optional(z.string()),
  campo: z.optional(z.string()),
})

/** One row of a list of issued documents. Amounts ×10⁶. */
export const ComprobanteFila = z.object({
  id: uuid,
  /** SRI table 3. */
  tipo: z.string(),
  /** Document type of the specification, which has none for guías and retenciones. */
  tipo_documento: z.nullable(z.int()),
  numero: z.string(),
  /** Empty for a pre-printed document. */
  clave: z.string(),
  /** Issue mode of the specification: 1 FISICA, 2 ELECTRONICO. */
  modo_emision: z.int(),
  /** Where it was issued: here, on a pre-printed form or in the SRI's portal (O-101). */
  origen: z.enum(['SISTEMA', 'FISICA', 'PORTAL']),
  /** Number of its authorisation; empty until there is one. */
  autorizacion: z.string(),
  fecha_emision: fecha,
  estado: z.string(),
  estado_generacion: z.int(),
  estado_tributario: z.int(),
  ambiente: Ambiente,
  receptor_identificacion: z.string(),
  receptor_nombre: z.string(),
  total: conSigno,
  vendedor: z.nullable(z.string()),
  /** Codes of payment of SRI table 24, as the document states them; empty without any. */
  formas_pago: z.array(z.string()),
  codigo_sri: z.nullable(z.string()),
  correo_estado: z.string(),
  creado_en: z.string(),
  autorizado_en: z.nullable(z.string()),
})
export type ComprobanteFila = z.infer<typeof ComprobanteFila>

/** One line of the stream that follows documents. */
export const ComprobanteNovedad = z.object({
  id: uuid,
  clave: z.string(),
  estado: z.string(),
  estado_generacion: z.int(),
  estado_tributario: z.int(),
  codigo_sri: z.nullable(z.string()),
  correo_estado: z.string(),
  autorizado_en: z.nullable(z.string()),
  /** Whether it waits because the SRI does not answer. */
  sri_callado: z.boolean(),
  /** Whether its own last send had no answer: it waits, and is sent again by itself. */
  sin_respuesta: z.boolean(),
})
export type ComprobanteNovedad = z.infer<typeof ComprobanteNovedad>

export const ComprobanteEvento = z.object({
  en: z.string(),
  de: z.nullable(z.string()),
  a: z.string(),
  quien: z.nullable(z.string()),
  causa: z.string(),
  mensajes: z.nullable(z.array(MensajeSriLeido)),
})

export const CorreoEstado = z.object({
  id: uuid,
  asunto: z.string(),
  medio: z.enum(['SMTP', 'BANDEJA']),
  motivo: z.enum(['AUTORIZACION', 'REENVIO', 'ANULACION']),
  creado_en: z.string(),
  destinatarios: z.array(
    z.object({
      direccion: z.string(),
      estado: z.string(),
      error: z.nullable(z.string()),
      enviado_en: z.nullable(z.string()),
      copia: z.boolean(),
    }),
  ),
})
export type CorreoEstado = z.infer<typeof CorreoEstado>

/** Actions for a rejected or held document (O-97, O-107). */
export const ACCIONES = ['CORREGIR', 'NUEVO_NUMERO', 'REENVIAR', 'REVISAR', 'ESPERAR', 'NINGUNA'] as const

/** States of a request to void: asked, waiting for the receiver, voided, withdrawn, not accepted, out of time (O-56). */
export const ESTADOS_ANULACION = ['SOLICITADA', 'POR_ACEPTAR', 'ANULADA', 'RETIRADA', 'NO_ACEPTADA', 'VENCIDA'] as const

/** The last request to void a document. */
export const Anulacion = z.object({
  solicitada_en: z.string(),
  /** Null for a voiding found at the SRI. */
  quien: z.nullable(z.string()),
  motivo: z.string(),
  /** Last day in the SRI's portal, by the earliest reading of the law. */
  plazo: fecha,
  /** Working days the receiver has to accept; null when no acceptance is needed. */
  aceptacion: z.nullable(z.int()),
  estado: z.enum(ESTADOS_ANULACION),
  /** When the SRI last answered about it. */
  consultada_en: z.nullable(z.string()),
  resuelta_en: z.nullable(z.string()),
})
export type Anulacion = z.infer<typeof Anulacion>

/** Whether a request in the portal is worthwhile today. It informs; the SRI decides. */
export const PuedeAnular = z.object({
  ofrecida: z.boolean(),
  /** Reason against voiding, or a warning before it. */
  motivo: z.nullable(z.string()),
  plazo: fecha,
  /** Last day if a weekend or holiday moves it. */
  extendido: fecha,
  tarde: z.boolean(),
  aceptacion: z.nullable(z.int()),
  /** The alternative to voiding, if any. */
  alternativa: z.nullable(z.enum(['NOTA_CREDITO', 'CORREGIR'])),
  ligados: z.array(ComprobanteLigado),
  /** Whether its month was declared: voiding then changes what was filed. */
  mes_cerrado: z.boolean(),
})
export type PuedeAnular = z.infer<typeof PuedeAnular>

/** Steps the user must confirm one by one: the cause, the request in the portal, the receiver, no refund that rests on it. */
export const PASOS_ANULACION = ['CAUSA', 'PORTAL', 'RECEPTOR', 'DEVOLUCION'] as const

export const AnulacionForm = z.object({
  motivo: texto(300, 5),
  pasos: z.array(z.enum(PASOS_ANULACION)).check(
    z.maxLength(PASOS_ANULACION.length),
    z.refine((pasos) => PASOS_ANULACION.every((paso) => pasos.includes(paso)), 'Confirme cada paso de la lista.'),
  ),
})
export type AnulacionForm = z.infer<typeof AnulacionForm>

/** Proof that the SRI voided it: the text of the portal, number and day of the procedure. */
export const AnulacionRegistro = z.object({ prueba: texto(600, 10) })

/** Everything about one issued document: row, history and mails. */
export const ComprobanteDetalle = z.extend(ComprobanteFila, {
  version: z.int(),
  subtotal: conSigno,
  descuento: conSigno,
  iva: conSigno,
  accion: z.enum(ACCIONES),
  /** Missing input from a person of the company, in words; null while the document goes on by itself. */
  espera_por: z.nullable(z.string()),
  mensajes: z.array(MensajeSriLeido),
  eventos: z.array(ComprobanteEvento),
  correos: z.array(CorreoEstado),
  anulacion: z.nullable(Anulacion),
  /** The receiver's note on its public page. */
  no_corresponde: z.nullable(NoCorresponde),
  puede_anular: PuedeAnular,
  lineas: z.array(
    z.object({
      n: z.int(),
      producto_id: z.nullable(uuid),
      codigo: z.nullable(z.string()),
      descripcion: z.string(),
      cantidad: z.int(),
      precio_unitario: conSigno,
      descuento: conSigno,
      base: conSigno,
      tipo_iva: z.int(),
      iva: conSigno,
    }),
  ),
  /** Rows of totals as on the RIDE: they add up to the last one. */
  totales: z.array(z.object({ nombre: z.string(), valor: z.string(), destacado: z.optional(z.boolean()) })),
  pagos: z.array(z.object({ forma_pago: z.string(), total: conSigno, plazo: z.nullable(z.int()), unidad_tiempo: z.nullable(z.string()) })),
  /** For a comprobante de retención, instead of lines: the withheld amounts and their documents. Percentages ×10⁶. */
  retenciones: z.optional(
    z.array(
      z.object({
        n: z.int(),
        cod_sustento: z.string(),
        cod_doc: z.string(),
        numero: z.string(),
        fecha,
        impuesto: z.string(),
        codigo: z.string(),
        base: conSigno,
        porcentaje: z.int(),
        valor: conSigno,
      }),
    ),
  ),
  /** For a comprobante de retención with the percentages of the day of payment: that day, and the reason. */
  pago_retencion: z.optional(z.nullable(z.object({ fecha, motivo: z.string() }))),
})
export type ComprobanteDetalle = z.infer<typeof ComprobanteDetalle>

export const TIPOS_COMPROBANTE = Object.values(COD_DOC)

/** Filters of a list; `q` finds by number, clave de acceso, identification or words of the client's name. */
export const ComprobanteBusqueda = z.object({
  ...listingQuery,
  q: z.optional(buscado),
  tributario: z.optional(z.pipe(z.coerce.number(), z.literal([...TRIBUTARIOS]))),
  desde: z.optional(fecha),
  hasta: z.optional(fecha),
  persona_id: z.optional(uuid),
  tipo: z.optional(z.enum(TIPOS_COMPROBANTE)),
  tipo_documento: z.optional(z.pipe(z.coerce.number(), z.literal(Object.values(TIPO_DOCUMENTO)))),
  establecimiento: z.optional(digitos(3)),
  punto: z.optional(digitos(3)),
  atencion: z.optional(z.enum(ATENCIONES)),
})
export type ComprobanteBusqueda = z.infer<typeof ComprobanteBusqueda>

/** Filters of a list without page, order and tab. */
export const ComprobanteConteo = z.omit(ComprobanteBusqueda, { page: true, size: true, sort: true, tributario: true })
export type ComprobanteConteo = z.infer<typeof ComprobanteConteo>

/** Filters of a list without page and order, which mean every row. */
export const ComprobanteFiltro = z.omit(ComprobanteBusqueda, { page: true, size: true, sort: true })
export type ComprobanteFiltro = z.infer<typeof ComprobanteFiltro>

/** Sums of a list by document type: amounts of different types do not add up. */
export const ComprobanteSumas = z.object({
  /** False beyond the exact limit of lists: nothing is summed then. */
  exact: z.boolean(),
  sumas: z.array(
    z.object({
      tipo: z.string(),
      cantidad: z.int(),
      /** Null when the sum exceeds an amount. */
      total: z.nullable(conSigno),
      /** The authorised part. */
      autorizado: z.nullable(conSigno),
    }),
  ),
})
export type ComprobanteSumas = z.infer<typeof ComprobanteSumas>

export const searchComprobante = endpoint('GET /v1/comprobante/search', {
  costo: 'busqueda',
  tag,
  summary: 'Comprobantes emitidos, del ambiente actual de la empresa',
  query: ComprobanteBusqueda,
  reply: listingOf(ComprobanteFila),
})
export const countComprobante = endpoint('GET /v1/comprobante/contar', {
  costo: 'busqueda',
  tag,
  summary: 'Cuántos hay en cada pestaña con los mismos filtros y búsqueda (hasta el límite exacto de las listas)',
  query: ComprobanteConteo,
  reply: z.array(z.object({ tributario: z.int(), total: z.int(), exact: z.boolean() })),
})

/** The columns of the list. */
export const COLUMNAS_COMPROBANTE = {
  numero: 'Número',
  fecha_emision: 'Fecha',
  receptor_identificacion: 'Identificación',
  receptor_nombre: 'Cliente',
  tipo: 'Tipo',
  estado_tributario: 'Estado',
  vendedor: 'Vendedor',
  forma_pago: 'Forma de pago',
  total: 'Total',
  clave: 'Clave de acceso',
} as const

export const exportComprobante = exportOf('GET /v1/comprobante/exportar', {
  tag,
  summary: 'Comprobantes como archivo, con los filtros y el orden de la lista',
  filtro: ComprobanteFiltro.shape,
  columnas: COLUMNAS_COMPROBANTE,
})
export const sumComprobante = endpoint('GET /v1/comprobante/sumar', {
  costo: 'busqueda',
  tag,
  summary: 'Cuánto suman los comprobantes de una lista, por tipo (hasta el límite exacto de las listas)',
  query: ComprobanteFiltro,
  reply: ComprobanteSumas,
})

/** Documents whose files one ZIP may hold. */
export const MAX_ARCHIVOS = 500
export const zipComprobante = endpoint('POST /v1/comprobante/archivos', {
  costo: 'exportacion',
  tag,
  summary: 'RIDE y XML de varios comprobantes en un ZIP, con resultado.csv: qué hay de cada uno',
  body: z.object({
    ids: z
      .array(uuid)
      .check(
        z.minLength(1, 'Elija al menos un comprobante.'),
        z.maxLength(MAX_ARCHIVOS, `Se descargan hasta ${MAX_ARCHIVOS} comprobantes a la vez.`),
      ),
  }),
  file: 'application/zip',
})

/** Comma-separated ids of up to fifty documents. */
const MAX_SEGUIDOS = 50
const idList = z.pipe(
  z.string().check(z.maxLength(2_000)),
  z.pipe(
    z.transform((text: string) => text.split(',')),
    z.array(uuid).check(z.minLength(1), z.maxLength(MAX_SEGUIDOS)),
  ),
)

export const followComprobante = endpoint('GET /v1/comprobante/seguir', {
  costo: 'flujo',
  sinUso: true,
  tag,
  summary: 'Sigue comprobantes en vivo: una línea JSON por cambio, hasta que nada más cambie',
  query: z.object({ ids: idList }),
  file: 'application/x-ndjson',
})
/** The stream's content for pages that no stream reaches, which ask from time to time. */
export const stateComprobante = endpoint('GET /v1/comprobante/estados', {
  costo: 'lectura',
  sinUso: true,
  tag,
  summary: 'Cómo están ahora hasta cincuenta comprobantes',
  query: z.object({ ids: idList }),
  reply: z.array(ComprobanteNovedad),
})

/** No request waits for the SRI (O-49): its answer comes by `seguir`. */
export const consultComprobante = endpoint('POST /v1/comprobante/consultar_sri/:id', {
  costo: 'escritura',
  tag,
  summary: 'Pide que se pregunte ya al SRI por un comprobante que lo espera, o por su anulación, y responde cómo está',
  params: idParams,
  reply: ComprobanteNovedad,
  msg: 'Se está consultando al SRI: su respuesta aparecerá aquí.',
})

export const searchCorreo = endpoint('GET /v1/correo/search', {
  costo: 'busqueda',
  tag: 'Correos',
  summary: 'Bandeja de correos de la empresa, del ambiente actual',
  query: z.object(listingQuery),
  reply: listingOf(z.extend(CorreoEstado, { documento_id: uuid, numero: z.string(), receptor_nombre: z.string() })),
})
export const readCorreo = endpoint('GET /v1/correo/:id', {
  costo: 'lectura',
  tag: 'Correos',
  summary: 'Un correo como lo recibe su destinatario',
  params: idParams,
  reply: z.extend(CorreoEstado, { documento_id: uuid, texto: z.string(), adjuntos: z.array(z.string()) }),
})
