// Exact amounts: millionths in a BigInt, rounded half up to cents at the named points.

const MILLION = 1_000_000n

/** Millionths of a decimal that passed its schema type; empty is zero. */
export function micro(text: string): bigint {
  const [, sign, whole = '', fraction = ''] = /^\s*([+-]?)(\d*)\.?(\d*)\s*$/.exec(text) ?? []
  const value = BigInt(`${whole || '0'}${fraction.padEnd(6, '0').slice(0, 6)}`)
  return sign === '-' ? -value : value
}

const halfUp = (value: bigint, unit: bigint): bigint => (value >= 0n ? (value + unit / 2n) / unit : -((-value + unit / 2n) / unit))

/** Cents of a value in millionths. */
export const cents = (value: bigint): bigint => halfUp(value, 10_000n)

/** Cents of the exact product of two values in millionths, less a third. */
export const productCents = (a: bigint, b: bigint, less: bigint): bigint => halfUp(a * b - less * MILLION, 10_000n * MILLION)

/** Cents of `base × percent / 100`, both in millionths. */
export const percentCents = (base: bigint, percent: bigint): bigint => halfUp(base * percent, 10_000n * MILLION * 100n)

export const differs = (a: bigint, b: bigint, tolerance: bigint): boolean => (a > b ? a - b : b - a) > tolerance

/** `12.05` */
export const moneyText = (value: bigint): string => {
  const text = (value < 0n ? -value : value).toString().padStart(3, '0')
  return `${value < 0n ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`
}
