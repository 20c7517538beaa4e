/** Rules of entered lines and their totals, shared by form and server. */
import type { Fecha } from '../valor/fecha.ts'
import type { LineaEntrada } from './linea.ts'
import { displayMonto, displayPorcentaje, fitsDecimals, isMonto, multiplyToCents, percentOf, type Monto } from '../valor/monto.ts'
import { parametroAt } from '../norma/parametros.ts'
import type { Problema } from '../valor/problema.ts'
import type { TotalesDocumento, TotalesEntrada } from './totales.ts'

/** SRI rate code of 0 %, the only rate of a negocio popular. */
const CODIGO_CERO = '0'

/** Texts of contribuyenteRimpe; the XSD requires them to the letter. */
export const LEYENDA_RIMPE = {
  EMPRENDEDOR: 'CONTRIBUYENTE RÉGIMEN RIMPE',
  NEGOCIO_POPULAR: 'CONTRIBUYENTE NEGOCIO POPULAR - RÉGIMEN RIMPE',
} as const

export interface TotalesContexto {
  /** Issue date. */
  fecha: Fecha
  /** Issued to consumidor final. */
  consumidorFinal?: boolean
  /** Issued by a RIMPE negocio popular. */
  negocioPopular?: boolean
}

/** Broken rules in the order of the form; empty when the amounts allow the document to be issued. */
export function checkTotales(entrada: TotalesEntrada, totales: TotalesDocumento, contexto: TotalesContexto): Problema[] {
  const problemas = entrada.lineas.flatMap((linea, at) => checkLinea(linea, totales.lineas[at]?.precioUnitario ?? 0, `lineas.${at}`))
  if (entrada.lineas.length === 0) problemas.push({ campo: 'lineas', mensaje: 'Agregue al menos una línea.' })
  if (contexto.negocioPopular === true) problemas.push(...checkNegocioPopular(entrada.lineas))
  problemas.push(...checkPropina(totales, contexto.fecha))
  const techo = contexto.consumidorFinal === true ? checkConsumidorFinal(totales.importeTotal, contexto.fecha) : undefined
  if (techo) problemas.push(techo)
  return problemas
}

function checkLinea(linea: LineaEntrada, precioNeto: Monto, campo: string): Problema[] {
  const problemas: Problema[] = []
  const add = (name: string, mensaje: string): void => void problemas.push({ campo: `${campo}.${name}`, mensaje })
  const descuento = linea.descuento ?? 0
  if (![linea.cantidad, linea.precioUnitario, descuento].every(isMonto))
    return [{ campo, mensaje: 'La línea tiene un valor que no es un número.' }]
  if (linea.cantidad <= 0) add('cantidad', 'La cantidad debe ser mayor que cero.')
  if (linea.precioUnitario < 0) add('precioUnitario', 'El precio no puede ser negativo.')
  if (descuento < 0) add('descuento', 'El descuento no puede ser negativo.')
  if (!fitsDecimals(descuento)) add('descuento', 'El descuento lleva máximo dos decimales.')
  if (descuento > multiplyToCents(linea.precioUnitario, linea.cantidad)) add('descuento', 'El descuento supera el valor de la línea.')
  if (linea.precioSinSubsidio !== undefined && linea.precioSinSubsidio < precioNeto)
    add('precioSinSubsidio', 'El precio sin subsidio no puede ser menor que el precio.')
  return problemas
}

/** A negocio popular sells at 0 % only, without ICE (O-102). */
export const checkNegocioPopular = (lineas: readonly LineaEntrada[]): Problema[] =>
  lineas.flatMap((linea, at) =>
    linea.iva.codigoPorcentaje === CODIGO_CERO && linea.ice === undefined
      ? []
      : [{ campo: `lineas.${at}.iva`, mensaje: 'Un negocio popular factura solo con tarifa 0%.' }],
  )

/** The tip: not negative, and no more than 10 % of the subtotal without taxes. */
export function checkPropina({ propina, totalSinImpuestos }: TotalesDocumento, fecha: Fecha): Problema[] {
  const { valor } = parametroAt('propinaMaxima', fecha)
  if (propina < 0) return [{ campo: 'propina', mensaje: 'La propina no puede ser negativa.' }]
  if (propina === 0) return []
  const most = percentOf(totalSinImpuestos, valor)
  if (propina <= most) return []
  return [{ campo: 'propina', mensaje: `La propina no puede superar el ${displayPorcentaje(valor)} del subtotal (${displayMonto(most)}).` }]
}

/** Above the ceiling of that day the buyer must be identified (O-58). */
export function checkConsumidorFinal(importeTotal: Monto, fecha: Fecha): Problema | undefined {
  const { valor } = parametroAt('consumidorFinalMaximo', fecha)
  if (importeTotal <= valor) return undefined
  return { campo: 'comprador', mensaje: `Sobre ${displayMonto(valor)} se debe identificar al comprador.` }
}
