import type { Config } from '../config/config.ts'
import type { Db } from '../db/connect.ts'
import { AlmacenBase } from './almacen-base.sql.ts'
import { AlmacenCarpeta } from './almacen-carpeta.ts'
import { AlmacenS3 } from './almacen-s3.ts'

/**
 * Where sealed bytes lie under random names (O-105, adr/0014). It knows nothing of companies or keys: who has the row of a name, and its
 * key, can read it.
 */
export interface Almacen {
  /** Durable once it resolves. @throws 503 where the place does not answer */
  put(objeto: string, bytes: Uint8Array): Promise<void>
  /** Undefined where there is none of that name. @throws 503 */
  get(objeto: string): Promise<Buffer | undefined>
  /** One that is not there is gone already. @throws 503 */
  remove(objeto: string): Promise<void>
  /** All names, in lots. @throws 503 */
  list(): AsyncIterable<readonly string[]>
}

/** A place, and the database where what came before that place was chosen still lies. */
export interface Lugares extends Almacen {
  /** Undefined where the database itself is the place. */
  readonly fuera: Almacen | undefined
  readonly base: Almacen
}

/** The place of the settings: S3_URL, else ARCHIVOS_DIR, else the database. */
export function openAlmacen({ s3, archivosDir }: Pick<Config, 's3' | 'archivosDir'>, db: Db): Lugares {
  const base = new AlmacenBase(db)
  const fuera = s3 ? new AlmacenS3(s3) : archivosDir === undefined ? undefined : new AlmacenCarpeta(archivosDir)
  const lugar = fuera ?? base
  return {
    fuera,
    base,
    put: (objeto, bytes) => lugar.put(objeto, bytes),
    get: async (objeto) => (await lugar.get(objeto)) ?? (fuera && base.get(objeto)),
    remove: async (objeto) => {
      await lugar.remove(objeto)
      if (fuera) await base.remove(objeto)
    },
    list: async function* () {
      yield* lugar.list()
      if (fuera) yield* base.list()
    },
  }
}
