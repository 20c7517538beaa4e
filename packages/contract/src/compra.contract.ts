import { REGIMENES } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { Nothing } from './envelope.contract.ts'
import { Comprador } from './documento.contract.ts'
import { endpoint } from './endpoint.ts'
import { exportOf } from './exportacion.contract.ts'
import {
  buscado,
  cantidad,
  conSigno,
  digitos,
  fecha,
  idParams,
  monto,
  numeroComprobante,
  porcentaje,
  siNo,
  texto,
  textoOpcional,
  uuid,
  version,
} from './fields.ts'
import { listingOf, listingQuery } from './listing.contract.ts'
import { codigoComprobante, Reembolsos, TipoSujeto } from './reembolso.contract.ts'
import { PagoExterior } from './retencion.contract.ts'

const tag = 'Compras'

export const ESTADOS_COMPRA = ['REGISTRADA', 'ANULADA'] as const
export const EstadoCompra = z.enum(ESTADOS_COMPRA)
export const RegimenProveedor = z.enum(REGIMENES)

const autorizacionCompra = z.string().check(z.regex(/^\d{3,49}$/, 'La autorización tiene de 3 a 49 dígitos.'))

const codigoPorcentaje = z.string().check(z.regex(/^\d{1,4}$/, 'Código de tarifa no válido.'))

/** One rate of a purchase: bases, rates and amounts ×10⁶. The base of the IVA includes the ICE. */
export const ImpuestoCompraForm = z.object({
  codigo: z.enum(['2', '3', '5']),
  codigo_porcentaje: codigoPorcentaje,
  tarifa: porcentaje,
  base: monto,
  valor: monto,
})

/** A line in the words of the supplier's document. `base`: without taxes. */
export const LineaCompraForm = z.object({
  codigo: textoOpcional(100),
  descripcion: texto(300),
  cantidad: cantidad,
  precio_unitario: monto,
  base: monto,
  /** IVA of the line, when the document states it. */
  iva: z.optional(z.nullable(monto)),
  /** Rate of the line's IVA; the document's only rate by default. */
  codigo_porcentaje: z.optional(z.nullable(codigoPorcentaje)),
  /** Our product; null: no goods of ours; absent: undecided. */
  producto_id: z.optional(z.nullable(uuid)),
  /** Our units in one of the supplier's; one by default. */
  factor: z.optional(z.nullable(cantidad)),
})

/** A purchase (O-25), typed or from the supplier's XML. */
export const CompraForm = z.object({
  /** ATS table 4. */
  tipo: codigoComprobante,
  proveedor: Comprador,
  regimen_proveedor: z._default(RegimenProveedor, 'GENERAL'),
  /** Only for a supplier with a foreign identification. */
  tipo_sujeto: z.optional(TipoSujeto),
  parte_relacionada: z._default(z.boolean(), false),
  numero: numeroComprobante(),
  autorizacion: z.optional(autorizacionCompra),
  fecha_emision: fecha,
  /** Day of registration, whose month declares it; today by default. */
  fecha_registro: z.optional(fecha),
  vence: z.optional(fecha),
  /** ATS table 5. */
  sustento: digitos(2),
  impuestos: z
    .array(ImpuestoCompraForm)
    .check(z.minLength(1, 'Detalle las bases de IVA del comprobante, también la de 0%.'), z.maxLength(20)),
  /** Other payments without tax: tips, items of others. */
  otros: z._default(monto, 0),
  total: monto,
  pagos: z._default(z.array(z.object({ forma_pago: digitos(2), total: monto })).check(z.maxLength(20)), []),
  /** For a note of the supplier: the document it changes. */
  modificado: z.optional(
    z.object({ tipo: codigoComprobante, numero: numeroComprobante(), fecha, autorizacion: z.optional(autorizacionCompra) }),
  ),
  pago_exterior: z.optional(PagoExterior),
  reembolsos: Reembolsos,
  lineas: z._default(z.array(LineaCompraForm).check(z.maxLength(1000, 'Un documento admite hasta 1000 líneas.')), []),
  /** Warehouse that the goods enter; the default one if absent. */
  bodega_id: z.optional(z.nullable(uuid)),
  /** Additional cost of the goods, without IVA: freight and the like. */
  costo_adicional: z.optional(monto),
  /** For a credit note of the supplier: whether its goods went back and leave the stock at their purchase cost. */
  devuelve_mercaderia: z.optional(z.boolean()),
  observacion: textoOpcional(300),
})
export type CompraForm = z.infer<typeof CompraForm>
export type CompraFormInput = z.input<typeof CompraForm>

/** A product of ours, as a line of a purchase names it. */
export const ProductoDeLinea = z.object({ id: uuid, code: z.string(), name: z.string() })
export type ProductoDeLinea = z.infer<typeof ProductoDeLinea>

/** The proposal for a line, with its reason; without a product it is no goods of ours. */
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
  subtotal: conSigno,
  iva: conSigno,
  total: conSigno,
  /** When the SRI was found to say that the issuer voided it. */
  anulado_emisor_en: z.nullable(z.string()),
  /** With `por_retener`: the last day for its retención, in working days. */
  retener_hasta: z.optional(fecha),
  version: z.int(),
  creado_en: z.string(),
})
export type CompraFila = z.infer<typeof CompraFila>

export const Compra = z.extend(CompraFila, {
  form: CompraForm,
  /** The document of the inbox behind the purchase, with the warnings about its file. */
  recibido: z.nullable(z.object({ id: uuid, avisos: z.array(z.string()) })),
  /** Products that the lines name. */
  productos: z.array(ProductoDeLinea),
  motivo_anulacion: z.nullable(z.string()),
  /** Our purchase that a note changes. */
  modificada: z.nullable(z.object({ id: uuid, numero: z.string() })),
  /** Notes of the supplier that change this one. */
  notas: z.array(z.object({ id: uuid, tipo: z.string(), numero: z.string(), total: conSigno })),
  /** Valid retenciones over it. */
  retenciones: z.array(z.object({ id: uuid, numero: z.string(), estado: z.string(), total: conSigno })),
  /** The movement of stock it made; null when it moved none. */
  ingreso: z.nullable(z.object({ movimiento_id: uuid, bodega: z.string(), productos: z.int() })),
  /** Goods that left since: without this purchase their stock would be negative. */
  faltantes: z.array(z.object({ producto: z.string(), bodega: z.string(), hay: z.int(), queda: z.int() })),
  /** Whether its month is open: entries of a closed month stay as they are. */
  mes_abierto: z.boolean(),
})
export type Compra = z.infer<typeof Compra>

/** A saved purchase with its warnings. */
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
  /** Only those that their issuer voided, or only the others. */
  anulado_emisor: z.optional(siNo),
  /** Only those issued since that day whose retención is still to be issued. */
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
