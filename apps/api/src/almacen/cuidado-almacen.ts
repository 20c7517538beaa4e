import type { Db } from '../db/connect.ts'
import type { Lugares } from './almacen.ts'
import * as sql from './cuidado-almacen.sql.ts'

const LOTE = 100

/** What the worker does for the storage of files. Each act may be broken off and begun again; two workers do no harm to each other. */
export class CuidadoAlmacen {
  readonly #db: Db
  readonly #almacen: Lugares
  /** Objects without a row at the last look: one that is being uploaded has its row long before the next. */
  #sospechosos: ReadonlySet<string> = new Set()

  constructor(db: Db, almacen: Lugares) {
    this.#db = db
    this.#almacen = almacen
  }

  /** Removes the objects of deleted rows. */
  async removeGone(): Promise<void> {
    if (await sql.isCercada(this.#db)) return
    for (let lote = await sql.listBajas(this.#db, LOTE); lote.length > 0; lote = await sql.listBajas(this.#db, LOTE))
      for (const objeto of lote) {
        await this.#almacen.remove(objeto)
        await sql.forgetBaja(this.#db, objeto)
      }
  }

  /** Removes objects that had no row at two looks in a row: an upload died between the object and its row. */
  async removeOrphans(): Promise<void> {
    if (await sql.isCercada(this.#db)) return
    const now = new Set<string>()
    for await (const objetos of this.#almacen.list())
      for (const objeto of await sql.namelessOf(this.#db, objetos))
        if (this.#sospechosos.has(objeto)) await this.#almacen.remove(objeto)
        else now.add(objeto)
    this.#sospechosos = now
  }

  /** Brings what came before the place was chosen out of the database into it. */
  async moveOut(signal: AbortSignal): Promise<void> {
    const { fuera, base } = this.#almacen
    if (!fuera || (await sql.isCercada(this.#db))) return
    for await (const objetos of base.list())
      for (const objeto of objetos) {
        if (signal.aborted) return
        const bytes = await base.get(objeto)
        if (!bytes) continue
        await fuera.put(objeto, bytes)
        await base.remove(objeto)
      }
  }
}
