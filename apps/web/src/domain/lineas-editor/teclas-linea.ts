import { nombreOf } from '../../lib/teclado/keyboard.ts'

/** The keys of the grid, by their place on the keyboard; `held` is what is pressed with them. */
export const TECLAS_LINEA = {
  siguiente: { codes: ['Enter'], efecto: 'Celda siguiente' },
  columna: { codes: ['ArrowUp', 'ArrowDown'], efecto: 'Línea anterior o siguiente' },
  recuperarCelda: { codes: ['Escape'], efecto: 'Recuperar lo que había' },
  descuento: { codes: ['%', '$'], efecto: 'En el descuento: porcentaje o dólares' },
  duplicar: { codes: ['KeyD'], held: 'ctrl', efecto: 'Duplicar la línea' },
  eliminar: { codes: ['Delete'], held: 'ctrl', efecto: 'Eliminar la línea' },
  recuperarLinea: { codes: ['KeyZ'], held: 'ctrl', efecto: 'Recuperar la línea eliminada' },
  mover: { codes: ['ArrowUp', 'ArrowDown'], held: 'alt', efecto: 'Mover la línea' },
  lista: { codes: ['KeyL'], held: 'alt', efecto: 'Precio de la lista siguiente, en esta línea' },
  pegar: { codes: ['KeyV'], held: 'ctrl', efecto: 'Pegar filas de una hoja de cálculo' },
} as const satisfies Record<
  string,
  { readonly codes: readonly [string, ...string[]]; readonly held?: 'ctrl' | 'alt'; readonly efecto: string }
>

export type TeclaLinea = keyof typeof TECLAS_LINEA

/** How a key of the grid is written: «Ctrl D», «Alt ↑ ↓». */
export function nombreOfTecla(tecla: TeclaLinea): string {
  const {
    codes: [first, ...others],
    held,
  }: { codes: readonly [string, ...string[]]; held?: 'ctrl' | 'alt' } = TECLAS_LINEA[tecla]
  return [nombreOf({ code: first, ...(held && { [held]: true }) }), ...others.map((code) => nombreOf({ code }))].join(' ')
}

const grupoOf = (teclas: readonly TeclaLinea[]) =>
  ['Líneas', teclas.map((tecla) => [nombreOfTecla(tecla), TECLAS_LINEA[tecla].efecto] as const)] as const

const TECLAS = Object.keys(TECLAS_LINEA) as TeclaLinea[]
/** The keys of the lines, as the help of an editor has them. */
export const GRUPO_LINEAS = grupoOf(TECLAS)
/** What is bought has no price lists. */
export const GRUPO_LINEAS_COMPRA = grupoOf(TECLAS.filter((tecla) => tecla !== 'lista'))
