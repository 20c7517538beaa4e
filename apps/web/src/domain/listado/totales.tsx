import classes from './totales.module.css'

/** Below a table what its columns come to, those of the other pages with them. */
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
