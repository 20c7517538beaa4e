import classes from './totales.module.css'

/** Totals of the columns below a table, including those of the other pages. */
export const Totales = ({ sumas }: { sumas: readonly (readonly [name: string, suma: string])[] }) => (
  <dl className={classes.totales} aria-label="Totales">
    {sumas.map(([name, suma]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{suma}</dd>
      </div>
    ))}
  </dl>
)
