import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Clock } from '../../proceso/clock.ts'
import { INSTALACION, selloOf, type FilaAuditoria } from '../../secretos/sello.ts'
import { insertSellosDeHechos, readHechosSinSello, readLastSelloDeHechos, type Eslabones, type UltimoSello } from './hecho.sql.ts'

/** Rows rest this long before they are sealed, so that the chain goes by their ids; one that is committed later still comes at its end. */
const REPOSO_MS = 5_000
const BATCH = 500

/** One worker seals at a time; another that comes finds nothing to do. */
const lockSellado = async (tx: Tx, empresaId: string): Promise<boolean> => {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(74020, hashtext(${empresaId})) as mine`.execute(tx)
  return rows[0]?.mine === true
}

interface Pendiente {
  empresa_id: string
  /** The first of its rows without a seal. */
  desde: number
}

async function readSinSello(tx: Tx, { empresa_id: empresaId, desde }: Pendiente, until: Date): Promise<FilaAuditoria[]> {
  const { rows } = await sql<FilaAuditoria>`
    select a.empresa_id, a.id, a.en, a.usuario_id, a.actor_id, a.accion, a.objeto, a.detalle::text as detalle from auditoria a
     where a.empresa_id = ${empresaId} and a.id >= ${desde} and a.en <= ${until}
       and not exists (select 1 from auditoria_sello s where s.empresa_id = a.empresa_id and s.id = a.id)
     order by a.id limit ${BATCH}`.execute(tx)
  return rows
}

const readLastSello = (tx: Tx, empresaId: string): Promise<UltimoSello | undefined> =>
  tx.selectFrom('auditoria_sello').select(['sello', 'orden']).where('empresa_id', '=', empresaId).orderBy('orden', 'desc').limit(1).executeTakeFirst()

const insertSellos = (tx: Tx, empresaId: string, { ids, sellos, orden }: Eslabones, en: Date) => sql`
  insert into auditoria_sello (empresa_id, id, sello, sellado_en, orden)
  select ${empresaId}::uuid, f.id, f.sello, ${en}::timestamptz, ${orden}::bigint + f.n from unnest(${ids}::bigint[], ${sellos}::bytea[]) with ordinality as f(id, sello, n)`.execute(tx)

/** Each row's seal over the one before. */
function chain(filas: readonly FilaAuditoria[], last: UltimoSello | undefined): Eslabones {
  let sello = last?.sello
  return { ids: filas.map(({ id }) => id), sellos: filas.map((fila) => (sello = selloOf(sello, fila))), orden: last?.orden ?? 0 }
}

async function sealEmpresa(tx: Tx, pendiente: Pendiente, ahora: Date): Promise<number> {
  const { empresa_id: empresaId } = pendiente
  if (!(await lockSellado(tx, empresaId))) return 0
  const filas = await readSinSello(tx, pendiente, new Date(ahora.getTime() - REPOSO_MS))
  if (filas.length > 0) await insertSellos(tx, empresaId, chain(filas, await readLastSello(tx, empresaId)), ahora)
  return filas.length
}

async function sealHechos(tx: Tx, ahora: Date): Promise<number> {
  if (!(await lockSellado(tx, INSTALACION))) return 0
  const filas = await readHechosSinSello(tx, new Date(ahora.getTime() - REPOSO_MS), BATCH)
  if (filas.length > 0) await insertSellosDeHechos(tx, chain(filas, await readLastSelloDeHechos(tx)), ahora)
  return filas.length
}

/** Chains what people did since the last seal, in order, in each company and about the installation's people. @returns how many rows were sealed */
export async function sealAuditoria({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const { rows } = await sql<Pendiente>`select empresa_id, desde from auditoria_sin_sellar()`.execute(db)
  let sealed = await db.transaction().execute((tx) => sealHechos(tx, clock.now()))
  for (const pendiente of rows) sealed += await inEmpresa(db, pendiente.empresa_id, (tx) => sealEmpresa(tx, pendiente, clock.now()))
  return sealed
}
