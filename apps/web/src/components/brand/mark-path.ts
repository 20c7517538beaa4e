/**
 * The yupana: two columns by three rows of cells, with seeds cut out. One path in one colour serves as icon, favicon, and mark of the
 * notice
 * inside index.html; the seeds are few and large, so that it is legible at 16 px.
 */
const CELL = { width: 12, height: 9.5, radius: 2.5 }
const COLUMNS = [0, 13.5]
const ROWS = [0, 11, 22]
const SEED = 1.9

export const MARK_BOX = { width: 25.5, height: 31.5 }

/** Seeds per cell, column by column within each row. */
const SEEDS: readonly (readonly [number, number])[] = [
  [0, 1],
  [2, 0],
  [1, 2],
]

const cell = (x: number, y: number) => {
  const { width, height, radius: r } = CELL
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  return `M${x + r} ${y}h${width - 2 * r}${corner(r, r)}v${height - 2 * r}${corner(-r, r)}h${2 * r - width}${corner(-r, -r)}v${2 * r - height}${corner(r, -r)}z`
}

const seed = (x: number, y: number) => `M${x - SEED} ${y}a${SEED} ${SEED} 0 1 0 ${2 * SEED} 0a${SEED} ${SEED} 0 1 0 ${-2 * SEED} 0z`

/** 0 to 2 seeds in a cell whose corner is (x, y). */
const seedsOf = (count: number, x: number, y: number): string => {
  const cx = x + CELL.width / 2
  const cy = y + CELL.height / 2
  if (count === 1) return seed(cx, cy)
  if (count === 2) return seed(cx - 2.7, cy) + seed(cx + 2.7, cy)
  return ''
}

export const MARK_PATH = ROWS.map((y, row) =>
  COLUMNS.map((x, column) => cell(x, y) + seedsOf(SEEDS[row]?.[column] ?? 0, x, y)).join(''),
).join('')
