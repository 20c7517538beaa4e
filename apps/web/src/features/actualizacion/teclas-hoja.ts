import type { KeyboardEvent } from 'react'

import { mostrado, rellenar, vaciar } from './hoja-operaciones.ts'
import type { ControlHoja, Punto } from './use-hoja.ts'

const PAGINA = 12

/** Target of an arrow key from a cell; with Ctrl the end. */
function destinoOf(hoja: ControlHoja, { key, ctrlKey, metaKey }: KeyboardEvent): Punto | undefined {
  const { fila, col } = hoja.activa
  const isFar = ctrlKey || metaKey
  const [lastFila, lastCol] = [hoja.filas.length - 1, hoja.columnas.length - 1]
  switch (key) {
    case 'ArrowUp':
      return { fila: isFar ? 0 : fila - 1, col }
    case 'ArrowDown':
      return { fila: isFar ? lastFila : fila + 1, col }
    case 'ArrowLeft':
      return { fila, col: isFar ? 0 : col - 1 }
    case 'ArrowRight':
      return { fila, col: isFar ? lastCol : col + 1 }
    case 'PageUp':
      return { fila: fila - PAGINA, col }
    case 'PageDown':
      return { fila: fila + PAGINA, col }
    case 'Home':
      return { fila: isFar ? 0 : fila, col: 0 }
    case 'End':
      return { fila: isFar ? lastFila : fila, col: lastCol }
    default:
      return undefined
  }
}

export const elegirColumna = (hoja: ControlHoja, col: number) => hoja.elegir({ fila: 0, col }, { fila: hoja.filas.length - 1, col })

/** Handles keys with Ctrl; returns whether it did. It reads `code`, not the character, because keyboards differ. */
function conControl(hoja: ControlHoja, { code, shiftKey }: KeyboardEvent): boolean {
  const { activa, rango } = hoja
  switch (code) {
    case 'KeyA':
      hoja.elegir({ fila: 0, col: 0 }, { fila: hoja.filas.length - 1, col: hoja.columnas.length - 1 })
      return true
    case 'KeyD':
      hoja.escribir(rellenar(hoja, rango))
      return true
    case 'KeyZ':
      if (shiftKey) hoja.rehacer()
      else hoja.deshacer()
      return true
    case 'KeyY':
      hoja.rehacer()
      return true
    case 'Space':
      elegirColumna(hoja, activa.col)
      return true
    default:
      return false
  }
}

/** Begins to edit the active cell, if it can be edited. */
export function abrir(hoja: ControlHoja, fresh?: string): void {
  const { activa, columnas, filas } = hoja
  const columna = columnas[activa.col]
  const fila = filas[activa.fila]
  if (!columna || !fila || columna.kind === 'fijo') return
  const isFresh = fresh !== undefined && columna.kind !== 'opcion'
  hoja.mover(activa)
  hoja.teclear({ texto: isFresh ? fresh : mostrado(hoja, columna, fila), isFresh })
}

/** Keys of the grid while no cell is edited: those of a spreadsheet. Tab leaves the grid. */
export function onTecla(hoja: ControlHoja, event: KeyboardEvent): void {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event
  if (altKey || hoja.filas.length === 0) return
  const destino = destinoOf(hoja, event)
  const handled = () => {
    if (destino) return (hoja.mover(destino, shiftKey), true)
    if (ctrlKey || metaKey) return conControl(hoja, event)
    if (key === 'Enter' || key === 'F2') return (abrir(hoja), true)
    if (key === 'Delete' || key === 'Backspace') return (hoja.escribir(vaciar(hoja, hoja.rango)), true)
    if (key === 'Escape') return (hoja.mover(hoja.activa), true)
    if (key === ' ' && shiftKey)
      return (hoja.elegir({ fila: hoja.activa.fila, col: 0 }, { fila: hoja.activa.fila, col: hoja.columnas.length - 1 }), true)
    if ([...key].length === 1) return (abrir(hoja, key), true)
    return false
  }
  if (handled()) event.preventDefault()
}
