import { ANIOS_FIRMA, ESTADOS_COBRO, ESTADOS_ORDEN, TIPOS_FIRMA } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { Formulario, numeroSri, periodoFiscal } from './declaracion.contract.ts'
import { endpoint, type UploadBody } from './endpoint.ts'
import { codigoQr, conSigno, fecha, idParams, lineasOpcionales, monto, texto, textoOpcional, textoVacio, uuid, version } from './fields.ts'
import { FirmaPagada } from './firma-electronica.contract.ts'
import { listingOf, listingQuery } from './listing.contract.ts'

const tag = 'Tienda'

export const TIPOS_TIENDA = ['FIRMA', 'PLAN', 'DECLARACION'] as const
export type TipoTienda = (typeof TIPOS_TIENDA)[number]
/** Highest number of products; the store is read whole. */
export const MAX_PRODUCTOS_TIENDA = 200
export const MAX_CANTIDAD_TIENDA = 20
/** Highest number of lines in a cart; each declaration is a line of its own. */
export const MAX_LINEAS_CARRITO = 60
/** A receipt: an image or a PDF (O-44). */
export const PAGO_MAX_BYTES = 5_000_000

const Estado = z.enum(ESTADOS_ORDEN)

/** A product of the store; the price is without IVA, ×10⁶. */
export const TiendaProducto = z.object({
  id: uuid,
  tipo: z.enum(TIPOS_TIENDA),
  nombre: z.string(),
  descripcion: z.string(),
  precio: conSigno,
  iva: z.int(),
  firma_tipo: z.nullable(z.enum(TIPOS_FIRMA)),
  firma_anios: z.nullable(z.int()),
  plan_documentos: z.nullable(z.int()),
  vigente_desde: z.string(),
  vigente_hasta: z.nullable(z.string()),
  activo: z.boolean(),
  version,
})
export type TiendaProducto = z.infer<typeof TiendaProducto>

/** `version` 0 creates it; the form brings the id, so that a repeated call creates one. */
export const TiendaProductoForm = z.object({
  id: uuid,
  tipo: z.enum(TIPOS_TIENDA),
  nombre: texto(100),
  descripcion: textoVacio(300),
  precio: monto,
  iva: z.int(),
  firma_tipo: z.nullable(z.enum(TIPOS_FIRMA)),
  firma_anios: z.nullable(z.literal([...ANIOS_FIRMA])),
  plan_documentos: z.nullable(z.int().check(z.minimum(1, 'Tiene que ser como mínimo 1.'), z.maximum(1_000_000))),
  vigente_desde: fecha,
  vigente_hasta: z.nullable(fecha),
  activo: z.boolean(),
  version,
})
export type TiendaProductoForm = z.infer<typeof TiendaProductoForm>

/** The selling company of the installation, and its point of issue. */
export const TiendaVende = z.object({ ruc: z.string(), razon_social: z.string(), establecimiento: z.string(), punto: z.string() })

/** A charged line, amounts ×10⁶. */
export const OrdenLinea = z.object({
  producto_id: uuid,
  tipo: z.enum(TIPOS_TIENDA),
  nombre: z.string(),
  cantidad: z.int(),
  /** Charged unit price, and the price of the catalogue. */
  precio: conSigno,
  precio_lista: conSigno,
  /** Discount of the coupon on the whole line. */
  descuento: conSigno,
  iva: z.int(),
  subtotal: conSigno,
  /** For a plan: its number of documents. */
  documentos: z.nullable(z.int()),
  firma: z.nullable(z.object({ tipo: z.enum(TIPOS_FIRMA), anios: z.int() })),
  declaracion: z.nullable(z.object({ formulario: Formulario, periodo: z.string() })),
})
export type OrdenLinea = z.infer<typeof OrdenLinea>

/** `antes`: at catalogue prices, without IVA; `subtotal`: the charged part of it. */
const montos = { antes: conSigno, subtotal: conSigno, iva: conSigno, total: conSigno }

/** A product offered to a company, with its agreed price, if any. */
export const TiendaOferta = z.extend(TiendaProducto, { acordado: z.nullable(conSigno) })
export type TiendaOferta = z.infer<typeof TiendaOferta>

export const Tienda = z.object({
  productos: z.array(TiendaOferta),
  /** Cart of this user in this company, at present prices. */
  carrito: z.object({
    lineas: z.array(OrdenLinea),
    ...montos,
    /** Coupon, with the reason if it gives no discount. */
    cupon: z.nullable(z.object({ codigo: z.string(), problema: z.nullable(z.string()) })),
  }),
})
export type Tienda = z.infer<typeof Tienda>

export const OrdenFila = z.object({
  id: uuid,
  numero: z.int(),
  estado: Estado,
  creada_en: z.string(),
  vence: z.string(),
  resumen: z.string(),
  total: conSigno,
  comprador: z.string(),
})
export type OrdenFila = z.infer<typeof OrdenFila>

/** A declaration paid by an order. */
export const DeclaracionPagada = z.object({
  formulario: Formulario,
  periodo: z.string(),
  nombre: z.string(),
  numero_sri: z.nullable(z.string()),
  fecha_sri: z.nullable(fecha),
  version,
})
export type DeclaracionPagada = z.infer<typeof DeclaracionPagada>

/** A card charge for an order, done or tried. */
export const CobroTarjeta = z.object({
  estado: z.enum(ESTADOS_COBRO),
  monto: conSigno,
  creado_en: z.string(),
  /** Reason why it pays no order. */
  problema: z.nullable(z.string()),
  /** Whether the gateway reported it once, and now does not know it: a person must give it back by hand. */
  perdido: z.boolean(),
})
export type CobroTarjeta = z.infer<typeof CobroTarjeta>

export const Orden = z.object({
  id: uuid,
  numero: z.int(),
  estado: Estado,
  comprador: z.string(),
  lineas: z.array(OrdenLinea),
  ...montos,
  cupon_codigo: z.nullable(z.string()),
  vence: z.string(),
  /** Account for the transfer; null when the installation has not stated one. */
  transferencia: z.nullable(z.string()),
  /** QR code with amount, order and account; null when nothing is due, or no account is known. */
  qr: z.nullable(codigoQr),
  referencia: z.nullable(z.string()),
  comprobante: z.nullable(z.object({ nombre: z.string(), tipo: z.string(), tamano: z.int() })),
  /** Whether it can be paid by card now, and its card charges, the last first. */
  tarjeta: z.object({ disponible: z.boolean(), cobros: z.array(CobroTarjeta) }),
  /** Factura of the order, issued by the installation's company. */
  factura: z.nullable(z.string()),
  nota_credito: z.nullable(z.string()),
  /** Signatures paid by the order, each with the request that uses it. */
  firmas: z.array(FirmaPagada),
  declaraciones: z.array(DeclaracionPagada),
  historia: z.array(z.object({ estado: Estado, en: z.string(), quien: z.nullable(z.string()), motivo: z.nullable(z.string()) })),
  version,
  creada_en: z.string(),
})
export type Orden = z.infer<typeof Orden>

const COMPROBANTE: UploadBody = { fields: [{ name: 'referencia', required: true, description: 'Número de la transferencia' }] }

export const readTienda = endpoint('GET /v1/tienda', {
  costo: 'busqueda',
  tag,
  summary: 'Lo que se vende hoy, y el carrito de esta persona en esta empresa',
  reply: Tienda,
})
export const editCarrito = endpoint('PUT /v1/tienda/carrito', {
  costo: 'escritura',
  tag,
  summary: 'Cuántos de un producto hay en el carrito; 0 lo quita. Una declaración va con su formulario y período',
  body: z.object({
    producto_id: uuid,
    formulario: z.optional(Formulario),
    periodo: z.optional(periodoFiscal),
    cantidad: z.int().check(z.minimum(0), z.maximum(MAX_CANTIDAD_TIENDA, `Tiene que ser como máximo ${MAX_CANTIDAD_TIENDA}.`)),
  }),
  reply: Tienda,
})
export const PeriodoComprable = z.object({ formulario: Formulario, periodo: z.string(), nombre: z.string() })
export type PeriodoComprable = z.infer<typeof PeriodoComprable>

export const listPeriodoComprable = endpoint('GET /v1/tienda/periodos', {
  costo: 'busqueda',
  tag,
  summary: 'Formularios y períodos de la empresa que se pueden comprar como servicio, el más reciente primero',
  reply: z.array(PeriodoComprable),
})
export const createOrden = endpoint('POST /v1/tienda/orden/create', {
  costo: 'escritura',
  tag,
  summary: 'Hace una orden de lo que hay en el carrito, a los precios de hoy; requiere Idempotency-Key',
  body: z.object({ total: monto }),
  reply: Orden,
  msg: 'Orden registrada exitosamente',
})
export const searchOrden = endpoint('GET /v1/tienda/orden/search', {
  costo: 'busqueda',
  tag,
  summary: 'Historial de compras de la empresa',
  query: z.object({ page: listingQuery.page, size: listingQuery.size }),
  reply: listingOf(OrdenFila),
})
export const readOrden = endpoint('GET /v1/tienda/orden/:id', {
  costo: 'lectura',
  tag,
  summary: 'Una orden',
  params: idParams,
  reply: Orden,
})
export const payOrden = endpoint('POST /v1/tienda/orden/comprobante/:id', {
  costo: 'subida',
  tag,
  summary: 'Sube el comprobante de la transferencia, en lugar del anterior',
  params: idParams,
  upload: COMPROBANTE,
  reply: Orden,
  msg: 'Comprobante recibido',
})
export const readPago = endpoint('GET /v1/tienda/orden/comprobante/:id', {
  costo: 'archivo',
  tag,
  summary: 'El comprobante de una orden',
  params: idParams,
  file: 'application/octet-stream',
})
export const DOCUMENTOS_ORDEN = ['FACTURA', 'NOTA_CREDITO'] as const
export type DocumentoOrden = (typeof DOCUMENTOS_ORDEN)[number]
export const readDocumentoOrden = endpoint('GET /v1/tienda/orden/documento/:id', {
  costo: 'archivo',
  tag,
  summary: 'El RIDE o el XML de la factura de una orden, o de su nota de crédito',
  params: idParams,
  query: z.object({ documento: z.enum(DOCUMENTOS_ORDEN), formato: z.enum(['RIDE', 'XML']) }),
  file: 'application/octet-stream',
})
/** Page of the gateway; null when the gateway has nothing left to be paid. */
export const PaginaPago = z.object({ pagina: z.nullable(z.string()) })
export type PaginaPago = z.infer<typeof PaginaPago>

export const payOrdenConTarjeta = endpoint('POST /v1/tienda/orden/tarjeta/:id', {
  costo: 'escritura',
  tag,
  summary: 'La página de la pasarela donde se paga una orden con tarjeta; pedida dos veces, es el mismo cobro',
  params: idParams,
  reply: PaginaPago,
})
/** Notice of a gateway. `monto` in dollars: «20.70». More fields are allowed; a malformed key gets the answer of an unknown one. */
export const AvisoPasarela = z.looseObject({ clave: z.string(), estado: z.string(), monto: z.string() })
export const noticePasarela = endpoint('POST /v1/tienda/pasarela/aviso', {
  costo: 'lectura',
  tag,
  summary: 'La pasarela avisa cómo quedó un cobro, firmado con la clave de la instalación',
  body: AvisoPasarela,
  isSigned: true,
})
export const cancelOrden = endpoint('PUT /v1/tienda/orden/anular/:id', {
  costo: 'escritura',
  tag,
  summary: 'Anula una orden que no se ha pagado',
  params: idParams,
  body: z.object({ version }),
  reply: Orden,
  msg: 'Orden anulada',
})

const plataforma = 'Administración'
const lugar = { empresa_id: uuid, id: uuid }

export const TiendaAjuste = z.object({
  productos: z.array(TiendaProducto),
  transferencia: z.nullable(z.string()),
  vende: z.nullable(TiendaVende),
  version,
})
export type TiendaAjuste = z.infer<typeof TiendaAjuste>

export const readTiendaAjuste = endpoint('GET /v1/administracion/tienda', {
  costo: 'busqueda',
  tag: plataforma,
  summary: 'Todo el catálogo de la tienda y los datos para transferir',
  reply: TiendaAjuste,
})
export const editTiendaAjuste = endpoint('PUT /v1/administracion/tienda/ajuste', {
  costo: 'escritura',
  tag: plataforma,
  summary: 'Guarda los datos para transferir, y qué empresa vende y factura',
  body: z.object({
    transferencia: lineasOpcionales(1000),
    ruc: textoOpcional(13),
    establecimiento: textoOpcional(3),
    punto: textoOpcional(3),
    version,
  }),
  reply: TiendaAjuste,
  msg: 'Guardado exitosamente',
})
export const editTiendaProducto = endpoint('PUT /v1/administracion/tienda/producto', {
  costo: 'escritura',
  tag: plataforma,
  summary: 'Pone un producto en la tienda, o lo cambia',
  body: TiendaProductoForm,
  reply: TiendaProducto,
  msg: 'Guardado exitosamente',
})
export const OrdenEnCola = z.extend(OrdenFila, { empresa_id: uuid, empresa: z.string(), ruc: z.string() })
export type OrdenEnCola = z.infer<typeof OrdenEnCola>
export const OrdenRevisada = z.extend(Orden, {
  empresa_id: uuid,
  empresa: z.string(),
  ruc: z.string(),
  /** Document not issued yet, and the reason. */
  por_emitir: z.nullable(z.enum(DOCUMENTOS_ORDEN)),
  problema: z.nullable(z.string()),
})
export type OrdenRevisada = z.infer<typeof OrdenRevisada>

export const searchOrdenEnCola = endpoint('GET /v1/administracion/tienda/orden/search', {
  costo: 'busqueda',
  tag: plataforma,
  summary: 'Órdenes de todas las empresas: las que esperan, o las de un estado',
  query: z.object({ page: listingQuery.page, size: listingQuery.size, estado: z.optional(Estado) }),
  reply: listingOf(OrdenEnCola),
})
export const readOrdenEnCola = endpoint('GET /v1/administracion/tienda/orden/ver/:empresa_id/:id', {
  costo: 'lectura',
  tag: plataforma,
  summary: 'Una orden de una empresa',
  params: z.object(lugar),
  reply: OrdenRevisada,
})
export const readPagoEnCola = endpoint('GET /v1/administracion/tienda/orden/comprobante/:empresa_id/:id', {
  costo: 'archivo',
  tag: plataforma,
  summary: 'El comprobante de una orden de una empresa',
  params: z.object(lugar),
  file: 'application/octet-stream',
})
export const decideOrden = endpoint('PUT /v1/administracion/tienda/orden/decidir', {
  costo: 'escritura',
  tag: plataforma,
  summary: 'Aprueba el pago de una orden, o con su motivo rechaza el comprobante o anula la orden',
  body: z.object({ ...lugar, version, estado: z.enum(['PAGADA', 'RECHAZADA', 'ANULADA']), motivo: textoOpcional(300) }),
  reply: OrdenRevisada,
  msg: 'Estado actualizado exitosamente',
})
export const refundOrden = endpoint('PUT /v1/administracion/tienda/orden/devolver', {
  costo: 'escritura',
  tag: plataforma,
  summary: 'Devuelve una orden pagada: su factura se anula con una nota de crédito',
  body: z.object({ ...lugar, version, motivo: texto(300, 5) }),
  reply: OrdenRevisada,
  msg: 'Estado actualizado exitosamente',
})
export const issueOrden = endpoint('PUT /v1/administracion/tienda/orden/emitir', {
  costo: 'escritura',
  tag: plataforma,
  summary: 'Emite la factura o la nota de crédito que falta de una orden',
  body: z.object(lugar),
  reply: OrdenRevisada,
})

/** A declaration for a company, to be done or done. */
export const DeclaracionEnCola = z.extend(DeclaracionPagada, {
  empresa_id: uuid,
  empresa: z.string(),
  ruc: z.string(),
  orden_id: uuid,
  orden: z.int(),
  vence: fecha,
})
export type DeclaracionEnCola = z.infer<typeof DeclaracionEnCola>
export const COLAS_DECLARACION = ['POR_HACER', 'HECHA'] as const

export const searchDeclaracionEnCola = endpoint('GET /v1/administracion/tienda/declaracion/search', {
  costo: 'busqueda',
  tag: plataforma,
  summary: 'Declaraciones que compraron las empresas: las que hay que hacer, o las hechas',
  query: z.object({ page: listingQuery.page, size: listingQuery.size, estado: z._default(z.enum(COLAS_DECLARACION), 'POR_HACER') }),
  reply: listingOf(DeclaracionEnCola),
})
export const fileDeclaracionComprada = endpoint('PUT /v1/administracion/tienda/declaracion/presentar', {
  costo: 'escritura',
  tag: plataforma,
  summary: 'Anota el número y la fecha con que el SRI recibió una declaración comprada',
  body: z.object({ ...lugar, formulario: Formulario, periodo: periodoFiscal, numero: numeroSri, fecha, version }),
  reply: OrdenRevisada,
  msg: 'Comprobante del SRI anotado',
})
