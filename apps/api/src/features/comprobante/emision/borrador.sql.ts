import type { Monto } from '@yupana/fiscal'
import { sql, type Selectable } from 'kysely'

import type { EmpresaId } from '../../../db/empresa-id.ts'
import type { Ambiente, Database } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'

const columns = ['id', 'tipo', 'usuario_id', 'version', 'sin_nombre', 'editado_por', 'contenido', 'editado_en'] as const

export type BorradorRow = Pick<Selectable<Database['borrador']>, (typeof columns)[number]>

export interface BorradorNuevo {
  empresaId: EmpresaId
  id: string
  usuarioId: string
  ambiente: Ambiente
  tipo: string
  contenido: unknown
  sinNombre: boolean
  en: Date
}

/** Saving a draft and issuing it come one after the other, even before the draft has a row. Both take this lock before they look. */
export const lockFormulario = (tx: Tx, empresaId: EmpresaId, id: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`formulario|${empresaId}|${id}`}, 0))`.execute(tx)

/** Whether the draft was issued: its document has the same id (O-104). */
export const isEmitido = async (tx: Tx, empresaId: EmpresaId, id: string): Promise<boolean> =>
  (await tx.selectFrom('documento').select('id').where('empresa_id', '=', empresaId).where('id', '=', id).executeTakeFirst()) !== undefined

/**
 * Keeps a draft. The unnamed draft of a user replaces its predecessor (O-104), and a saved one stays saved. Undefined when the id belongs
 * to a draft of another type or environment, or to an unnamed draft of somebody else.
 */
export async function saveBorrador(tx: Tx, nuevo: BorradorNuevo) {
  if (nuevo.sinNombre) {
    // Two windows of one user save one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`borrador|${nuevo.empresaId}|${nuevo.usuarioId}|${nuevo.tipo}`}, 0))`.execute(
      tx,
    )
    await tx
      .deleteFrom('borrador')
      .where('empresa_id', '=', nuevo.empresaId)
      .where('usuario_id', '=', nuevo.usuarioId)
      .where('tipo', '=', nuevo.tipo)
      .where('ambiente', '=', nuevo.ambiente)
      .where('sin_nombre', '=', true)
      .where('id', '<>', nuevo.id)
      .execute()
  }
  return tx
    .insertInto('borrador')
    .values({
      empresa_id: nuevo.empresaId,
      id: nuevo.id,
      usuario_id: nuevo.usuarioId,
      ambiente: nuevo.ambiente,
      tipo: nuevo.tipo,
      contenido: JSON.stringify(nuevo.contenido),
      sin_nombre: nuevo.sinNombre,
      editado_por: nuevo.usuarioId,
      creado_en: nuevo.en,
      editado_en: nuevo.en,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['empresa_id', 'id'])
        .doUpdateSet((row) => ({
          contenido: row.ref('excluded.contenido'),
          sin_nombre: sql<boolean>`borrador.sin_nombre and excluded.sin_nombre`,
          editado_en: row.ref('excluded.editado_en'),
          editado_por: row.ref('excluded.editado_por'),
          version: sql<number>`borrador.version + 1`,
        }))
        .where(
          sql<boolean>`borrador.tipo = excluded.tipo and borrador.ambiente = excluded.ambiente and (not borrador.sin_nombre or borrador.usuario_id = excluded.usuario_id)`,
        ),
    )
    .returning(columns)
    .executeTakeFirst()
}

const one = (tx: Tx, empresaId: EmpresaId, id: string) =>
  tx.selectFrom('borrador').select(columns).where('empresa_id', '=', empresaId).where('id', '=', id)

export const readBorrador = (tx: Tx, empresaId: EmpresaId, id: string): Promise<BorradorRow | undefined> =>
  one(tx, empresaId, id).executeTakeFirst()

/** Reads a draft as `readBorrador` does, and locks it until the transaction ends. */
export const lockBorrador = (tx: Tx, empresaId: EmpresaId, id: string): Promise<BorradorRow | undefined> =>
  one(tx, empresaId, id).forUpdate().executeTakeFirst()

export const deleteBorrador = (tx: Tx, empresaId: EmpresaId, id: string) =>
  tx.deleteFrom('borrador').where('empresa_id', '=', empresaId).where('id', '=', id).execute()

export interface BorradoresDe {
  empresaId: EmpresaId
  usuarioId: string
  ambiente: Ambiente
  /** Document types; every one when absent. */
  tipos?: readonly string[] | undefined
  /** True: only the unnamed draft; false: only the others; absent: both. */
  sinNombre: boolean | undefined
}

/** Drafts a user may see: every saved one, and only their own unnamed one (O-104). */
const visible = ({ empresaId, usuarioId, ambiente, tipos, sinNombre }: BorradoresDe) => sql<boolean>`
  empresa_id = ${empresaId} and ambiente = ${ambiente} and tipo = any(coalesce(${tipos ?? null}::text[], array[tipo])) and (not sin_nombre or usuario_id = ${usuarioId})
  and sin_nombre = coalesce(${sinNombre ?? null}::boolean, sin_nombre)`

export const pageBorradores = (tx: Tx, de: BorradoresDe, offset: number, size: number) =>
  tx
    .selectFrom('borrador')
    .select(columns)
    .where(visible(de))
    .orderBy('editado_en', 'desc')
    .orderBy('id')
    .offset(offset)
    .limit(size)
    .execute()

export async function countBorradores(tx: Tx, de: BorradoresDe, limit: number): Promise<number> {
  const { rows } = await sql<{
    total: Monto
  }>`select count(*)::int as total from (select 1 from borrador where ${visible(de)} limit ${limit}) as hasta`.execute(tx)
  return rows[0]?.total ?? 0
}
