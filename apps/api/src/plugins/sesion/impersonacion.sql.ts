import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

/** A call of support, with the user it acts for. */
interface Llamada {
  empresaId: EmpresaId
  usuarioId: string
  actorId: string
  en: Date
  objeto: string
}

/** Notes a reading of support: one row unless there is one since `desde`, in all processes together. */
export async function noteLectura(tx: Tx, { empresaId, usuarioId, actorId, en, objeto }: Llamada, desde: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(74035, hashtext(${`${actorId} ${usuarioId} ${objeto}`}))`.execute(tx)
  await sql`
    insert into auditoria (empresa_id, usuario_id, en, accion, objeto)
    select ${empresaId}::uuid, ${usuarioId}::uuid, ${en}::timestamptz, 'impersonacion.lectura', ${objeto}
     where not exists (
       select 1 from auditoria a
        where a.empresa_id = ${empresaId} and a.objeto = ${objeto} and a.accion = 'impersonacion.lectura'
          and a.usuario_id = ${usuarioId} and a.actor_id = ${actorId} and a.en > ${desde})`.execute(tx)
}

export const noteLlamada = (tx: Tx, { empresaId, usuarioId, en, objeto }: Llamada, negada: string | undefined): Promise<unknown> =>
  tx
    .insertInto('auditoria')
    .values({
      empresa_id: empresaId,
      usuario_id: usuarioId,
      en,
      accion: 'impersonacion.llamada',
      objeto,
      detalle: JSON.stringify(negada ? { negada } : {}),
    })
    .execute()

/** Whether the company lets support issue and void on this day. */
export const isPermitido = async (tx: Tx, empresaId: EmpresaId, dia: string): Promise<boolean> =>
  (
    await tx
      .selectFrom('impersonacion_permiso')
      .select('permitido')
      .where('empresa_id', '=', empresaId)
      .where('dia', '=', dia)
      .executeTakeFirst()
  )?.permitido === true
