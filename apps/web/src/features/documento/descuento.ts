import { inRange, largest, montoOf, multiplyToCents, parseEntrada, plainMonto, sum, type Monto } from '@yupana/fiscal'

import { isEmptyLinea, type LineaValores } from '../../domain/lineas-editor/linea-valores.ts'

/** Quantity × price of a line, in cents; 0 if it cannot be read. */
function grossOfLinea({ cantidad, precio }: LineaValores): Monto {
  const [units, price] = [parseEntrada(cantidad), parseEntrada(precio)]
  if (!units.ok || !price.ok) return 0
  return inRange(() => largest(multiplyToCents(price.monto, units.monto), 0)) ?? 0
}

/** Total of all lines before discounts. */
export const grossOf = (lineas: readonly LineaValores[]): Monto => sum(lineas.map(grossOfLinea))

const CENT = 10_000n

/** Divides a whole by weights into whole cents that add up to it: remaining cents go to the largest remainders. */
function shareOut(whole: Monto, weights: readonly Monto[]): Monto[] {
  const all = BigInt(sum(weights))
  if (all === 0n) return weights.map((): Monto => 0)
  const cents = BigInt(whole) / CENT
  const parts = weights.map((weight, at) => ({ at, cents: (cents * BigInt(weight)) / all, rest: (cents * BigInt(weight)) % all }))
  const left = Number(parts.reduce((rest, part) => rest - part.cents, cents))
  const raised = new Set(
    [...parts]
      .sort((a, b) => (b.rest > a.rest ? 1 : b.rest < a.rest ? -1 : a.at - b.at))
      .slice(0, left)
      .map(({ at }) => at),
  )
  return parts.map((part) => montoOf(Number((part.cents + (raised.has(part.at) ? 1n : 0n)) * CENT)))
}

/** The lines with one discount over all: a percentage of each, or an amount divided by their totals. */
export function discountAll(lineas: readonly LineaValores[], en: LineaValores['descuento_en'], typed: string): LineaValores[] {
  const entrada = parseEntrada(typed, 2)
  const amount = entrada.ok ? entrada.monto : 0
  const shares = en === 'VALOR' ? shareOut(amount, lineas.map(grossOfLinea)) : lineas.map(() => amount)
  return lineas.map((linea, at) => {
    if (isEmptyLinea(linea)) return linea
    const share = shares[at] ?? 0
    return { ...linea, descuento: share > 0 ? plainMonto(share, en === 'VALOR' ? 2 : 0) : '', descuento_en: en }
  })
}
