import { addDays } from '@yupana/fiscal'

import { ListFilter } from '../../components/data-table/list-tools.tsx'
import type { ListingControl } from '../../components/data-table/use-listing.ts'
import { today } from '../../lib/formato/format.ts'

/** The same days as on the home screen. */
const DIAS_POR_RETENER = 30

/** Filter of purchases whose withholding is still to be issued. */
export function PorRetenerFilter({ listing }: { listing: ListingControl }) {
  const value = listing.state.filters.por_retener ?? addDays(today(), -DIAS_POR_RETENER)
  return <ListFilter listing={listing} name="por_retener" label="Retención" options={[{ value, label: 'Por emitir' }]} />
}
