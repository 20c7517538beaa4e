import type { TextInputProps } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type KeyboardEvent, type Ref } from 'react'

import { useDebounced } from '../../lib/pagina/use-debounced.ts'
import { TextInput } from '../text-input.tsx'
import { OptionList, type Option } from './option-list.tsx'
import { useCombobox } from './use-combobox.ts'
import classes from './combobox.module.css'

const MIN_LENGTH = 2
const SEARCH_DELAY_MS = 250
const DETAIL_BELOW: NonNullable<TextInputProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error']
const NOTHING = 'No hay opciones a elegir'

interface Choice extends Option {
  run: () => void
  /** Whether the typed text means this choice, though no search finds it. */
  isMeantBy?: (q: string) => boolean
}

interface RecordPickerProps<R> {
  /** First part of the cache key. */
  queryKey: string
  /** Last part but one of the cache key: separates different searches with the same `queryKey`. */
  scope?: string | undefined
  /** The records for a text; without a signal, closing the list does not abort the call. */
  ask: (q: string, signal?: AbortSignal) => Promise<{ content: R[] }>
  optionOf: (record: R) => Option
  onChoose: (record: R) => void
  /** Text of the chosen record; undefined without one. */
  text: string | undefined
  /** Identification of the chosen record, under the field, so that a long name does not push it out. */
  detail?: string | undefined
  /** Shown while the text is empty, and after the results that `isMeantBy` matches. */
  first?: readonly Choice[]
  /** Shown last, with the typed text. */
  last?: (q: string) => readonly Choice[]
  label: string
  placeholder: string
  error?: string | undefined
  required?: boolean
  disabled?: boolean
  inputRef?: Ref<HTMLInputElement> | undefined
  autoFocus?: boolean
}

/** Field that searches a record by text. Enter takes the only result; without results, the only choice of `last`. */
export function RecordPicker<R>({
  queryKey,
  scope,
  ask,
  optionOf,
  onChoose,
  text: chosen,
  detail,
  first = [],
  last = () => [],
  label,
  placeholder,
  error,
  required = false,
  disabled = false,
  inputRef,
  autoFocus = false,
}: RecordPickerProps<R>) {
  const [search, setSearch] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLDivElement>(null)
  const q = (search ?? '').trim()
  const settled = useDebounced(q, SEARCH_DELAY_MS)
  const isSearching = isOpen && settled.length >= MIN_LENGTH
  const { data, isFetching, isError } = useQuery({
    queryKey: [queryKey, 'eleccion', scope, settled],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => ask(settled, signal),
    enabled: isSearching,
  })
  const isWaiting = q.length >= MIN_LENGTH && (q !== settled || isFetching)

  const finish = (run: () => void) => () => {
    setSearch(undefined)
    setOpen(false)
    run()
  }
  const meantBy = (typedText: string) => (typedText === '' ? [] : first.filter(({ isMeantBy }) => isMeantBy?.(typedText)))
  const found = isSearching && q !== '' ? (data?.content ?? []) : []
  const options: Choice[] = [
    ...(q === '' ? first : []).map((choice) => ({ ...choice, run: finish(choice.run) })),
    ...found.map((record) => ({ ...optionOf(record), run: finish(() => onChoose(record)) })),
    ...meantBy(q).map((choice) => ({ ...choice, run: finish(choice.run) })),
    ...last(q).map((choice) => ({ ...choice, run: finish(choice.run) })),
  ]
  const close = () => setOpen(false)
  const note = noteOf({ q, isWaiting, isError, isEmpty: found.length === 0 && meantBy(q).length === 0 })
  // A list without options and without a note is not shown.
  const isShown = isOpen && (options.length > 0 || note !== undefined)
  const { active, pick, forget, onKeyDown, inputProps, listProps } = useCombobox({
    options,
    isOpen: isShown,
    onClose: close,
    onPick: ({ run }) => run(),
  })

  const typed = useRef(q)
  useEffect(() => {
    typed.current = q
  })

  /** Handles an Enter typed before the answer arrives: takes the choice if there is only one, else the list stays open. */
  async function hurry() {
    const answer = await ask(q).catch(() => undefined)
    if (answer === undefined || typed.current !== q) return
    const { content } = answer
    const known = [...content.map((record) => () => onChoose(record)), ...meantBy(q).map(({ run }) => run)]
    const meant = known.length > 0 ? known : last(q).map(({ run }) => run)
    const [only] = meant
    if (only && meant.length === 1) finish(only)()
  }

  function press(event: KeyboardEvent) {
    if (onKeyDown(event)) return
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      // Enter never submits the form.
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

  return (
    <div ref={anchor}>
      <TextInput
        {...inputProps}
        // Esc first closes the list and restores the text; only then may it close a dialog.
        data-mantine-stop-propagation={isShown || search !== undefined || undefined}
        {...(inputRef && { ref: inputRef })}
        label={label}
        error={error}
        disabled={disabled}
        autoFocus={autoFocus}
        labelProps={{ 'data-required': required || undefined }}
        aria-required={required || undefined}
        placeholder={placeholder}
        title={search === undefined ? chosen : undefined}
        description={search === undefined ? detail : undefined}
        inputWrapperOrder={DETAIL_BELOW}
        classNames={{ input: classes.chosen ?? '', description: classes.figures ?? '' }}
        value={search ?? chosen ?? ''}
        onFocus={(event) => {
          event.currentTarget.select()
          if (chosen === undefined) setOpen(true)
        }}
        onClick={({ currentTarget }) => {
          // The text is selected, as with Tab, so that typing replaces it.
          if (search === undefined) currentTarget.select()
          setOpen(true)
        }}
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
      {isShown && <OptionList {...listProps} anchor={anchor} label={`Opciones de ${label.toLowerCase()}`} options={options} note={note} />}
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
