import * as z from 'zod/mini'
import { COD_DOC } from '@yupana/fiscal'

import { CompraForm, PropuestaLinea } from './compra.contract.ts'
import { endpoint } from './endpoint.ts'
import { buscado, CATEGORIAS_GASTO, conSigno, digitos, fecha, idParams, siNo, uuid } from './fields.ts'
import { listingOf, listingQuery } from './listing.contract.ts'
import { OPERACIONES_RETENCION, PropuestaRetencion } from './retencion.contract.ts'
import { RetencionRecibidaForm } from './retencion-recibida.contract.ts'

const tag = 'Comprobantes recibidos'

export const RECIBIDO_MAX_BYTES = 10_000_000
/** Highest number of documents in one ZIP. */
export const MAX_RECIBIDOS_ZIP = 1_000
/** Highest number of XML files in one call, of `RECIBIDO_MAX_BYTES` in all; a ZIP or a list goes alone. */
export const MAX_ARCHIVOS_RECIBIDO = 100

export const ESTADOS_RECIBIDO = ['NUEVO', 'REGISTRADO', 'IGNORADO'] as const
export const EstadoRecibido = z.enum(ESTADOS_RECIBIDO)

/** Proposed booking of a purchase, each part with its reason. */
export const PropuestaRecibido = z.object({
  sustento: z.string(),
  motivo: z.string(),
  /** Whether the supplier is new, and created with the purchase. */
  proveedor_nuevo: z.boolean(),
  /** Lines, and the number of them linked to our products. */
  productos: z.object({ lineas: z.int(), enlazadas: z.int(), motivo: z.string() }),
  /** Warehouse of its goods; null when nothing enters the stock. Its id is null when the company has no default warehouse. */
  bodega: z.nullable(z.object({ id: z.nullable(uuid), name: z.nullable(z.string()), motivo: z.string() })),
  retencion: z.object({
    operacion: z.enum(OPERACIONES_RETENCION),
    /** Reason for this operation. */
    motivo_operacion: z.string(),
    propuesta: z.nullable(PropuestaRetencion),
    retenido: conSigno,
    /** Reason why nothing is issued. */
    razon: z.nullable(z.string()),
    /** Whether it is issued in the same step. */
    emitir: z.boolean(),
  }),
  /**
   * For a document that may be a personal expense of the user: documents received by the company of a natural person are the person's own
   * (O-78).
   */
  gasto: z.nullable(
    z.object({
      /** Category last chosen for this supplier; null without one. */
      categoria: z.nullable(z.enum(CATEGORIAS_GASTO)),
      motivo: z.string(),
      /** Without IVA and ICE. */
      monto: conSigno,
    }),
  ),
})
export type PropuestaRecibido = z.infer<typeof PropuestaRecibido>

export const RecibidoFila = z.object({
  id: uuid,
  estado: EstadoRecibido,
  clave: z.string(),
  tipo: z.string(),
  numero: z.string(),
  fecha_emision: fecha,
  emisor_ruc: z.string(),
  emisor_nombre: z.string(),
  total: conSigno,
  /** Whether the file brought the SRI's answer. */
  autorizado: z.boolean(),
  avisos: z.array(z.string()),
  /** Whether the SRI reports it as voided by its issuer. */
  anulado: z.boolean(),
  /** Proposal for a new document that would be a purchase. */
  propuesta: z.nullable(PropuestaRecibido),
  compra_id: z.nullable(uuid),
  retencion_id: z.nullable(uuid),
  creado_en: z.string(),
})
export type RecibidoFila = z.infer<typeof RecibidoFila>

/** A received document with its proposed registration: a purchase or a withholding. */
export const Recibido = z.extend(RecibidoFila, {
  compra: z.nullable(CompraForm),
  /** Proposed products of its lines. */
  lineas: z.array(PropuestaLinea),
  retencion: z.nullable(RetencionRecibidaForm),
})
export type Recibido = z.infer<typeof Recibido>

export const ORDENES_RECIBIDO = ['fecha_emision'] as const

export const RecibidoBusqueda = z.object({
  ...listingQuery,
  q: z.optional(buscado),
  estado: z.optional(EstadoRecibido),
  tipo: z.optional(z.enum([COD_DOC.FACTURA, COD_DOC.NOTA_CREDITO, COD_DOC.NOTA_DEBITO, COD_DOC.RETENCION])),
  desde: z.optional(fecha),
  hasta: z.optional(fecha),
  /** Only documents voided by their issuer, or only the others. */
  anulado_emisor: z.optional(siNo),
  /** Only documents issued since that day whose withholding is not issued yet. */
  por_retener: z.optional(fecha),
})
export type RecibidoBusqueda = z.infer<typeof RecibidoBusqueda>

/** Result of one file or clave. */
export const ArchivoRecibido = z.object({
  archivo: z.string(),
  resultado: z.enum(['NUEVO', 'PEDIDO', 'REPETIDO', 'RECHAZADO']),
  motivo: z.nullable(z.string()),
  id: z.nullable(uuid),
})
export type ArchivoRecibido = z.infer<typeof ArchivoRecibido>

export const Importacion = z.object({
  nuevos: z.int(),
  /** Claves requested from the SRI. */
  pedidos: z.int(),
  repetidos: z.int(),
  rechazados: z.int(),
  archivos: z.array(ArchivoRecibido),
})
export type Importacion = z.infer<typeof Importacion>

export const ESTADOS_PEDIDO = ['PENDIENTE', 'TRAIDO', 'SIN_CONSTANCIA', 'RECHAZADO'] as const
export type EstadoPedido = (typeof ESTADOS_PEDIDO)[number]
export const ProblemaPedido = z.object({ clave: z.string(), motivo: z.string() })
export type ProblemaPedido = z.infer<typeof ProblemaPedido>
/** Progress of the last requested claves. */
export const Pedidos = z.object({
  total: z.int(),
  pendientes: z.int(),
  traidos: z.int(),
  /** Reason why claves still wait. */
  espera: z.nullable(z.string()),
  problemas: z.array(ProblemaPedido),
})
export type Pedidos = z.infer<typeof Pedidos>

const one = { tag, params: idParams }

export const searchRecibido = endpoint('GET /v1/recibido/search', {
  costo: 'busqueda',
  tag,
  summary: 'Bandeja de comprobantes recibidos',
  query: RecibidoBusqueda,
  reply: listingOf(RecibidoFila),
})
export const readRecibido = endpoint('GET /v1/recibido/:id', {
  costo: 'lectura',
  ...one,
  summary: 'Un comprobante recibido, y lo que se registraría de él',
  reply: Recibido,
})
export const xmlRecibido = endpoint('GET /v1/recibido/xml/:id', {
  costo: 'archivo',
  ...one,
  summary: 'El XML de un comprobante recibido',
  file: 'application/xml',
})
export const importRecibido = endpoint('POST /v1/recibido/importar', {
  costo: 'subida',
  tag,
  summary: 'Trae a la bandeja uno o varios XML, un ZIP de ellos o la lista del SRI; cada documento una vez, y de cada archivo qué pasó',
  upload: {
    files: MAX_ARCHIVOS_RECIBIDO,
    fields: [
      {
        name: 'grandes',
        required: false,
        description: 'Nombres, uno por línea, de archivos que no se envían porque pasan del tamaño máximo: constan entre lo que no entró',
      },
    ],
  },
  reply: Importacion,
  msg: 'Archivo leído',
})
export const pedirRecibidos = endpoint('POST /v1/recibido/pedir', {
  costo: 'escritura',
  tag,
  summary: 'Pide al SRI los comprobantes de estas claves de acceso; llegan a la bandeja en segundo plano',
  body: z.object({
    claves: z.string().check(z.minLength(1, 'Pegue al menos una clave de acceso.'), z.maxLength(400_000, 'Pegue menos claves a la vez.')),
  }),
  reply: Importacion,
  msg: 'Claves recibidas',
})
export const pedidosRecibido = endpoint('GET /v1/recibido/pedidos', {
  costo: 'lectura',
  tag,
  summary: 'Cómo va lo que se pidió al SRI por su clave',
  reply: z.nullable(Pedidos),
  sinUso: true,
})
export const acceptRecibido = endpoint('POST /v1/recibido/aceptar/:id', {
  costo: 'escritura',
  ...one,
  summary: 'Registra un comprobante recibido, una sola vez',
  body: z.object({
    /** Replaces the proposed one. */
    sustento: z.optional(digitos(2)),
    bodega_id: z.optional(z.nullable(uuid)),
    /** Purchase as corrected by the user. */
    compra: z.optional(CompraForm),
    retencion: z.optional(RetencionRecibidaForm),
  }),
  reply: RecibidoFila,
  msg: 'Comprobante registrado exitosamente',
})
export const ignoreRecibido = endpoint('POST /v1/recibido/ignorar/:id', {
  costo: 'escritura',
  ...one,
  summary: 'Aparta un comprobante recibido, o lo devuelve a la bandeja',
  body: z.object({ ignorado: z.boolean() }),
  reply: RecibidoFila,
})
export const takeGastoRecibido = endpoint('POST /v1/recibido/gasto_personal/:id', {
  costo: 'escritura',
  ...one,
  summary: 'Registra un comprobante recibido como gasto personal de quien llama, y lo aparta de la bandeja; requiere Idempotency-Key',
  body: z.object({ categoria: z.enum(CATEGORIAS_GASTO, 'Elija un rubro.') }),
  reply: RecibidoFila,
  msg: 'Registrado como gasto personal',
})
