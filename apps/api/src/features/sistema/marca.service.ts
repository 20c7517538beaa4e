import { readLogoSistema } from '@yupana/contract'

import type { Db } from '../../db/connect.ts'
import { PRODUCTO } from '../../instalacion/version.ts'
import { readMarca, readNombre } from './sistema.sql.ts'

/** The operator's change is seen on every instance after this time; the page does not ask the database each time. */
const LIVE_MS = 5_000

export interface Marca {
  producto: string
  /** Address of the logo, or null for the product's own. */
  logo: string | null
}

/** The name of this installation now, for what is written and stays as it is: letters, the entry in an authenticator. */
export const readProducto = async (db: Db): Promise<string> => (await readNombre(db)) ?? PRODUCTO

/** Name and logo of this installation (O-83), remembered for a few seconds. A database that does not answer leaves what was known. */
export function createMarca(db: Db, segmento: string): () => Promise<Marca> {
  let known: { at: number; marca: Promise<Marca> } | undefined
  const read = async (before: Promise<Marca> | undefined): Promise<Marca> => {
    const found = await readMarca(db).catch(() => undefined)
    if (!found) return before ?? { producto: PRODUCTO, logo: null }
    return { producto: found.producto ?? PRODUCTO, logo: found.logo && `/${segmento}${readLogoSistema.path}?v=${found.logo}` }
  }
  return () => {
    // Kept before it is answered: however many ask at once, the database is asked once.
    if (!known || performance.now() - known.at >= LIVE_MS) known = { at: performance.now(), marca: read(known?.marca) }
    return known.marca
  }
}
