import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { FilaAuditoria, INSTALACION } from '../../secretos/sello.ts'
import type { Eslabones, UltimoSello } from './hecho.sql.ts'

/** Rows sealed in one transaction. */
export const BATCH = 500

/** Whether this worker seals the chain: the lock of a chain goes to one worker until its transaction ends. */
export const lockSellado = async (tx: Tx, empresaId: EmpresaId | typeof INSTALACION): Promise<boolean> => {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(74020, hashtext(${empresaId})) as mine`.execute(tx)
  return rows[0]?.mine === true
}

export interface Pendiente {
  empresa_id: EmpresaId
  /** The first row without a seal. */
  desde: number
}

export async function readSinSello(tx: Tx, { empresa_id: empresaId, desde }: Pendiente, until: Date): Promise<FilaAuditoria[]> {
  const { rows } = await sql<FilaAuditoria>`
    select a.empresa_id, a.id, a.en, a.usuario_id, a.actor_id, a.accion, a.objeto, a.detalle::text as detalle from auditoria a
     where a.empresa_id = ${empresaId} and a.id >= ${desde} and a.en <= ${until}
       and not exists (select 1 from auditoria_sello s where s.empresa_id = a.empresa_id and s.id = a.id)
     order by a.id limit ${BATCH}`.execute(tx)
  return rows
}

export const readLastSello = (tx: Tx, empresaId: EmpresaId): Promise<UltimoSello | undefined> =>
  tx
    .selectFrom('auditoria_sello')
    .select(['sello', 'orden'])
    .where('empresa_id', '=', empresaId)
    .orderBy('orden', 'desc')
    .limit(1)
    .executeTakeFirst()

export const insertSellos = (tx: Tx, empresaId: EmpresaId, { ids, sellos, orden }: Eslabones, en: Date) =>
  sql`
  insert into auditoria_sello (empresa_id, id, sello, sellado_en, orden)
  select ${empresaId}::uuid, f.id, f.sello, ${en}::timestamptz, ${orden}::bigint + f.n from unnest(${ids}::bigint[], ${sellos}::bytea[]) with ordinality as f(id, sello, n)`.execute(
    tx,
  )

/** Companies with rows that wait for their seal. */
export async function readPendientes(db: Db): Promise<Pendiente[]> {
  const { rows } = await sql<Pendiente>`select empresa_id, desde from auditoria_sin_sellar()`.execute(db)
  return rows
}
