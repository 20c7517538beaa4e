import type { Persona } from '@yupana/contract'
import { CONSUMIDOR_FINAL } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent, type Ref } from 'react'

import { OptionList, type Option } from '../../components/combobox/option-list.tsx'
import { OptionCreate, OptionRecord } from '../../components/combobox/option-parts.tsx'
import { useCombobox } from '../../components/combobox/use-combobox.ts'
import { TextInput } from '../../components/text-input.tsx'
import { hasRight } from '../../lib/rights.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { askClientes, clientesQuery } from './persona-busqueda.ts'

const MIN_LENGTH = 2
const SEARCH_DELAY_MS = 250
const NOTHING = 'No hay opciones a elegir'

interface PersonaPickerProps {
  /** Who is chosen, as the text shows it. */
  value: { identificacion: string; razon_social: string } | null
  /** Undefined stands for consumidor final. */
  onChoose: (persona: Persona | undefined) => void
  /** Asked for somebody who is not there yet, with what was typed. */
  onCreate: (text: string) => void
  label?: string
  error?: string | undefined
  required?: boolean
  disabled?: boolean
  /** Consumidor final is not offered where the law wants a name. */
  withConsumidorFinal?: boolean
  inputRef?: Ref<HTMLInputElement>
  autoFocus?: boolean
}

interface PersonaOption extends Option {
  run: () => void
}

const textOf = (value: PersonaPickerProps['value']) =>
  value === null ? '' : value.identificacion === CONSUMIDOR_FINAL.identificacion ? 'Consumidor final' : `${value.razon_social} · ${value.identificacion}`

/** A client by name, RUC or cédula. An empty search offers consumidor final; the last choice registers somebody new. */
export function PersonaPicker({
  value, onChoose, onCreate, label = 'Cliente', error, required = false, disabled = false, withConsumidorFinal = true, inputRef, autoFocus = false,
}: PersonaPickerProps) {
  const [search, setSearch] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLDivElement>(null)
  const q = (search ?? '').trim()
  const settled = useDebounced(q, SEARCH_DELAY_MS)
  const isSearching = isOpen && settled.length >= MIN_LENGTH
  const { data, isFetching, isError } = useQuery({ ...clientesQuery(settled), enabled: isSearching })
  const isWaiting = q.length >= MIN_LENGTH && (q !== settled || isFetching)

  const finish = (run: () => void) => () => {
    setSearch(undefined)
    setOpen(false)
    run()
  }
  const found = isSearching && q !== '' ? (data?.content ?? []) : []
  const options: PersonaOption[] = [
    ...(withConsumidorFinal && q === ''
      ? [{ key: 'consumidor-final', content: <OptionRecord title="Consumidor final" detail={CONSUMIDOR_FINAL.identificacion} />, run: finish(() => onChoose(undefined)) }]
      : []),
    ...found.map((persona) => ({
      key: persona.id, content: <OptionRecord title={persona.razon_social} detail={persona.identificacion} />, run: finish(() => onChoose(persona)),
    })),
    ...(hasRight('persona:crear') ? [{ key: 'crear', isApart: true, content: <OptionCreate text={q} what="cliente" />, run: finish(() => onCreate(q)) }] : []),
  ]
  const close = () => setOpen(false)
  const { active, pick, forget, onKeyDown, inputProps, listProps } = useCombobox({ options, isOpen, onClose: close, onPick: ({ run }) => run() })

  /** Enter before the answer is there: who is alone in it is meant; among several the list asks. */
  async function hurry() {
    const { content } = await askClientes(q).catch(() => ({ content: [] }))
    const [only] = content
    if (only && content.length === 1) finish(() => onChoose(only))()
  }

  function press(event: KeyboardEvent) {
    if (onKeyDown(event)) return
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      // Enter never submits.
      event.preventDefault()
      if (!isOpen) setOpen(true)
      else if (isWaiting) void hurry()
      else if (active >= 0) pick(active)
    } else if (event.code === 'Escape' && search !== undefined) {
      event.preventDefault()
      setSearch(undefined)
    } else if (event.code === 'ArrowDown' && !isOpen && !event.altKey) {
      event.preventDefault()
      setOpen(true)
    }
  }

  const note = noteOf({ q, isWaiting, isError, isEmpty: found.length === 0 })
  return (
    <div ref={anchor}>
      <TextInput
        {...inputProps} {...(inputRef && { ref: inputRef })} label={label} error={error} disabled={disabled} autoFocus={autoFocus}
        labelProps={{ 'data-required': required || undefined }} aria-required={required || undefined} placeholder="RUC, cédula o nombre"
        value={search ?? textOf(value)}
        onFocus={(event) => {
          event.currentTarget.select()
          if (value === null) setOpen(true)
        }}
        onClick={() => setOpen(true)}
        onBlur={() => {
          close()
          setSearch(undefined)
        }}
        onChange={({ currentTarget: { value: text } }) => {
          forget()
          setSearch(text)
          setOpen(true)
        }}
        onKeyDown={press}
      />
      {isOpen && <OptionList {...listProps} anchor={anchor} label={`Opciones de ${label.toLowerCase()}`} options={options} note={note} />}
    </div>
  )
}

interface NoteInput {
  q: string
  isWaiting: boolean
  isError: boolean
  isEmpty: boolean
}

function noteOf({ q, isWaiting, isError, isEmpty }: NoteInput): string | undefined {
  if (q === '') return undefined
  if (q.length < MIN_LENGTH) return 'Escriba al menos 2 caracteres.'
  if (!isEmpty) return undefined
  if (isWaiting) return 'Buscando…'
  return isError ? 'No se pudo buscar. Intente de nuevo.' : NOTHING
}
