import { randomUUID } from 'node:crypto'
import type { Notificacion, NotificacionForm } from '@yupana/contract'

import type { Db } from '../../db/connect.ts'
import { errors } from '../../errors.ts'
import * as sql from './notificacion.sql.ts'

async function requireOne(found: Promise<Notificacion | undefined>): Promise<Notificacion> {
  const notificacion = await found
  if (!notificacion) throw errors.notFound()
  return notificacion
}

/** A repeated sending creates it once: it belongs to no company, so its key is stored with it. */
export async function create(db: Db, autor: { usuarioId: string; en: Date }, key: string, form: NotificacionForm): Promise<Notificacion> {
  const idempotencyKey = `${autor.usuarioId}/${key}`
  await sql.insert(db, autor, randomUUID(), idempotencyKey, form)
  return requireOne(sql.byIdempotencyKey(db, idempotencyKey))
}

/** @throws 404, 409 when another user saved meanwhile */
export async function edit(db: Db, { id, version, ...form }: NotificacionForm & { id: string; version: number }): Promise<Notificacion> {
  await requireOne(sql.byId(db, id))
  if (!(await sql.update(db, id, version, form))) throw errors.conflict()
  return requireOne(sql.byId(db, id))
}
