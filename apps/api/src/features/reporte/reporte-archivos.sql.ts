import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'

// The documents of a period whose files leave together.

interface Periodo {
  empresaId: EmpresaId
  ambiente: Ambiente
  desde: string
  hasta: string
}

/** Authorised documents, up to a limit. */
export async function listAutorizados(tx: Tx, { empresaId, ambiente, desde, hasta }: Periodo, limite: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from documento
     where empresa_id = ${empresaId} and ambiente = ${ambiente} and estado = 'AUTORIZADO' and fecha_emision between ${desde}::date and ${hasta}::date
     order by fecha_emision, creado_en, id limit ${limite}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Documents that others issued to the company, up to a limit. */
export async function listRecibidos(tx: Tx, { empresaId, ambiente, desde, hasta }: Periodo, limite: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from recibido
     where empresa_id = ${empresaId} and ambiente = ${ambiente} and fecha_emision between ${desde}::date and ${hasta}::date
     order by fecha_emision, creado_en, id limit ${limite}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Number of issued and received documents together. */
export async function countDelPeriodo(tx: Tx, { empresaId, ambiente, desde, hasta }: Periodo): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from documento where empresa_id = ${empresaId} and ambiente = ${ambiente} and estado = 'AUTORIZADO'
               and fecha_emision between ${desde}::date and ${hasta}::date)::int
         + (select count(*) from recibido where empresa_id = ${empresaId} and ambiente = ${ambiente}
               and fecha_emision between ${desde}::date and ${hasta}::date)::int as n`.execute(tx)
  return rows[0]?.n ?? 0
}

export const readRecibidos = (
  tx: Tx,
  empresaId: EmpresaId,
  ids: readonly string[],
): Promise<{ tipo: string; numero: string; emisor_ruc: string; xml: string }[]> =>
  tx
    .selectFrom('recibido')
    .select(['tipo', 'numero', 'emisor_ruc', 'xml'])
    .where('empresa_id', '=', empresaId)
    .where('id', 'in', ids)
    .orderBy('fecha_emision')
    .orderBy('id')
    .execute()
