import { useRef, type ClipboardEvent, type FocusEvent, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import { useFormContext, type FieldPath } from 'react-hook-form'

import { hasMod, isDelete } from '../../lib/teclado/keyboard.ts'
import { celdaOf, columnaAfter, focusCelda, type Celda, type Columna } from './columnas.ts'
import { isEmptyLinea } from './linea-valores.ts'
import type { LineasContexto, LineasForm } from './lineas-context.ts'
import { filasOf, type FilaPegada } from './pegar-filas.ts'
import { TECLAS_LINEA } from './teclas-linea.ts'

type Cell = HTMLInputElement | HTMLSelectElement

const isCell = (target: EventTarget): target is Cell => target instanceof HTMLInputElement || target instanceof HTMLSelectElement

interface GridKeys {
  grid: RefObject<HTMLElement | null>
  contexto: LineasContexto
  onPaste: (filas: FilaPegada[]) => void
}

/** Every key of the grid, caught once for all cells. Physical keys, so that each keyboard has them in the same place. */
export function useGridKeys({ grid, contexto: { acciones, canDiscount }, onPaste }: GridKeys) {
  const { getValues, setValue } = useFormContext<LineasForm>()
  /** What the cell held when it was entered. */
  const entered = useRef<{ name: string; value: string; lista: number | undefined }>(undefined)
  /** The choices of a rate are open: its arrows are its own. */
  const isChoosing = useRef(false)

  const go = (celda: Celda) => focusCelda(grid.current, celda)
  const isLast = (fila: number) => fila === getValues('lineas').length - 1
  const isEmpty = (fila: number) => {
    const linea = getValues('lineas')[fila]
    return linea === undefined || isEmptyLinea(linea)
  }

  function enter({ fila, columna }: Celda) {
    if (columna === 'producto' && isEmpty(fila)) return void go({ fila, columna: 'descripcion' })
    const isFixed = (next: Columna) =>
      (next === 'descuento' && !canDiscount) ||
      (grid.current?.querySelector<HTMLInputElement>(`[data-fila="${fila}"][data-columna="${next}"]`)?.readOnly ?? false)
    const inside = columnaAfter(columna, isFixed)
    if (inside !== undefined) go({ fila, columna: inside })
    else if (!isLast(fila)) go({ fila: fila + 1, columna: 'producto' })
    else if (!isEmpty(fila)) acciones.add()
  }

  function restore(target: Cell): boolean {
    const before = entered.current
    if (before?.name !== target.name || before.value === target.value) return false
    const value = target instanceof HTMLSelectElement && target.dataset.columna === 'iva' ? Number(before.value) : before.value
    setValue(target.name as FieldPath<LineasForm>, value)
    const celda = celdaOf(target)
    if (celda?.columna === 'precio') setValue(`lineas.${celda.fila}.lista`, before.lista)
    if (target instanceof HTMLInputElement) target.select()
    return true
  }

  const isUntouched = (target: EventTarget) =>
    !isCell(target) || (entered.current?.name === target.name && entered.current.value === target.value)

  const withMod = (event: KeyboardEvent, { fila, columna }: Celda): boolean => {
    if (isDelete(event.nativeEvent)) acciones.remove(fila)
    else if (event.code === TECLAS_LINEA.duplicar.codes[0]) acciones.duplicate(fila, columna)
    // What was typed in the cell is the browser's to undo first.
    else if (event.code === TECLAS_LINEA.recuperarLinea.codes[0]) return isUntouched(event.target) && acciones.undo()
    else return false
    return true
  }

  const vertical = (event: KeyboardEvent, { fila, columna }: Celda): boolean => {
    const [up, down] = TECLAS_LINEA.columna.codes
    const step = event.code === up ? -1 : event.code === down ? 1 : undefined
    if (step === undefined || event.shiftKey || event.ctrlKey || event.metaKey) return false
    if (event.altKey) acciones.move(fila, step, columna)
    else if (columna === 'menu' || (isChoosing.current && event.target instanceof HTMLSelectElement)) return false
    else go({ fila: fila + step, columna })
    return true
  }

  const listed = (event: KeyboardEvent, { fila }: Celda): boolean => {
    if (!event.altKey || event.code !== TECLAS_LINEA.lista.codes[0]) return false
    acciones.list(fila)
    return true
  }

  const plain = (event: KeyboardEvent, celda: Celda): boolean => {
    if (event.altKey || event.ctrlKey || event.metaKey) return false
    if (event.key === TECLAS_LINEA.siguiente.codes[0] && isCell(event.target)) enter(celda)
    else if (event.code === TECLAS_LINEA.recuperarCelda.codes[0] && isCell(event.target)) return restore(event.target)
    else if (event.key === 'Tab' && !event.shiftKey && celda.columna === 'menu' && isLast(celda.fila) && !isEmpty(celda.fila))
      acciones.add()
    else return false
    return true
  }

  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      // What is drawn elsewhere (dialogs, menus) hands its keys on to here too.
      const celda = event.currentTarget.contains(event.target as Node) ? celdaOf(event.target) : undefined
      if (!celda || event.defaultPrevented) return
      if (event.target instanceof HTMLSelectElement)
        isChoosing.current = event.code === 'Space' || (isChoosing.current && event.code.startsWith('Arrow'))
      const isHandled = hasMod(event.nativeEvent)
        ? withMod(event, celda)
        : vertical(event, celda) || listed(event, celda) || plain(event, celda)
      if (isHandled) event.preventDefault()
    },
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      isChoosing.current = false
      if (!isCell(target)) return
      const fila = celdaOf(target)?.fila ?? -1
      entered.current = { name: target.name, value: target.value, lista: getValues(`lineas.${fila}.lista`) }
      if (target instanceof HTMLInputElement) target.select()
    },
    // The press that enters a cell would put the caret where it fell and lose the selection.
    onMouseDown: (event: MouseEvent<HTMLElement>) => {
      const { target } = event
      if (target instanceof HTMLSelectElement) isChoosing.current = true
      if (!(target instanceof HTMLInputElement) || document.activeElement === target || celdaOf(target) === undefined) return
      event.preventDefault()
      target.focus()
    },
    onPaste: (event: ClipboardEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.target as Node)) return
      const filas = filasOf(event.clipboardData.getData('text/plain'))
      if (!filas) return
      event.preventDefault()
      if (filas.length > 0) onPaste(filas)
    },
  }
}
