import type { Notificacion, NotificacionDisponible, NotificacionForm } from '@yupana/contract'
import type { Fecha } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'

/** Notifications of this day that this user has not seen, oldest first. */
export async function available(db: Db, usuarioId: string, hoy: Fecha): Promise<NotificacionDisponible[]> {
  return db
    .selectFrom('notificacion as n')
    .select(['n.id', 'n.tipo as type', 'n.mensaje as message'])
    .where('n.activa', '=', true)
    .where('n.desde', '<=', hoy)
    .where(({ or, eb }) => or([eb('n.hasta', 'is', null), eb('n.hasta', '>=', hoy)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notificacion_descartada as d')
            .select('d.usuario_id')
            .whereRef('d.notificacion_id', '=', 'n.id')
            .where('d.usuario_id', '=', usuarioId),
        ),
      ),
    )
    .orderBy('n.desde')
    .orderBy('n.creada_en')
    .orderBy('n.id')
    .execute()
}

/** Dismisses a notification for a user, also if it was dismissed before; false for an unknown one. */
export async function dismiss(db: Db, id: string, usuarioId: string, en: Date): Promise<boolean> {
  const { rows } = await sql<{ existe: boolean }>`
    with n as (select id from notificacion where id = ${id}),
         d as (insert into notificacion_descartada (notificacion_id, usuario_id, descartada_en) select id, ${usuarioId}, ${en} from n on conflict do nothing)
    select exists (select 1 from n) as existe`.execute(db)
  return rows[0]?.existe ?? false
}

const read = (db: Db) =>
  db
    .selectFrom('notificacion as n')
    .select(['n.id', 'n.tipo as type', 'n.mensaje as message', 'n.desde', 'n.hasta', 'n.activa', 'n.version'])
    .select(sql<number>`(select count(*)::integer from notificacion_descartada d where d.notificacion_id = n.id)`.as('descartada'))

/** Notifications of the installation, newest first. */
export const all = (db: Db): Promise<Notificacion[]> => read(db).orderBy('n.desde', 'desc').orderBy('n.creada_en', 'desc').execute()

export const byId = (db: Db, id: string): Promise<Notificacion | undefined> => read(db).where('n.id', '=', id).executeTakeFirst()

export const byIdempotencyKey = (db: Db, idempotencyKey: string): Promise<Notificacion | undefined> =>
  read(db).where('n.clave', '=', idempotencyKey).executeTakeFirst()

const rowOf = ({ type, message, desde, hasta, activa }: NotificacionForm) => ({ tipo: type, mensaje: message, desde, hasta, activa })

export async function insert(
  db: Db,
  autor: { usuarioId: string; en: Date },
  id: string,
  idempotencyKey: string,
  form: NotificacionForm,
): Promise<void> {
  await db
    .insertInto('notificacion')
    .values({ id, clave: idempotencyKey, ...rowOf(form), creada_por: autor.usuarioId, creada_en: autor.en })
    .onConflict((conflict) => conflict.column('clave').doNothing())
    .execute()
}

/** Stores a notification; false when another user saved meanwhile. */
export async function update(db: Db, id: string, version: number, form: NotificacionForm): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notificacion')
    .set((eb) => ({ ...rowOf(form), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
