/** Legal parameters that change: what holds on a date, and why. Newest first. */
import type { Fecha } from './fecha.ts'
import { fromCents, fromUnits, type Monto } from './monto.ts'
import { vigenteAt, type Vigencia } from './vigencia.ts'

/** A parameter in one period. */
export interface Parametro<T> extends Vigencia {
  valor: T
}

const RES_25 = 'Res. NAC-DGERCGC25-00000014, reformada por NAC-DGERCGC25-00000017'

/** Every dated parameter. Amounts and percentages ×10^6, days as plain numbers. */
export const PARAMETROS = {
  /** Highest importeTotal of a factura to consumidor final (O-58). */
  consumidorFinalMaximo: [
    { valor: fromUnits(50), source: 'Ficha técnica offline v2.34', confidence: 'V', note: 'La ficha no dice si incluye IVA: se aplica al importe total, lo más estricto' },
  ],
  /** Above this an operation must go through the financial system to be deductible (O-59). */
  bancarizacionMinimo: [
    { valor: fromUnits(500), validFrom: '2023-12-20', source: 'Ley de Eficiencia Económica, R.O. 461-S de 20/12/2023 (art. 103 LRTI)', confidence: 'M' },
    { valor: fromUnits(1000), validTo: '2023-12-19', source: 'Art. 103 LRTI, texto anterior', confidence: 'M' },
  ],
  /** Highest propina, as a percentage of totalSinImpuestos. */
  propinaMaxima: [{ valor: fromUnits(10), source: 'Ficha técnica offline v2.34, tabla 21', confidence: 'V' }],
  /** How far the VAT of a rate group may be from base × tarifa (O-60). */
  toleranciaIva: [{ valor: fromCents(1), source: 'Práctica: la tolerancia del error 52 no está publicada', confidence: 'R', note: 'Por confirmar en pruebas' }],
  /** Whether a credit note or an annulment may touch a factura to consumidor final (O-56, O-57). */
  consumidorFinalModificable: [
    { valor: false, validFrom: '2026-01-01', source: RES_25, confidence: 'M' },
    { valor: true, validTo: '2025-12-31', source: 'Régimen anterior', confidence: 'R' },
  ],
  /** Day of the next month until which the SRI's portal voids a document (O-56); the date is that of the document. */
  anulacionDia: [
    { valor: 7, validFrom: '2025-08-01', source: RES_25, confidence: 'M', note: 'Si es feriado, el siguiente día hábil; se muestra la lectura más temprana' },
    { valor: 10, validTo: '2025-07-31', source: 'Régimen anterior', confidence: 'M' },
  ],
  /** Working days the receiver has to accept an annulment (retención, nota de crédito, nota de débito). */
  anulacionAceptacionDias: [{ valor: 5, source: RES_25, confidence: 'M' }],
  /** Up to this base nothing of renta is withheld, unless payments to that supplier are habitual (O-99). */
  retencionRentaMinimo: [
    { valor: fromUnits(50), source: 'Res. NAC-DGERCGC14-00787', confidence: 'M', note: 'Salvo pagos habituales al mismo proveedor. No consta en el texto a mano de la resolución de 2026' },
  ],
  /** Up to this base no withholding of IVA is proposed, unless payments to that supplier are habitual (O-99). */
  retencionIvaMinimo: [
    { valor: fromUnits(50), source: 'Práctica: el mismo mínimo de renta', confidence: 'R', note: 'No se encontró un mínimo propio del IVA. Solo decide lo que se propone' },
  ],
  /** Whether commercial land transport must print its plate on the factura (codes H492001 and H492002). */
  transporteComercialPlaca: [
    { valor: true, validFrom: '2027-01-01', source: 'Res. NAC-DGERCGC26-00000024, plazo de NAC-DGERCGC26-00000028', confidence: 'M', note: 'El plazo al 31/12/2026 consta en una fuente secundaria' },
    { valor: false, validTo: '2026-12-31', source: 'Res. NAC-DGERCGC26-00000028', confidence: 'M' },
  ],
  /** Days from receiving the sales document to issue its withholding voucher. */
  retencionPlazoDias: [
    { valor: 5, source: 'LRTI, art. 50', confidence: 'M', note: 'Algunas fuentes leen días hábiles: se muestra la lectura más temprana' },
  ],
} as const satisfies Record<string, readonly Parametro<Monto | number | boolean>[]>

export type NombreParametro = keyof typeof PARAMETROS
/** Literal types widened: a caller compares amounts, it does not switch over them. */
type Valor<N extends NombreParametro> = (typeof PARAMETROS)[N][number]['valor'] extends boolean ? boolean : number

/** What holds on this date and why. RangeError for a date that no period covers. */
export function parametroAt<N extends NombreParametro>(name: N, fecha: Fecha): Parametro<Valor<N>> {
  const found = vigenteAt(PARAMETROS[name] as readonly Parametro<Monto | number | boolean>[], fecha)
  if (!found) throw new RangeError(`Sin valor de ${name} para ${fecha}`)
  return found as Parametro<Valor<N>>
}
