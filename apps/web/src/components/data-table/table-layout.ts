import { PAGE_SIZES, type Preferencia } from '@yupana/contract'

import type { Column } from './column.ts'

/** The user's settings of a table, and how to change them. The table does not know where they are stored. */
export interface TableLayout {
  value: Preferencia
  isReady: boolean
  change: (changes: Partial<Preferencia>) => void
}

/** The column with the link to the record always shows. */
export const isFixed = ({ href }: Pick<Column<never>, 'href'>): boolean => href !== undefined

type Opciones = NonNullable<Preferencia['opciones']>

/** Prefix of the option of a column that is hidden by default. */
const VER = 'ver_'

export function isShown({ id, href, extra }: Pick<Column<never>, 'id' | 'href' | 'extra'>, layout: TableLayout | undefined): boolean {
  if (href !== undefined) return true
  if (extra) return layout?.value.opciones?.[`${VER}${id}`] === true
  return !layout?.value.ocultas.includes(id)
}

export const shownColumns = <Row>(columns: readonly Column<Row>[], layout: TableLayout | undefined): readonly Column<Row>[] =>
  columns.filter((column) => isShown(column, layout))

export function toggleColumn({ id, extra }: Pick<Column<never>, 'id' | 'extra'>, layout: TableLayout): void {
  const { value, change } = layout
  const { ocultas } = value
  if (extra) withOpciones(layout, { [`${VER}${id}`]: !isShown({ id, extra }, layout) })
  else change({ ocultas: ocultas.includes(id) ? ocultas.filter((hidden) => hidden !== id) : [...ocultas, id] })
}

const FILAS = 'filas'
const ANCHO = 'ancho_'
const ANCHO_MIN = 56
const ANCHO_MAX = 800

const withOpciones = ({ value, change }: TableLayout, changes: Opciones) => change({ opciones: { ...value.opciones, ...changes } })

/** Rows per page as last chosen; undefined before any choice. */
export const filasOf = (layout: TableLayout | undefined): (typeof PAGE_SIZES)[number] | undefined =>
  PAGE_SIZES.find((size) => size === layout?.value.opciones?.[FILAS])

export const rememberFilas = (layout: TableLayout, size: number): void => withOpciones(layout, { [FILAS]: size })

/** Widths in px by column; other columns fit their content. */
export type Anchos = Readonly<Record<string, number>>

export const anchosOf = (layout: TableLayout | undefined): Anchos =>
  Object.fromEntries(
    Object.entries(layout?.value.opciones ?? {}).flatMap(([name, value]) =>
      name.startsWith(ANCHO) && typeof value === 'number' ? [[name.slice(ANCHO.length), value]] : [],
    ),
  )

export const withinAncho = (width: number): number => Math.round(Math.min(ANCHO_MAX, Math.max(ANCHO_MIN, width)))

export const rememberAncho = (layout: TableLayout, column: string, width: number): void =>
  withOpciones(layout, { [`${ANCHO}${column}`]: withinAncho(width) })

/** Removes the stored width of a column. */
export const forgetAncho = ({ value, change }: TableLayout, column: string): void =>
  change({ opciones: Object.fromEntries(Object.entries(value.opciones ?? {}).filter(([name]) => name !== `${ANCHO}${column}`)) })

/** Restores the list's defaults, and keeps the other settings of its page. */
export const resetLayout = ({ value, change }: TableLayout): void =>
  change({
    ocultas: [],
    densidad: 'NORMAL',
    ...(value.opciones && {
      opciones: Object.fromEntries(Object.entries(value.opciones).filter(([name]) => !name.startsWith(ANCHO) && !name.startsWith(VER))),
    }),
  })
