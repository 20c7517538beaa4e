import { useQuery } from '@tanstack/react-query'
import type { ComprobanteSumas } from '@yupana/contract'
import { displayMonto, nombreComprobante } from '@yupana/fiscal'

import type { ListingControl } from '../../components/data-table/use-listing.ts'
import classes from './comprobante.module.css'
import { sumasQuery } from './comprobante.queries.ts'

type Suma = ComprobanteSumas['sumas'][number]

const amountText = (monto: number | null) => (monto === null ? 'Suma demasiado grande' : displayMonto(monto))

const Suma = ({ suma: { tipo, cantidad, total, autorizado } }: { suma: Suma }) => (
  <li>
    <span>{`${nombreComprobante(tipo)} (${cantidad})`}</span> <strong>{amountText(total)}</strong>
    {autorizado !== total && <span>{`, autorizado ${amountText(autorizado)}`}</span>}
  </li>
)

/** What everything that the filters leave comes to, on this page or not; kinds apart, for their amounts do not add up. */
export function Sumas({ listing, isReady }: { listing: ListingControl; isReady: boolean }) {
  const { page: _page, size: _size, sort: _sort, ...filters } = listing.query as Record<string, string | number>
  const { data } = useQuery({ ...sumasQuery(filters), enabled: isReady })
  if (!data) return null
  return (
    <div className={classes.sumas}>
      <span>Suma de los resultados</span>
      {data.exact ? (
        <ul>
          {data.sumas.map((suma) => (
            <Suma key={suma.tipo} suma={suma} />
          ))}
        </ul>
      ) : (
        <span>Son más de 10 000: acote las fechas o los filtros para sumarlos.</span>
      )}
    </div>
  )
}
