import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'

// Works as yupana_owner: reads and writes across companies, from the command only.

export interface Emisor {
  empresa_id: EmpresaId
  ruc: string
  secreto: Buffer
  dias_fecha_anterior: number
}

export interface Serie extends Emisor {
  ambiente: Ambiente
  tipo: string
  establecimiento: string
  punto: string
  siguiente: number
  usada: boolean
}

export const readFence = (db: Db) => db.selectFrom('instalacion').select(['cercada', 'cercada_desde']).executeTakeFirstOrThrow()

/** Ends the fence: documents are issued, sent and mailed again. */
export async function liftFence(db: Db, ahora: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('instalacion').set({ cercada: false, cercada_desde: null }).execute()
    await sql`insert into auditoria (empresa_id, en, accion, objeto, detalle) select id, ${ahora}::timestamptz, 'instalacion.conciliar', null, '{}' from empresa`.execute(
      tx,
    )
  })
}

/** Environments in which a company of the backup issues or has issued. */
export async function ambientesInUse(db: Db): Promise<Set<Ambiente>> {
  const { rows } = await sql<{ ambiente: Ambiente }>`select ambiente from empresa union select ambiente from serie where usada`.execute(db)
  return new Set(rows.map((row) => row.ambiente))
}

/**
 * Series whose documents the SRI may know: those in use, and the unused ones of types that can be issued, since their first number may have
 * been taken after the backup.
 */
export const listSeries = (db: Db, tipos: readonly string[], ambientes: readonly Ambiente[], onlyCercadas: boolean): Promise<Serie[]> =>
  db
    .selectFrom('serie as s')
    .innerJoin('empresa as e', 'e.id', 's.empresa_id')
    .select([
      's.empresa_id',
      'e.ruc',
      'e.secreto',
      'e.dias_fecha_anterior',
      's.ambiente',
      's.tipo',
      's.establecimiento',
      's.punto',
      's.siguiente',
      's.usada',
    ])
    .where((where) => where.or([where('s.usada', '=', true), where('s.tipo', 'in', tipos)]))
    .where('s.ambiente', 'in', ambientes)
    .$if(onlyCercadas, (query) => query.where('s.cercada_desde', 'is not', null))
    .orderBy('e.ruc')
    .orderBy('s.ambiente')
    .orderBy('s.tipo')
    .orderBy('s.establecimiento')
    .orderBy('s.punto')
    .execute()

/** Numbers from the counter on that already have a document: imported by a run that did not end. */
export async function numbersBeyond(db: Db, serie: Serie): Promise<Set<number>> {
  const rows = await db
    .selectFrom('documento')
    .select('secuencial')
    .where('empresa_id', '=', serie.empresa_id)
    .where('ambiente', '=', serie.ambiente)
    .where('tipo', '=', serie.tipo)
    .where('establecimiento', '=', serie.establecimiento)
    .where('punto', '=', serie.punto)
    .where('registro', '=', '')
    .where('secuencial', '>=', serie.siguiente)
    .where('registro', '=', '')
    .execute()
  return new Set(rows.map((row) => row.secuencial))
}

export interface PorAclarar {
  empresa_id: EmpresaId
  id: string
  ruc: string
  ambiente: Ambiente
  tipo: string
  estado: string
  version: number
  clave: string
  /** Unsigned and signed text, deflated. */
  xml: Buffer
  firma: Buffer | null
  firma_sha256: Buffer | null
}

/**
 * Documents of the backup that may have advanced after it: one that waited for its signature may have been signed and sent, a rejected one
 * may have been corrected. Quarantine is left to people.
 */
export async function pagePorAclarar(
  db: Db,
  ambientes: readonly Ambiente[],
  tipos: readonly string[],
  after: { empresa_id: EmpresaId; id: string } | undefined,
  limite: number,
): Promise<PorAclarar[]> {
  const { rows } = await sql<PorAclarar>`
    select d.empresa_id, d.id, e.ruc, d.ambiente, d.tipo, d.estado, d.version, d.clave, v.xml, f.xml as firma, f.sha256 as firma_sha256
      from documento d join empresa e on e.id = d.empresa_id
      join documento_version v on v.empresa_id = d.empresa_id and v.documento_id = d.id and v.n = d.version
      left join documento_firma f on f.empresa_id = d.empresa_id and f.documento_id = d.id and f.version = d.version
     where d.estado in ('EMITIDO', 'FIRMADO', 'ENVIANDO', 'INCIERTO', 'RECIBIDA', 'RECHAZADO', 'RETENIDO') and d.ambiente = any(${[...ambientes]}::text[]) and d.tipo = any(${[...tipos]}::text[])
       and (${after?.empresa_id ?? null}::uuid is null or (d.empresa_id, d.id) > (${after?.empresa_id ?? null}::uuid, ${after?.id ?? null}::uuid))
     order by d.empresa_id, d.id limit ${limite}`.execute(db)
  return rows
}

const SERIE_CERCADA = 'Falta conciliarla con el SRI tras restaurar un respaldo: su proveedor debe repetir npm run conciliar.'

/** Stops one series until a further run has its answers. */
export const fenceSerie = (
  db: Db,
  { ruc, ambiente, tipo, establecimiento, punto }: Pick<Serie, 'ruc' | 'ambiente' | 'tipo' | 'establecimiento' | 'punto'>,
  desde: Date,
) =>
  db
    .updateTable('serie')
    .set({ pausada_motivo: SERIE_CERCADA, cercada_desde: desde })
    .where((where) => where.and({ ambiente, tipo, establecimiento, punto }))
    .where('empresa_id', 'in', (query) => query.selectFrom('empresa').select('id').where('ruc', '=', ruc))
    .execute()

export const releaseSerie = (db: Db, { empresa_id, ambiente, tipo, establecimiento, punto }: Serie) =>
  db
    .updateTable('serie')
    .set({ pausada_motivo: null, cercada_desde: null })
    .where((where) => where.and({ empresa_id, ambiente, tipo, establecimiento, punto }))
    .where('cercada_desde', 'is not', null)
    .execute()

/** The oldest backup from which fenced series still have to be searched. */
export async function oldestSerieCercada(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('serie')
    .select('cercada_desde')
    .where('cercada_desde', 'is not', null)
    .orderBy('cercada_desde')
    .limit(1)
    .executeTakeFirst()
  return row?.cercada_desde ? new Date(row.cercada_desde) : undefined
}

export interface Salto {
  desde: number
  hasta: number
  motivo: string
}

/** Moves the counter past `ultimo` and records the numbers that no document carries. */
export async function advanceSerie(db: Db, serie: Serie, ultimo: number, saltos: readonly Salto[], en: Date): Promise<void> {
  const { empresa_id, ambiente, tipo, establecimiento, punto } = serie
  await db.transaction().execute(async (tx) => {
    for (const salto of saltos)
      await tx
        .insertInto('serie_salto')
        .values({ empresa_id, ambiente, tipo, establecimiento, punto, ...salto, usuario_id: null, en })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    await sql`
      update serie set siguiente = greatest(siguiente, ${ultimo + 1}::integer), usada = true
       where empresa_id = ${empresa_id} and ambiente = ${ambiente} and tipo = ${tipo} and establecimiento = ${establecimiento} and punto = ${punto}`.execute(
      tx,
    )
  })
}
