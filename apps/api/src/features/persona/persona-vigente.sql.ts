import { sql, type RawBuilder } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

// A document, payment, purchase or quote keeps the person's record it was made for (adr/0013). Queries about a person include all their
// records.

/** Condition that `column` is any record of this person; with a single record an equality, so that an index gives the order. */
export async function isDePersona(tx: Tx, empresaId: EmpresaId, column: string, persona: string): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ ids: string[] }>`select personas_de(${empresaId}::uuid, ${persona}::uuid)::text[] as ids`.execute(tx)
  const [one = persona, ...more] = rows[0]?.ids ?? []
  return more.length === 0 ? sql`${sql.ref(column)} = ${one}::uuid` : sql`${sql.ref(column)} = any(${[one, ...more]}::uuid[])`
}

/** The ids that a query finds, with those of the records merged into each. */
export const withUnidas = (empresaId: EmpresaId, found: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with hallada as materialized (${found})
  select id from hallada
   union all select u.id from persona u where u.empresa_id = ${empresaId}::uuid and u.unida_a is not null and u.unida_a in (select id from hallada)`
