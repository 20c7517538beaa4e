/** Cells of a line in their order on screen; the last holds the line's menu. */
export const COLUMNAS = ['producto', 'descripcion', 'material', 'cantidad', 'precio', 'descuento', 'iva', 'menu'] as const
export type Columna = (typeof COLUMNAS)[number]

export interface Celda {
  fila: number
  columna: Columna
}

const isColumna = (text: string | undefined): text is Columna => COLUMNAS.some((columna) => columna === text)

/** The cell that holds what has the focus. */
export function celdaOf(target: EventTarget): Celda | undefined {
  if (!(target instanceof HTMLElement)) return undefined
  const { fila, columna } = target.dataset
  return fila !== undefined && isColumna(columna) ? { fila: Number(fila), columna } : undefined
}

const elementOf = (grid: HTMLElement, { fila, columna }: Celda) =>
  grid.querySelector<HTMLElement>(`[data-fila="${fila}"][data-columna="${columna}"]`)

/** Goes to a cell and selects what it holds; whether it exists. */
export function focusCelda(grid: HTMLElement | null, celda: Celda): boolean {
  const element = grid && elementOf(grid, celda)
  if (!element) return false
  element.focus()
  if (element instanceof HTMLInputElement) element.select()
  return true
}

/** Where Enter goes inside a line: an empty place means the next line. */
const ENTER: Readonly<Partial<Record<Columna, Columna>>> = {
  producto: 'cantidad',
  descripcion: 'cantidad',
  material: 'cantidad',
  cantidad: 'precio',
  precio: 'descuento',
}

/** The next cell that may be changed, by Enter; undefined when it is in the next line. */
export function columnaAfter(columna: Columna, isFixed: (columna: Columna) => boolean): Columna | undefined {
  const next = ENTER[columna]
  return next !== undefined && isFixed(next) ? columnaAfter(next, isFixed) : next
}
