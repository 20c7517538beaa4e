import { displayMonto, type Monto } from '@yupana/fiscal'

import classes from './amount-list.module.css'

interface AmountListProps {
  label: string
  /** Undefined until an amount is loaded. */
  amounts: readonly (readonly [name: string, amount: Monto | undefined])[]
}

/** A few amounts in a row, each with its name. */
export const AmountList = ({ label, amounts }: AmountListProps) => (
  <dl className={classes.amounts} aria-label={label}>
    {amounts.map(([name, amount]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{amount === undefined ? '—' : displayMonto(amount)}</dd>
      </div>
    ))}
  </dl>
)
