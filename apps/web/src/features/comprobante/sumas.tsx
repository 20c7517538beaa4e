import { useQuery } from '@tanstack/react-query'
import type { ComprobanteSumas } from '@yupana/contract'
import { nombreComprobante } from '@yupana/fiscal'

import type { ListingControl } from '../../components/data-table/use-listing.ts'
import { filtersOf, SumaResultados, sumaText } from '../../domain/listado/sumas.tsx'
import { sumasQuery } from './comprobante.queries.ts'

type Suma = ComprobanteSumas['sumas'][number]

const Suma = ({ suma: { tipo, cantidad, total, autorizado } }: { suma: Suma }) => (
  <li>
    <span>{`${nombreComprobante(tipo)} (${cantidad})`}</span> <strong>{sumaText(total)}</strong>
    {autorizado !== total && <span>{`, autorizado ${sumaText(autorizado)}`}</span>}
  </li>
)

/** Totals of each kind apart, since their amounts cannot be added. */
export function Sumas({ listing, isReady }: { listing: ListingControl; isReady: boolean }) {
  const { data } = useQuery({ ...sumasQuery(filtersOf(listing)), enabled: isReady })
  if (!data) return null
  return (
    <SumaResultados exact={data.exact}>
      {data.sumas.map((suma) => (
        <Suma key={suma.tipo} suma={suma} />
      ))}
    </SumaResultados>
  )
}
