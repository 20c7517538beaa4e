import type { Ambiente } from '@yupana/contract'
import type { Fecha } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { EmpresaId } from '../../../db/empresa-id.ts'
import type { Tx } from '../../../db/transaction.ts'

export interface Libro {
  empresaId: EmpresaId
  ambiente: Ambiente
}

const nameOf = ({ empresaId, ambiente }: Libro, mes: Fecha) => `mes|${empresaId}|${ambiente}|${mes}`

/** Transactions that book in a month share this lock; the one that closes the month takes it alone. */
export async function shareMes(tx: Tx, libro: Libro, mes: Fecha): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${nameOf(libro, mes)}, 0))`.execute(tx)
}

/** Keeps other transactions from booking in this month until this one ends, and waits for those under way. */
export async function lockMes(tx: Tx, libro: Libro, mes: Fecha): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${nameOf(libro, mes)}, 0))`.execute(tx)
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
