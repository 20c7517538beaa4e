import { CON_CREDITO } from '../declaracion/clasificacion.ts'
import { ivasDichos, tarifasConLineas, type ImpuestoSumado, type LineaDeCompra } from '../documento/compra-lineas.ts'
import { CODIGO_IMPUESTO } from '../impuesto/iva.ts'
import { CENTAVO, largest, negate, roundToCents, shareOf, subtract, sum, type Monto } from '../valor/monto.ts'

// What the goods of a purchase cost: discounts taken off, with the taxes that give no credit and their part of what was paid besides.

const { IVA, ICE, IRBPNR } = CODIGO_IMPUESTO

export interface CompraCosteada {
  sustento: string
  impuestos: readonly ImpuestoSumado[]
  /** `base`: without taxes, its discount taken off. They may be fewer than those of the document. */
  lineas: readonly (LineaDeCompra & { esMercaderia: boolean })[]
  /** Freight and the like, of this same purchase: spread over the goods by their value. */
  adicional: Monto
}

/** Spreads an amount in whole cents by weight; what rounding leaves goes to the heaviest, the first of these. */
export function repartirPorPeso(monto: Monto, pesos: readonly Monto[]): Monto[] {
  const whole = sum(pesos)
  const heaviest = pesos.reduce<number>((best, peso, at) => (peso > (pesos[best] ?? 0) ? at : best), 0)
  const partes = pesos.map((peso): Monto => (whole === 0 ? 0 : shareOf(monto, peso, whole)))
  return partes.map((parte, at) => (at === heaviest ? sum([parte, monto, negate(sum(partes))]) : parte))
}

/** The parts of the listed lines: what the document has besides them bears its own. */
const repartirEntre = (monto: Monto, pesos: readonly Monto[], entero: Monto): Monto[] =>
  repartirPorPeso(monto, [...pesos, largest(0, subtract(entero, sum(pesos)))]).slice(0, pesos.length)

const sumOf = (impuestos: CompraCosteada['impuestos'], codigo: string, columna: 'base' | 'valor') =>
  sum(impuestos.flatMap((one) => (one.codigo === codigo ? one[columna] : [])))

/** The IVA of a document over its lines, rate by rate: by what they say of it, else by their bases with the ICE. */
function ivasDeLineas({ impuestos, lineas }: CompraCosteada, ices: readonly Monto[]): Monto[] {
  const ivas = lineas.map((): Monto => 0)
  for (const { base, iva, lineas: places } of tarifasConLineas(impuestos, lineas)) {
    const mias = places.flatMap((at) => lineas[at] ?? [])
    const dichos = ivasDichos(mias)
    const bases = places.map((at) => sum([lineas[at]?.base ?? 0, ices[at] ?? 0]))
    // A cent for each line may be of rounding: no line is missing then.
    const isWhole = base - sum(bases) <= CENTAVO * places.length
    const partes = dichos ? repartirEntre(iva, dichos, isWhole ? 0 : iva) : repartirEntre(iva, bases, isWhole ? 0 : base)
    places.forEach((at, n) => (ivas[at] = partes[n] ?? 0))
  }
  return ivas
}

/** The cost of each line in whole cents; nothing of what is no goods. */
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
