/** Every box of form 103, from issued withholdings and payments without withholding. */
import { isVigente } from '../norma/vigencia.ts'
import type { Fecha } from '../valor/fecha.ts'
import { add, type Monto } from '../valor/monto.ts'
import type { Casillero } from './casillero.ts'
import { CODIGO_SIN_RETENCION, FILAS_103, type Fila103 } from './f103-filas.ts'
import { evaluate, valorDe, type Valores } from './formula.ts'

/** Withholdings of one code in the period, by the date of the voucher. */
export interface RentaSumada {
  codigo: string
  base: Monto
  valor: Monto
}

export interface Entrada103 {
  hasta: Fecha
  rentas: readonly RentaSumada[]
  /** Bases of payments without withholding (332). */
  sinRetencion: Monto
  ajustes: Readonly<Valores>
}

/** The pair of boxes of a code on that day; undefined for payments abroad, whose rows are in no source. */
export const fila103De = (codigo: string, fecha: Fecha): Fila103 | undefined =>
  FILAS_103.find((fila) => fila.codigos.includes(codigo) && isVigente(fila, fecha))

const BASES = [...new Set(FILAS_103.map(({ base }) => base))]
const RETENIDOS = [...new Set(FILAS_103.flatMap(({ retenido }) => retenido ?? []))]

export const TOTALES_103: readonly Casillero[] = [
  {
    codigo: '349',
    concepto: 'Subtotal de operaciones efectuadas en el país: base imponible',
    origen: { de: 'FORMULA', formula: { de: 'SUMA', mas: BASES } },
    formula: 'Suma de las bases',
    confidence: 'V',
  },
  {
    codigo: '399',
    concepto: 'Subtotal de operaciones efectuadas en el país: valor retenido',
    origen: { de: 'FORMULA', formula: { de: 'SUMA', mas: RETENIDOS } },
    formula: 'Suma de los valores retenidos',
    nota: '349 es base y 399 es retenido',
    confidence: 'V',
  },
  { codigo: '497', concepto: 'Pagos al exterior: base imponible', origen: { de: 'DIGITADO' }, confidence: 'V' },
  { codigo: '498', concepto: 'Pagos al exterior: valor retenido', origen: { de: 'DIGITADO' }, confidence: 'V' },
  {
    codigo: '499',
    concepto: 'Total de retención de impuesto a la renta',
    origen: { de: 'FORMULA', formula: { de: 'SUMA', mas: ['399', '498'] } },
    formula: '399 + 498',
    confidence: 'V',
  },
  { codigo: '898', concepto: 'Imputación al pago: impuesto (sustitutiva)', origen: { de: 'DIGITADO' }, confidence: 'V' },
  {
    codigo: '902',
    concepto: 'Total impuesto a pagar',
    origen: { de: 'FORMULA', formula: { de: 'SUMA', mas: ['499'], menos: ['898'] } },
    formula: '499 − 898',
    confidence: 'V',
  },
  { codigo: '903', concepto: 'Interés por mora', origen: { de: 'DIGITADO' }, confidence: 'V' },
  { codigo: '904', concepto: 'Multa', origen: { de: 'DIGITADO' }, confidence: 'V' },
  {
    codigo: '999',
    concepto: 'Total pagado',
    origen: { de: 'FORMULA', formula: { de: 'SUMA', mas: ['902', '903', '904'] } },
    formula: '902 + 903 + 904',
    confidence: 'V',
  },
]

/** Amounts ×10⁶. Codes without a row are left out: `sinFila103` names them. */
export function calcular103({ hasta, rentas, sinRetencion, ajustes }: Entrada103): Valores {
  const valores: Valores = {}
  for (const codigo of [...BASES, ...RETENIDOS]) valores[codigo] = 0
  const raise = (codigo: string, monto: Monto) => (valores[codigo] = add(valorDe(valores, codigo), monto))
  for (const { codigo, base, valor } of [...rentas, { codigo: CODIGO_SIN_RETENCION, base: sinRetencion, valor: 0 as const }]) {
    const fila = fila103De(codigo, hasta)
    if (fila === undefined) continue
    raise(fila.base, base)
    if (fila.retenido !== undefined) raise(fila.retenido, valor)
  }
  for (const { codigo, origen } of TOTALES_103) if (origen.de === 'DIGITADO') valores[codigo] = 0
  for (const [codigo, ajuste] of Object.entries(ajustes)) raise(codigo, ajuste)
  for (const { codigo, origen } of TOTALES_103) if (origen.de === 'FORMULA') valores[codigo] = evaluate(origen.formula, valores) ?? 0
  return valores
}

/** Codes with withholdings but no known row in the form. */
export const sinFila103 = (rentas: readonly RentaSumada[], fecha: Fecha): string[] => [
  ...new Set(rentas.filter(({ codigo }) => fila103De(codigo, fecha) === undefined).map(({ codigo }) => codigo)),
]

/** Whether a person may adjust this box: every box without a formula. */
export const esAjustable103 = (codigo: string): boolean =>
  BASES.includes(codigo) ||
  RETENIDOS.includes(codigo) ||
  TOTALES_103.some((casillero) => casillero.codigo === codigo && casillero.origen.de === 'DIGITADO')
