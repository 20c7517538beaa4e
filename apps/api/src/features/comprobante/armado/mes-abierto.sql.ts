import type { Ambiente } from '@yupana/contract'
import type { Fecha } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { EmpresaId } from '../../../db/empresa-id.ts'
import type { Tx } from '../../../db/transaction.ts'

export interface Libro {
  empresaId: EmpresaId
  ambiente: Ambiente
}

/** Who closes a month takes this lock alone; who books in it shares it. */
export async function shareMes(tx: Tx, { empresaId, ambiente }: Libro, mes: Fecha): Promise<void> {
  const name = `mes|${empresaId}|${ambiente}|${mes}`
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(tx)
}

export async function isMesCerrado(tx: Tx, { empresaId, ambiente }: Libro, mes: Fecha): Promise<boolean> {
  const row = await tx
    .selectFrom('mes_cerrado')
    .select('mes')
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .where('mes', '=', mes)
    .executeTakeFirst()
  return row !== undefined
}
