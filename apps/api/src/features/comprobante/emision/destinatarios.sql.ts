import { sql } from 'kysely'

import type { EmpresaId } from '../../../db/empresa-id.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { Preparado } from './preparado.ts'

/** Addresses that the company knew before this document. A person registered with the document is not known yet. */
export async function knownCorreos(
  tx: Tx,
  empresaId: EmpresaId,
  antes: string | null,
  { fila, otrosReceptores = [] }: Preparado,
): Promise<Set<string>> {
  const { rows } = await sql<{ correo: string }>`
    select distinct unnest(p.correos) as correo from persona p
     where p.empresa_id = ${empresaId} and (p.id = ${antes}::uuid or (p.identificacion = any(${[...otrosReceptores]}::text[]) and (${antes}::uuid is not null or p.id is distinct from ${fila.persona_id}::uuid)))`.execute(
    tx,
  )
  return new Set(rows.map(({ correo }) => correo.toLowerCase()))
}
