/** Debts of a document by its payment terms, and the spreading of payments over their due dates. */
import { addDays, addMonths, daysBetween, type Fecha } from '../valor/fecha.ts'
import { add, largest, negate, smallest, subtract, sum, type Monto } from '../valor/monto.ts'
import { COD_DOC, NOMBRE_COMPROBANTE } from './enumeraciones.ts'

export const SENTIDOS_CARTERA = ['COBRAR', 'PAGAR'] as const
export type SentidoCartera = (typeof SENTIDOS_CARTERA)[number]

/** A payment of a document, as its form states it. */
export interface PagoConPlazo {
  total: Monto
  plazo: number | null
  unidad_tiempo: string | null
}

export interface Cuota {
  vence: Fecha
  valor: Monto
}

/** Longer terms are typing errors. */
const MAX_ANIOS = 100

/** The day that a term ends: in days, unless it says months or years. */
export function venceOf(fecha: Fecha, plazo: number, unidad: string | null): Fecha {
  const first = (unidad ?? '').trim().toLowerCase()[0]
  if (first === 'm') return addMonths(fecha, Math.min(plazo, MAX_ANIOS * 12))
  if (first === 'a') return addMonths(fecha, Math.min(plazo, MAX_ANIOS) * 12)
  return addDays(fecha, Math.min(plazo, MAX_ANIOS * 365))
}

/** Whether the payment has no term: it is paid when the document is issued. */
export const isAlContado = ({ total, plazo }: Pick<PagoConPlazo, 'total' | 'plazo'>): boolean => total > 0 && (plazo === null || plazo <= 0)

/** Debts of a document: one for each due date. Payments without a term are paid at once. */
export function cuotasOf(fecha: Fecha, pagos: readonly PagoConPlazo[]): Cuota[] {
  const byDay = new Map<Fecha, Monto>()
  for (const { total, plazo, unidad_tiempo: unidad } of pagos) {
    if (plazo === null || plazo <= 0 || total <= 0) continue
    const vence = venceOf(fecha, plazo, unidad)
    byDay.set(vence, add(byDay.get(vence) ?? 0, total))
  }
  return [...byDay].map(([vence, valor]) => ({ vence, valor })).sort((a, b) => (a.vence < b.vence ? -1 : 1))
}

/**
 * Spreads an amount over the balances of a document, the earliest due date first. The excess goes to the last one, whose balance is then in
 * favour of the debtor.
 */
export function repartirAbono(saldos: readonly Monto[], valor: Monto): Monto[] {
  let left = valor
  return saldos.map((saldo, at) => {
    const taken = at === saldos.length - 1 ? left : largest(0, smallest(saldo, left))
    left = subtract(left, taken)
    return taken
  })
}

/** Kinds of entries. */
export const CONCEPTO_ASIENTO_LABEL = {
  DOCUMENTO: 'Documento',
  NOTA_CREDITO: NOMBRE_COMPROBANTE[COD_DOC.NOTA_CREDITO],
  RETENCION: 'Retención',
  SALDO_INICIAL: 'Saldo inicial',
  CORRECCION: 'Corrección',
  ANULACION: 'Anulación',
  PAGO: 'Pago',
  PAGO_REVERSADO: 'Pago reversado',
  ANTICIPO: 'Anticipo',
} as const
export type ConceptoAsiento = keyof typeof CONCEPTO_ASIENTO_LABEL

/** Name of an entry; a payment received is a «Cobro». */
export const conceptoAsientoText = (concepto: ConceptoAsiento, sentido: SentidoCartera): string =>
  sentido === 'COBRAR' ? CONCEPTO_ASIENTO_LABEL[concepto].replace('Pago', 'Cobro') : CONCEPTO_ASIENTO_LABEL[concepto]

/** Ages of a debt, counted from its due date. */
export const ANTIGUEDADES = ['POR_VENCER', 'D1_30', 'D31_60', 'D61_90', 'D91_MAS'] as const
export type Antiguedad = (typeof ANTIGUEDADES)[number]
export const ANTIGUEDAD_LABEL: Readonly<Record<Antiguedad, string>> = {
  POR_VENCER: 'Por vencer',
  D1_30: '1 a 30 días',
  D31_60: '31 a 60 días',
  D61_90: '61 a 90 días',
  D91_MAS: 'Más de 90 días',
}

/** A debt due today is not late. */
export function antiguedadOf(vence: Fecha, hoy: Fecha): Antiguedad {
  const late = daysBetween(vence, hoy)
  return late <= 0 ? 'POR_VENCER' : late <= 30 ? 'D1_30' : late <= 60 ? 'D31_60' : late <= 90 ? 'D61_90' : 'D91_MAS'
}

/** The money of a payment: debts paid, less balances in favour that it uses, plus the advance. */
export function dineroOf(aplicaciones: readonly { saldo: Monto; valor: Monto }[], anticipo: Monto): Monto {
  return sum([...aplicaciones.map(({ saldo, valor }) => (saldo < 0 ? negate(valor) : valor)), anticipo])
}
