import type { BuzonRechazo } from '@yupana/contract'
import { sql, type Selectable } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente, Database } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'

const AJUSTE = ['version', 'activo', 'servidor', 'puerto', 'seguridad', 'usuario', 'contrasena', 'carpeta', 'usuario_id'] as const
const ESTADO = ['turno', 'proximo_en', 'leido_en', 'documentos', 'fallo', 'fallo_en'] as const

/** The settings of a mailbox; its password is sealed. */
export type Ajuste = Pick<Selectable<Database['buzon']>, (typeof AJUSTE)[number]>

/** Waits for other changes of the mailbox until the transaction ends. */
export const lockBuzon = (tx: Tx, empresaId: EmpresaId) =>
  tx
    .selectFrom('buzon')
    .select([...AJUSTE])
    .where('empresa_id', '=', empresaId)
    .forUpdate()
    .executeTakeFirst()

export const readBuzon = (tx: Tx, empresaId: EmpresaId) =>
  tx
    .selectFrom('buzon')
    .select([...AJUSTE, ...ESTADO, 'en'])
    .where('empresa_id', '=', empresaId)
    .executeTakeFirst()

export const readEstado = (tx: Tx, empresaId: EmpresaId) =>
  tx
    .selectFrom('buzon')
    .select([...ESTADO, 'activo'])
    .where('empresa_id', '=', empresaId)
    .executeTakeFirst()

/** Stores the first settings of a mailbox; false when another user stored them meanwhile. */
export async function insertBuzon(tx: Tx, empresaId: EmpresaId, ajuste: Ajuste & { en: Date; proximo_en: Date | null }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('buzon')
    .values({ empresa_id: empresaId, ...ajuste })
    .onConflict((conflict) => conflict.column('empresa_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

const SANO = { turno: null, intentos: 0, fallos: 0, fallo: null, fallo_en: null }

/** Ends the reading under way; another folder begins from its start. */
export async function updateBuzon(
  tx: Tx,
  empresaId: EmpresaId,
  ajuste: Ajuste & { en: Date; proximo_en: Date | null },
  isOther: boolean,
): Promise<void> {
  const anew = { uid_validez: null, uid_ultimo: null, leido_en: null, documentos: 0, llegados: 0 }
  await tx
    .updateTable('buzon')
    .set({ ...ajuste, ...SANO, ...(isOther && anew) })
    .where('empresa_id', '=', empresaId)
    .execute()
}

/** Removes the settings of the mailbox; false when the company had none. */
export async function deleteBuzon(tx: Tx, empresaId: EmpresaId): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('buzon').where('empresa_id', '=', empresaId).executeTakeFirst()
  return numDeletedRows === 1n
}

/** Makes the mailbox next in turn, unless a reading is under way. */
export async function hurry(tx: Tx, empresaId: EmpresaId, ahora: Date): Promise<void> {
  await tx
    .updateTable('buzon')
    .set({ proximo_en: ahora })
    .where('empresa_id', '=', empresaId)
    .where('activo', '=', true)
    .where('turno', 'is', null)
    .where('proximo_en', '>', ahora.toISOString())
    .execute()
}

export const listRechazos = (tx: Tx, empresaId: EmpresaId, cuantos: number): Promise<BuzonRechazo[]> =>
  tx
    .selectFrom('buzon_rechazo')
    .select(['remitente', 'asunto', 'archivo', 'motivo', 'en'])
    .where('empresa_id', '=', empresaId)
    .orderBy('en', 'desc')
    .orderBy('uid', 'desc')
    .limit(cuantos)
    .execute()

export async function deleteRechazos(tx: Tx, empresaId: EmpresaId): Promise<void> {
  await tx.deleteFrom('buzon_rechazo').where('empresa_id', '=', empresaId).execute()
}

/** A reading under way. */
export interface Turno {
  empresa_id: EmpresaId
  turno: string
}

export const claimBuzon = async (db: Db, ahora: Date, hasta: Date): Promise<Turno | undefined> =>
  (await sql<Turno>`select * from reclamar_buzon(${ahora}::timestamptz, ${hasta}::timestamptz)`.execute(db)).rows[0]

export interface Reclamado extends Omit<Ajuste, 'version' | 'activo'> {
  ambiente: Ambiente
  uid_validez: number | null
  uid_ultimo: number | null
  intentos: number
  fallos: number
}

/** The settings and progress of a reading; undefined when it has ended because a user saved or removed the mailbox. */
export const readReclamado = (tx: Tx, { empresa_id: empresaId, turno }: Turno): Promise<Reclamado | undefined> =>
  tx
    .selectFrom('buzon as b')
    .innerJoin('empresa as e', 'e.id', 'b.empresa_id')
    .select(['b.servidor', 'b.puerto', 'b.seguridad', 'b.usuario', 'b.contrasena', 'b.carpeta', 'b.usuario_id'])
    .select(['b.uid_validez', 'b.uid_ultimo', 'b.intentos', 'b.fallos', 'e.ambiente'])
    .where('b.empresa_id', '=', empresaId)
    .where('b.turno', '=', turno)
    .executeTakeFirst()

const suyo = (tx: Tx, { empresa_id: empresaId, turno }: Turno) =>
  tx.updateTable('buzon').where('empresa_id', '=', empresaId).where('turno', '=', turno)

/** Prolongs the lease. False when the reading has ended. */
export async function holdTurno(tx: Tx, turno: Turno, hasta: Date): Promise<boolean> {
  const { numUpdatedRows } = await suyo(tx, turno).set({ proximo_en: hasta }).executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Stores the progress in the folder. False when the reading has ended. */
export async function saveAvance(
  tx: Tx,
  turno: Turno,
  { validez, ultimo, nuevos, hasta }: { validez: number; ultimo: number; nuevos: number; hasta: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await suyo(tx, turno)
    .set((value) => ({
      uid_validez: validez,
      uid_ultimo: ultimo,
      llegados: value('llegados', '+', nuevos),
      intentos: 0,
      proximo_en: hasta,
    }))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends the reading; an unread rest is left to the next one. */
export async function saveLectura(tx: Tx, turno: Turno, { en, proximo, isWhole }: { en: Date; proximo: Date; isWhole: boolean }) {
  await suyo(tx, turno)
    .set((value) => ({
      turno: null,
      proximo_en: proximo,
      intentos: 0,
      fallos: 0,
      fallo: null,
      fallo_en: null,
      leido_en: en,
      documentos: value.ref('llegados'),
      ...(isWhole && { llegados: 0 }),
    }))
    .execute()
}

/** Puts the reading off without counting a failure of the mailbox. */
export async function savePausa(tx: Tx, turno: Turno, proximo: Date): Promise<void> {
  await suyo(tx, turno).set({ turno: null, proximo_en: proximo, intentos: 0 }).execute()
}

/** Stores a failure. `isCarta`: caused by one of its mails, whose tries are counted. */
export async function saveFallo(
  tx: Tx,
  turno: Turno,
  { fallo, en, proximo, isCarta }: { fallo: string; en: Date; proximo: Date; isCarta: boolean },
): Promise<void> {
  await suyo(tx, turno)
    .set((value) => ({
      turno: null,
      proximo_en: proximo,
      fallo,
      fallo_en: en,
      fallos: value('fallos', '+', 1),
      ...(!isCarta && { intentos: 0 }),
    }))
    .execute()
}

export interface Rechazo {
  uid: number
  archivo: string
  remitente: string
  asunto: string
  motivo: string
}

/** Stores refused attachments, each once; keeps the newest `caben` of the company. */
export async function insertRechazos(
  tx: Tx,
  empresaId: EmpresaId,
  { validez, en, caben }: { validez: number; en: Date; caben: number },
  rechazos: readonly Rechazo[],
): Promise<void> {
  if (rechazos.length === 0) return
  await tx
    .insertInto('buzon_rechazo')
    .values(rechazos.map((rechazo) => ({ empresa_id: empresaId, uid_validez: validez, en, ...rechazo })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`
    delete from buzon_rechazo r using (
      select empresa_id, uid_validez, uid, archivo from buzon_rechazo where empresa_id = ${empresaId}
       order by en desc, uid desc, uid_validez, archivo offset ${caben}) v
     where r.empresa_id = v.empresa_id and r.uid_validez = v.uid_validez and r.uid = v.uid and r.archivo = v.archivo`.execute(tx)
}
