/** A measured figure in the shape of `--json`. */
export interface Figura {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** Value of the thing compared with, measured in the same run and unit; null where nothing is compared. */
  readonly reference: number | null
  /** value / reference. */
  readonly ratio: number | null
  readonly target: string | null
  /** Null without a target: the figure is only reported. */
  readonly ok: boolean | null
}

/** A figure with the words for docs/performance.md. */
export interface FiguraDescrita extends Figura {
  readonly what: string
  /** What `reference` measures. */
  readonly against?: string | undefined
  /** Limits in `target`; all must hold. */
  readonly limites: readonly Limite[]
}

export interface Limite {
  readonly sign: '>=' | '<='
  readonly limit: number
  /** Whether the limit applies to value / reference. */
  readonly ofRatio?: boolean
}

export interface Medida {
  readonly name: string
  readonly what: string
  readonly value: number
  readonly unit: string
  readonly reference?: { readonly value: number; readonly what: string } | undefined
  readonly target?: Limite | undefined
  /** A further limit besides `target`; all must hold. */
  readonly also?: Limite | undefined
}

export const holds = ({ sign, limit, ofRatio }: Limite, value: number, ratio: number | null) => {
  const measured = ofRatio ? ratio : value
  return measured !== null && (sign === '>=' ? measured >= limit : measured <= limit)
}

const describe = ({ sign, limit, ofRatio }: Limite, unit: string) => `${sign} ${limit}${ofRatio ? '×' : ` ${unit}`}`

export function figuraOf({ name, what, value, unit, reference, target, also }: Medida): FiguraDescrita {
  const ratio = reference && reference.value !== 0 ? value / reference.value : null
  const limits = [target, also].filter((limite) => limite !== undefined)
  return {
    name,
    what,
    value: rounded(value),
    unit,
    reference: reference ? rounded(reference.value) : null,
    against: reference?.what,
    ratio: ratio === null ? null : rounded(ratio),
    target: limits.length > 0 ? limits.map((limite) => describe(limite, unit)).join(', ') : null,
    ok: limits.length > 0 ? limits.every((limite) => holds(limite, value, ratio)) : null,
    limites: limits,
  }
}

/** A value with three significant digits. */
export const rounded = (value: number): number => (Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3)))

/** The value below which `share` of the values lie; sorts a copy. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)
