import { CON_CREDITO } from '../declaracion/clasificacion.ts'
import { CODIGO_IMPUESTO } from '../impuesto/iva.ts'
import { roundToCents, shareOf, sum, type Monto } from '../valor/monto.ts'

// What the goods of a purchase cost: discounts taken off, with the taxes that give no credit and their part of what was paid besides.

const { IVA, ICE, IRBPNR } = CODIGO_IMPUESTO

export interface CompraCosteada {
  sustento: string
  impuestos: readonly { codigo: string; valor: Monto }[]
  /** `base`: without taxes, its discount taken off; `iva`: its own, where the document says it line by line. */
  lineas: readonly { base: Monto; iva?: Monto | null | undefined; esMercaderia: boolean }[]
  /** Freight and the like, of this same purchase: spread over the goods by their value. */
  adicional: Monto
}

/** Spreads an amount in whole cents by weight; what rounding leaves goes to the heaviest, the first of these. */
export function repartirPorPeso(monto: Monto, pesos: readonly Monto[]): Monto[] {
  const whole = sum(pesos)
  const heaviest = pesos.reduce((best, peso, at) => (peso > (pesos[best] ?? 0) ? at : best), 0)
  const partes = pesos.map((peso) => (whole === 0 ? 0 : shareOf(monto, peso, whole)))
  return partes.map((parte, at) => (at === heaviest ? sum([parte, monto, -sum(partes)]) : parte))
}

const valorDe = (impuestos: CompraCosteada['impuestos'], ...codigos: string[]) =>
  sum(impuestos.flatMap(({ codigo, valor }) => (codigos.includes(codigo) ? valor : [])))

/** The cost of each line in whole cents; nothing of what is no goods. */
export function costosDeCompra({ sustento, impuestos, lineas, adicional }: CompraCosteada): Monto[] {
  const bases = lineas.map(({ base }) => base)
  const spread = (monto: Monto) => (lineas.length === 0 ? [] : repartirPorPeso(monto, bases))
  const propios = lineas.map(({ iva }) => iva)
  const isSaid = propios.every((iva) => typeof iva === 'number')
  const ivas = CON_CREDITO.has(sustento) ? bases.map(() => 0) : isSaid ? propios.map((iva) => iva ?? 0) : spread(valorDe(impuestos, IVA))
  const otros = spread(valorDe(impuestos, ICE, IRBPNR))
  const propio = lineas.map(({ base, esMercaderia }, at) => (esMercaderia ? roundToCents(sum([base, ivas[at] ?? 0, otros[at] ?? 0])) : 0))
  const flete = propio.some((one) => one > 0) ? repartirPorPeso(adicional, propio) : propio.map(() => 0)
  return propio.map((one, at) => sum([one, flete[at] ?? 0]))
}
