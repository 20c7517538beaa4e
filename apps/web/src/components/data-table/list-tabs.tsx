import { LISTING_EXACT_LIMIT } from '@yupana/contract'
import { Link } from 'react-router'

import classes from './list-tools.module.css'
import type { ListingControl } from './use-listing.ts'

export interface ListTab {
  /** Value of the filter; empty means all. */
  value: string
  label: string
  /** Address of the list of its own behind this tab. */
  to?: string
  /** Whether that list is shown. */
  isHere?: boolean
  /** Number of rows, once known. */
  count?: { total: number; exact: boolean } | undefined
}

/** «132», or «10 000+» beyond the counting limit (O-110). */
const countText = ({ total, exact }: NonNullable<ListTab['count']>) =>
  exact ? String(total) : `${String(LISTING_EXACT_LIMIT).replace(/000$/, ' 000')}+`

/** A filter as tabs with counts. The tabs are links: each state of a list has an address. */
export const ListTabs = ({
  listing,
  name,
  label,
  tabs,
}: {
  listing: ListingControl
  name: string
  label: string
  tabs: readonly ListTab[]
}) => {
  const isCurrent = (tab: ListTab) => tab.isHere ?? (tab.to === undefined && (listing.state.filters[name] ?? '') === tab.value)
  return (
    <nav aria-label={label}>
      <ul className={classes.tabs}>
        {tabs.map((tab) => (
          <li key={tab.value}>
            <Link to={tab.to ?? listing.hrefOf(name, tab.value)} aria-current={isCurrent(tab) ? 'true' : undefined}>
              {tab.label} {tab.count && <span>{countText(tab.count)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
