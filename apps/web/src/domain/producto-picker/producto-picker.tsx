import type { ProductoVenta } from '@yupana/contract'
import { displayMonto } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { memo, useRef, useState, type InputHTMLAttributes, type KeyboardEvent } from 'react'

import { OptionList, type Option } from '../../components/combobox/option-list.tsx'
import { OptionCreate, OptionRecord, OptionWords } from '../../components/combobox/option-parts.tsx'
import { useCombobox } from '../../components/combobox/use-combobox.ts'
import { HttpError } from '../../lib/http/http-error.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { useDebounced } from '../../lib/pagina/use-debounced.ts'
import { exactOf, findProductos, productosLineaQuery, type ParaProducto } from './producto-busqueda.ts'

const MIN_LENGTH = 2
const SEARCH_DELAY_MS = 250

export type MissReason = 'DESCONOCIDO' | 'SIN_RESPUESTA' | 'SIN_ELEGIR'

export interface ProductoPickerProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'id'> {
  /** Code of the chosen product. */
  codigo: string
  /** Purchases search among expenses; a sale by default. */
  para?: ParaProducto | undefined
  /** Price list whose prices are shown, if a product has one. */
  lista?: number | undefined
  /** Accessible name of the cell. */
  label: string
  /** A product was picked from the list. */
  onChoose: (producto: ProductoVenta) => void
  /** An exact code or bar code was typed or scanned, followed by Enter. The text is cleared and keeps the focus. */
  onScan: (producto: ProductoVenta) => void
  /** The text found no product when the cell was left: nothing matches, no answer came, or nothing was chosen. */
  onMiss: (text: string, reason: MissReason) => void
  /** Absent where only existing products may be chosen. */
  onCreate?: ((text: string) => void) | undefined
  /** Uses the text as the description of a line; absent where a line needs a product. */
  onDescribe?: ((text: string) => void) | undefined
  isWrong?: boolean
  describedBy?: string | undefined
}

interface ProductoOption extends Option {
  run: () => void
}

/** Only digits come from a scanner or a label: a product whose code merely begins with them is another one. */
const isNumber = (text: string) => /^\d+$/.test(text)

/** The price in the list, or the cost; undefined where the cost is unknown. */
const figureOf = ({ price, price_list: listas }: ProductoVenta, lista: number, para: ParaProducto) =>
  para === 'COMPRA' && price === 0 ? undefined : displayMonto(listas[lista - 1] ?? price)

/** Typing below this time per letter comes from a scanner. */
const SCANNER_MS_PER_LETTER = 35

/** Digits, or one word at the speed of a scanner. Any other text is a search by words. */
const isCode = (text: string, tookMs: number) => isNumber(text) || (!/\s/.test(text) && tookMs < SCANNER_MS_PER_LETTER * text.length)

/** A product by code, bar code or name, in a plain input. The list and its search exist only while the user types. */
export const ProductoPicker = memo(function ProductoPicker({
  codigo,
  para = 'VENTA',
  lista = 0,
  label,
  onChoose,
  onScan,
  onMiss,
  onCreate,
  onDescribe,
  isWrong = false,
  describedBy,
  onKeyDown,
  onBlur,
  ...input
}: ProductoPickerProps) {
  const [search, setSearch] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const element = useRef<HTMLInputElement>(null)
  /** The text was used: leaving the cell reports nothing, though the text is still rendered. */
  const isSettled = useRef(false)
  /** Time of the first and the last letter of this text. */
  const typed = useRef({ first: 0, last: 0 })
  /** Scans are processed in their order. */
  const queue = useRef<Promise<void>>(Promise.resolve())
  const q = (search ?? '').trim()
  const settled = useDebounced(q, SEARCH_DELAY_MS)
  const isSearching = isOpen && settled.length >= MIN_LENGTH
  const { data, isFetching, isError } = useQuery({ ...productosLineaQuery(settled, para), enabled: isSearching })
  const isCurrent = isSearching && q === settled && !isFetching && data !== undefined
  const found = isSearching ? (data?.content ?? []) : []

  const close = () => setOpen(false)
  const finish = (run: () => void) => () => {
    isSettled.current = true
    setSearch(undefined)
    close()
    run()
  }
  const options: ProductoOption[] = [
    ...found.map((producto) => ({
      key: producto.id,
      content: <OptionRecord title={producto.name} detail={producto.code} figure={figureOf(producto, lista, para)} />,
      run: finish(() => onChoose(producto)),
    })),
    ...(onDescribe && isCurrent && found.length === 0 && !isNumber(q)
      ? [{ key: 'describir', isApart: true, content: <OptionWords>Usar como descripción</OptionWords>, run: finish(() => onDescribe(q)) }]
      : []),
    ...(onCreate && hasRight('producto:crear')
      ? [{ key: 'crear', isApart: true, content: <OptionCreate text={q} what="producto" />, run: finish(() => onCreate(q)) }]
      : []),
  ]
  const {
    active,
    pick,
    forget,
    onKeyDown: onListKey,
    inputProps,
    listProps,
  } = useCombobox({
    options,
    isOpen: isOpen && q.length >= MIN_LENGTH,
    onClose: close,
    onPick: ({ run }) => run(),
    marksFirst: found.length > 0,
  })

  /** Puts the text back, unless the next one is already being typed. */
  const giveBack = (text: string) => {
    if (element.current?.value !== '') return
    setSearch(text)
    setOpen(document.activeElement === element.current)
  }

  async function lookUp(text: string, isScan: boolean) {
    try {
      const productos = await findProductos(text, para)
      const exact = exactOf(text, productos)
      const [only] = productos
      if (exact) {
        setSearch((present) => present || undefined)
        onScan(exact)
      } else if (only === undefined && onDescribe && !isScan) finish(() => onDescribe(text))()
      else if (only === undefined || isNumber(text)) onMiss(text, 'DESCONOCIDO')
      else if (productos.length === 1) finish(() => onChoose(only))()
      else giveBack(text)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      onMiss(text, 'SIN_RESPUESTA')
    }
  }

  function enter() {
    const isMeant = isCurrent && !exactOf(q, found) && !isNumber(q) && found.length > 0
    if (isMeant) return pick(active)
    const isScan = isCode(q, typed.current.last - typed.current.first)
    setSearch('')
    close()
    queue.current = queue.current.then(() => lookUp(q, isScan))
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (onListKey(event)) return
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    // Some scanners end with Tab.
    if ((event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) && isPlain && q !== '') {
      event.preventDefault()
      event.stopPropagation()
      enter()
    } else if (event.code === 'Escape' && search !== undefined) {
      event.preventDefault()
      event.stopPropagation()
      setSearch(undefined)
    } else onKeyDown?.(event)
  }

  const isShown = isOpen && q.length >= MIN_LENGTH
  const note =
    found.length > 0 ? undefined : isCurrent ? 'No hay opciones a elegir' : isError ? 'No se pudo buscar. Intente de nuevo.' : 'Buscando…'
  return (
    <>
      <input
        {...input}
        {...inputProps}
        ref={element}
        aria-label={label}
        aria-invalid={isWrong || undefined}
        aria-describedby={describedBy}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={search ?? codigo}
        onFocus={(event) => event.currentTarget.select()}
        onChange={({ currentTarget: { value } }) => {
          forget()
          const now = performance.now()
          typed.current = { first: q === '' ? now : typed.current.first, last: now }
          isSettled.current = false
          setSearch(value)
          setOpen(true)
        }}
        onKeyDown={press}
        onBlur={(event) => {
          close()
          setSearch(undefined)
          if (q !== '' && !isSettled.current) onMiss(q, 'SIN_ELEGIR')
          onBlur?.(event)
        }}
      />
      {isShown && <OptionList {...listProps} anchor={element} label="Productos" options={options} note={note} />}
    </>
  )
})
