import { readLogoSistema } from '@yupana/contract'

import type { Db } from '../../db/connect.ts'
import { PRODUCTO } from '../../version.ts'
import { readMarca, readNombre } from './sistema.sql.ts'

/** The operator's change is seen on every instance after this time; the page does not ask the database each time. */
const LIVE_MS = 5_000

export interface Marca {
  producto: string
  /** Address of the logo, or null for the product's own. */
  logo: string | null
}

/** The name of this installation now, for what is written once: letters. */
export const readProducto = async (db: Db): Promise<string> => (await readNombre(db)) ?? PRODUCTO

/** Name and logo of this installation (O-83), remembered for a few seconds. A database that does not answer leaves what was known. */
export function createMarca(db: Db, segmento: string): () => Promise<Marca> {
  let known: { at: number; marca: Marca } | undefined
  return async () => {
    if (known && performance.now() - known.at < LIVE_MS) return known.marca
    const read = await readMarca(db).catch(() => undefined)
    const marca: Marca = read
      ? { producto: read.producto ?? PRODUCTO, logo: read.logo && `/${segmento}${readLogoSistema.path}?v=${read.logo}` }
      : (known?.marca ?? { producto: PRODUCTO, logo: null })
    known = { at: performance.now(), marca }
    return marca
  }
}
