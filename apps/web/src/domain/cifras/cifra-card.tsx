import type { Rango } from '@yupana/fiscal'
import { Link } from 'react-router'

import classes from './cifras.module.css'
import { rangoText } from './periodo-text.ts'

interface CifraCardProps<Figure extends number> {
  label: string
  text: (figure: Figure) => string
  /** The figure of this period; `before` is that of the earlier period. */
  now: Figure
  before: Figure
  rango: Rango
  /** Address of the list behind the figure. */
  to: string
  /** Whether less is the better news, as of expenses. */
  lessIsBetter?: boolean
}

/** Largest percentage that is shown; beyond it a percentage has no meaning. */
const LARGEST = 999

/** «+12 %»; undefined where the earlier figure is missing or too small. */
export function changeOf(now: number, before: number): string | undefined {
  if (before <= 0) return undefined
  const percent = Math.round(((now - before) * 1000) / before) / 10
  if (percent > LARGEST) return undefined
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)} %`
}

/** A figure with that of the earlier period; it opens the list behind it. */
export function CifraCard<Figure extends number>({ label, text, now, before, rango, to, lessIsBetter = false }: CifraCardProps<Figure>) {
  const change = changeOf(now, before)
  return (
    <Link to={to} className={classes.cifra}>
      <span className={classes.label}>{label}</span>
      <strong className={classes.value}>{text(now)}</strong>
      <span className={classes.change} data-worse={(lessIsBetter ? now > before : now < before) || undefined}>
        {change}{' '}
        <span>
          antes {text(before)}, {rangoText(rango)}
        </span>
      </span>
    </Link>
  )
}
