import type { ProductoHoja } from '@yupana/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { memo, useRef, type KeyboardEvent } from 'react'

import { cambioOf, escrituraOf } from './hoja-cambios.ts'
import { opcionesOf, textoOf, type Columna } from './hoja-columnas.ts'
import classes from './hoja.module.css'
import type { ControlHoja } from './use-hoja.ts'

interface HojaFilaProps {
  n: number
  fila: ProductoHoja
  columnas: readonly Columna[]
  textos: Readonly<Record<string, string>> | undefined
  rechazo: string | undefined
  /** Selected columns of this row; -1 for none. */
  col1: number
  col2: number
  activa: number
  /** Passed only to the row that is being edited. */
  hoja: ControlHoja | undefined
  focusGrid: () => void
}

// `focusGrid` and the control are the same in what they do, whenever they were made.
const isSame = (a: HojaFilaProps, b: HojaFilaProps) =>
  a.hoja === b.hoja &&
  a.n === b.n &&
  a.fila === b.fila &&
  a.columnas === b.columnas &&
  a.textos === b.textos &&
  a.rechazo === b.rechazo &&
  a.col1 === b.col1 &&
  a.col2 === b.col2 &&
  a.activa === b.activa

export const HojaFila = memo(function HojaFila({ n, fila, columnas, textos, rechazo, col1, col2, activa, hoja, focusGrid }: HojaFilaProps) {
  const cambiadas = textos ? new Map(cambioOf(columnas, fila, textos).map((celda) => [celda.columna.id, celda])) : undefined
  return (
    <tr role="row" aria-rowindex={n + 2} className={classes.fila}>
      {columnas.map((columna, col) => {
        const celda = cambiadas?.get(columna.id)
        const problem = celda?.problem ?? (columna.kind === 'fijo' ? rechazo : undefined)
        const isOpen = hoja !== undefined && col === activa
        return (
          <td
            key={columna.id}
            id={`celda-${n}-${col}`}
            role="gridcell"
            aria-colindex={col + 1}
            aria-selected={col >= col1 && col <= col2}
            aria-readonly={columna.kind === 'fijo' || undefined}
            aria-invalid={problem !== undefined || undefined}
            data-fila={n}
            data-col={col}
            data-number={columna.kind === 'monto' || undefined}
            data-active={col === activa || undefined}
            data-changed={celda !== undefined || undefined}
            title={problem ?? (celda ? `Antes: ${celda.antes || 'vacío'}` : columna.kind === 'monto' ? undefined : textoOf(columna, fila))}
          >
            {isOpen ? (
              <Entrada hoja={hoja} columna={columna} fila={fila} focusGrid={focusGrid} />
            ) : (
              <span className={classes.texto}>
                {problem !== undefined && <IconAlertTriangle size={14} aria-label="Con problema" className={classes.problema} />}
                {celda?.despues ?? textoOf(columna, fila)}
              </span>
            )}
          </td>
        )
      })}
    </tr>
  )
}, isSame)

interface EntradaProps {
  hoja: ControlHoja
  columna: Columna
  fila: ProductoHoja
  focusGrid: () => void
}

/** The cell that is being edited. Enter keeps the text and moves down, Tab to the side, Esc restores the value. */
function Entrada({ hoja, columna, fila, focusGrid }: EntradaProps) {
  const isOver = useRef(false)
  const { activa, tecleo } = hoja
  const close = (keep: boolean, down = 0, right = 0) => {
    if (isOver.current) return
    isOver.current = true
    if (keep && tecleo) hoja.escribir([escrituraOf(columna, fila, tecleo.texto)])
    hoja.mover({ fila: activa.fila + down, col: activa.col + right })
    focusGrid()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey } = event
    event.stopPropagation()
    const isArrow = tecleo?.isFresh === true && (key === 'ArrowUp' || key === 'ArrowDown')
    if (key === 'Enter') close(true, shiftKey ? -1 : 1)
    else if (key === 'Tab') close(true, 0, shiftKey ? -1 : 1)
    else if (key === 'Escape') close(false)
    else if (isArrow) close(true, key === 'ArrowUp' ? -1 : 1)
    else return
    event.preventDefault()
  }
  const shared = {
    className: classes.entrada,
    'aria-label': `${columna.label} de ${fila.code}`,
    autoFocus: true,
    value: tecleo?.texto ?? '',
    onKeyDown,
    onBlur: () => {
      if (isOver.current) return
      isOver.current = true
      if (tecleo) hoja.escribir([escrituraOf(columna, fila, tecleo.texto)])
      hoja.teclear(undefined)
    },
  }
  if (columna.kind === 'opcion')
    return (
      <select {...shared} onChange={({ currentTarget: { value } }) => hoja.teclear({ texto: value, isFresh: false })}>
        {opcionesOf(columna, fila).map(({ label }) => (
          <option key={label}>{label}</option>
        ))}
      </select>
    )
  return (
    <input
      {...shared}
      data-number={columna.kind === 'monto' || undefined}
      inputMode={columna.kind === 'monto' ? 'decimal' : 'text'}
      autoComplete="off"
      spellCheck={false}
      onFocus={({ currentTarget }) => !tecleo?.isFresh && currentTarget.select()}
      onChange={({ currentTarget: { value } }) => hoja.teclear({ texto: value, isFresh: tecleo?.isFresh ?? false })}
    />
  )
}
