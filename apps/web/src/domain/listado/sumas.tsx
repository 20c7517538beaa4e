import { displayMonto, type Monto } from '@yupana/fiscal'
import type { ReactNode } from 'react'

import type { ListingControl } from '../../components/data-table/use-listing.ts'
import classes from './sumas.module.css'

/** What narrows a list, without its page and order. */
export function filtersOf({ query }: ListingControl): Record<string, string | number> {
  const { page: _page, size: _size, sort: _sort, ...filters } = query as Record<string, string | number>
  return filters
}

export const sumaText = (monto: Monto | null) => (monto === null ? 'Suma demasiado grande' : displayMonto(monto))

/** What everything that the filters leave comes to, on this page or not; `exact` is false where there is too much of it. */
export const SumaResultados = ({ exact, children }: { exact: boolean; children: ReactNode }) => (
  <div className={classes.sumas}>
    <span>Suma de los resultados</span>
    {exact ? <ul>{children}</ul> : <span>Son más de 10 000: acote las fechas o los filtros para sumarlos.</span>}
  </div>
)
