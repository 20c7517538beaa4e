import type { Config } from '../config/config.ts'
import type { Db } from '../db/connect.ts'
import { errors } from '../errors.ts'
import { AlmacenBase } from './almacen-base.sql.ts'
import { AlmacenCarpeta } from './almacen-carpeta.ts'
import { AlmacenS3 } from './almacen-s3.ts'
import * as sql from './almacen.sql.ts'

/**
 * Where sealed bytes lie under random names (O-105, adr/0014). It knows nothing of companies or keys: who has the row of a name, and its
 * key, can read it.
 */
export interface Almacen {
  /** Durable once it resolves; removed after a day unless it is kept. @throws 503 where the place does not answer, or is not ours */
  put(objeto: string, bytes: Uint8Array): Promise<void>
  /** Undefined where it is lost for good. @throws 503 where that cannot be known */
  get(objeto: string): Promise<Buffer | undefined>
  /** One that is not there is gone already. @throws 503 */
  remove(objeto: string): Promise<void>
  /** All names, in lots. @throws 503 */
  list(): AsyncIterable<readonly string[]>
}

/** A place outside of the database. It carries the name of the installation whose files it has. */
export interface Lugar extends Almacen {
  /** @throws 503 */
  readMarca(): Promise<string | undefined>
  /** @throws 503 */
  writeMarca(instalacion: string): Promise<void>
  /** Whether its calls fail once it is another place: a folder whose disk is not there looks like an empty one. */
  readonly isFirme: boolean
}

/** What stands behind the storage: a place, and the database where what came before that place was chosen still lies. */
export interface Lugares extends Almacen {
  /** Undefined where the database itself is the place. */
  readonly fuera: Lugar | undefined
  readonly base: Almacen
  /** @throws 503 where the place outside has no mark of this installation, or another's */
  requirePropio(): Promise<void>
  /** Makes the place outside this installation's own, whosever it was. @throws 503 */
  takeOver(): Promise<void>
}

/** The place of the settings: S3_URL, else ARCHIVOS_DIR, else the database. */
export function openAlmacen({ s3, archivosDir }: Pick<Config, 's3' | 'archivosDir'>, db: Db): Lugares {
  const base = new AlmacenBase(db)
  const fuera = s3 ? new AlmacenS3(s3) : archivosDir === undefined ? undefined : new AlmacenCarpeta(archivosDir)
  const lugar = fuera ?? base
  let isKnown = false
  const requirePropio = async () => {
    if (!fuera || (isKnown && fuera.isFirme)) return
    await checkMarca(fuera, db)
    isKnown = true
  }
  return {
    fuera,
    base,
    requirePropio,
    takeOver: async () => {
      if (fuera) await fuera.writeMarca(await sql.readInstalacion(db))
    },
    put: async (objeto, bytes) => {
      await requirePropio()
      await sql.insertBaja(db, objeto)
      await lugar.put(objeto, bytes)
    },
    get: async (objeto) => {
      const found = (await lugar.get(objeto)) ?? (fuera && (await base.get(objeto)))
      if (found) return found
      // Of the database nothing gets lost: it lies in a place that the settings do not name.
      if (!fuera) throw errors.storageAway(new Error(`${objeto} lies outside of the database, and neither S3_URL nor ARCHIVOS_DIR is set`))
      if ((await fuera.readMarca()) === undefined) throw errors.storageAway(new Error('the place of the files is not the one it was'))
      return undefined
    },
    remove: async (objeto) => {
      await requirePropio()
      await lugar.remove(objeto)
      if (fuera) await base.remove(objeto)
    },
    list: async function* () {
      yield* lugar.list()
      if (fuera) yield* base.list()
    },
  }
}

/** A place without a mark becomes ours where it is empty and nothing of ours lies outside yet. @throws 503 */
async function checkMarca(fuera: Lugar, db: Db): Promise<void> {
  const [instalacion, marca] = [await sql.readInstalacion(db), await fuera.readMarca()]
  if (marca === instalacion) return
  const refuse = (why: string) => errors.storageAway(new Error(`nothing is put into S3_URL or ARCHIVOS_DIR: ${why}`))
  if (marca !== undefined) throw refuse(`it is of another installation (${marca})`)
  if (await sql.areSomeOutside(db)) throw refuse('it has no mark of this installation, whose files lay outside of the database before')
  for await (const objetos of fuera.list()) if (objetos.length > 0) throw refuse('it has files and no mark')
  await fuera.writeMarca(instalacion)
}
