import { ANTIGUEDAD_LABEL, ANTIGUEDADES, displayMonto, type SentidoCartera } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'

import classes from './cartera.module.css'
import { resumenQuery } from './cartera.queries.ts'

/** What is owed by age, of all or of one person. */
export function Edades({ sentido, persona }: { sentido: SentidoCartera; persona?: string }) {
  const { data } = useQuery(resumenQuery({ sentido, ...(persona !== undefined && { persona_id: persona }) }))
  const cells = [
    ['Total', data?.total],
    ...ANTIGUEDADES.map((edad) => [ANTIGUEDAD_LABEL[edad], data?.[edad]] as const),
    ['A favor', data?.favor],
  ] as const
  return (
    <dl className={classes.edades} aria-label="Antigüedad">
      {cells.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === undefined ? '—' : displayMonto(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
