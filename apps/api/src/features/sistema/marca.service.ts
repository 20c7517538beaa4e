import { readLogoSistema } from '@yupana/contract'

import type { Db } from '../../db/connect.ts'
import { PRODUCTO } from '../../instalacion/version.ts'
import { readMarca, readNombre } from './sistema.sql.ts'

/** The operator's change appears on every instance after this time; the page does not read the database each time. */
const LIVE_MS = 5_000

export interface Marca {
  producto: string
  /** Address of the logo, or null for the product's own. */
  logo: string | null
}

/** The present name of this installation, for texts that keep it: letters, the entry in an authenticator. */
export const readProducto = async (db: Db): Promise<string> => (await readNombre(db)) ?? PRODUCTO

/** Name and logo of this installation (O-83), cached for a few seconds. If the database does not answer, the cached ones stay. */
export function createMarca(db: Db, segmento: string): () => Promise<Marca> {
  let known: { at: number; marca: Promise<Marca> } | undefined
  const read = async (before: Promise<Marca> | undefined): Promise<Marca> => {
    const found = await readMarca(db).catch(() => undefined)
    if (!found) return before ?? { producto: PRODUCTO, logo: null }
    return { producto: found.producto ?? PRODUCTO, logo: found.logo && `/${segmento}${readLogoSistema.path}?v=${found.logo}` }
  }
  return () => {
    // Cached before the answer: simultaneous calls read the database once.
    if (!known || performance.now() - known.at >= LIVE_MS) known = { at: performance.now(), marca: read(known?.marca) }
    return known.marca
  }
}
