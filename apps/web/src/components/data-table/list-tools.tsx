import { TextInput } from '@mantine/core'
import { IconFilter, IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'

import { Button } from '../button.tsx'
import { BottomSheet } from '../drawer/bottom-sheet.tsx'
import { fechaProblem } from '../form/fecha-entrada.ts'
import { FechaInput } from '../form/fecha-input.tsx'
import { NativeSelect } from '../native-select.tsx'
import { useIsPhone } from '../theme/viewport.ts'
import { today } from '../../lib/formato/format.ts'
import classes from './list-tools.module.css'
import { periodosOn } from './periodos.ts'
import type { ListingControl } from './use-listing.ts'

const SEARCH_DELAY_MS = 250

/** Typed text goes to the address after a pause, or at once with Enter. */
export function ListSearch({ listing, label, placeholder }: { listing: ListingControl; label: string; placeholder?: string }) {
  const { q } = listing.state
  const [text, setText] = useState(q)
  const [known, setKnown] = useState(q)
  /** Texts that were sent to the address and have not come back; the box may hold newer text by then. */
  const [asked, setAsked] = useState<readonly string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef({ listing, text, asked })
  useEffect(() => {
    latest.current = { listing, text, asked }
  })
  if (q !== known) {
    setKnown(q)
    const at = asked.indexOf(q)
    setAsked(at < 0 ? [] : asked.slice(at + 1))
    // Back, a link or «Limpiar filtros» changed the address: the box takes its text.
    if (at < 0 && q !== text.trim()) setText(q)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const commit = () => {
    clearTimeout(timer.current)
    const { listing: present, text: typed, asked: before } = latest.current
    const next = typed.trim()
    if (next === (before.at(-1) ?? present.state.q)) return
    setAsked([...before, next])
    present.setQ(next)
  }
  return (
    <TextInput
      type="search"
      label={label}
      placeholder={placeholder}
      value={text}
      maxLength={100}
      autoComplete="off"
      className={classes.search}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        clearTimeout(timer.current)
        timer.current = setTimeout(commit, SEARCH_DELAY_MS)
      }}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}

interface ListFilterProps {
  listing: ListingControl
  name: string
  label: string
  /** Without the option for any value. */
  options: readonly { value: string; label: string }[]
  anyLabel?: string
}

export const ListFilter = ({ listing, name, label, options, anyLabel = 'Todos' }: ListFilterProps) => (
  <NativeSelect
    className={classes.choice}
    label={label}
    value={listing.state.filters[name] ?? ''}
    data={[{ value: '', label: anyLabel }, ...options]}
    onChange={(event) => listing.setFilter(name, event.currentTarget.value)}
  />
)

/** One end of a range of days. An invalid day shows a message and filters nothing. */
export function ListFecha({ listing, name, label }: Pick<ListFilterProps, 'listing' | 'name' | 'label'>) {
  const value = listing.state.filters[name] ?? ''
  const [wrong, setWrong] = useState<{ text: string; under: string }>()
  // Back, a pill or «Limpiar filtros» changed the address: the typed text is dropped.
  const typed = wrong?.under === value ? wrong.text : undefined
  return (
    <div className={classes.day}>
      <FechaInput
        label={label}
        value={typed ?? value}
        error={typed !== undefined && fechaProblem(typed)}
        onChange={(next) => {
          const problem = next === '' ? undefined : fechaProblem(next)
          setWrong(problem === undefined ? undefined : { text: next, under: value })
          if (problem === undefined) listing.setFilter(name, next)
        }}
      />
    </div>
  )
}

const OTRAS = 'otras'

/** Named ranges of days; other days are shown as such. */
export function ListPeriodo({ listing }: { listing: ListingControl }) {
  const { desde = '', hasta = '' } = listing.state.filters
  const periodos = periodosOn(today())
  const present = periodos.find((one) => one.desde === desde && one.hasta === hasta)
  const options = [...periodos.map(({ value, label }) => ({ value, label })), ...(present ? [] : [{ value: OTRAS, label: 'Otras fechas' }])]
  const choose = (value: string) => {
    const chosen = periodos.find((one) => one.value === value)
    if (chosen) listing.setFilters({ desde: chosen.desde, hasta: chosen.hasta })
  }
  return (
    <NativeSelect label="Período" value={present?.value ?? OTRAS} data={options} onChange={(event) => choose(event.currentTarget.value)} />
  )
}

/** Text of an applied filter: «Desde 16/11/2026». */
export interface PillShape {
  name: string
  text: (value: string) => string
}

interface ListToolsProps {
  listing: ListingControl
  /** Filters that show as removable pills when applied. */
  pills?: readonly PillShape[]
  /** Beside the search; on a phone in a separate sheet. */
  filters?: ReactNode
  children: ReactNode
}

/** Search and filters above the table; applied filters show below as pills. */
export function ListTools({ listing, pills = [], filters, children }: ListToolsProps) {
  const isPhone = useIsPhone()
  const tools = useRef<HTMLDivElement>(null)
  const applied = pills.flatMap(({ name, text }) => {
    const value = listing.state.filters[name]
    return value ? [{ name, text: text(value) }] : []
  })
  const clear = listing.isFiltered && (
    <Button
      variant="subtle"
      onClick={() => {
        listing.clearFilters()
        // The button disappears with the filters that it cleared.
        tools.current?.querySelector<HTMLElement>('input, select')?.focus()
      }}
    >
      Limpiar filtros
    </Button>
  )
  return (
    <>
      <div className={classes.tools} role="search" ref={tools}>
        {children}
        {isPhone && filters ? <FilterSheet count={applied.length}>{filters}</FilterSheet> : filters}
        {applied.length === 0 && clear}
      </div>
      {applied.length > 0 && (
        <div className={classes.pills} role="group" aria-label="Filtros aplicados">
          {applied.map(({ name, text }) => (
            <button
              key={name}
              type="button"
              className={classes.pill}
              aria-label={`Quitar filtro: ${text}`}
              onClick={() => {
                listing.setFilter(name, '')
                tools.current?.querySelector<HTMLElement>('input, select')?.focus()
              }}
            >
              {text}
              <IconX size={14} aria-hidden="true" />
            </button>
          ))}
          {clear}
        </div>
      )}
    </>
  )
}

/** A choice applies at once, and the list behind it follows. */
function FilterSheet({ count, children }: { count: number; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFilter size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
      >
        {count === 0 ? 'Filtros' : `Filtros (${count})`}
      </Button>
      <BottomSheet opened={isOpen} title="Filtros" onClose={close}>
        {children}
        <Button onClick={close}>Ver resultados</Button>
      </BottomSheet>
    </>
  )
}
