import { empresaIdOf, type EmpresaId } from '../db/empresa-id.ts'
import type { Lector } from './invariante.ts'

const PAGE = 500

interface Llave {
  empresa_id: EmpresaId
  id: string
}

const FIRST: Llave = { empresa_id: empresaIdOf('00000000-0000-0000-0000-000000000000'), id: '00000000-0000-0000-0000-000000000000' }

/**
 * Every row of a query in the order of (empresa_id, id), a page at a time: memory stays flat over millions.
 * @param query compares with `($1, $2)`, orders by the same two and ends in `limit $3`
 */
export async function* pages<Row extends Llave>(owner: Lector, query: string): AsyncGenerator<Row[]> {
  let last: Llave = FIRST
  for (;;) {
    const { rows } = await owner.query<Row>(query, [last.empresa_id, last.id, PAGE])
    if (rows.length > 0) yield rows
    const end = rows.at(-1)
    if (!end || rows.length < PAGE) return
    last = end
  }
}
