import { CONCEPTO_KARDEX_LABEL, METODOS_COSTO, TIPOS_MOVIMIENTO, type ConceptoKardex } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { palabras } from './catalogo.contract.ts'
import { endpoint } from './endpoint.ts'
import { exportOf } from './exportacion.contract.ts'
import { cantidad, conSigno, fecha, idParams, monto, textoOpcional, uuid } from './fields.ts'
import { listingOf, listingQuery } from './listing.contract.ts'
import { EstadoProducto } from './producto.contract.ts'

const tag = 'Inventario'

export const MAX_LINEAS_MOVIMIENTO = 500

const CONCEPTOS = Object.keys(CONCEPTO_KARDEX_LABEL) as [ConceptoKardex, ...ConceptoKardex[]]
export const MovimientoTipo = z.enum(TIPOS_MOVIMIENTO)
export const Concepto = z.enum(CONCEPTOS)
export const ESTADOS_MOVIMIENTO = ['REGISTRADO', 'EN_TRANSITO', 'RECIBIDO'] as const
export const ESTADO_MOVIMIENTO_LABEL: Readonly<Record<(typeof ESTADOS_MOVIMIENTO)[number], string>> = {
  REGISTRADO: 'Registrado',
  EN_TRANSITO: 'En tránsito',
  RECIBIDO: 'Recibido',
}
export const EstadoMovimiento = z.enum(ESTADOS_MOVIMIENTO)

/**
 * One product, at most once. `cantidad` ×10⁶: the moved quantity, or for an AJUSTE the counted one. `costo_unitario` ×10⁶ of goods that
 * come in, by default the average. `secuencia` for an AJUSTE: that of `Existencia` at the time of counting. Movements since then are added
 * to the count; another count since then refuses it.
 */
export const LineaMovimientoForm = z.object({
  producto_id: uuid,
  cantidad: cantidad,
  costo_unitario: z.optional(z.nullable(monto)),
  secuencia: z.optional(z.nullable(z.int().check(z.minimum(0)))),
})

/** A movement by hand (O-72). */
export const MovimientoForm = z.object({
  tipo: MovimientoTipo,
  /** For INGRESO and EGRESO; by default the usual concept of the kind. */
  concepto: z.optional(Concepto),
  /** Today by default. */
  fecha: z.optional(fecha),
  bodega_id: uuid,
  /** For a TRANSFERENCIA. */
  bodega_destino_id: z.optional(z.nullable(uuid)),
  /** For a TRANSFERENCIA: whether the goods are in no warehouse until they are received. */
  en_transito: z._default(z.boolean(), false),
  motivo: textoOpcional(300),
  referencia: textoOpcional(50),
  lineas: z
    .array(LineaMovimientoForm)
    .check(
      z.minLength(1, 'Agregue al menos un producto.'),
      z.maxLength(MAX_LINEAS_MOVIMIENTO, `Un movimiento admite hasta ${MAX_LINEAS_MOVIMIENTO} productos.`),
    ),
})
export type MovimientoForm = z.infer<typeof MovimientoForm>
export type MovimientoFormInput = z.input<typeof MovimientoForm>

const Referido = z.object({ id: uuid, name: z.string() })
/** A document issued by the company, or a purchase. */
const DocumentoReferido = z.object({ id: uuid, tipo: z.string(), es_compra: z.boolean(), numero: z.string(), tercero: z.string() })

/** One row of the list. */
export const Movimiento = z.object({
  id: uuid,
  tipo: MovimientoTipo,
  concepto: Concepto,
  estado: EstadoMovimiento,
  fecha,
  bodega: Referido,
  bodega_destino: z.nullable(Referido),
  motivo: z.nullable(z.string()),
  referencia: z.nullable(z.string()),
  /** The document that moved the goods, if no person did. */
  documento: z.nullable(DocumentoReferido),
  lineas: z.int(),
  usuario: z.nullable(z.string()),
  creado_en: z.string(),
})
export type Movimiento = z.infer<typeof Movimiento>

/** Signed quantity ×10⁶; values and costs are null for users who may not see costs. */
export const LineaMovimiento = z.object({
  n: z.int(),
  producto: z.object({ id: uuid, code: z.string(), name: z.string() }),
  bodega: Referido,
  concepto: Concepto,
  cantidad: z.int(),
  costo_unitario: z.nullable(conSigno),
  valor: z.nullable(conSigno),
  saldo_cantidad: z.int(),
})
export type LineaMovimiento = z.infer<typeof LineaMovimiento>

export const MovimientoDetalle = z.extend(Movimiento, {
  recibido_en: z.nullable(z.string()),
  recibido_por: z.nullable(z.string()),
  detalle: z.array(LineaMovimiento),
})
export type MovimientoDetalle = z.infer<typeof MovimientoDetalle>

/** A saved movement with its warnings. */
export const MovimientoGuardado = z.extend(MovimientoDetalle, { avisos: z.array(z.object({ campo: z.string(), message: z.string() })) })
export type MovimientoGuardado = z.infer<typeof MovimientoGuardado>

/** A count before it is registered, in the shape of `MovimientoForm`. */
export const ConteoForm = z.pick(MovimientoForm, { fecha: true, bodega_id: true, motivo: true, lineas: true })
export type ConteoFormInput = z.input<typeof ConteoForm>
export type ConteoForm = z.infer<typeof ConteoForm>

/** Change of a product by a count, and its value as it will be stored; null for users who may not see costs. */
export const DiferenciaConteo = z.object({
  producto: z.object({ id: uuid, code: z.string(), name: z.string() }),
  /** Stock in the system at the time of counting. */
  sistema: z.int(),
  contado: z.int(),
  diferencia: z.int(),
  valor: z.nullable(conSigno),
  /** Movements since the count (in less out), which are added to the counted quantity. */
  movido: z.int(),
  /** Whether another user counted it since then: it must be counted again. */
  contado_por_otro: z.boolean(),
})
export type DiferenciaConteo = z.infer<typeof DiferenciaConteo>

export const MAX_SIN_CONTAR = 100

/** Differences, the greatest first, and the uncounted stock of the warehouse, which stays as it is. */
export const Conteo = z.object({
  diferencias: z.array(DiferenciaConteo),
  sin_contar: z.object({
    total: z.int(),
    /** The first ones by name. */
    productos: z.array(z.object({ id: uuid, code: z.string(), name: z.string(), cantidad: z.int() })),
  }),
})
export type Conteo = z.infer<typeof Conteo>

/** Fields a list of movements may be sorted by. */
export const ORDENES_MOVIMIENTO = ['fecha'] as const

const filtroMovimiento = {
  tipo: z.optional(MovimientoTipo),
  estado: z.optional(EstadoMovimiento),
  bodega_id: z.optional(uuid),
  desde: z.optional(fecha),
  hasta: z.optional(fecha),
}
export const MovimientoBusqueda = z.object({ ...listingQuery, ...filtroMovimiento })
export type MovimientoBusqueda = z.infer<typeof MovimientoBusqueda>

/** One row of the kardex of a product in a warehouse, with the columns of the law's usual form; unit costs six decimals, values cents. */
export const KardexFila = z.object({
  secuencia: z.int(),
  fecha,
  concepto: Concepto,
  movimiento_id: uuid,
  documento: z.nullable(DocumentoReferido),
  bodega: Referido,
  detalle: z.nullable(z.string()),
  /** Signed quantity. */
  cantidad: z.int(),
  costo_unitario: z.nullable(conSigno),
  valor: z.nullable(conSigno),
  /** Adjustment for goods that left before they came in, at the cost of this entry. */
  ajuste: z.nullable(conSigno),
  saldo_cantidad: z.int(),
  saldo_costo_unitario: z.nullable(conSigno),
  saldo_valor: z.nullable(conSigno),
})
export type KardexFila = z.infer<typeof KardexFila>

/** Newest first, up to `hasta` if it is given. */
export const KardexBusqueda = z.object({
  page: listingQuery.page,
  size: listingQuery.size,
  /** The default warehouse if absent. */
  bodega_id: z.optional(uuid),
  desde: z.optional(fecha),
  hasta: z.optional(fecha),
})
export type KardexBusqueda = z.infer<typeof KardexBusqueda>

export const COLUMNAS_KARDEX = {
  fecha: 'Fecha',
  concepto: 'Movimiento',
  documento: 'Documento',
  entrada: 'Entrada',
  salida: 'Salida',
  costo: 'Costo unitario',
  valor: 'Valor',
  saldo: 'Saldo',
  promedio: 'Costo del saldo',
  saldo_valor: 'Saldo en valor',
} as const

/** Stock of a product in one warehouse. */
export const Existencia = z.object({
  bodega: Referido,
  cantidad: z.int(),
  costo_unitario: z.nullable(conSigno),
  valor: z.nullable(conSigno),
  /** Number of its last kardex row. */
  secuencia: z.int(),
})
export type Existencia = z.infer<typeof Existencia>

/** Stock of a product, now or at the end of a day. */
export const ExistenciaProducto = z.object({
  producto: z.object({ id: uuid, code: z.string(), name: z.string(), manage_inventory: z.boolean() }),
  total: z.int(),
  bodegas: z.array(Existencia),
  /** Quantity between two warehouses. */
  en_transito: z.int(),
  /** Quantity in accepted quotes that are not invoiced yet; none at the end of another day. */
  reservado: z.int(),
})
export type ExistenciaProducto = z.infer<typeof ExistenciaProducto>

/** Stock of one product, in all warehouses or in one. Quantities and amounts ×10⁶. */
export const ExistenciaFila = z.object({
  id: uuid,
  code: z.string(),
  name: z.string(),
  /** State of the product; an inactive one is listed while it has stock. */
  status: EstadoProducto,
  cantidad: z.int(),
  /** Quantity in accepted quotes that are not invoiced yet; none at the end of another day. */
  reservado: z.int(),
  /** Quantity between two warehouses. */
  en_transito: z.int(),
  minimum_stock: z.int(),
  /** Quantity sold less returns, in the last thirty days. */
  vendido: z.int(),
  /** Quantity to buy when the stock is below the minimum: up to the minimum, plus the sales of a month. */
  sugerido: z.int(),
  costo_unitario: z.nullable(conSigno),
  valor: z.nullable(conSigno),
})
export type ExistenciaFila = z.infer<typeof ExistenciaFila>
/** Name of the product in the list and its file. */
export const nombreExistencia = ({ name, status }: ExistenciaFila) => (status === 'ACTIVO' ? name : `${name} (inactivo)`)

/** `REPONER`: the stock without the reserved quantity is below the minimum. */
export const ESTADOS_EXISTENCIA = ['CON_STOCK', 'REPONER', 'SIN_STOCK', 'NEGATIVO'] as const
export const EstadoExistencia = z.enum(ESTADOS_EXISTENCIA)
export const ORDENES_EXISTENCIA = ['name', 'code'] as const
export const COLUMNAS_EXISTENCIA = {
  code: 'Código',
  name: 'Producto',
  cantidad: 'Stock',
  reservado: 'Reservado',
  en_transito: 'En tránsito',
  minimum_stock: 'Mínimo',
  vendido: 'Vendido en 30 días',
  sugerido: 'Por comprar',
  costo_unitario: 'Costo unitario',
  valor: 'Valor',
} as const

/** `fecha`: at the end of that day. */
const filtroExistencia = {
  q: palabras,
  bodega_id: z.optional(uuid),
  estado: z.optional(EstadoExistencia),
  fecha: z.optional(fecha),
}
export const ExistenciaBusqueda = z.object({ ...listingQuery, ...filtroExistencia })
export type ExistenciaBusqueda = z.infer<typeof ExistenciaBusqueda>

export const searchExistencia = endpoint('GET /v1/existencia/search', {
  costo: 'busqueda',
  tag,
  summary: 'Lo que hay de cada producto, hoy o al cierre de un día, y lo que conviene comprar',
  query: ExistenciaBusqueda,
  reply: listingOf(ExistenciaFila),
})
export const exportExistencia = exportOf('GET /v1/existencia/exportar', {
  tag,
  summary: 'Existencias como archivo, con los filtros y el orden de la lista',
  filtro: filtroExistencia,
  columnas: COLUMNAS_EXISTENCIA,
})
export const searchMovimiento = endpoint('GET /v1/movimiento/search', {
  costo: 'busqueda',
  tag,
  summary: 'Movimientos de inventario, los últimos primero',
  query: MovimientoBusqueda,
  reply: listingOf(Movimiento),
})
/** The columns of the list. */
export const COLUMNAS_MOVIMIENTO = {
  fecha: 'Fecha',
  tipo: 'Tipo',
  concepto: 'Concepto',
  bodega: 'Bodega',
  documento: 'Documento',
  lineas: 'Productos',
  estado: 'Estado',
  usuario: 'Usuario',
} as const
export const exportMovimiento = exportOf('GET /v1/movimiento/exportar', {
  tag,
  summary: 'Movimientos de inventario como archivo, con los filtros y el orden de la lista',
  filtro: filtroMovimiento,
  columnas: COLUMNAS_MOVIMIENTO,
})
export const readMovimiento = endpoint('GET /v1/movimiento/:id', {
  costo: 'lectura',
  tag,
  summary: 'Un movimiento con sus productos',
  params: idParams,
  reply: MovimientoDetalle,
})
export const createMovimiento = endpoint('POST /v1/movimiento/create', {
  costo: 'escritura',
  tag,
  summary: 'Registra un ingreso, egreso, transferencia o ajuste; requiere Idempotency-Key',
  body: MovimientoForm,
  reply: MovimientoGuardado,
  msg: 'Movimiento registrado exitosamente',
})
export const reviewConteo = endpoint('POST /v1/movimiento/conteo', {
  costo: 'calculo',
  tag,
  summary: 'Lo que cambiaría un conteo físico, y lo que falta por contar, sin registrar nada',
  body: ConteoForm,
  reply: Conteo,
})
export const receiveMovimiento = endpoint('POST /v1/movimiento/recibir/:id', {
  costo: 'escritura',
  tag,
  summary: 'Recibe en su destino una transferencia que está en tránsito',
  params: idParams,
  reply: MovimientoDetalle,
  msg: 'Transferencia recibida exitosamente',
})
export const searchKardex = endpoint('GET /v1/kardex/:id', {
  costo: 'busqueda',
  tag,
  summary: 'Kardex de un producto en una bodega, lo último primero',
  params: idParams,
  query: KardexBusqueda,
  reply: listingOf(KardexFila),
})
export const exportKardex = exportOf('GET /v1/kardex/exportar', {
  tag,
  summary: 'Kardex de un producto en una bodega como archivo, lo último primero',
  filtro: { producto_id: uuid, bodega_id: z.optional(uuid), desde: z.optional(fecha), hasta: z.optional(fecha) },
  columnas: COLUMNAS_KARDEX,
})
export const readExistencia = endpoint('GET /v1/existencia/:id', {
  costo: 'lectura',
  tag,
  summary: 'Lo que hay de un producto en cada bodega, hoy o al cierre de un día',
  params: idParams,
  query: z.object({ fecha: z.optional(fecha) }),
  reply: ExistenciaProducto,
})

const metodo = z.enum(METODOS_COSTO)

/** The company's present costing method, and its history. */
export const MetodoCostoVigente = z.object({
  metodo,
  historia: z.array(z.object({ desde: fecha, metodo, usuario: z.nullable(z.string()) })),
})
export type MetodoCostoVigente = z.infer<typeof MetodoCostoVigente>

export const readMetodoCosto = endpoint('GET /v1/metodo_costo', {
  costo: 'lectura',
  tag,
  summary: 'Cómo se valora el inventario, y desde cuándo',
  reply: MetodoCostoVigente,
})
export const changeMetodoCosto = endpoint('POST /v1/metodo_costo', {
  costo: 'escritura',
  tag,
  summary: 'Valora el inventario de otra forma desde un día posterior al último movimiento',
  body: z.object({ metodo, desde: fecha }),
  reply: MetodoCostoVigente,
  msg: 'Método de costo guardado exitosamente',
})
