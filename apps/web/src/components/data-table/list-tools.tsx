import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'

import { Button } from '../button.tsx'
import { NativeSelect } from '../native-select.tsx'
import classes from './data-table.module.css'
import type { ListingControl } from './use-listing.ts'

const SEARCH_DELAY_MS = 250

/** Typed text goes to the address after a pause, or at once with Enter. */
export function ListSearch({ listing, label, placeholder }: { listing: ListingControl; label: string; placeholder?: string }) {
  const { q } = listing.state
  const [text, setText] = useState(q)
  const [known, setKnown] = useState(q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(listing)
  useEffect(() => {
    latest.current = listing
  })
  // Back, a link or «Limpiar filtros» changed the address: the box follows.
  if (q !== known) {
    setKnown(q)
    if (q !== text.trim()) setText(q)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const commit = (next: string) => {
    clearTimeout(timer.current)
    if (next.trim() !== latest.current.state.q) latest.current.setQ(next.trim())
  }
  return (
    <TextInput
      type="search" label={label} placeholder={placeholder} value={text} maxLength={100} autoComplete="off" className={classes.search}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => commit(value), SEARCH_DELAY_MS)
      }}
      onKeyDown={(event) => event.key === 'Enter' && commit(text)}
    />
  )
}

interface ListFilterProps {
  listing: ListingControl
  name: string
  label: string
  /** Without the one that means any. */
  options: readonly { value: string; label: string }[]
}

export const ListFilter = ({ listing, name, label, options }: ListFilterProps) => (
  <NativeSelect
    label={label} value={listing.state.filters[name] ?? ''} data={[{ value: '', label: 'Todos' }, ...options]}
    onChange={(event) => listing.setFilter(name, event.currentTarget.value)}
  />
)

/** Search and filters over the table. */
export const ListTools = ({ listing, children }: { listing: ListingControl; children: ReactNode }) => (
  <div className={classes.tools} role="search">
    {children}
    {listing.isFiltered && (
      <Button variant="subtle" onClick={listing.clearFilters}>
        Limpiar filtros
      </Button>
    )}
  </div>
)

/** Takes the place of the filters while rows are chosen. */
export const BulkBar = ({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) => (
  <div className={classes.bulk} role="group" aria-label="Acciones con lo seleccionado">
    <span role="status">{count === 1 ? '1 seleccionado' : `${count} seleccionados`}</span>
    {children}
    <Button variant="subtle" onClick={onClear}>
      Quitar selección
    </Button>
  </div>
)
