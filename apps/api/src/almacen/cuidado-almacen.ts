import type { Db } from '../db/connect.ts'
import type { Lugares } from './almacen.ts'
import * as sql from './cuidado-almacen.sql.ts'

const LOTE = 100

/** What the worker does for the storage of files. Each act may be broken off and begun again; two workers do no harm to each other. */
export class CuidadoAlmacen {
  readonly #db: Db
  readonly #almacen: Lugares

  constructor(db: Db, almacen: Lugares) {
    this.#db = db
    this.#almacen = almacen
  }

  /** Removes what was put and kept by nobody, and the objects of deleted rows, a day later. */
  async removeGone(): Promise<void> {
    if (await sql.isCercada(this.#db)) return
    for (let lote = await sql.listBajas(this.#db, LOTE); lote.length > 0; lote = await sql.listBajas(this.#db, LOTE)) {
      const nameless = new Set(await sql.namelessOf(this.#db, lote))
      for (const objeto of lote) {
        if (nameless.has(objeto)) await this.#almacen.remove(objeto)
        await sql.forgetBaja(this.#db, objeto)
      }
    }
  }

  /** Brings what came before the place was chosen out of the database into it. */
  async moveOut(signal: AbortSignal): Promise<void> {
    const { fuera, base } = this.#almacen
    if (!fuera || (await sql.isCercada(this.#db))) return
    await this.#almacen.requirePropio()
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
