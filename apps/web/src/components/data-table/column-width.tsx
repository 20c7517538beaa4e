import type { PointerEvent } from 'react'

import classes from './data-table.module.css'
import { withinAncho } from './table-layout.ts'

const KEY = 'data-column'

/** Present width of a column. */
export const presentWidth = (column: string): number => document.querySelector<HTMLElement>(`th[${KEY}="${column}"]`)?.offsetWidth ?? 0

interface WidthGripProps {
  column: string
  onDrag: (width: number) => void
  onDrop: (width: number) => void
  onReset: () => void
}

/** The edge of a heading, dragged with the pointer; «Columnas» does the same by keyboard. */
export function WidthGrip({ column, onDrag, onDrop, onReset }: WidthGripProps) {
  const begin = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault()
    const grip = event.currentTarget
    const [from, width] = [event.clientX, presentWidth(column)]
    let last: number | undefined
    const move = ({ clientX }: globalThis.PointerEvent) => onDrag((last = withinAncho(width + clientX - from)))
    const end = () => {
      grip.removeEventListener('pointermove', move)
      if (last !== undefined) onDrop(last)
    }
    grip.setPointerCapture(event.pointerId)
    grip.addEventListener('pointermove', move)
    grip.addEventListener('lostpointercapture', end, { once: true })
  }
  return <span className={classes.grip} aria-hidden="true" onPointerDown={begin} onDoubleClick={onReset} />
}
