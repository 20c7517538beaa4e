import classes from './brand.module.css'

const CELL = 92
const GAP = 12
const COLUMNS = 8
const ROWS = 12
const SEED = 7
const OFFSETS: Record<number, readonly (readonly [number, number])[]> = {
  1: [[0, 0]],
  2: [
    [-15, 0],
    [15, 0],
  ],
  3: [
    [-15, 11],
    [15, 11],
    [0, -13],
  ],
  5: [
    [-19, -17],
    [19, -17],
    [0, 0],
    [-19, 17],
    [19, 17],
  ],
}

// The tagline stands in the lower left corner: no seeds behind it.
const isQuiet = (row: number, column: number) => row >= ROWS - 4 && column < 6

/** Seeds of a cell: sparse and fixed, so that the panel is the same at every visit. */
const seedsAt = (row: number, column: number) =>
  isQuiet(row, column) ? [] : (OFFSETS[[0, 1, 0, 2, 0, 0, 3, 0, 1, 0, 5][(row * 7 + column * 5 + row * column) % 11] ?? 0] ?? [])

const cells = Array.from({ length: ROWS * COLUMNS }, (_, index) => {
  const [row, column] = [Math.floor(index / COLUMNS), index % COLUMNS]
  return { x: column * (CELL + GAP), y: row * (CELL + GAP), seeds: seedsAt(row, column) }
})

/** A large, quiet counting board behind the sign-in. */
export const TableroPattern = () => (
  <svg
    className={classes.tablero}
    viewBox={`0 0 ${COLUMNS * (CELL + GAP)} ${ROWS * (CELL + GAP)}`}
    preserveAspectRatio="xMinYMax slice"
    aria-hidden="true"
    focusable="false"
  >
    {cells.map(({ x, y, seeds }) => (
      <g key={`${x}-${y}`} transform={`translate(${x} ${y})`}>
        <rect className={classes.casilla} width={CELL} height={CELL} rx="14" />
        {seeds.map(([dx, dy]) => (
          <circle key={`${dx}${dy}`} className={classes.semilla} cx={CELL / 2 + dx} cy={CELL / 2 + dy} r={SEED} />
        ))}
      </g>
    ))}
  </svg>
)
