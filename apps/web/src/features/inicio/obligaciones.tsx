import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { companiesQuery } from '../../domain/cuenta/companies.queries.ts'
import { ObligacionLista } from '../../domain/obligacion/obligacion-lista.tsx'
import { obligacionesQuery } from '../../domain/obligacion/obligacion.queries.ts'
import classes from './inicio.module.css'

const SHOWN = 4
/** The next forms are always within it. */
const DIAS = 60

/** What is due next; asked for apart, so that home does not wait for it. */
export function Obligaciones() {
  const { data, isError } = useQuery(obligacionesQuery(DIAS))
  const { data: companies = [] } = useQuery(companiesQuery())
  if (!data && !isError) return null
  return (
    <section className={classes.card} aria-labelledby="inicio-obligaciones">
      <header>
        <h2 id="inicio-obligaciones">Obligaciones</h2>
        <span className={classes.enlaces}>
          {companies.length > 1 && <Link to="/empresas">Mis empresas</Link>}
          <Link to="/declaraciones/obligaciones">Ver todas</Link>
        </span>
      </header>
      {!data ? (
        <p className={classes.quiet}>No se pudo leer lo que vence.</p>
      ) : data.obligaciones.length === 0 ? (
        <p className={classes.quiet}>Nada vence en los próximos {DIAS} días.</p>
      ) : (
        <ObligacionLista obligaciones={data.obligaciones.slice(0, SHOWN)} />
      )}
    </section>
  )
}
