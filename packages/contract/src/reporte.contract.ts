import { daysBetween, isFecha, TIPO_MOVIMIENTO } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { CORTES, CORTES_DE } from './cifras.contract.ts'
import type { Collection } from './collection.contract.ts'
import { endpoint } from './endpoint.ts'
import { FORMATOS_INFORME } from './exportacion.contract.ts'
import { fecha } from './fields.ts'
import { listingOf, listingQuery } from './listing.contract.ts'

const tag = 'Reportes'

/** `comprobante`: a kind of document by its code; `monto` and `cantidad` ×10⁶. */
export type TipoColumna = 'texto' | 'fecha' | 'comprobante' | 'numero' | 'cantidad' | 'monto'

export interface ColumnaReporte {
  id: string
  header: string
  tipo: TipoColumna
  /** Whether the column has a sum under the rows. */
  suma?: true
}

const texto = (id: string, header: string): ColumnaReporte => ({ id, header, tipo: 'texto' })
const monto = (id: string, header: string): ColumnaReporte => ({ id, header, tipo: 'monto', suma: true })
const DOCUMENTOS: ColumnaReporte = { id: 'documentos', header: 'Documentos', tipo: 'numero', suma: true }
const TOTALES = [monto('subtotal', 'Sin impuestos'), monto('iva', 'IVA'), monto('total', 'Total')]
const DOCUMENTO: readonly ColumnaReporte[] = [
  { id: 'fecha', header: 'Fecha', tipo: 'fecha' },
  { id: 'tipo', header: 'Tipo', tipo: 'comprobante' },
  texto('numero', 'Número'),
  texto('identificacion', 'Identificación'),
]

const EDADES: readonly ColumnaReporte[] = [
  monto('por_vencer', 'Por vencer'),
  monto('d1_30', '1 a 30 días'),
  monto('d31_60', '31 a 60'),
  monto('d61_90', '61 a 90'),
  monto('d91', 'Más de 90'),
  monto('saldo', 'Saldo'),
]

/** Reports, with their columns in the order of screen and file. */
export const REPORTES = {
  ventas: { nombre: 'Ventas, una por una', columnas: [...DOCUMENTO, texto('nombre', 'Cliente'), ...TOTALES] },
  ventas_cliente: {
    nombre: 'Ventas por cliente',
    columnas: [texto('identificacion', 'Identificación'), texto('nombre', 'Cliente'), DOCUMENTOS, ...TOTALES],
  },
  ventas_vendedor: { nombre: 'Ventas por vendedor', columnas: [texto('nombre', 'Vendedor'), DOCUMENTOS, ...TOTALES] },
  ventas_margen: {
    nombre: 'Margen por producto',
    columnas: [
      texto('codigo', 'Código'),
      texto('nombre', 'Producto'),
      monto('venta', 'Vendido de bodega'),
      monto('costo', 'Costo'),
      monto('margen', 'Margen'),
    ],
  },
  ventas_producto: {
    nombre: 'Ventas por producto',
    columnas: [
      texto('codigo', 'Código'),
      texto('nombre', 'Producto'),
      { id: 'cantidad', header: 'Cantidad', tipo: 'cantidad' },
      monto('subtotal', 'Sin impuestos'),
    ],
  },
  compras: {
    nombre: 'Compras, una por una',
    columnas: [...DOCUMENTO, texto('nombre', 'Proveedor'), texto('sustento', 'Sustento'), ...TOTALES],
  },
  compras_proveedor: {
    nombre: 'Compras por proveedor',
    columnas: [texto('identificacion', 'Identificación'), texto('nombre', 'Proveedor'), DOCUMENTOS, ...TOTALES],
  },
  impuestos: {
    nombre: 'IVA por tarifa',
    columnas: [
      texto('nombre', 'Tarifa'),
      monto('ventas_base', 'Ventas: base con ICE'),
      monto('ventas_iva', 'Ventas: IVA'),
      monto('compras_base', 'Compras: base con ICE'),
      monto('compras_iva', 'Compras: IVA'),
    ],
  },
  retenciones: {
    nombre: 'Retenciones emitidas',
    columnas: [
      { id: 'fecha', header: 'Fecha', tipo: 'fecha' },
      texto('numero', 'Número'),
      texto('identificacion', 'Identificación'),
      texto('nombre', 'Proveedor'),
      texto('impuesto', 'Impuesto'),
      texto('codigo', 'Código'),
      monto('base', 'Base'),
      monto('valor', 'Retenido'),
    ],
  },
  retenciones_recibidas: {
    nombre: 'Retenciones recibidas',
    columnas: [
      { id: 'fecha', header: 'Fecha', tipo: 'fecha' },
      texto('numero', 'Número'),
      texto('identificacion', 'Identificación'),
      texto('nombre', 'Cliente'),
      texto('impuesto', 'Impuesto'),
      texto('codigo', 'Código'),
      monto('base', 'Base'),
      monto('valor', 'Retenido'),
    ],
  },
  por_cobrar: {
    nombre: 'Por cobrar, por antigüedad',
    columnas: [texto('identificacion', 'Identificación'), texto('nombre', 'Cliente'), ...EDADES],
  },
  por_pagar: {
    nombre: 'Por pagar, por antigüedad',
    columnas: [texto('identificacion', 'Identificación'), texto('nombre', 'Proveedor'), ...EDADES],
  },
  existencias: {
    nombre: 'Existencias y su valor',
    columnas: [
      texto('bodega', 'Bodega'),
      texto('codigo', 'Código'),
      texto('nombre', 'Producto'),
      { id: 'cantidad', header: 'Cantidad', tipo: 'cantidad' },
      monto('valor', 'Valor'),
    ],
  },
  arqueos: {
    nombre: 'Arqueos de caja',
    columnas: [
      { id: 'fecha', header: 'Cerrada', tipo: 'fecha' },
      texto('numero', 'Número'),
      texto('nombre', 'Cajero'),
      monto('apertura', 'Apertura'),
      monto('efectivo', 'Efectivo'),
      monto('tarjetas', 'Tarjetas'),
      monto('otros', 'Otros medios'),
      monto('esperado', 'Esperado'),
      monto('contado', 'Contado'),
      monto('diferencia', 'Diferencia'),
    ],
  },
} as const satisfies Record<string, { nombre: string; columnas: readonly ColumnaReporte[] }>
export type Reporte = keyof typeof REPORTES
export const NOMBRES_REPORTE = Object.keys(REPORTES) as Reporte[]

export const columnasDe = (reporte: Reporte): readonly ColumnaReporte[] => REPORTES[reporte].columnas

/** Reports about the end of a day: only the last day of a period counts. */
export const REPORTES_AL_DIA: readonly Reporte[] = ['por_cobrar', 'por_pagar', 'existencias']
/** Right required for a report: values at cost, tills of others, and debts to suppliers. */
export const DERECHO_REPORTE: Partial<Readonly<Record<Reporte, Collection>>> = {
  existencias: 'producto:ver_costo',
  ventas_margen: 'producto:ver_costo',
  arqueos: 'caja:administrar',
  por_pagar: 'cartera:ver_pagar',
}

/** Highest number of rows of a printed report. */
export const MAX_FILAS_PDF = 1_000

/** Longest period of one report. */
export const MAX_DIAS_REPORTE = 366

/** Kinds of bars of the dashboard: a cut of its documents, an hour of a day, or documents that wait for the SRI. */
export const CORTES_REPORTE = [...CORTES, 'hora', 'espera'] as const
export type CorteReporte = (typeof CORTES_REPORTE)[number]
/** Key for documents without seller, category or sustento. It is longer than a client's passport, which is a key too. */
export const SIN_CLAVE = 'ninguno-de-los-que-hay'
/** Cuts that may split a document: only its part counts, in this column. */
export const COLUMNA_DE_CORTE: Partial<Readonly<Record<CorteReporte, string>>> = { categoria: 'subtotal', forma_pago: 'total' }

const CORTES_DE_REPORTE: Partial<Readonly<Record<Reporte, readonly CorteReporte[]>>> = {
  ventas: [...CORTES_DE[TIPO_MOVIMIENTO.VENTAS], 'hora', 'espera'],
  compras: [...CORTES_DE[TIPO_MOVIMIENTO.GASTOS], 'hora', 'espera'],
}
/** Filter for the documents of one bar: both fields, or none. */
const parte = {
  corte: z.optional(z.enum(CORTES_REPORTE)),
  clave: z.optional(z.string().check(z.minLength(1), z.maxLength(60))),
}
interface DeCorte {
  reporte: Reporte
  corte?: CorteReporte | undefined
  clave?: string | undefined
}
const ofCorte = <P extends DeCorte>() =>
  z.refine<P>(
    ({ reporte, corte, clave }) =>
      (corte === undefined) === (clave === undefined) && (corte === undefined || (CORTES_DE_REPORTE[reporte] ?? []).includes(corte)),
    { path: ['corte'], error: 'Este reporte no se divide así.' },
  )

const cual = { reporte: z.enum(NOMBRES_REPORTE), desde: fecha, hasta: fecha }
interface Pedido {
  desde: string
  hasta: string
}
const inOrder = <P extends Pedido>() =>
  z.refine<P>(
    ({ desde, hasta }) => !isFecha(desde) || !isFecha(hasta) || (desde <= hasta && daysBetween(desde, hasta) < MAX_DIAS_REPORTE),
    {
      path: ['hasta'],
      error: `La fecha final va después de la inicial, hasta ${MAX_DIAS_REPORTE} días.`,
    },
  )

export const FilaReporte = z.object({
  id: z.string(),
  /** One cell for each column, in order. */
  celdas: z.array(z.nullable(z.union([z.string(), z.int()]))),
  /** The document of the row. */
  enlace: z.nullable(z.string()),
})
export type FilaReporte = z.infer<typeof FilaReporte>

export const ReporteLeido = z.extend(listingOf(FilaReporte), {
  /** One total for each column, over all rows, not only those of the page. */
  totales: z.array(z.nullable(z.int())),
  /** The requested part, in words. */
  parte: z.nullable(z.string()),
})
export type ReporteLeido = z.infer<typeof ReporteLeido>

export const readReporte = endpoint('GET /v1/reporte', {
  costo: 'busqueda',
  enFila: true,
  tag,
  summary: 'Un reporte de un período: ventas, compras, productos, impuestos, retenciones, arqueos; sus totales son los de la declaración',
  query: z.object({ ...cual, ...parte, page: listingQuery.page, size: listingQuery.size }).check(inOrder(), ofCorte()),
  reply: ReporteLeido,
})

/** A report as a file. */
export const PedidoReporte = z
  .object({ ...cual, ...parte, formato: z._default(z.enum(FORMATOS_INFORME), 'xlsx') })
  .check(inOrder(), ofCorte())
export type PedidoReporte = z.output<typeof PedidoReporte>

export const exportReporte = endpoint('GET /v1/reporte/exportar', {
  costo: 'exportacion',
  tag,
  summary: 'Un reporte como hoja de cálculo o PDF',
  query: PedidoReporte,
  file: 'application/octet-stream',
})

/** Highest number of documents, issued and received, in the ZIP of a period that is sent while it is made. */
export const MAX_ARCHIVOS_PERIODO = 2_000

/** The files of a period's documents. */
export const PedidoArchivos = z.object({ desde: cual.desde, hasta: cual.hasta }).check(inOrder())
export type PedidoArchivos = z.output<typeof PedidoArchivos>

export const archivosReporte = endpoint('GET /v1/reporte/archivos', {
  costo: 'exportacion',
  tag,
  summary: 'XML y RIDE de los comprobantes autorizados de un período y XML de los recibidos, en un ZIP con resultado.csv',
  query: PedidoArchivos,
  file: 'application/zip',
})
