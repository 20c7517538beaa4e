import { displayMonto, type Monto } from '@yupana/fiscal'
import type { ReactNode } from 'react'

import type { ListingControl } from '../../components/data-table/use-listing.ts'
import classes from './sumas.module.css'

/** The filters of a list, without its page and order. */
export function filtersOf({ query }: ListingControl): Record<string, string | number> {
  const { page: _page, size: _size, sort: _sort, ...filters } = query as Record<string, string | number>
  return filters
}

export const sumaText = (monto: Monto | null) => (monto === null ? 'Suma demasiado grande' : displayMonto(monto))

/** Totals of all rows that the filters leave, on every page; `exact` is false for too many rows. */
export const SumaResultados = ({ exact, children }: { exact: boolean; children: ReactNode }) => (
  <div className={classes.sumas}>
    <span>Suma de los resultados</span>
    {exact ? <ul>{children}</ul> : <span>Son más de 10 000: acote las fechas o los filtros para sumarlos.</span>}
  </div>
)
