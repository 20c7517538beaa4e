import { fechaDePeriodo, PERIODO_REPORTE, rangoDeFecha, TIPO_MOVIMIENTO, type PeriodoReporte, type TipoMovimiento } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { FORMATOS_EXPORTACION } from './exportacion.contract.ts'
import { conSigno, uuid } from './fields.ts'

const tag = 'Cifras'

const periodo = z.pipe(z.coerce.number(), z.literal([...Object.values(PERIODO_REPORTE)]))
interface Pedida {
  periodo: PeriodoReporte
  fecha: string
}

const consulta = {
  /** A report period. */
  periodo,
  /** Written as by `fechaDePeriodo` (R-9.11–14). */
  fecha: z.string().check(z.maxLength(21)),
}
const ofPeriodo = <Consulta extends Pedida>() =>
  z.refine<Consulta>(({ periodo: de, fecha }) => rangoDeFecha(de, fecha) !== undefined, {
    path: ['fecha'],
    error: `Indique la fecha como la del período, por ejemplo ${fechaDePeriodo(PERIODO_REPORTE.MENSUAL, '2026-11-01')}.`,
  })

/** Sum of documents of a kind, credit notes taken off. Amounts ×10⁶. */
export const Cifra = z.object({
  documentos: z.int(),
  /** Without taxes. */
  neto: conSigno,
  iva: conSigno,
  total: conSigno,
})
export type Cifra = z.infer<typeof Cifra>

/** One bar: its name, the filter of the list of documents, and its sum. */
export const Parte = z.object({ clave: z.string(), nombre: z.string(), documentos: z.int(), total: conSigno })
export type Parte = z.infer<typeof Parte>

export const RangoDeCifras = z.object({ desde: z.string(), hasta: z.string() })

/** Cuts of sales and of expenses, each in the order of the screen. */
export const CORTES_DE = {
  [TIPO_MOVIMIENTO.VENTAS]: ['establecimiento', 'vendedor', 'cliente', 'categoria', 'forma_pago'],
  [TIPO_MOVIMIENTO.GASTOS]: ['proveedor', 'sustento', 'forma_pago'],
} as const satisfies Record<TipoMovimiento, readonly string[]>
export type Corte = (typeof CORTES_DE)[TipoMovimiento][number]
export const CORTES: readonly Corte[] = [...new Set(Object.values(CORTES_DE).flat())]

/** Price and cost of the goods that left a warehouse, ×10⁶. */
export const Margen = z.object({ venta: conSigno, costo: conSigno })
export type Margen = z.infer<typeof Margen>

export const Cifras = z.object({
  rango: RangoDeCifras,
  actual: Cifra,
  /** Part of `actual` that the SRI has not authorised yet: declarations leave it out. */
  en_espera: z.object({ documentos: z.int(), total: conSigno }),
  /** The period before, cut to the same number of days while this one lasts. */
  anterior: z.object({ rango: RangoDeCifras, cifra: Cifra }),
  /** `clave`: an hour (`00`), a day or the first day of a month, empty ones included. */
  serie: z.array(Parte),
  /** The ten largest of each, and the rest as one. `categoria` is without taxes, like the lines. */
  cortes: z.array(z.object({ corte: z.enum(CORTES), partes: z.array(Parte) })),
  /** Owed to the company today, or by it. */
  saldo: z.nullable(conSigno),
  /** null for expenses, and for users who may not see costs. */
  margen: z.nullable(z.object({ actual: Margen, anterior: Margen })),
})
export type Cifras = z.infer<typeof Cifras>

/** Sales, or purchases and liquidaciones: authorised or waiting, of the present environment. */
export const readCifras = endpoint('GET /v1/cifras', {
  costo: 'calculo',
  enFila: true,
  tag,
  summary: 'Las cifras de un período: ventas o gastos, frente al período anterior',
  query: z.object({ ...consulta, tipo: z.pipe(z.coerce.number(), z.literal([...Object.values(TIPO_MOVIMIENTO)])) }).check(ofPeriodo()),
  reply: Cifras,
})

export const ORDENES_TOP = ['total', 'cantidad', 'margen'] as const
export type OrdenTop = (typeof ORDENES_TOP)[number]

export const ProductoTop = z.object({
  /** null for a line without a product, which goes by its words. */
  producto_id: z.nullable(z.string()),
  codigo: z.nullable(z.string()),
  nombre: z.string(),
  /** ×10⁶ */
  cantidad: z.int(),
  /** Without taxes, ×10⁶. */
  total: conSigno,
  /** Price less cost, without taxes; null when nothing of it left a warehouse, and for users who may not see costs. */
  margen: z.nullable(conSigno),
  /** Place in the period before; null when it was not sold then. */
  antes: z.nullable(z.int()),
})
export type ProductoTop = z.infer<typeof ProductoTop>

export const TopProductos = z.object({
  rango: RangoDeCifras,
  anterior: RangoDeCifras,
  /** Up to 50, the most sold first. */
  productos: z.array(ProductoTop),
  /** Up to 20 products sold in the period before and not in this one. */
  sin_ventas: z.array(ProductoTop),
})
export type TopProductos = z.infer<typeof TopProductos>

const cualesTop = {
  ...consulta,
  orden: z._default(z.enum(ORDENES_TOP), 'total'),
  /** Only goods that left this warehouse. */
  bodega_id: z.optional(uuid),
  categoria_id: z.optional(uuid),
}

export const readTopProductos = endpoint('GET /v1/cifras/productos', {
  costo: 'calculo',
  enFila: true,
  tag,
  summary: 'Los productos más vendidos de un período, y los que dejaron de venderse',
  query: z.object(cualesTop).check(ofPeriodo()),
  reply: TopProductos,
})

export const COLUMNAS_TOP = {
  lugar: 'Lugar',
  codigo: 'Código',
  nombre: 'Producto',
  cantidad: 'Cantidad',
  total: 'Sin impuestos',
  margen: 'Margen',
  antes: 'Lugar anterior',
} as const

export const exportTopProductos = endpoint('GET /v1/cifras/productos/exportar', {
  costo: 'exportacion',
  tag,
  summary: 'Todos los productos vendidos en un período como archivo, en su orden',
  query: z.object({ ...cualesTop, formato: z._default(z.enum(FORMATOS_EXPORTACION), 'xlsx') }).check(ofPeriodo()),
  file: 'application/octet-stream',
})
