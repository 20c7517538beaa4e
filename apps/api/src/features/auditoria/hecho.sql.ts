import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import { throughPuerta } from '../../db/puerta.ts'
import type { Tx } from '../../db/transaction.ts'
import { INSTALACION, type FilaAuditoria } from '../../secretos/sello.ts'

// The installation's audit: what SUPER_ADMIN did about people, chained like the audit of a company.

const FILA = sql`${INSTALACION}::text as empresa_id, h.id, h.en, h.usuario_id, null as actor_id, h.accion, h.objeto::text as objeto, h.detalle::text as detalle`

/** A fact about a person: the proof of its author, the person (`objeto`) and the action. */
export interface HechoDeUsuario {
  /** Hash of the session, of the challenge between password and code, or of the link or code by which it was done. */
  prueba: Buffer
  objeto: string
  en: Date
  accion: string
  /** Without secrets: every reader of the audit sees it. */
  detalle?: Record<string, unknown> | undefined
}

/** One statement for any number of companies: the rows it reads stay locked until it ends. @throws 401 where nothing tells who did it */
export async function insertDeUsuario(db: Db, { prueba, objeto, en, accion, detalle = {} }: HechoDeUsuario): Promise<void> {
  await throughPuerta(sql`select auditoria_de_usuario(${prueba}, ${en}, ${objeto}, ${accion}, ${JSON.stringify(detalle)})`.execute(db))
}

export async function readHechosSinSello(tx: Tx, until: Date, most: number): Promise<FilaAuditoria[]> {
  const { rows } = await sql<FilaAuditoria>`
    select ${FILA} from administracion_hecho h
     where h.en <= ${until} and not exists (select 1 from administracion_sello s where s.id = h.id) order by h.id limit ${most}`.execute(tx)
  return rows
}

/** The end of a chain. */
export interface UltimoSello {
  sello: Buffer
  orden: number
}

/** The next rows of the chain with their seals, the first at `orden` + 1. */
export interface Eslabones {
  ids: number[]
  sellos: Buffer[]
  orden: number
}

export const readLastSelloDeHechos = (tx: Tx): Promise<UltimoSello | undefined> =>
  tx.selectFrom('administracion_sello').select(['sello', 'orden']).orderBy('orden', 'desc').limit(1).executeTakeFirst()

export const insertSellosDeHechos = (tx: Tx, { ids, sellos, orden }: Eslabones, en: Date) =>
  sql`
  insert into administracion_sello (id, sello, sellado_en, orden)
  select f.id, f.sello, ${en}::timestamptz, ${orden}::bigint + f.n from unnest(${ids}::bigint[], ${sellos}::bytea[]) with ordinality as f(id, sello, n)`.execute(
    tx,
  )

/** The last sealed fact before an instant, kept once for each day on which there is a newer one. */
export async function takeCabezaDeHechos(tx: Tx, dia: string, hasta: Date): Promise<{ id: number; sello: Buffer } | undefined> {
  const { rows } = await sql<{ id: number; sello: Buffer }>`
    insert into administracion_cabeza (dia, id, sello)
    select ${dia}, s.id, s.sello from administracion_sello s join administracion_hecho h on h.id = s.id
     where h.en < ${hasta} and s.orden > coalesce((select max(t.orden) from administracion_cabeza c join administracion_sello t on t.id = c.id), 0) order by s.orden desc limit 1
    on conflict do nothing returning id, sello`.execute(tx)
  return rows[0]
}
