import type { FocusEvent } from 'react'
import { useFormContext } from 'react-hook-form'

import { tidyEntrada } from '../../components/form/monto-entrada.ts'
import type { Columna } from './columnas.ts'
import classes from './lineas.module.css'
import type { LineasForm } from './lineas-context.ts'

interface LineaCeldaProps {
  fila: number
  columna: Columna
  campo: 'descripcion' | 'cantidad' | 'precio' | 'descuento'
  /** «Cantidad», as it is spoken before the number of the line. */
  label: string
  /** Fewest decimals shown once the cell is left; absent for words. */
  decimals?: number
  /** More digits than its column is made for. */
  isLong?: boolean
  readOnly?: boolean
  isWrong: boolean
  describedBy: string | undefined
  placeholder?: string
  title?: string | undefined
  onText?: (text: string) => void
}

/** One cell: the browser's own input, for the sake of a hundred lines. */
export function LineaCelda({
  fila,
  columna,
  campo,
  label,
  decimals,
  isLong = false,
  readOnly = false,
  isWrong,
  describedBy,
  placeholder,
  title,
  onText,
}: LineaCeldaProps) {
  const { register, setValue } = useFormContext<LineasForm>()
  const name = `lineas.${fila}.${campo}` as const
  const { onBlur, ...field } = register(name, onText && { onChange: ({ target }: { target: HTMLInputElement }) => onText(target.value) })
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    const text = event.currentTarget.value
    const tidy = decimals === undefined ? text : tidyEntrada(text, decimals)
    if (tidy !== text) setValue(name, tidy)
    void onBlur(event)
  }
  return (
    <input
      {...field}
      onBlur={leave}
      className={classes.celda}
      data-fila={fila}
      data-columna={columna}
      data-number={decimals !== undefined || undefined}
      data-long={isLong || undefined}
      aria-label={`${label}, línea ${fila + 1}`}
      inputMode={decimals === undefined ? 'text' : 'decimal'}
      autoComplete="off"
      spellCheck={decimals === undefined}
      readOnly={readOnly}
      placeholder={placeholder}
      title={title}
      aria-invalid={isWrong || undefined}
      aria-describedby={describedBy}
    />
  )
}
