/** Why a sheet is not taken; a whole sentence, for who sent it. */
export class HojaError extends Error {
  override readonly name = 'HojaError'
}

/** What stands in a cell that is no value: the formula is not computed here, and nobody can read an error. */
export type Marca = 'FORMULA' | 'ERROR'

export interface FilaHoja {
  /** Its number in the sheet, from 1. */
  n: number
  celdas: string[]
  /** Cells without a value, by their place. */
  marcas: Record<number, Marca>
}

export interface LimitesHoja {
  /** Rows with something in them, the head among them. */
  filas: number
  columnas: number
  /** Characters of all cells. */
  caracteres: number
}

export const LIMITES_HOJA: LimitesHoja = { filas: 50_001, columnas: 100, caracteres: 20_000_000 }

/** Rows as they leave the thread: one JSON text in each line. */
export const lineOf = ({ n, celdas, marcas }: FilaHoja): string => `${JSON.stringify([n, celdas, marcas])}\n`

/** The rows of those lines, one by one: fifty thousand of them are never objects all at once. */
export function* filasOf(bytes: Uint8Array): Generator<FilaHoja> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < file.length;) {
    const end = file.indexOf(10, at)
    const [n, celdas, marcas] = JSON.parse(file.toString('utf8', at, end)) as [number, string[], Record<number, Marca>]
    yield { n, celdas, marcas }
    at = end + 1
  }
}

/** «C5» */
export const celdaName = (col: number, n: number): string => {
  let letters = ''
  for (let left = col + 1; left > 0; left = Math.floor((left - 1) / 26)) letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters
  return `${letters}${n}`
}
