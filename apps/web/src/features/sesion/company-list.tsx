import { TextInput } from '@mantine/core'
import type { CompanyChoice } from '@yupana/contract'
import { useRef, useState, type KeyboardEvent } from 'react'

import { moveFocus } from '../../lib/teclado/move-focus.ts'
import { plainText } from '../../lib/formato/plain-text.ts'
import classes from './company-list.module.css'

/** Number of companies from which a box filters them by name. */
const FILTER_FROM = 8

interface CompanyListProps {
  companies: readonly CompanyChoice[]
  busy: boolean
  onPick: (id: string) => void
  /** Id of the present company: shown, but not selectable. */
  currentId?: string | null
}

/** Companies by name, each with its number. ↑ and ↓ move, Enter picks; typed letters go to the filter. */
export function CompanyList({ companies, busy, onPick, currentId }: CompanyListProps) {
  const [filter, setFilter] = useState('')
  const box = useRef<HTMLInputElement>(null)
  const numbered = companies.map((company, index) => ({ ...company, label: `EMPRESA ${index + 1}` }))
  const shown = numbered.filter(({ name }) => plainText(name).includes(plainText(filter.trim())))
  const first = shown.find(({ id }) => id !== currentId)
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    // The box has the focus before the character arrives, and so receives it.
    if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) box.current?.focus()
    moveFocus(event, 'button:enabled')
  }
  return (
    <div className={classes.companies} onKeyDown={onKey} aria-busy={busy}>
      {companies.length >= FILTER_FROM && (
        <TextInput
          ref={box}
          className={classes.filter}
          aria-label="Filtrar empresas"
          placeholder="Filtrar por nombre"
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      )}
      {shown.length === 0 && <p className={classes.none}>No se encontraron registros</p>}
      {shown.map(({ id, name, label }) => (
        <button
          key={id}
          type="button"
          className={classes.company}
          disabled={busy || id === currentId}
          aria-current={id === currentId || undefined}
          onClick={() => onPick(id)}
          {...(id === first?.id ? { 'data-autofocus': true } : {})}
        >
          <span className={classes.companyLabel}>{label}</span>
          <span>
            {name}
            {id === currentId && <span className={classes.present}>Empresa actual</span>}
          </span>
        </button>
      ))}
    </div>
  )
}
