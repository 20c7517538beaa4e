import * as z from 'zod/mini'

import { Nothing } from './envelope.contract.ts'
import { Comprador } from './documento.contract.ts'
import { endpoint } from './endpoint.ts'
import { exportOf } from './exportacion.contract.ts'
import { buscado, digitos, fecha, idParams, monto, numeroComprobante, siNo, texto, textoOpcional, uuid, version } from './fields.ts'
import { listingOf, listingQuery } from './listing.contract.ts'
import { codigoComprobante, Reembolsos, TipoSujeto } from './reembolso.contract.ts'
import { PagoExterior } from './retencion.contract.ts'

const tag = 'Compras'

export const ESTADOS_COMPRA = ['REGISTRADA', 'ANULADA'] as const
export const EstadoCompra = z.enum(ESTADOS_COMPRA)
export const REGIMENES_PROVEEDOR = ['GENERAL', 'RIMPE', 'NEGOCIO_POPULAR'] as const
export const RegimenProveedor = z.enum(REGIMENES_PROVEEDOR)

const autorizacionCompra = z.string().check(z.regex(/^\d{3,49}$/, 'La autorización tiene de 3 a 49 dígitos.'))

const codigoPorcentaje = z.string().check(z.regex(/^\d{1,4}$/, 'Código de tarifa no válido.'))

/** One rate of a purchase: bases, rates and amounts ×10⁶. The base of the IVA has the ICE in it. */
export const ImpuestoCompraForm = z.object({
  codigo: z.enum(['2', '3', '5']),
  codigo_porcentaje: codigoPorcentaje,
  tarifa: monto,
  base: monto,
  valor: monto,
})

/** What was bought, as the supplier's document says it. `base`: of the line, without taxes. */
export const LineaCompraForm = z.object({
  codigo: textoOpcional(100),
  descripcion: texto(300),
  cantidad: monto,
  precio_unitario: monto,
  base: monto,
  /** IVA of the line, where the document says it. */
  iva: z.optional(z.nullable(monto)),
  /** Rate of its IVA; the only one of the document unless said. */
  codigo_porcentaje: z.optional(z.nullable(codigoPorcentaje)),
  /** Which product of ours it is; null: no goods of ours; absent: nobody said. */
  producto_id: z.optional(z.nullable(uuid)),
  /** Units of ours in one of the supplier's; one unless said. */
  factor: z.optional(z.nullable(monto)),
})

/** A purchase (O-25), typed or from the supplier's XML. */
export const CompraForm = z.object({
  /** ATS table 4. */
  tipo: codigoComprobante,
  proveedor: Comprador,
  regimen_proveedor: z._default(RegimenProveedor, 'GENERAL'),
  /** Only of a supplier with a foreign identification. */
  tipo_sujeto: z.optional(TipoSujeto),
  parte_relacionada: z._default(z.boolean(), false),
  numero: numeroComprobante(),
  autorizacion: z.optional(autorizacionCompra),
  fecha_emision: fecha,
  /** The day it is booked, whose month declares it; today unless said. */
  fecha_registro: z.optional(fecha),
  vence: z.optional(fecha),
  /** ATS table 5. */
  sustento: digitos(2),
  impuestos: z
    .array(ImpuestoCompraForm)
    .check(z.minLength(1, 'Detalle las bases de IVA del comprobante, también la de 0%.'), z.maxLength(20)),
  /** Paid besides, without tax: tips, items of others. */
  otros: z._default(monto, 0),
  total: monto,
  pagos: z._default(z.array(z.object({ forma_pago: digitos(2), total: monto })).check(z.maxLength(20)), []),
  /** Of a note of the supplier: which document it changes. */
  modificado: z.optional(
    z.object({ tipo: codigoComprobante, numero: numeroComprobante(), fecha, autorizacion: z.optional(autorizacionCompra) }),
  ),
  pago_exterior: z.optional(PagoExterior),
  reembolsos: Reembolsos,
  lineas: z._default(z.array(LineaCompraForm).check(z.maxLength(1000, 'Un documento admite hasta 1000 líneas.')), []),
  /** The warehouse that the goods enter: the default one unless said. */
  bodega_id: z.optional(z.nullable(uuid)),
  /** Of this purchase, without IVA: freight and the like that its goods cost besides. */
  costo_adicional: z.optional(monto),
  /** Of a credit note of the supplier: its goods went back, and leave the stock at what they were bought for. */
  devuelve_mercaderia: z.optional(z.boolean()),
  observacion: textoOpcional(300),
})
export type CompraForm = z.infer<typeof CompraForm>
export type CompraFormInput = z.input<typeof CompraForm>

/** A product of ours, as a line of a purchase names it. */
export const ProductoDeLinea = z.object({ id: uuid, code: z.string(), name: z.string() })
export type ProductoDeLinea = z.infer<typeof ProductoDeLinea>

/** What a line would be, and why so; no product: no goods of ours. */
export const PropuestaLinea = z.object({
  linea: z.int(),
  producto: z.nullable(ProductoDeLinea),
  factor: z.int(),
  motivo: z.string(),
})
export type PropuestaLinea = z.infer<typeof PropuestaLinea>

/** One row of the list. */
export const CompraFila = z.object({
  id: uuid,
  estado: EstadoCompra,
  tipo: z.string(),
  numero: z.string(),
  fecha_emision: fecha,
  fecha_registro: fecha,
  vence: z.nullable(fecha),
  proveedor_identificacion: z.string(),
  proveedor_nombre: z.string(),
  regimen_proveedor: RegimenProveedor,
  sustento: z.string(),
  subtotal: z.int(),
  iva: z.int(),
  total: z.int(),
  /** When it was seen that the SRI says its issuer voided it. */
  anulado_emisor_en: z.nullable(z.string()),
  /** With `por_retener`: the last day for its withholding, in working days. */
  retener_hasta: z.optional(fecha),
  version: z.int(),
  creado_en: z.string(),
})
export type CompraFila = z.infer<typeof CompraFila>

export const Compra = z.extend(CompraFila, {
  form: CompraForm,
  /** The document of the inbox that it was registered from, with what is to be known of its file. */
  recibido: z.nullable(z.object({ id: uuid, avisos: z.array(z.string()) })),
  /** Those that its lines name. */
  productos: z.array(ProductoDeLinea),
  motivo_anulacion: z.nullable(z.string()),
  /** The purchase of ours that a note changes. */
  modificada: z.nullable(z.object({ id: uuid, numero: z.string() })),
  /** Notes of the supplier that change this one. */
  notas: z.array(z.object({ id: uuid, tipo: z.string(), numero: z.string(), total: z.int() })),
  /** Withholdings issued on it that stand. */
  retenciones: z.array(z.object({ id: uuid, numero: z.string(), estado: z.string(), total: z.int() })),
  /** What it brought into the stock, or as a note took out of it; null where nothing of it is there. */
  ingreso: z.nullable(z.object({ movimiento_id: uuid, bodega: z.string(), productos: z.int() })),
  /** What of its goods left since: where the stock would stand below zero without this purchase. */
  faltantes: z.array(z.object({ producto: z.string(), bodega: z.string(), hay: z.int(), queda: z.int() })),
  /** Whether its month is open: what is booked in a closed one stays. */
  mes_abierto: z.boolean(),
})
export type Compra = z.infer<typeof Compra>

/** A saved purchase with what is worth a second look. */
export const CompraGuardada = z.extend(Compra, { avisos: z.array(z.object({ campo: z.string(), message: z.string() })) })
export type CompraGuardada = z.infer<typeof CompraGuardada>

/** Fields a list of purchases may be sorted by. */
export const ORDENES_COMPRA = ['fecha_emision', 'fecha_registro', 'numero', 'proveedor_nombre', 'total'] as const

/** `q`: each word begins a word of the supplier's name, its identification or the number. Days are those of registration. */
export const CompraBusqueda = z.object({
  ...listingQuery,
  q: z.optional(buscado),
  estado: z.optional(EstadoCompra),
  tipo: z.optional(codigoComprobante),
  sustento: z.optional(digitos(2)),
  desde: z.optional(fecha),
  hasta: z.optional(fecha),
  persona_id: z.optional(uuid),
  /** Those whose issuer voided them, or did not. */
  anulado_emisor: z.optional(siNo),
  /** Those issued since that day whose withholding is still to be issued. */
  por_retener: z.optional(fecha),
})
export type CompraBusqueda = z.infer<typeof CompraBusqueda>

const one = { tag, params: idParams }

export const searchCompra = endpoint('GET /v1/compra/search', {
  costo: 'busqueda',
  tag,
  summary: 'Compras registradas de la empresa',
  query: CompraBusqueda,
  reply: listingOf(CompraFila),
})
/** The columns of the list. */
export const COLUMNAS_COMPRA = {
  numero: 'Número',
  tipo: 'Tipo',
  proveedor: 'Proveedor',
  identificacion: 'Identificación',
  fecha_emision: 'Emisión',
  fecha_registro: 'Registro',
  sustento: 'Sustento',
  iva: 'IVA',
  total: 'Total',
  estado: 'Estado',
} as const
const { page: _page, size: _size, sort: _sort, ...filtro } = CompraBusqueda.shape
export const exportCompra = exportOf('GET /v1/compra/exportar', {
  tag,
  summary: 'Compras registradas como archivo, con los filtros y el orden de la lista',
  filtro,
  columnas: COLUMNAS_COMPRA,
})
export const readCompra = endpoint('GET /v1/compra/:id', { costo: 'lectura', ...one, summary: 'Una compra registrada', reply: Compra })
export const createCompra = endpoint('POST /v1/compra/create', {
  costo: 'escritura',
  tag,
  summary: 'Registra una compra; requiere Idempotency-Key',
  body: CompraForm,
  reply: CompraGuardada,
  msg: 'Compra registrada exitosamente',
})
export const editCompra = endpoint('PUT /v1/compra/edit/:id', {
  costo: 'escritura',
  ...one,
  summary: 'Cambia una compra cuyo mes está abierto',
  body: z.extend(CompraForm, { version }),
  reply: CompraGuardada,
  msg: 'Compra editada exitosamente',
})
export const deleteCompra = endpoint('DELETE /v1/compra/delete/:id', {
  costo: 'escritura',
  ...one,
  summary: 'Elimina una compra mal registrada, de la que nada depende',
  reply: Nothing,
  msg: 'Compra eliminada exitosamente',
})
export const voidCompra = endpoint('POST /v1/compra/anular/:id', {
  costo: 'escritura',
  ...one,
  summary: 'Anota que el proveedor anuló el comprobante: queda en la lista y no cuenta',
  body: z.object({ motivo: texto(300, 5), version }),
  reply: CompraGuardada,
  msg: 'Compra anulada exitosamente',
})
