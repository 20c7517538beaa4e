import { divide, multiplyToCents, negate, shareOf, smallest, subtract, sum, type Cantidad, type Monto } from '../valor/monto.ts'

// The kardex of one product in one warehouse (tributacion §7), by moving weighted average or first in, first out. Unit costs have six
// decimals, values are in whole cents.

export const METODOS_COSTO = ['PROMEDIO', 'PEPS'] as const
export type MetodoCosto = (typeof METODOS_COSTO)[number]
export const METODO_COSTO_LABEL: Readonly<Record<MetodoCosto, string>> = {
  PROMEDIO: 'Promedio ponderado',
  PEPS: 'Primero en entrar, primero en salir (PEPS)',
}

/** A layer: goods that came in together, and their remaining value. */
export interface Capa {
  cantidad: Cantidad
  valor: Monto
}

/**
 * Stock, its total cost, and the last unit cost, which values goods that leave without stock. `capas` exist only under PEPS, the oldest
 * first; stock from the time of the average is one layer.
 */
export interface SaldoKardex {
  cantidad: Cantidad
  valor: Monto
  costo: Monto
  metodo: MetodoCosto
  capas: readonly Capa[]
}

export const SALDO_VACIO: SaldoKardex = { cantidad: 0, valor: 0, costo: 0, metodo: 'PROMEDIO', capas: [] }

/** A row of a kardex: signed quantity and value, adjustment of the value, and the balance after it. */
export interface AsientoKardex {
  cantidad: Cantidad
  valor: Monto
  /** Difference for goods that left before they came in: they left at the cost known then, and the entry settles it. */
  ajuste: Monto
  saldo: SaldoKardex
}

/** Value of a quantity at a unit cost, rounded once to the cent. */
export const valorAlCosto = (cantidad: Cantidad, costo: Monto): Monto => multiplyToCents(costo, cantidad)

const positive = (cantidad: Cantidad): void => {
  if (cantidad <= 0) throw new RangeError(`La cantidad debe ser mayor que cero: ${cantidad}`)
}

const share = (valor: Monto, part: Cantidad, whole: Cantidad): Monto => (part === whole ? valor : shareOf(valor, part, whole))

/** The stock as layers; without kept layers the whole stock is one. */
const capasOf = ({ capas, cantidad, valor }: SaldoKardex): readonly Capa[] =>
  capas.length > 0 || cantidad <= 0 ? capas : [{ cantidad, valor }]

const costsAlike = (a: Capa, b: Capa): boolean => BigInt(a.valor) * BigInt(b.cantidad) === BigInt(b.valor) * BigInt(a.cantidad)

/** Adds a layer at the end, or joins it with the last one if the unit cost is the same. */
function append(capas: readonly Capa[], capa: Capa): Capa[] {
  const last = capas.at(-1)
  if (!last || !costsAlike(last, capa)) return [...capas, capa]
  return [...capas.slice(0, -1), { cantidad: sum([last.cantidad, capa.cantidad]), valor: sum([last.valor, capa.valor]) }]
}

/** The layers after an entry; after a negative stock the remainder is one layer. */
function layersAfter(saldo: SaldoKardex, entrada: Capa, after: Capa, esDevuelto: boolean): readonly Capa[] {
  if (saldo.metodo === 'PROMEDIO' || after.cantidad <= 0) return []
  if (saldo.cantidad <= 0) return [after]
  return esDevuelto ? [entrada, ...capasOf(saldo)] : append(capasOf(saldo), entrada)
}

/**
 * Goods come in for `valor`, in whole cents. A negative stock is valued at the cost of this entry. `esDevuelto`: goods that come back are
 * the first to leave again.
 */
export function ingresar(saldo: SaldoKardex, cantidad: Cantidad, valor: Monto, esDevuelto = false): AsientoKardex {
  positive(cantidad)
  const { cantidad: before, valor: worth, costo, metodo } = saldo
  const owed = Math.max(0, -before)
  const covered = Math.min(owed, cantidad)
  const ajuste = covered === 0 ? 0 : subtract(share(negate(worth), covered, owed), share(valor, covered, cantidad))
  const after = sum([before, cantidad])
  const total = sum([worth, valor, ajuste])
  const unit = after > 0 ? divide(total, after) : after === 0 ? divide(valor, cantidad) : costo
  const capas = layersAfter(saldo, { cantidad, valor }, { cantidad: after, valor: total }, esDevuelto)
  return { cantidad, valor, ajuste, saldo: { cantidad: after, valor: total, costo: unit, metodo, capas } }
}

/** Takes a quantity from the oldest layers: its value, and the remaining layers. */
function takeOldest(capas: readonly Capa[], cantidad: Cantidad): { valor: Monto; rest: Capa[]; costo: Monto | undefined } {
  let left = cantidad
  let valor: Monto = 0
  let costo: Monto | undefined
  const rest = capas.flatMap((capa) => {
    const taken = Math.min(left, capa.cantidad)
    if (taken === 0) return [capa]
    const worth = share(capa.valor, taken, capa.cantidad)
    costo = divide(capa.valor, capa.cantidad)
    left -= taken
    valor = sum([valor, worth])
    return taken === capa.cantidad ? [] : [{ cantidad: capa.cantidad - taken, valor: subtract(capa.valor, worth) }]
  })
  return { valor, rest, costo }
}

/**
 * Goods leave; those beyond the stock leave at the last cost. The last goods take all of the remaining value, so that an empty stock has no
 * value.
 */
export function egresar(saldo: SaldoKardex, cantidad: Cantidad): AsientoKardex {
  positive(cantidad)
  const { cantidad: before, valor: worth, costo, metodo } = saldo
  const there = Math.min(Math.max(0, before), cantidad)
  const oldest = metodo === 'PEPS' ? takeOldest(capasOf(saldo), there) : undefined
  const average = oldest?.costo ?? (before > 0 ? divide(worth, before) : costo)
  const taken = oldest?.valor ?? (there === 0 ? 0 : share(worth, there, before))
  const valor = sum([taken, valorAlCosto(cantidad - there, average)])
  const after = sum([before, -cantidad])
  const total = subtract(worth, valor)
  return {
    cantidad: -cantidad,
    valor: negate(valor),
    ajuste: 0,
    saldo: { cantidad: after, valor: total, costo: after > 0 ? divide(total, after) : average, metodo, capas: oldest?.rest ?? [] },
  }
}

/**
 * Goods go back to their supplier at their purchase cost; if the stock is short, they leave as in `egresar`. An adjustment settles the
 * balance if that cost would leave a negative value, or a value without stock.
 */
export function egresarAlCosto(saldo: SaldoKardex, cantidad: Cantidad, valor: Monto): AsientoKardex {
  positive(cantidad)
  const { cantidad: before, valor: worth, metodo } = saldo
  if (before < cantidad) return egresar(saldo, cantidad)
  const after = sum([before, -cantidad])
  const rest = subtract(worth, valor)
  const ajuste = after === 0 || rest < 0 ? negate(rest) : 0
  const total = sum([rest, ajuste])
  const costo = after > 0 ? divide(total, after) : divide(valor, cantidad)
  const capas = metodo === 'PEPS' ? withoutBought(capasOf(saldo), cantidad, valor, { cantidad: after, valor: total }) : []
  return { cantidad: -cantidad, valor: negate(valor), ajuste, saldo: { cantidad: after, valor: total, costo, metodo, capas } }
}

/** The layers without those goods: taken from the last layer with the same cost; without such a layer the rest is one layer. */
function withoutBought(capas: readonly Capa[], cantidad: Cantidad, valor: Monto, after: Capa): readonly Capa[] {
  if (after.cantidad === 0) return []
  const at = capas.findLastIndex((capa) => capa.cantidad >= cantidad && share(capa.valor, cantidad, capa.cantidad) === valor)
  if (at < 0) return [after]
  return capas.flatMap((capa, n) => {
    if (n !== at) return [capa]
    return capa.cantidad === cantidad ? [] : [{ cantidad: capa.cantidad - cantidad, valor: subtract(capa.valor, valor) }]
  })
}

/** Value of goods that come back, at the cost at which they left; the last ones take the rest of the value. */
export function valorDevuelto(
  salida: { cantidad: Cantidad; valor: Monto },
  devuelto: { cantidad: Cantidad; valor: Monto },
  cantidad: Cantidad,
): Monto {
  const left = salida.cantidad - devuelto.cantidad
  if (cantidad > left) throw new RangeError(`Vuelve más de lo que salió: ${cantidad} de ${left}`)
  const rest = subtract(salida.valor, devuelto.valor)
  return cantidad === left ? rest : smallest(rest, shareOf(salida.valor, cantidad, salida.cantidad))
}
