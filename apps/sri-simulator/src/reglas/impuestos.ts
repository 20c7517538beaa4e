// Compares the taxes of a list of lines with the totals of the header.
import { child, childrenOf, textOf, type Nodo } from '../documento/arbol.ts'
import { cents, differs, micro, moneyText, percentCents, productCents } from './decimal.ts'

/** IVA rate by codigoPorcentaje (Tabla 17). 6 is «no objeto», 7 «exento». */
const TARIFAS_IVA: Readonly<Record<string, bigint>> = {
  '0': 0n,
  '2': 12n,
  '3': 14n,
  '4': 15n,
  '5': 5n,
  '6': 0n,
  '7': 0n,
  '8': 8n,
  '10': 13n,
}

export const IVA = '2'
const ICE = '3'

export const centsOf = (nodo: Nodo | undefined, name: string): bigint => cents(micro(textOf(nodo, name)))
export const sumOf = (list: readonly bigint[]): bigint => list.reduce((a, b) => a + b, 0n)

const percentOf = (code: string): bigint | undefined => {
  const rate = TARIFAS_IVA[code]
  return rate === undefined ? undefined : rate * 1_000_000n
}

/** A tax entry on its own: known rate, rate as printed, base × rate. Other taxes than IVA may be per unit: not recomputed. */
export function impuestoProblem(entry: Nodo, tolerance: bigint): string | undefined {
  if (textOf(entry, 'codigo') !== IVA) return undefined
  const code = textOf(entry, 'codigoPorcentaje')
  const percent = percentOf(code)
  if (percent === undefined) return `el codigoPorcentaje ${code} no existe para el IVA`
  const printed = child(entry, 'tarifa')
  if (printed && micro(printed.text) !== percent) return `la tarifa ${printed.text} no corresponde al codigoPorcentaje ${code}`
  const valor = centsOf(entry, 'valor')
  const due = percentCents(micro(textOf(entry, 'baseImponible')), percent)
  return differs(valor, due, tolerance)
    ? `base imponible por tarifa (${moneyText(due)}) es diferente al valor del impuesto (${moneyText(valor)})`
    : undefined
}

const groupOf = (entry: Nodo): string => `${textOf(entry, 'codigo')}/${textOf(entry, 'codigoPorcentaje')}`

/** One line: net amount, IVA base with its ICE, value of each tax. */
export function lineaProblem(detalle: Nodo, tolerance: bigint): string | undefined {
  const total = centsOf(detalle, 'precioTotalSinImpuesto')
  const due = productCents(
    micro(textOf(detalle, 'cantidad')),
    micro(textOf(detalle, 'precioUnitario')),
    micro(textOf(detalle, 'descuento')),
  )
  if (differs(total, due, tolerance))
    return `precioTotalSinImpuesto (${moneyText(total)}) es diferente a cantidad por precio menos descuento (${moneyText(due)})`
  const impuestos = childrenOf(child(detalle, 'impuestos'), 'impuesto')
  const ice = sumOf(impuestos.filter((i) => textOf(i, 'codigo') === ICE).map((i) => centsOf(i, 'valor')))
  for (const impuesto of impuestos) {
    const base = centsOf(impuesto, 'baseImponible')
    if (textOf(impuesto, 'codigo') === IVA && differs(base, total + ice, tolerance))
      return `la base imponible del IVA (${moneyText(base)}) es diferente al total de la línea (${moneyText(total + ice)})`
    const problem = impuestoProblem(impuesto, tolerance)
    if (problem) return problem
  }
  return undefined
}

/** One header entry per tax and rate, each the sum of its lines. */
export function gruposProblem(totales: readonly Nodo[], detalles: readonly Nodo[], tolerance: bigint): string | undefined {
  const lines = new Map<string, { base: bigint; valor: bigint }>()
  for (const impuesto of detalles.flatMap((d) => childrenOf(child(d, 'impuestos'), 'impuesto'))) {
    const group = lines.get(groupOf(impuesto)) ?? { base: 0n, valor: 0n }
    lines.set(groupOf(impuesto), { base: group.base + centsOf(impuesto, 'baseImponible'), valor: group.valor + centsOf(impuesto, 'valor') })
  }
  const seen = new Set<string>()
  for (const total of totales) {
    const key = groupOf(total)
    if (seen.has(key)) return `el impuesto ${key} está repetido en los totales`
    seen.add(key)
    const group = lines.get(key)
    if (!group) return `el impuesto ${key} no está en ninguna línea`
    const base = centsOf(total, 'baseImponible')
    const expected = group.base - centsOf(total, 'descuentoAdicional')
    if (differs(base, expected, tolerance))
      return `la base imponible del impuesto ${key} (${moneyText(base)}) es diferente a la suma de las líneas (${moneyText(expected)})`
    const problem = impuestoProblem(total, tolerance)
    if (problem) return problem
    if (!key.startsWith(`${IVA}/`) && differs(centsOf(total, 'valor'), group.valor, tolerance))
      return `el valor del impuesto ${key} es diferente a la suma de las líneas`
  }
  const missing = [...lines.keys()].find((key) => !seen.has(key))
  return missing === undefined ? undefined : `el impuesto ${missing} falta en los totales`
}
