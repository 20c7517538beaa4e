import { addDays, fechaIn, type Fecha } from '@yupana/fiscal'
import type { RespuestaAutorizacion } from '@yupana/sri'

import { identify } from '../comprobante/identidad/identidad.door.ts'
import type { Sobre } from '../../secretos/sobre.ts'
import type { Serie } from './conciliacion.sql.ts'
import type { Consultas } from './consultas.ts'
import { readRespuesta, type RespuestaLeida } from './respuesta-leida.ts'

/** Numbers asked about at the same time. */
const LOTE = 8
/** Consecutive unknown numbers that end the search in an unused series: its first ones were lost before they left, or there are none. */
const MARGEN_SIN_USO = 3
/** A document numbered around midnight may be committed after the snapshot with the date before it. */
const HOLGURA_MS = 3_600_000

export interface Hallazgo {
  secuencial: number
  clave: string
  fecha: Fecha
  respuesta: RespuestaAutorizacion
  leida: RespuestaLeida
}

export interface Busqueda {
  sobre: Sobre
  consultas: Consultas
  /** Emission dates possible for documents missing from the backup, oldest first. */
  fechas: readonly Fecha[]
  /** Number of consecutive unknown numbers that ends the search. */
  margen: number
  /** Whether a document here already has this number. */
  isKnown(secuencial: number): boolean
  found(hallazgo: Hallazgo): Promise<void>
}

/** The days to ask about: from the backup, or from as far before it as the company may date its documents, until today. */
export function fechasBetween(respaldo: Date, hoy: Fecha, diasAnteriores: number): Fecha[] {
  const fechas: Fecha[] = []
  for (let fecha = addDays(fechaIn(new Date(respaldo.getTime() - HOLGURA_MS)), -diasAnteriores); fecha <= hoy; fecha = addDays(fecha, 1))
    fechas.push(fecha)
  return fechas
}

/**
 * Asks the SRI about one number after another beyond the restored counter, under every possible clave, up to the margin of unknown numbers.
 * Answers the highest number in use; undefined when there is none.
 */
export async function searchSerie(serie: Serie, busqueda: Busqueda): Promise<number | undefined> {
  const { fechas, isKnown, found } = busqueda
  // With the first number found the series counts as in use.
  const margenAt = () => (serie.usada || highest !== undefined ? busqueda.margen : Math.min(busqueda.margen, MARGEN_SIN_USO))
  let highest: number | undefined
  let unknown = 0
  let near = fechas[0] ?? ''
  for (let next = serie.siguiente; unknown < margenAt() && next <= 999_999_999;) {
    const lote = Array.from({ length: Math.min(LOTE, margenAt() - unknown) }, (_none, at) => next + at)
    const ordered = nearest(fechas, near)
    const results = await Promise.all(lote.map((secuencial) => (isKnown(secuencial) ? 'KNOWN' : ask(serie, secuencial, ordered, busqueda))))
    for (const [at, result] of results.entries()) {
      unknown = result === undefined ? unknown + 1 : 0
      if (result === undefined) continue
      highest = next + at
      if (result === 'KNOWN') continue
      near = result.fecha
      await found(result)
    }
    next += lote.length
  }
  return highest
}

async function ask(
  serie: Serie,
  secuencial: number,
  fechas: readonly Fecha[],
  { sobre, consultas }: Busqueda,
): Promise<Hallazgo | undefined> {
  for (const fecha of fechas) {
    const { clave } = identify({ sobre }, { ...serie, empresaId: serie.empresa_id }, serie, fecha, secuencial)
    const respuesta = await consultas.ask(serie.ambiente, serie.ruc, clave)
    const leida = readRespuesta(respuesta, { clave, ruc: serie.ruc, ambiente: serie.ambiente })
    if (leida) return { secuencial, clave, fecha, respuesta, leida }
  }
  return undefined
}

/** Days for the next number, the most likely first: that of the last number, then later ones. */
const nearest = (fechas: readonly Fecha[], near: Fecha): Fecha[] => [
  ...fechas.filter((fecha) => fecha >= near),
  ...fechas.filter((fecha) => fecha < near).reverse(),
]
