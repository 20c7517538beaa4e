import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Clock } from '../../clock.ts'
import { INSTALACION, selloOf, type FilaAuditoria } from '../../sello.ts'
import { insertSellosDeHechos, readHechosSinSello, readLastSelloDeHechos } from './hecho.sql.ts'

/** Rows rest this long before they are sealed: none with a lower id can still be on its way. */
const REPOSO_MS = 5_000
const BATCH = 500

/** One worker seals at a time; another that comes finds nothing to do. */
const lockSellado = async (tx: Tx, empresaId: string): Promise<boolean> => {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(74020, hashtext(${empresaId})) as mine`.execute(tx)
  return rows[0]?.mine === true
}

async function readSinSello(tx: Tx, empresaId: string, until: Date): Promise<FilaAuditoria[]> {
  const { rows } = await sql<FilaAuditoria>`
    select a.empresa_id, a.id, a.en, a.usuario_id, a.actor_id, a.accion, a.objeto, a.detalle::text as detalle from auditoria a
     where a.empresa_id = ${empresaId} and a.en <= ${until}
       and a.id > coalesce((select max(s.id) from auditoria_sello s where s.empresa_id = ${empresaId}), 0)
     order by a.id limit ${BATCH}`.execute(tx)
  return rows
}

async function readLastSello(tx: Tx, empresaId: string): Promise<Buffer | undefined> {
  const row = await tx.selectFrom('auditoria_sello').select('sello').where('empresa_id', '=', empresaId).orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.sello
}

const insertSellos = (tx: Tx, empresaId: string, ids: number[], sellos: Buffer[], en: Date) => sql`
  insert into auditoria_sello (empresa_id, id, sello, sellado_en)
  select ${empresaId}::uuid, f.id, f.sello, ${en}::timestamptz from unnest(${ids}::bigint[], ${sellos}::bytea[]) as f(id, sello)`.execute(tx)

/** Each row's seal over the one before. */
function chain(filas: readonly FilaAuditoria[], last: Buffer | undefined): Buffer[] {
  let sello = last
  return filas.map((fila) => (sello = selloOf(sello, fila)))
}

async function sealEmpresa(tx: Tx, empresaId: string, ahora: Date): Promise<number> {
  if (!(await lockSellado(tx, empresaId))) return 0
  const filas = await readSinSello(tx, empresaId, new Date(ahora.getTime() - REPOSO_MS))
  if (filas.length > 0) await insertSellos(tx, empresaId, filas.map(({ id }) => id), chain(filas, await readLastSello(tx, empresaId)), ahora)
  return filas.length
}

async function sealHechos(tx: Tx, ahora: Date): Promise<number> {
  if (!(await lockSellado(tx, INSTALACION))) return 0
  const filas = await readHechosSinSello(tx, new Date(ahora.getTime() - REPOSO_MS), BATCH)
  if (filas.length > 0) await insertSellosDeHechos(tx, filas.map(({ id }) => id), chain(filas, await readLastSelloDeHechos(tx)), ahora)
  return filas.length
}

/** Chains what people did since the last seal, in order, in each company and about the installation's people. @returns how many rows were sealed */
export async function sealAuditoria({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const { rows } = await sql<{ empresa_id: string }>`select empresa_id from auditoria_sin_sellar()`.execute(db)
  let sealed = await db.transaction().execute((tx) => sealHechos(tx, clock.now()))
  for (const { empresa_id: empresaId } of rows) sealed += await inEmpresa(db, empresaId, (tx) => sealEmpresa(tx, empresaId, clock.now()))
  return sealed
}
