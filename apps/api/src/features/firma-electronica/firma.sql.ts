import { fechaIn, type DatosFirma, type DocumentoFirma, type EstadoFirma } from '@yupana/fiscal'
import type { Listing, SolicitudFirmaEnCola, SolicitudFirmaFila } from '@yupana/contract'
import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Sesion, SesionAbierta } from '../../plugins/sesion/session.ts'
import { readAutores } from '../auditoria/auditoria.door.ts'
import { listingOf } from '../busqueda/busqueda.door.ts'

const COLUMNS = [
  'id',
  'usuario_id',
  'tipo',
  'anios',
  'estado',
  'datos',
  'titular',
  'observacion_datos',
  'fecha',
  'entidad',
  'valida_desde',
  'valida_hasta',
  'archivos_borrados_en',
  'video_pendiente',
  'comprobado',
  'paquete_en',
  'version',
  'creada_en',
] as const

/** A request; with `lock` nobody else changes it until the transaction ends. */
export function findSolicitud(tx: Tx, empresaId: EmpresaId, id: string, lock = false) {
  const query = tx.selectFrom('firma_solicitud').select(COLUMNS).where('empresa_id', '=', empresaId).where('id', '=', id)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}
export type Solicitud = NonNullable<Awaited<ReturnType<typeof findSolicitud>>>

/** Initial data of a request. */
export interface Conocida {
  tipo: Solicitud['tipo']
  anios: number
  datos: DatosFirma
}

/** A signature issued here to a user: the given one, or the last. */
export function findEmitida(tx: Tx, empresaId: EmpresaId, usuarioId: string, id: string | undefined) {
  const query = tx
    .selectFrom('firma_solicitud')
    .select(['tipo', 'anios', 'datos'])
    .where('empresa_id', '=', empresaId)
    .where('usuario_id', '=', usuarioId)
    .where('estado', '=', 'EMITIDA')
  return (id === undefined ? query : query.where('id', '=', id)).orderBy('valida_hasta', 'desc').limit(1).executeTakeFirst()
}

export const insertSolicitud = (
  tx: Tx,
  { empresaId, datos, ...nueva }: Conocida & { empresaId: EmpresaId; id: string; usuario_id: string; titular: string },
  en: Date,
): Promise<unknown> =>
  tx
    .insertInto('firma_solicitud')
    .values({ ...nueva, empresa_id: empresaId, datos: JSON.stringify(datos), creada_en: en, editada_en: en })
    .execute()

/** Number of drafts of a user, who begins no other before this transaction ends. */
export async function countBorradores(tx: Tx, empresaId: EmpresaId, usuarioId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`firma|${empresaId}|${usuarioId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from firma_solicitud where empresa_id = ${empresaId} and usuario_id = ${usuarioId} and estado = 'BORRADOR'`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

/** Requests sent and not decided, by user and by company; the company sends no other before this transaction ends. */
export async function countEnCurso(tx: Tx, empresaId: EmpresaId, usuarioId: string): Promise<{ suyas: number; todas: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`firma.enviar|${empresaId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ suyas: number; todas: number }>`
    select count(*) filter (where usuario_id = ${usuarioId})::int as suyas, count(*)::int as todas
      from firma_solicitud where empresa_id = ${empresaId} and estado in ('ENVIADA', 'EN_REVISION', 'OBSERVADA', 'APROBADA')`.execute(tx)
  return rows[0] ?? { suyas: 0, todas: 0 }
}

export type Cambio = Partial<{
  tipo: Solicitud['tipo']
  anios: number
  datos: string
  titular: string
  estado: EstadoFirma
  observacion_datos: string | null
  fecha: string
  enviada_en: Date
  entidad: string
  valida_desde: string
  valida_hasta: string
  archivos_borrados_en: Date
}>

const DECIDIDA: readonly (EstadoFirma | undefined)[] = ['OBSERVADA', 'APROBADA', 'EMITIDA', 'RECHAZADA']

/** Stores a change of a request; false when another change came first. */
export async function updateSolicitud(
  tx: Tx,
  empresaId: EmpresaId,
  { id, version }: Pick<Solicitud, 'id' | 'version'>,
  cambio: Cambio,
  en: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('firma_solicitud')
    .set(({ eb }) => ({
      ...cambio,
      ...(cambio.estado !== undefined && { vista: !DECIDIDA.includes(cambio.estado) }),
      version: eb('version', '+', 1),
      editada_en: en,
    }))
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Stores the checked points, at any version: no field of the form changes. */
export const setComprobado = (tx: Tx, empresaId: EmpresaId, id: string, comprobado: readonly string[]): Promise<unknown> =>
  tx
    .updateTable('firma_solicitud')
    .set({ comprobado: sql<string[]>`${[...comprobado]}::text[]` })
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .execute()

/** Notes that the package of a request left; false when it had left before. Of two calls at once one succeeds. */
export async function markPaquete(tx: Tx, empresaId: EmpresaId, id: string, en: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('firma_solicitud')
    .set({ paquete_en: en })
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .where('paquete_en', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Notes that a file of a request was added or removed. The version stays, so open forms may still be saved. */
export const touchSolicitud = (tx: Tx, empresaId: EmpresaId, id: string, video: string | null | undefined, en: Date): Promise<unknown> =>
  tx
    .updateTable('firma_solicitud')
    .set({ editada_en: en, ...(video !== undefined && { video_pendiente: video }) })
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .execute()

export const deleteSolicitud = (tx: Tx, empresaId: EmpresaId, id: string): Promise<unknown> =>
  tx.deleteFrom('firma_solicitud').where('empresa_id', '=', empresaId).where('id', '=', id).execute()

export const readDocumentos = (tx: Tx, empresaId: EmpresaId, solicitudId: string) =>
  tx
    .selectFrom('firma_documento as d')
    .innerJoin('archivo as a', (join) => join.onRef('a.empresa_id', '=', 'd.empresa_id').onRef('a.id', '=', 'd.archivo_id'))
    .select(['d.clase', 'd.archivo_id', 'd.observacion', 'd.subido_en', 'a.nombre', 'a.tipo', 'a.tamano', 'a.partes'])
    .where('d.empresa_id', '=', empresaId)
    .where('d.solicitud_id', '=', solicitudId)
    .execute()
export type DocumentoGuardado = Awaited<ReturnType<typeof readDocumentos>>[number]

/** Replaces a file, and removes its observation; answers the old file. */
export async function putDocumento(
  tx: Tx,
  empresaId: EmpresaId,
  { solicitudId, clase, archivoId }: { solicitudId: string; clase: DocumentoFirma; archivoId: string },
  en: Date,
): Promise<string | undefined> {
  const before = await tx
    .selectFrom('firma_documento')
    .select('archivo_id')
    .where('empresa_id', '=', empresaId)
    .where('solicitud_id', '=', solicitudId)
    .where('clase', '=', clase)
    .executeTakeFirst()
  await tx
    .insertInto('firma_documento')
    .values({ empresa_id: empresaId, solicitud_id: solicitudId, clase, archivo_id: archivoId, observacion: null, subido_en: en })
    .onConflict((conflict) =>
      conflict.columns(['empresa_id', 'solicitud_id', 'clase']).doUpdateSet({ archivo_id: archivoId, observacion: null, subido_en: en }),
    )
    .execute()
  return before?.archivo_id
}

export const observeDocumento = (tx: Tx, empresaId: EmpresaId, solicitudId: string, clase: DocumentoFirma, observacion: string) =>
  tx
    .updateTable('firma_documento')
    .set({ observacion })
    .where('empresa_id', '=', empresaId)
    .where('solicitud_id', '=', solicitudId)
    .where('clase', '=', clase)
    .execute()

export const insertHistoria = (
  tx: Tx,
  empresaId: EmpresaId,
  paso: { solicitudId: string; estado: EstadoFirma; en: Date; quien: string | null; motivo?: string | undefined },
): Promise<unknown> =>
  tx
    .insertInto('firma_historia')
    .values({
      empresa_id: empresaId,
      solicitud_id: paso.solicitudId,
      estado: paso.estado,
      en: paso.en,
      quien: paso.quien,
      motivo: paso.motivo ?? null,
    })
    .execute()

export const readHistoria = (tx: Tx, empresaId: EmpresaId, solicitudId: string) =>
  tx
    .selectFrom('firma_historia')
    .select(['estado', 'en', 'quien', 'motivo'])
    .where('empresa_id', '=', empresaId)
    .where('solicitud_id', '=', solicitudId)
    .orderBy('id')
    .execute()

export interface FirmaBusqueda {
  page: number
  size: number
  q?: string | undefined
  estado?: EstadoFirma | undefined
}

/** Requests of the company; drafts of other users are left out. */
export async function searchSolicitudes(
  tx: Tx,
  { empresaId, usuarioId, tokenHash }: Pick<SesionAbierta, 'empresaId' | 'usuarioId' | 'tokenHash'>,
  { page, size, q, estado }: FirmaBusqueda,
  ahora: Date,
): Promise<Listing<SolicitudFirmaFila>> {
  const conditions = [
    sql`s.empresa_id = ${empresaId}::uuid`,
    sql`(s.estado <> 'BORRADOR' or s.usuario_id = ${usuarioId}::uuid)`,
    ...(estado ? [sql`s.estado = ${estado}`] : []),
    ...(q ? [sql`strpos(lower(s.titular), lower(${q})) > 0`] : []),
  ]
  const from = sql`from firma_solicitud s where ${sql.join(conditions, sql` and `)}`
  const { rows } = await sql<SolicitudFirmaFila & { usuario_id: string; identificaciones: string[] }>`
    select s.id, s.tipo, s.anios, s.estado, s.titular, s.usuario_id, s.usuario_id = ${usuarioId}::uuid as es_mia, s.creada_en, s.enviada_en, s.entidad,
           s.valida_desde, s.valida_hasta, '' as solicitante, '{}'::text[] as en_uso,
           array[s.datos->>'ruc', s.datos->>'numero_documento'] as identificaciones
      ${from} order by s.creada_en desc, s.id offset ${page * size} limit ${size}`.execute(tx)
  const nombres = await readAutores(
    tx,
    rows.map(({ usuario_id }) => usuario_id),
  )
  const enUso = rows.some(({ estado }) => estado === 'EMITIDA') ? await readEnUso(tx, tokenHash, ahora) : []
  const content = rows.map(({ usuario_id, identificaciones, ...row }) => ({
    ...row,
    solicitante: nombres.get(usuario_id) ?? '',
    // A certificate ends at an instant, a request's signature on a day.
    en_uso: enUso
      .filter(({ identificacion, hasta }) => fechaIn(new Date(hasta)) === row.valida_hasta && identificaciones.includes(identificacion))
      .map(({ empresa }) => empresa),
  }))
  return listingOf(tx, { page, size }, content, from)
}

interface EnUso {
  empresa: string
  identificacion: string
  hasta: string
}

/** Certificates in use in the companies of this person, through a function of the database. */
const readEnUso = async (tx: Tx, tokenHash: Buffer, ahora: Date): Promise<EnUso[]> =>
  (await sql<EnUso>`select * from certificados_de_sesion(${tokenHash}, ${ahora})`.execute(tx)).rows

/** Requests of all companies, through a function of the database that serves only a SUPER_ADMIN's session. */
export async function pageEnCola(
  db: Db,
  { tokenHash }: Pick<Sesion, 'tokenHash'>,
  { page, size, estado = '', ahora }: { page: number; size: number; estado?: string | undefined; ahora: Date },
): Promise<{ rows: SolicitudFirmaEnCola[]; total: number }> {
  const { rows } = await sql<SolicitudFirmaEnCola & { total: number }>`
    select * from administracion_firmas(${tokenHash}, ${ahora}, ${estado}, ${page * size}, ${size})`.execute(db)
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}

export const findEmpresa = (tx: Tx, empresaId: EmpresaId) =>
  tx.selectFrom('empresa').select(['ruc', 'razon_social', 'nombre_comercial', 'dir_matriz']).where('id', '=', empresaId).executeTakeFirst()

/** Requests whose files are due for removal by the rule. */
export interface PorLimpiar {
  empresa_id: EmpresaId
  id: string
  estado: EstadoFirma
}

export async function porLimpiar(db: Db, cerradas: Date, borradores: Date): Promise<PorLimpiar[]> {
  return (
    await sql<{
      empresa_id: EmpresaId
      id: string
      estado: EstadoFirma
    }>`select * from firmas_por_limpiar(${cerradas}, ${borradores})`.execute(db)
  ).rows
}
