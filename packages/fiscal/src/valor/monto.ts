/**
 * Money as integers ×10^6. Only this file knows the scale and the rounding. Everything rounds half-up, away from zero for
 * negatives. A value beyond ±(2^53 − 1) throws RangeError.
 */

declare const ofMonto: unique symbol

/**
 * Dollars ×10^6: 1.50 is 1_500_000. Always a safe integer. The compiler accepts no plain number as Monto except 0, which is zero in every
 * unit; a Monto is read, compared and written as a number.
 */
export type Monto = 0 | (number & { readonly [ofMonto]: true })

/** Units of something ×10^6: 1.5 is 1_500_000. Not a Monto; so far a plain number. */
export type Cantidad = number

/** A percentage ×10^6: 15 % is 15_000_000. Not a Monto; so far a plain number. */
export type Porcentaje = number

const SCALE = 1_000_000
const DECIMALS = 6
const CENT = 10_000

/** One cent. */
export const CENTAVO = CENT as Monto

/** The smallest step of an amount with six decimals. */
export const PASO = 1 as Monto

/** Largest Monto, about nine thousand million dollars. */
export const MONTO_MAX = Number.MAX_SAFE_INTEGER as Monto

export const isMonto = (value: unknown): value is Monto => Number.isSafeInteger(value)

/** Turns a number of dollars ×10^6 into a Monto. RangeError when it is no safe integer. */
export const montoOf = (value: number): Monto => checked(value)

/** Reads a sum from digits, ×10^6; null beyond what an amount holds. */
export function sumaOf(digits: string): Monto | null {
  const suma = Number(digits)
  return isMonto(suma) ? suma : null
}

/** A result out of range: each amount is permitted, but their sum or product is too large. */
export class MontoFueraDeRango extends RangeError {}

/** What `compute` comes to; undefined where an amount leaves the range. */
export function inRange<T>(compute: () => T): T | undefined {
  try {
    return compute()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function checked(value: number): Monto {
  // Adding 0 turns −0 into 0, which JSON and Object.is tell apart.
  if (Number.isSafeInteger(value)) return (value + 0) as Monto
  const message = `Monto fuera de rango: ${value}`
  throw Math.abs(value) > Number.MAX_SAFE_INTEGER ? new MontoFueraDeRango(message) : new RangeError(message)
}

/** numerator / denominator, half-up. Both safe integers, denominator > 0. */
function divideHalfUp(numerator: number, denominator: number): number {
  // The remainder is exact in floating point; the quotient of two big integers is not, hence the subtraction.
  const rest = numerator % denominator
  const quotient = (numerator - rest) / denominator
  const size = Math.abs(rest)
  if (size < denominator - size) return quotient
  return numerator < 0 ? quotient - 1 : quotient + 1
}

/** a × b / denominator in one rounding. BigInt only when the product leaves the safe range. */
function multiplyDivide(a: number, b: number, denominator: number): number {
  checked(a)
  checked(b)
  const product = a * b
  if (Number.isSafeInteger(product)) return divideHalfUp(product, denominator)
  const big = BigInt(a) * BigInt(b)
  const by = BigInt(denominator)
  const magnitude = big < 0n ? -big : big
  const quotient = (magnitude * 2n + by) / (by * 2n)
  return checked(Number(big < 0n ? -quotient : quotient))
}

/** a × b, both ×10^6, rounded half-up to six decimals. For values shown or stored with six decimals (O-18). */
export function multiply(a: Monto, b: number): Monto
export function multiply(a: number, b: number): number
export function multiply(a: number, b: number): number {
  return checked(multiplyDivide(a, b, SCALE))
}

/** unitario × cantidad, both ×10^6: the exact product rounded ONCE to the cent (O-18). 0.3015 × 3.333333 is 1.00. */
export const multiplyToCents = (unitario: Monto, cantidad: Cantidad): Monto =>
  checked(multiplyDivide(unitario, cantidad, SCALE * CENT) * CENT)

/** a ÷ b, both ×10^6, rounded half-up to six decimals. RangeError when b is zero. */
export function divide(a: Monto, b: number): Monto
export function divide(a: number, b: number): number
export function divide(a: number, b: number): number {
  return ratio(a, SCALE, b)
}

/** The part of `valor` for `parte` of `todo`, all positive: rounded ONCE, half-up to the cent. RangeError when `todo` is zero. */
export function parteOf(valor: Monto, parte: number, todo: number): Monto
export function parteOf(valor: number, parte: number, todo: number): number
export function parteOf(valor: number, parte: number, todo: number): number {
  if (todo === 0) throw new RangeError('División para cero')
  const by = BigInt(checked(todo)) * BigInt(CENT)
  return checked(Number((BigInt(checked(valor)) * BigInt(checked(parte)) * 2n + by) / (by * 2n)) * CENT)
}

function ratio(a: number, factor: number, b: number): Monto {
  if (b === 0) throw new RangeError('División para cero')
  checked(b)
  return checked(b < 0 ? -multiplyDivide(a, factor, -b) : multiplyDivide(a, factor, b))
}

/** tarifa % of base, rounded to the cent. tarifa ×10^6: 15 % is 15_000_000. */
export const percentOf = (base: Monto, tarifa: Porcentaje): Monto => checked(multiplyDivide(base, tarifa, 100 * SCALE * CENT) * CENT)

/** The base inside an amount that includes a tax: monto ÷ (1 + tarifa %), rounded to the cent. */
export const baseIncluded = (monto: Monto, tarifa: Porcentaje): Monto =>
  checked(multiplyDivide(monto, 100 * SCALE, (100 * SCALE + checked(tarifa)) * CENT) * CENT)

/**
 * The base inside an amount, rounded down to the cent, and the cut-off part as a rank. Ranks of one tarifa can be compared: largest
 * remainder gives the missing cents to the highest (O-60).
 */
export function baseIncludedFloor(monto: Monto, tarifa: Porcentaje): { base: Monto; rest: number } {
  const cents = toCents(monto)
  const denominator = 100 * SCALE + checked(tarifa)
  const numerator = cents * 100 * SCALE
  if (cents >= 0 && Number.isSafeInteger(numerator)) {
    const rest = numerator % denominator
    return { base: fromCents((numerator - rest) / denominator), rest }
  }
  const big = BigInt(cents) * BigInt(100 * SCALE)
  const by = BigInt(denominator)
  const rest = ((big % by) + by) % by
  return { base: fromCents(Number((big - rest) / by)), rest: Number(rest) }
}

/** monto × part ÷ whole, rounded to the cent. monto in whole cents; RangeError when whole is not positive. */
export function shareOf(monto: Monto, part: number, whole: number): Monto {
  if (whole <= 0) throw new RangeError('El todo debe ser mayor que cero')
  return fromCents(multiplyDivide(toCents(monto), part, checked(whole)))
}

/** cantidad × part ÷ whole, rounded half-up to six decimals. RangeError when whole is not positive. */
export function proportionOf(cantidad: Cantidad, part: Cantidad, whole: Cantidad): Cantidad {
  if (whole <= 0) throw new RangeError('El todo debe ser mayor que cero')
  return checked(multiplyDivide(cantidad, part, checked(whole)))
}

/** `part` of `whole` as a percentage ×10^6. RangeError when whole is zero. */
export const percentageOf = (part: number, whole: number): Porcentaje => ratio(part, 100 * SCALE, whole)

/** A percentage as a factor: 15 % becomes 0.15. Both ×10^6. */
export const percentToFactor = (percentage: Porcentaje): number => checked(divideHalfUp(checked(percentage), 100))

/** Rounds to `decimals` (0 to 6) decimals, still ×10^6. */
export function roundTo(value: Monto, decimals: number): Monto
export function roundTo(value: number, decimals: number): number
export function roundTo(value: number, decimals: number): number {
  const unit = unitOf(decimals)
  return checked(divideHalfUp(checked(value), unit) * unit)
}

/** Rounds to the cent, still ×10^6. */
export const roundToCents = (monto: Monto): Monto => checked(divideHalfUp(checked(monto), CENT) * CENT)

/** Whether a value ×10^6 has no more than `decimals` (default 2) decimals. */
export const fitsDecimals = (value: number, decimals = 2): boolean => value % unitOf(decimals) === 0

/** The exact sum; amounts give an amount. RangeError as soon as a partial sum leaves the range. */
export function sum(values: Iterable<Monto>): Monto
export function sum(values: Iterable<number>): number
export function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total = checked(total + value)
  return total
}

/** a + b, exact. */
export const add = (a: Monto, b: Monto): Monto => checked(a + b)

/** a − b, exact. */
export const subtract = (a: Monto, b: Monto): Monto => checked(a - b)

/** −monto; 0 stays 0. */
export const negate = (monto: Monto): Monto => checked(-monto)

/** The nearest valid amount, for sums during typing, which are shown but never stored. */
export const nearestMonto = (value: number): Monto => Math.min(Math.max(value, -MONTO_MAX), MONTO_MAX) as Monto

/** The amount without its sign. */
export const sizeOf = (monto: Monto): Monto => Math.abs(monto) as Monto

export const largest = (...montos: [Monto, ...Monto[]]): Monto => Math.max(...montos) as Monto

export const smallest = (...montos: [Monto, ...Monto[]]): Monto => Math.min(...montos) as Monto

/** Cents as a plain integer, rounded half-up: 12.345 is 1235. */
export const toCents = (monto: Monto): number => divideHalfUp(checked(monto), CENT)

/** A plain integer of cents as Monto: 1235 is 12.35. */
export const fromCents = (cents: number): Monto => checked(checked(cents) * CENT)

/** A whole number as Monto: fromUnits(15) is 15.000000, also 15 %. */
export const fromUnits = (units: number): Monto => checked(checked(units) * SCALE)

/** An ordinary decimal number as Monto, by its printed digits: 1.005 is exactly 1.005. */
export function fromDecimal(value: number): Monto {
  if (!Number.isFinite(value)) throw new RangeError(`No es un número: ${value}`)
  if (Math.abs(value) > MONTO_MAX / SCALE) return checked(value * SCALE)
  if (Math.abs(value) < 1 / SCALE) return checked(Math.sign(value) * Math.round(Math.abs(value) * SCALE))
  const [whole = '0', fraction = ''] = String(Math.abs(value)).split('.')
  const digits = BigInt(whole + fraction.padEnd(DECIMALS, '0'))
  const magnitude = fraction.length <= DECIMALS ? digits : halfUpBig(digits, 10n ** BigInt(fraction.length - DECIMALS))
  return checked(Number(value < 0 ? -magnitude : magnitude))
}

const halfUpBig = (numerator: bigint, denominator: bigint): bigint => (numerator * 2n + denominator) / (denominator * 2n)

/** An ordinary number, for charts only: never for arithmetic. */
export const toDecimal = (value: number): number => value / SCALE

const PLAIN_DECIMAL = /^(-?)(\d{1,20})(?:\.(\d{1,20}))?$/

/**
 * Reads a plain decimal with a dot and no thousands marks («-12.50»), as in XML and on the wire. Undefined for any other text, for more
 * than `maxDecimals` decimals, or out of range. parseEntrada reads typed text.
 */
export function parseMonto(text: string, maxDecimals = DECIMALS): Monto | undefined {
  const match = PLAIN_DECIMAL.exec(text)
  if (!match) return undefined
  const [, sign, whole = '', fraction = ''] = match
  if (fraction.length > maxDecimals || fraction.length > DECIMALS) return undefined
  const magnitude = Number(whole) * SCALE + Number(fraction.padEnd(DECIMALS, '0'))
  if (!Number.isSafeInteger(magnitude)) return undefined
  return checked(sign === '-' ? -magnitude : magnitude)
}

/** Plain decimal text with a dot and exactly `decimals` (0 to 6) decimals, rounded half-up: «12.50». */
export function formatMonto(monto: number, decimals = 2): string {
  const scaled = divideHalfUp(checked(monto), unitOf(decimals))
  const digits = String(Math.abs(scaled)).padStart(decimals + 1, '0')
  const sign = scaled < 0 ? '-' : ''
  if (decimals === 0) return sign + digits
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Plain decimal text without needless zeros, at least `minDecimals`: 1.125 is «1.125», 2 is «2». For inputs and quantities. */
export function plainMonto(monto: number, minDecimals = 0): string {
  let decimals = minDecimals
  while (decimals < DECIMALS && !fitsDecimals(monto, decimals)) decimals += 1
  return formatMonto(monto, decimals)
}

const groupThousands = (plain: string): string => {
  const [whole = '', fraction] = plain.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** For people: «$1,234.56», negatives «-$1,234.56» (O-19). */
export function displayMonto(monto: Monto, decimals = 2): string {
  const plain = groupThousands(formatMonto(monto, decimals))
  return plain.startsWith('-') ? `-$${plain.slice(1)}` : `$${plain}`
}

/** For people, without currency: «1,234.5» (quantities, O-19). */
export const displayNumero = (cantidad: Cantidad, minDecimals = 0): string => groupThousands(plainMonto(cantidad, minDecimals))

/** For people: 15_000_000 is «15%», 1.75 % is «1.75%». */
export const displayPorcentaje = (tarifa: Porcentaje): string => `${plainMonto(tarifa)}%`

const UNITS = [SCALE, SCALE / 10, CENT, CENT / 10, 100, 10, 1] as const

function unitOf(decimals: number): number {
  const unit = UNITS[decimals]
  if (unit === undefined) throw new RangeError(`Decimales entre 0 y ${DECIMALS}: ${decimals}`)
  return unit
}
