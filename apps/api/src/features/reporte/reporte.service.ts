import {
  COLUMNA_DE_CORTE,
  columnasDe,
  DERECHO_REPORTE,
  MAX_FILAS_PDF,
  SIN_CLAVE,
  type ColumnaReporte,
  type CorteReporte,
  type FilaReporte,
  type Reporte,
  type ReporteLeido,
} from '@yupana/contract'
import { labelOfTipoIva, nombreComprobanteAts, sum, TIPO_MOVIMIENTO } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { keepFilas } from '../../http/filas-guardadas.ts'
import { listingPage } from '../../http/listing.ts'
import { mayDo, type SesionAbierta } from '../../plugins/sesion/session.ts'
import { nombreDeParte } from '../cifras/cifras.door.ts'
import { esNota, sumCompras, sumVentas } from '../declaracion/declaracion.door.ts'
import * as sql from './reporte.sql.ts'

export type Lugar = Pick<SesionAbierta, 'empresaId' | 'ambiente'>

export interface Consulta {
  reporte: Reporte
  desde: string
  hasta: string
  corte?: CorteReporte | undefined
  clave?: string | undefined
}

/** The single bar that is asked for. */
const parteOf = ({ corte, clave }: Consulta) =>
  corte === undefined || clave === undefined ? undefined : { corte, clave: clave === SIN_CLAVE ? '' : clave }

const pedidoOf = ({ empresaId, ambiente }: Lugar, consulta: Consulta): sql.Pedido => ({
  parte: parteOf(consulta),
  ventas: { empresaId, ambiente, rango: { desde: consulta.desde, hasta: consulta.hasta }, tipo: TIPO_MOVIMIENTO.VENTAS },
  compras: { empresaId, ambiente, desde: consulta.desde, hasta: consulta.hasta },
})

const celdaOf = ({ id, tipo }: ColumnaReporte, fila: sql.FilaLeida): string | number | null => {
  const value = fila[id] ?? null
  return tipo === 'comprobante' && typeof value === 'string' ? (nombreComprobanteAts(value) ?? value) : value
}

const filaOf = (reporte: Reporte, fila: sql.FilaLeida): FilaReporte => ({
  id: fila.id,
  enlace: fila.enlace,
  celdas: columnasDe(reporte).map((columna) => celdaOf(columna, fila)),
})

/** Bases and IVA of each rate: the same sums as in form 104. */
async function impuestos(tx: Tx, lugar: Lugar, { desde, hasta }: Consulta): Promise<sql.FilaLeida[]> {
  const ambito = { empresaId: lugar.empresaId, ambiente: lugar.ambiente, desde, hasta }
  const lados = { ventas: await sumVentas(tx, ambito), compras: await sumCompras(tx, ambito) }
  const tipos = [...new Set([...lados.ventas, ...lados.compras].map(({ tipo_iva: tipo }) => tipo))].toSorted((a, b) => a - b)
  const of = (lado: keyof typeof lados, tipo: number, columna: 'base' | 'iva') =>
    sum(lados[lado].map((one) => (one.tipo_iva === tipo ? (esNota(one.tipo) ? -one[columna] : one[columna]) : 0)))
  return tipos.map((tipo) => ({
    id: String(tipo),
    enlace: null,
    nombre: labelOfTipoIva(tipo, hasta) ?? String(tipo),
    ventas_base: of('ventas', tipo, 'base'),
    ventas_iva: of('ventas', tipo, 'iva'),
    compras_base: of('compras', tipo, 'base'),
    compras_iva: of('compras', tipo, 'iva'),
  }))
}

const sumados = (reporte: Reporte) => columnasDe(reporte).flatMap(({ id, suma }) => (suma ? [id] : []))

/** @throws 403 for values at cost, tills of others and debts to suppliers, without the right to see them */
export function requireRight(session: SesionAbierta, reporte: Reporte): void {
  const right = DERECHO_REPORTE[reporte]
  if (right !== undefined && !mayDo(session, right)) throw errors.forbidden()
}

/** Rows of a page, and the totals of all rows. */
export async function read(
  tx: Tx,
  lugar: Lugar,
  { page, size, ...consulta }: Consulta & { page: number; size: number },
): Promise<ReporteLeido> {
  const { reporte } = consulta
  const parte = parteOf(consulta)
  const nombre = parte ? await nombreDeParte(tx, lugar, parte) : null
  const only = parte && COLUMNA_DE_CORTE[parte.corte]
  const leido = (filas: readonly sql.FilaLeida[], total: number, totales: Readonly<Record<string, number>>): ReporteLeido => ({
    ...listingPage(
      filas.map((fila) => filaOf(reporte, fila)),
      total,
      { page, size },
    ),
    totales: columnasDe(reporte).map(({ id, suma }) => (suma && (only === undefined || id === only) ? (totales[id] ?? 0) : null)),
    parte: nombre,
  })
  if (reporte === 'impuestos') {
    const filas = await impuestos(tx, lugar, consulta)
    const totales = Object.fromEntries(sumados(reporte).map((id) => [id, sum(filas.map((fila) => Number(fila[id])))]))
    return leido(filas.slice(page * size, (page + 1) * size), filas.length, totales)
  }
  const pedido = pedidoOf(lugar, consulta)
  const totales = await sql.sumFilas(tx, reporte, pedido, sumados(reporte))
  return leido(await sql.listFilas(tx, reporte, pedido, { limite: size, desde: page * size }), totales.filas, totales)
}

/** How many rows a report has. */
export async function countFilas(tx: Tx, lugar: Lugar, consulta: Consulta): Promise<number> {
  if (consulta.reporte === 'impuestos') return (await impuestos(tx, lugar, consulta)).length
  return (await sql.sumFilas(tx, consulta.reporte, pedidoOf(lugar, consulta), [])).filas
}

/** Rows in memory at once while all are read. */
const TRAMO = 2_000

async function* eachTramo(tx: Tx, lugar: Lugar, consulta: Consulta): AsyncGenerator<FilaReporte[]> {
  const { reporte } = consulta
  if (reporte === 'impuestos') yield (await impuestos(tx, lugar, consulta)).map((fila) => filaOf(reporte, fila))
  else
    for await (const filas of sql.eachTramo(tx, reporte, pedidoOf(lugar, consulta), TRAMO)) yield filas.map((fila) => filaOf(reporte, fila))
}

/** All rows of a file, as of one moment. */
export const readFilas = (tx: Tx, lugar: Lugar, consulta: Consulta): Promise<() => AsyncGenerator<FilaReporte>> =>
  keepFilas(eachTramo(tx, lugar, consulta))

/** As many rows as a print admits, and one more when there are more. */
export async function readImprimible(tx: Tx, lugar: Lugar, consulta: Consulta): Promise<Pick<ReporteLeido, 'content' | 'totales'>> {
  const { content, totales } = await read(tx, lugar, { ...consulta, page: 0, size: MAX_FILAS_PDF + 1 })
  return { content, totales }
}
