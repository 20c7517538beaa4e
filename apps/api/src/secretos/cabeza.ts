import { createHmac, timingSafeEqual } from 'node:crypto'

/** The state of a company's audit chain at the end of a day, for keeping outside the database. */
export interface Cabeza {
  dia: string
  empresa: string
  ruc: string
  /** Id of the row, and its seal in hexadecimal. */
  id: number
  sello: string
}

const firmaOf = (cabezaKey: Uint8Array, { dia, empresa, ruc, id, sello }: Cabeza): Buffer =>
  createHmac('sha256', cabezaKey)
    .update(JSON.stringify(['cabeza v1', dia, empresa, ruc, id, sello]))
    .digest()

/** One line of the file of heads: only the master key can write it. */
export const writeCabeza = (cabezaKey: Uint8Array, cabeza: Cabeza): string =>
  JSON.stringify({ ...cabeza, firma: firmaOf(cabezaKey, cabeza).toString('hex') })

/** Undefined for a line not written with this key, or changed since. */
export function readCabeza(cabezaKey: Uint8Array, line: string): Cabeza | undefined {
  try {
    const { firma, ...cabeza } = JSON.parse(line) as Cabeza & { firma: string }
    const [given, expected] = [Buffer.from(firma, 'hex'), firmaOf(cabezaKey, cabeza)]
    return given.length === expected.length && timingSafeEqual(given, expected) ? cabeza : undefined
  } catch {
    return undefined
  }
}
