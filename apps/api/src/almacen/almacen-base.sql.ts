import type { Db } from '../db/connect.ts'
import type { Almacen } from './almacen.ts'

const LOTE = 1_000
const FIRST = '00000000-0000-0000-0000-000000000000'

/** Objects as rows: whoever backs up the database has them too. */
export class AlmacenBase implements Almacen {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  async put(objeto: string, bytes: Uint8Array): Promise<void> {
    await this.#db
      .insertInto('almacen_objeto')
      .values({ objeto, bytes: Buffer.from(bytes) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  async get(objeto: string): Promise<Buffer | undefined> {
    return (await this.#db.selectFrom('almacen_objeto').select('bytes').where('objeto', '=', objeto).executeTakeFirst())?.bytes
  }

  async remove(objeto: string): Promise<void> {
    await this.#db.deleteFrom('almacen_objeto').where('objeto', '=', objeto).execute()
  }

  async *list(): AsyncIterable<readonly string[]> {
    for (let after = FIRST, isMore = true; isMore;) {
      const lote = await this.#db
        .selectFrom('almacen_objeto')
        .select('objeto')
        .where('objeto', '>', after)
        .orderBy('objeto')
        .limit(LOTE)
        .execute()
      if (lote.length > 0) yield lote.map(({ objeto }) => objeto)
      after = lote.at(-1)?.objeto ?? after
      isMore = lote.length === LOTE
    }
  }
}
