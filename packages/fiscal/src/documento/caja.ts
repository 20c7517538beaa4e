/** A person's till: its means of payment, and the count of its money. */
import { displayMonto, fromCents, fromUnits, multiply, sum, type Monto } from '../valor/monto.ts'

/** Means of payment of a till: the methods of payments, and one for the rest of SRI table 24. */
export const MEDIO_CAJA_LABEL = {
  EFECTIVO: 'Efectivo',
  TARJETA_CREDITO: 'Tarjeta de crédito',
  TARJETA_DEBITO: 'Tarjeta de débito',
  TRANSFERENCIA: 'Transferencia',
  DEPOSITO: 'Depósito',
  CHEQUE: 'Cheque',
  FINANCIERO: 'Otros con el sistema financiero',
  OTRO: 'Otros',
} as const
export type MedioCaja = keyof typeof MEDIO_CAJA_LABEL
export const MEDIOS_CAJA = Object.keys(MEDIO_CAJA_LABEL) as [MedioCaja, ...MedioCaja[]]

/** Notes and coins of the dollar, the largest first; ×10⁶. */
export const BILLETES: readonly Monto[] = [100, 50, 20, 10, 5, 2, 1].map(fromUnits)
export const MONEDAS: readonly Monto[] = [100, 50, 25, 10, 5, 1].map(fromCents)

/** Number of pieces of each kind. A note and a coin of one dollar are two kinds. */
export interface ConteoCaja {
  clase: 'BILLETE' | 'MONEDA'
  denominacion: Monto
  cantidad: number
}

export const isDenominacion = ({ clase, denominacion }: Pick<ConteoCaja, 'clase' | 'denominacion'>): boolean =>
  (clase === 'BILLETE' ? BILLETES : MONEDAS).includes(denominacion)

/** «Billete de $20.00» */
export const piezaText = ({ clase, denominacion }: Pick<ConteoCaja, 'clase' | 'denominacion'>): string =>
  `${clase === 'BILLETE' ? 'Billete' : 'Moneda'} de ${displayMonto(denominacion)}`

/** Value of the counted notes and coins. */
export const contadoOf = (conteo: readonly ConteoCaja[]): Monto =>
  sum(conteo.map(({ denominacion, cantidad }) => multiply(denominacion, fromUnits(cantidad))))

/** Name of a difference. */
export const diferenciaText = (diferencia: Monto): 'Cuadra' | 'Sobrante' | 'Faltante' =>
  diferencia === 0 ? 'Cuadra' : diferencia > 0 ? 'Sobrante' : 'Faltante'
