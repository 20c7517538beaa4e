import { useEffect, useLayoutEffect, useRef, useState, type ClipboardEvent, type PointerEvent } from 'react'

import { addNotice } from '../../lib/pagina/notices.ts'
import { HojaFila } from './hoja-fila.tsx'
import { copiar, pegar } from './hoja-operaciones.ts'
import classes from './hoja.module.css'
import { abrir, elegirColumna, onTecla } from './teclas-hoja.ts'
import type { ControlHoja, Punto } from './use-hoja.ts'

/** Height of a row in px, as in the style sheet. */
const ALTO = 36
const SOBRA = 6
const celdaId = ({ fila, col }: Punto) => `celda-${fila}-${col}`

const puntoOf = (target: EventTarget | null): Punto | undefined => {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-col]') : null
  return cell?.dataset['fila'] === undefined ? undefined : { fila: Number(cell.dataset['fila']), col: Number(cell.dataset['col']) }
}

/** The visible rows, and a few more. */
function useVentana(total: number) {
  const [{ top, height }, setView] = useState({ top: 0, height: 600 })
  const first = Math.max(0, Math.floor(top / ALTO) - SOBRA)
  const last = Math.min(total, Math.ceil((top + height) / ALTO) + SOBRA)
  return { first, last, watch: (element: HTMLElement) => setView({ top: element.scrollTop, height: element.clientHeight }) }
}

/** Scrolls a cell into view, below the heads and beside the first column. */
function useSeguir(ref: { current: HTMLElement | null }, { activa }: ControlHoja) {
  useLayoutEffect(() => {
    const grid = ref.current
    if (!grid) return
    const head = grid.querySelector('thead')?.clientHeight ?? 0
    const top = activa.fila * ALTO
    if (top < grid.scrollTop) grid.scrollTop = top
    else if (top + ALTO > grid.scrollTop + grid.clientHeight - head) grid.scrollTop = top + ALTO - grid.clientHeight + head
    const cell = grid.querySelector<HTMLElement>(`th[data-col="${activa.col}"]`)
    const fixed = grid.querySelector<HTMLElement>('th[data-col="0"]')?.offsetWidth ?? 0
    if (!cell || activa.col === 0) return
    if (cell.offsetLeft - fixed < grid.scrollLeft) grid.scrollLeft = cell.offsetLeft - fixed
    else if (cell.offsetLeft + cell.offsetWidth > grid.scrollLeft + grid.clientWidth)
      grid.scrollLeft = cell.offsetLeft + cell.offsetWidth - grid.clientWidth
  }, [ref, activa.fila, activa.col])
}

interface HojaTablaProps {
  hoja: ControlHoja
  /** Why the server refused a product, by its id. */
  rechazos: ReadonlyMap<string, string>
}

/** The products as a spreadsheet: cells are selected with arrows or mouse, edited, copied and pasted. */
export function HojaTabla({ hoja, rechazos }: HojaTablaProps) {
  const ref = useRef<HTMLDivElement>(null)
  const { filas, columnas, activa, rango, tecleo } = hoja
  const { first, last, watch } = useVentana(filas.length)
  useSeguir(ref, hoja)
  useEffect(() => {
    if (ref.current) watch(ref.current)
    // Only once, after the grid has mounted.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  const isSeen = activa.fila >= first && activa.fila < last
  const onPointerDown = (event: PointerEvent) => {
    const punto = puntoOf(event.target)
    if (!punto || event.button !== 0 || (event.target instanceof Element && event.target.closest('input, select'))) return
    const isAgain = event.pointerType === 'touch' && punto.fila === activa.fila && punto.col === activa.col
    hoja.mover(punto, event.shiftKey)
    if (isAgain) abrir(hoja)
  }
  const onPointerOver = (event: PointerEvent) => {
    const punto = puntoOf(event.target)
    if (punto && event.buttons === 1 && event.pointerType === 'mouse' && !tecleo) hoja.mover(punto, true)
  }
  const onCopy = (event: ClipboardEvent) => {
    if (tecleo) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', copiar(hoja, rango))
  }
  const onPaste = (event: ClipboardEvent) => {
    if (tecleo) return
    event.preventDefault()
    const { escrituras, fuera, hasta } = pegar(hoja, rango, event.clipboardData.getData('text/plain'))
    hoja.escribir(escrituras, hasta)
    if (fuera > 0)
      addNotice({
        severity: 'warn',
        detail: `${fuera} ${fuera === 1 ? 'celda pegada no tiene' : 'celdas pegadas no tienen'} lugar en la hoja.`,
      })
  }
  return (
    <div
      ref={ref}
      className={classes.hoja}
      role="grid"
      tabIndex={0}
      aria-label="Productos"
      aria-rowcount={filas.length + 1}
      aria-colcount={columnas.length}
      aria-multiselectable="true"
      {...(isSeen && filas.length > 0 && !tecleo && { 'aria-activedescendant': celdaId(activa) })}
      onScroll={(event) => watch(event.currentTarget)}
      onKeyDown={(event) => !tecleo && onTecla(hoja, event)}
      onPointerDown={onPointerDown}
      onPointerOver={onPointerOver}
      onDoubleClick={(event) => puntoOf(event.target) && !tecleo && abrir(hoja)}
      onCopy={onCopy}
      onPaste={onPaste}
    >
      <table role="presentation" className={classes.tabla} style={{ width: `${columnas.reduce((sum, { ancho }) => sum + ancho, 0)}ch` }}>
        <colgroup>
          {columnas.map(({ id, ancho }) => (
            <col key={id} style={{ width: `${ancho}ch` }} />
          ))}
        </colgroup>
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            {columnas.map(({ id, label, kind }, col) => (
              <th
                key={id}
                role="columnheader"
                aria-colindex={col + 1}
                data-col={col}
                data-number={kind === 'monto' || undefined}
                data-chosen={(col >= rango.col1 && col <= rango.col2) || undefined}
                onClick={() => elegirColumna(hoja, col)}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody aria-hidden="true" style={{ height: first * ALTO }} />
        <tbody role="rowgroup">
          {filas.slice(first, last).map((fila, at) => {
            const n = first + at
            const isIn = n >= rango.fila1 && n <= rango.fila2
            return (
              <HojaFila
                key={fila.id}
                n={n}
                fila={fila}
                columnas={columnas}
                textos={hoja.ediciones.get(fila.id)}
                rechazo={rechazos.get(fila.id)}
                col1={isIn ? rango.col1 : -1}
                col2={isIn ? rango.col2 : -1}
                activa={n === activa.fila ? activa.col : -1}
                hoja={n === activa.fila && tecleo ? hoja : undefined}
                focusGrid={() => ref.current?.focus({ preventScroll: true })}
              />
            )
          })}
        </tbody>
        <tbody aria-hidden="true" style={{ height: (filas.length - last) * ALTO }} />
      </table>
    </div>
  )
}
