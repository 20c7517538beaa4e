import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { companiesQuery } from '../../domain/cuenta/companies.queries.ts'
import { ObligacionLista } from '../../domain/obligacion/obligacion-lista.tsx'
import { obligacionesQuery } from '../../domain/obligacion/obligacion.queries.ts'
import { isVencida } from '../../domain/obligacion/vence.ts'
import { mayWithhold } from '../../domain/retencion/al-guardar.ts'
import { hasRight, hasScreen } from '../../lib/sesion/rights.ts'
import classes from './inicio.module.css'

const SHOWN = 4
/** Days that always include the next forms. */
const DIAS = 60

const seesThem = () => hasRight('declaracion:presentar') && hasScreen('/declaraciones')

/** Due obligations, and late ones, which show among pending matters. A separate query, so that home does not wait for it. */
export function useObligaciones() {
  const { data, isError } = useQuery({ ...obligacionesQuery(DIAS), enabled: seesThem() })
  // Users who issue withholdings see them one by one among pending matters.
  const all = data?.obligaciones.filter(({ tipo }) => tipo !== 'RETENCION' || !mayWithhold())
  return { vencidas: all?.filter(isVencida).slice(0, SHOWN) ?? [], proximas: all?.filter((one) => !isVencida(one)), isError }
}

/** The next due obligations. */
export function Obligaciones() {
  const { proximas, isError } = useObligaciones()
  const { data: companies = [] } = useQuery(companiesQuery())
  if (!proximas && !isError) return null
  return (
    <section className={classes.card} aria-labelledby="inicio-obligaciones">
      <header>
        <h2 id="inicio-obligaciones">Obligaciones</h2>
        <span className={classes.enlaces}>
          {companies.length > 1 && <Link to="/empresas">Mis empresas</Link>}
          <Link to="/declaraciones/obligaciones">Ver todas</Link>
        </span>
      </header>
      {!proximas ? (
        <p className={classes.quiet}>No se pudo leer lo que vence.</p>
      ) : proximas.length === 0 ? (
        <p className={classes.quiet}>Nada vence en los próximos {DIAS} días.</p>
      ) : (
        <ObligacionLista obligaciones={proximas.slice(0, SHOWN)} />
      )}
    </section>
  )
}
