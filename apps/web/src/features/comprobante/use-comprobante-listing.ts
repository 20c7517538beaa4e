import { defaultStart } from '@yupana/fiscal'

import { useListing, type ListingControl } from '../../components/data-table/use-listing.ts'
import type { PreferenciaControl } from '../../domain/preferencia/use-preferencia.ts'
import { today } from '../../lib/formato/format.ts'
import { shapeOf } from './comprobante-filtros.ts'

/** State of the list, whose initial first day the user may remove for good (O-117). */
export function useComprobanteListing(layout: PreferenciaControl): ListingControl {
  const { opciones = {} } = layout.value
  const isOff = opciones['sin_desde'] === true
  const start = defaultStart(today())
  const listing = useListing(shapeOf(isOff ? undefined : start), layout)
  const remember = (sinDesde: boolean) => {
    if (sinDesde !== isOff) layout.change({ opciones: { ...opciones, sin_desde: sinDesde } })
  }
  // Another day applies only this time.
  const follow = ({ desde }: Readonly<Record<string, string>>) => {
    if (desde === '' || desde === start) remember(desde === '')
  }
  return {
    ...listing,
    setFilter: (name, value) => {
      listing.setFilter(name, value)
      follow({ [name]: value })
    },
    setFilters: (changes) => {
      listing.setFilters(changes)
      follow(changes)
    },
  }
}
