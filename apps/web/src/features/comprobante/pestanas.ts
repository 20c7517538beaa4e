import { useQuery } from '@tanstack/react-query'

import type { ListTab } from '../../components/data-table/list-tabs.tsx'
import type { ListingControl } from '../../components/data-table/use-listing.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { borradoresQuery, cuentasQuery } from './comprobante.queries.ts'

/** In the order of ui §15. */
const TABS = [
  { value: '', label: 'Todos' },
  { value: '1', label: 'Autorizados' },
  { value: '2', label: 'En espera' },
  { value: '3', label: 'En proceso' },
  { value: '4', label: 'No autorizados' },
  { value: '6', label: 'Anulados' },
]

const BORRADORES = '/comprobante/borradores'
const FEWEST = { page: 0, size: 5 }

const addressOf = (value: string) => (value === '' ? '/comprobante' : `/comprobante?tributario=${value}`)

/** Tab of drafts with their count; none for users who write no drafts. */
function useBorradores(enabled: boolean): readonly ListTab[] {
  const writes = hasRight('documento:crear')
  const { data } = useQuery({ ...borradoresQuery(FEWEST, true), enabled: enabled && writes })
  return writes
    ? [{ value: 'borradores', label: 'Borradores', to: BORRADORES, count: data && { total: data.totalElements, exact: data.exact } }]
    : []
}

export function useTabs({ query }: ListingControl, enabled: boolean): readonly ListTab[] {
  const { page: _page, size: _size, sort: _sort, tributario: _tab, ...filters } = query as Record<string, string | number>
  const { data } = useQuery({ ...cuentasQuery(filters), enabled })
  const borradores = useBorradores(enabled)
  const countOf = (value: string) => {
    const counted = data?.filter(({ tributario }) => value === '' || String(tributario) === value)
    return counted && { total: counted.reduce((sum, { total }) => sum + total, 0), exact: counted.every(({ exact }) => exact) }
  }
  return [...TABS.map((tab) => ({ ...tab, count: countOf(tab.value) })), ...borradores]
}

/** The same tabs, for the list of drafts. */
export const tabsBesideBorradores = (count: ListTab['count']): readonly ListTab[] => [
  ...TABS.map((tab) => ({ ...tab, to: addressOf(tab.value), isHere: false })),
  { value: 'borradores', label: 'Borradores', to: BORRADORES, isHere: true, count },
]
