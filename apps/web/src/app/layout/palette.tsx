import type { Session } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'

import { OptionItems } from '../../components/combobox/option-list.tsx'
import { useCombobox } from '../../components/combobox/use-combobox.ts'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { useDebounced } from '../../lib/pagina/use-debounced.ts'
import { canVisit } from '../access.ts'
import { commandsOf, optionsOfFinds, type PaletteOption } from './palette-options.tsx'
import { findsQuery } from './palette.queries.ts'
import classes from './palette.module.css'

const MIN_LENGTH = 2
const SEARCH_DELAY_MS = 250
const NOTHING = { comprobantes: [], personas: [], productos: [], pagos: [] }

/** «Buscar o ir a…»: screens, actions, and records by number, name or code. Arrows move, Enter goes, Esc closes. */
export function Palette({ session, onClose }: { session: Session; onClose: () => void }) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const q = text.trim()
  const settled = useDebounced(q, SEARCH_DELAY_MS)
  const isSearching = settled.length >= MIN_LENGTH && q.length >= MIN_LENGTH
  const scope = {
    comprobantes: canVisit('/comprobante', session),
    personas: canVisit('/persona', session),
    productos: canVisit('/producto', session),
  }
  const { data = NOTHING, isFetching } = useQuery({ ...findsQuery(settled, scope), enabled: isSearching })
  const isWaiting = q.length >= MIN_LENGTH && (q !== settled || isFetching)

  const go = (path: string) => void navigate(path)
  const options = [...commandsOf(session, q, go), ...(isSearching ? optionsOfFinds(data, go) : [])]
  const { active, pick, forget, onKeyDown, inputProps, listProps } = useCombobox<PaletteOption>({
    options,
    isOpen: true,
    onClose,
    onPick: ({ run }) => {
      onClose()
      run()
    },
  })
  function press(event: KeyboardEvent) {
    if (onKeyDown(event) || event.key !== 'Enter') return
    event.preventDefault()
    if (active >= 0) pick(active)
  }
  return (
    <Dialog opened title="Buscar o ir a…" onClose={onClose} size={560}>
      <TextInput
        {...inputProps}
        className={classes.box}
        data-autofocus
        aria-label="Buscar o ir a"
        placeholder="Pantalla, número, persona o producto"
        value={text}
        maxLength={100}
        onKeyDown={press}
        onChange={({ currentTarget: { value } }) => {
          forget()
          setText(value)
        }}
      />
      <div className={classes.list}>
        <OptionItems
          {...listProps}
          label="Resultados"
          options={options}
          note={options.length > 0 ? undefined : isWaiting ? 'Buscando…' : 'No se encontraron registros'}
        />
      </div>
      <p className={classes.hint}>↑ ↓ para elegir · Enter para ir · Esc para cerrar</p>
    </Dialog>
  )
}
