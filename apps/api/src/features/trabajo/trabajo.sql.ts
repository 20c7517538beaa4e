import type { Collection, PedidoTrabajo, TipoTrabajo, Trabajo } from '@yupana/contract'
import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema-columna.ts'
import type { Tx } from '../../db/transaction.ts'

const COLUMNS = [
  'id',
  'tipo',
  'pedido',
  'estado',
  'motivo',
  'total',
  'hechos',
  'archivo',
  'tamano',
  'creado_en',
  'vence_en',
] as const satisfies readonly (keyof Trabajo)[]
const VIVOS = ['PENDIENTE', 'EN_CURSO'] as const

/** Allows one start at a time in a company, until the transaction ends. */
export const lockEmpresa = (tx: Tx, empresaId: EmpresaId): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`trabajo|${empresaId}`}, 0))`.execute(tx)

const propios = (tx: Tx, empresaId: EmpresaId, usuarioId: string, ahora: Date) =>
  tx
    .selectFrom('trabajo')
    .where('empresa_id', '=', empresaId)
    .where('usuario_id', '=', usuarioId)
    .where((is) => is.or([is('vence_en', 'is', null), is('vence_en', '>', ahora.toISOString())]))

export const findVivo = (tx: Tx, empresaId: EmpresaId, usuarioId: string, huella: Buffer): Promise<Trabajo | undefined> =>
  tx
    .selectFrom('trabajo')
    .select(COLUMNS)
    .where('empresa_id', '=', empresaId)
    .where('usuario_id', '=', usuarioId)
    .where('huella', '=', huella)
    .where('estado', 'in', VIVOS)
    .executeTakeFirst()

/** Number of jobs that wait or are under way, of the company and of the user. */
export async function countVivos(tx: Tx, empresaId: EmpresaId, usuarioId: string): Promise<{ empresa: number; usuario: number }> {
  const { rows } = await sql<{ empresa: number; usuario: number }>`
    select count(*)::int as empresa, (count(*) filter (where usuario_id = ${usuarioId}))::int as usuario
      from trabajo where empresa_id = ${empresaId} and estado in ('PENDIENTE', 'EN_CURSO')`.execute(tx)
  return rows[0] ?? { empresa: 0, usuario: 0 }
}

export interface Fila {
  id: string
  usuario_id: string
  ambiente: Ambiente
  tipo: TipoTrabajo
  pedido: PedidoTrabajo
  huella: Buffer
  derecho: Collection | null
  archivo: string
  total: number
  creado_en: Date
}

export const insertTrabajo = (tx: Tx, empresaId: EmpresaId, { pedido, ...fila }: Fila): Promise<unknown> =>
  tx
    .insertInto('trabajo')
    .values({ ...fila, pedido: JSON.stringify(pedido), empresa_id: empresaId })
    .execute()

export const listTrabajos = (tx: Tx, empresaId: EmpresaId, usuarioId: string, ahora: Date, limite: number): Promise<Trabajo[]> =>
  propios(tx, empresaId, usuarioId, ahora).select(COLUMNS).orderBy('creado_en', 'desc').orderBy('id').limit(limite).execute()

export const readTrabajo = (tx: Tx, empresaId: EmpresaId, usuarioId: string, ahora: Date, id: string): Promise<Trabajo | undefined> =>
  propios(tx, empresaId, usuarioId, ahora).select(COLUMNS).where('id', '=', id).executeTakeFirst()

/** Takes a job from its worker, who learns of it when noting progress. Answers false when it has ended. */
export async function cancelTrabajo(tx: Tx, empresaId: EmpresaId, usuarioId: string, id: string, venceEn: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('trabajo')
    .set({ estado: 'CANCELADO', arriendo_hasta: null, vence_en: venceEn })
    .where('empresa_id', '=', empresaId)
    .where('usuario_id', '=', usuarioId)
    .where('id', '=', id)
    .where('estado', 'in', VIVOS)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The file of a finished job, and the right it demands. */
export const findResultado = (tx: Tx, empresaId: EmpresaId, usuarioId: string, ahora: Date, id: string) =>
  propios(tx, empresaId, usuarioId, ahora)
    .select(['archivo_id', 'archivo', 'derecho'])
    .where('id', '=', id)
    .where('estado', '=', 'LISTO')
    .executeTakeFirst()

/** A job under lease: `cerco` tells its holder from a late worker. */
export interface Reclamo {
  empresa_id: EmpresaId
  id: string
  cerco: number
  intentos: number
  usuario_id: string
  ambiente: Ambiente
  tipo: TipoTrabajo
  pedido: PedidoTrabajo
  archivo: string
}

/** Claims the next due job for this worker until `hasta`. */
export async function reclamar(db: Db, ahora: Date, hasta: Date): Promise<Reclamo | undefined> {
  const { rows } = await sql<Reclamo>`select * from reclamar_trabajo(${ahora}, ${hasta})`.execute(db)
  return rows[0]
}

interface Cambio {
  estado?: 'PENDIENTE' | 'LISTO' | 'FALLIDO'
  motivo?: string
  hechos?: number
  intentos?: number
  arriendo_hasta?: Date | null
  archivo_id?: string
  tamano?: number
  vence_en?: Date
}

/** Stores a change while the lease holds; false once the job was cancelled or taken by another worker. */
export async function writeAsHolder(tx: Tx, { empresa_id: empresaId, id, cerco }: Reclamo, cambio: Cambio): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('trabajo')
    .set(cambio)
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .where('cerco', '=', cerco)
    .where('estado', '=', 'EN_CURSO')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes one lot of expired jobs; answers their number. */
export async function limpiar(db: Db, ahora: Date): Promise<number> {
  const { rows } = await sql<{ fuera: number }>`select limpiar_trabajos(${ahora}) as fuera`.execute(db)
  return rows[0]?.fuera ?? 0
}
