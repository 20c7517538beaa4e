import { sql } from 'kysely'

import type { Tx } from '../../../db/transaction.ts'

/** Names of the company's people by id. */
export async function readVendedores(tx: Tx): Promise<Map<string, string>> {
  const { rows } = await sql<{
    id: string
    nombre: string
  }>`select id, trim(name || ' ' || surname) as nombre from usuarios_de_empresa()`.execute(tx)
  return new Map(rows.map((row) => [row.id, row.nombre]))
}
