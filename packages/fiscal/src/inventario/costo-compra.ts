import { CON_CREDITO } from '../declaracion/clasificacion.ts'
import { ivasDichos, tarifasConLineas, type ImpuestoSumado, type LineaDeCompra } from '../documento/compra-lineas.ts'
import { CODIGO_IMPUESTO } from '../impuesto/iva.ts'
import { CENTAVO, largest, negate, roundToCents, shareOf, subtract, sum, type Monto } from '../valor/monto.ts'

// Cost of the goods of a purchase: net of discounts, with taxes without credit and a share of additional costs.

const { IVA, ICE, IRBPNR } = CODIGO_IMPUESTO

export interface CompraCosteada {
  sustento: string
  impuestos: readonly ImpuestoSumado[]
  /** `base`: without taxes, net of discount. The document may have more lines than these. */
  lineas: readonly (LineaDeCompra & { esMercaderia: boolean })[]
  /** Freight and similar costs of this purchase, spread over the goods by value. */
  adicional: Monto
}

/** Spreads an amount in whole cents by weight; the rounding difference goes to the first of the heaviest. */
export function repartirPorPeso(monto: Monto, pesos: readonly Monto[]): Monto[] {
  const whole = sum(pesos)
  const heaviest = pesos.reduce<number>((best, peso, at) => (peso > (pesos[best] ?? 0) ? at : best), 0)
  const partes = pesos.map((peso): Monto => (whole === 0 ? 0 : shareOf(monto, peso, whole)))
  return partes.map((parte, at) => (at === heaviest ? sum([parte, monto, negate(sum(partes))]) : parte))
}

/** The parts of the listed lines; lines that are not listed bear their own part. */
const repartirEntre = (monto: Monto, pesos: readonly Monto[], entero: Monto): Monto[] =>
  repartirPorPeso(monto, [...pesos, largest(0, subtract(entero, sum(pesos)))]).slice(0, pesos.length)

const sumOf = (impuestos: CompraCosteada['impuestos'], codigo: string, columna: 'base' | 'valor') =>
  sum(impuestos.flatMap((one) => (one.codigo === codigo ? one[columna] : [])))

/** Spreads the IVA of a document over its lines, rate by rate: by the IVA that lines state, else by their bases with ICE. */
function ivasDeLineas({ impuestos, lineas }: CompraCosteada, ices: readonly Monto[]): Monto[] {
  const ivas = lineas.map((): Monto => 0)
  for (const { base, iva, lineas: places } of tarifasConLineas(impuestos, lineas)) {
    const mias = places.flatMap((at) => lineas[at] ?? [])
    const dichos = ivasDichos(mias)
    const bases = places.map((at) => sum([lineas[at]?.base ?? 0, ices[at] ?? 0]))
    // A difference of up to a cent per line is rounding: then no line is missing.
    const isWhole = base - sum(bases) <= CENTAVO * places.length
    const partes = dichos ? repartirEntre(iva, dichos, isWhole ? 0 : iva) : repartirEntre(iva, bases, isWhole ? 0 : base)
    places.forEach((at, n) => (ivas[at] = partes[n] ?? 0))
  }
  return ivas
}

/** Cost of each line in whole cents; zero for a line that is no goods. */
export function costosDeCompra(compra: CompraCosteada): Monto[] {
  const { sustento, impuestos, lineas, adicional } = compra
  const bases = lineas.map(({ base }) => base)
  const ice = sumOf(impuestos, ICE, 'valor')
  const spread = (monto: Monto) => repartirEntre(monto, bases, subtract(sumOf(impuestos, IVA, 'base'), ice))
  const ices = spread(ice)
  const botellas = spread(sumOf(impuestos, IRBPNR, 'valor'))
  const ivas = CON_CREDITO.has(sustento) ? bases.map((): Monto => 0) : ivasDeLineas(compra, ices)
  const propio = lineas.map(({ base, esMercaderia }, at): Monto =>
    esMercaderia ? roundToCents(sum([base, ivas[at] ?? 0, ices[at] ?? 0, botellas[at] ?? 0])) : 0,
  )
  const flete = propio.some((one) => one > 0) ? repartirPorPeso(adicional, propio) : propio.map((): Monto => 0)
  return propio.map((one, at) => sum([one, flete[at] ?? 0]))
}
