import { divide, multiplyToCents, shareOf, sum, type Monto } from '../valor/monto.ts'

// Moving weighted average of one product in one warehouse (tributacion §7): unit cost six decimals, values whole cents.

/** What is there, what it cost in all, and what one of it cost last: that price values what leaves when nothing is there. */
export interface SaldoKardex {
  cantidad: Monto
  valor: Monto
  costo: Monto
}

export const SALDO_VACIO: SaldoKardex = { cantidad: 0, valor: 0, costo: 0 }

/** One row of a kardex: signed quantity and value, what the value is settled by besides, and what is left. */
export interface AsientoKardex {
  cantidad: Monto
  valor: Monto
  /** Goods left before they had come, at the cost known then: their entry settles the difference. */
  ajuste: Monto
  saldo: SaldoKardex
}

/** Value of a quantity at a unit cost, rounded once to the cent. */
export const valorAlCosto = (cantidad: Monto, costo: Monto): Monto => multiplyToCents(cantidad, costo)

const positive = (cantidad: Monto): void => {
  if (cantidad <= 0) throw new RangeError(`La cantidad debe ser mayor que cero: ${cantidad}`)
}

const share = (valor: Monto, part: Monto, whole: Monto): Monto => (part === whole ? valor : shareOf(valor, part, whole))

/** Goods come in for `valor`, in whole cents. What was owed below zero is taken over at the cost of this entry. */
export function ingresar({ cantidad: before, valor: worth, costo }: SaldoKardex, cantidad: Monto, valor: Monto): AsientoKardex {
  positive(cantidad)
  const owed = Math.max(0, -before)
  const covered = Math.min(owed, cantidad)
  const ajuste = covered === 0 ? 0 : share(-worth, covered, owed) - share(valor, covered, cantidad)
  const after = sum([before, cantidad])
  const total = sum([worth, valor, ajuste])
  const unit = after > 0 ? divide(total, after) : after === 0 ? divide(valor, cantidad) : costo
  return { cantidad, valor, ajuste, saldo: { cantidad: after, valor: total, costo: unit } }
}

/** Goods leave at the average in force; the last ones take all that is left of the value, so that nothing costs nothing. */
export function egresar({ cantidad: before, valor: worth, costo }: SaldoKardex, cantidad: Monto): AsientoKardex {
  positive(cantidad)
  const there = Math.min(Math.max(0, before), cantidad)
  const average = before > 0 ? divide(worth, before) : costo
  const valor = sum([there === 0 ? 0 : share(worth, there, before), valorAlCosto(cantidad - there, average)])
  const after = sum([before, -cantidad])
  const total = sum([worth, -valor])
  return {
    cantidad: -cantidad,
    valor: 0 - valor,
    ajuste: 0,
    saldo: { cantidad: after, valor: total, costo: after > 0 ? divide(total, after) : average },
  }
}

/** What comes back of goods that left, at the cost they left with: of the last ones all that had not come back. */
export function valorDevuelto(
  salida: { cantidad: Monto; valor: Monto },
  devuelto: { cantidad: Monto; valor: Monto },
  cantidad: Monto,
): Monto {
  const left = salida.cantidad - devuelto.cantidad
  if (cantidad > left) throw new RangeError(`Vuelve más de lo que salió: ${cantidad} de ${left}`)
  const rest = salida.valor - devuelto.valor
  return cantidad === left ? rest : Math.min(rest, shareOf(salida.valor, cantidad, salida.cantidad))
}
