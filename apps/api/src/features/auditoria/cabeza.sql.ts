import { sql } from 'kysely'

import type { Cabeza } from '../../secretos/cabeza.ts'
import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

/** The last sealed row before an instant, kept once for each day. */
export async function takeCabeza(tx: Tx, empresaId: EmpresaId, dia: string, hasta: Date): Promise<Cabeza | undefined> {
  const { rows } = await sql<{ id: number; sello: Buffer }>`
    insert into auditoria_cabeza (empresa_id, dia, id, sello)
    select s.empresa_id, ${dia}, s.id, s.sello from auditoria_sello s join auditoria a on a.empresa_id = s.empresa_id and a.id = s.id
     where s.empresa_id = ${empresaId} and a.en < ${hasta} order by s.orden desc limit 1
    on conflict do nothing returning id, sello`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { ruc } = await tx.selectFrom('empresa').select('ruc').where('id', '=', empresaId).executeTakeFirstOrThrow()
  return { dia, empresa: empresaId, ruc, id: row.id, sello: row.sello.toString('hex') }
}

/** Companies whose chain lacks the head of the day that ended at this midnight. */
export async function readSinCabeza(db: Db, midnight: Date): Promise<EmpresaId[]> {
  const { rows } = await sql<{ empresa_id: EmpresaId }>`select empresa_id from auditoria_sin_cabeza(${midnight})`.execute(db)
  return rows.map(({ empresa_id: empresaId }) => empresaId)
}
