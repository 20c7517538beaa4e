/** Income tax of a year by the taxpayer's régimen, with its arithmetic in words. */
import { displayMonto, displayPorcentaje, subtract, type Monto } from '../valor/monto.ts'
import { estimateRenta, tablaRentaOf, type RentaEntrada } from './impuesto-renta.ts'
import { impuestoRimpeOf, maximoRimpe, tramosRimpe, type RegimenRimpe } from './rimpe.ts'
import { tramoOf, type Tramo } from './tramos.ts'

export type RegimenRenta = 'GENERAL' | RegimenRimpe

/** The régimen named in a company's condition. */
export const regimenRentaOf = (valor: string | undefined): RegimenRenta =>
  valor === 'RIMPE' ? 'EMPRENDEDOR' : valor === 'NEGOCIO_POPULAR' ? 'NEGOCIO_POPULAR' : 'GENERAL'

export interface RentaAnual {
  /** Deductions; zero in RIMPE. */
  deducciones: Monto
  base: Monto
  /** Tax caused; undefined above the limit of the régimen. */
  causado: Monto | undefined
  rebaja: Monto
  /** Tax to be paid; negative when in favour of the taxpayer, undefined when `causado` is. */
  aPagar: Monto | undefined
  /** Year of the table; another year's if this one has none. */
  tabla: number
  /** Arithmetic of `causado`, in words. */
  como: string
  fuente: string
  /** Unconfirmed points; empty when all is confirmed. */
  nota: string
}

function comoTramo(tramos: readonly Tramo[], base: Monto): string {
  const tramo = tramoOf(tramos, base)
  if (!tramo) return 'No hay base que pague'
  const { desde, impuesto, porcentaje } = tramo
  if (porcentaje === 0) {
    const hasta = tramos[tramos.indexOf(tramo) + 1]?.desde ?? base
    return impuesto === 0 ? `Hasta ${displayMonto(hasta)} no paga` : `${displayMonto(impuesto)} hasta ${displayMonto(hasta)}`
  }
  const first = impuesto === 0 ? '' : `${displayMonto(impuesto)} por los primeros ${displayMonto(desde)} más el `
  return `${first}${displayPorcentaje(porcentaje)} de ${displayMonto(subtract(base, desde))}, que es lo que pasa de ${displayMonto(desde)}`
}

function comoRimpe(regimen: RegimenRimpe, ingresos: Monto, causado: Monto | undefined): string {
  if (causado === undefined) return `Los ingresos pasan de ${displayMonto(maximoRimpe(regimen))}: ya no es de este régimen`
  if (regimen === 'NEGOCIO_POPULAR') return `Cuota fija de ${displayMonto(causado)} por ingresos de ${displayMonto(ingresos)}`
  return comoTramo(tramosRimpe, ingresos)
}

const FUENTE_RIMPE = 'LRTI arts. 97.1 y siguientes; Resolución NAC-DGERCGC24-00000027'
const NOTA_RIMPE = 'El tramo de hasta $20,000.00 y los límites entre tramos constan en una sola fuente'

/** Estimate of the year's return: RIMPE on gross income, others on income after costs. */
export function rentaAnualOf(regimen: RegimenRenta, entrada: RentaEntrada): RentaAnual {
  const { anio, ingresos, retenido } = entrada
  const { anio: tabla, propia, confidence, tramos } = tablaRentaOf(anio)
  if (regimen !== 'GENERAL') {
    const causado = impuestoRimpeOf(regimen, anio, ingresos)
    return {
      deducciones: 0,
      base: ingresos,
      causado,
      rebaja: 0,
      aPagar: causado === undefined ? undefined : subtract(causado, retenido),
      tabla: anio,
      como: comoRimpe(regimen, ingresos, causado),
      fuente: FUENTE_RIMPE,
      nota: NOTA_RIMPE,
    }
  }
  const { base, causado, rebaja, aPagar } = estimateRenta(entrada)
  const nota = propia
    ? confidence === 'V'
      ? ''
      : 'La tabla no está confirmada con un texto oficial'
    : `La tabla de ${anio} no consta todavía`
  return {
    deducciones: entrada.deducciones,
    base,
    causado,
    rebaja,
    aPagar,
    tabla,
    como: comoTramo(tramos, base),
    fuente: `Tabla del art. 36 de la LRTI para ${tabla}`,
    nota,
  }
}

/** Whether a table gives the tax: for natural persons and RIMPE; other companies have none. */
export const pagaPorTabla = (ruc: string, regimen: RegimenRenta): boolean => regimen !== 'GENERAL' || ruc.charAt(2) < '6'
