import {
  availableNotificaciones,
  createNotificacion,
  dismissNotificacion,
  editNotificacion,
  ORDENES_NOTIFICACION,
  readPendientesMesa,
  searchNotificacion,
  sriMantenimiento,
} from '@yupana/contract'
import { fechaIn } from '@yupana/fiscal'

import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { pageOf } from '../../http/listing.ts'
import { ROL, TODOS } from '../../plugins/sesion/roles.ts'
import type { Router } from '../../http/route.ts'
import { requireIdempotencyKey } from '../idempotencia/idempotencia.door.ts'
import * as firma from '../certificado/certificado.door.ts'
import { avisosDeRevision, dismissAvisoDeRevision } from '../comprobante/lectura/lectura.door.ts'
import * as plan from '../plan/plan.door.ts'
import { avisosDeMesa, dismissAvisoDeMesa, pendientesDeMesa } from './aviso-mesa.service.ts'
import { avisoSri } from './aviso-sri.service.ts'
import * as notificacion from './notificacion.service.ts'
import * as sql from './notificacion.sql.ts'

export function registerNotificacion(router: Router, { db, clock }: Deps): void {
  const todos = { roles: TODOS }
  const operador = { roles: [ROL.SUPER_ADMIN], isPlataforma: true }

  router.onUsuario(availableNotificaciones, todos, async ({ session }) => [
    ...(await firma.avisosDeFirma({ db }, session)),
    ...(await avisosDeRevision({ db }, session)),
    ...(await plan.avisosDePlan({ db, clock }, session)),
    ...(await avisosDeMesa({ db }, session)),
    ...(await sql.available(db, session.usuarioId, fechaIn(clock.now()))),
  ])
  router.onUsuario(dismissNotificacion, todos, async ({ session, body }) => {
    const dismissed =
      (await sql.dismiss(db, body.id, session.usuarioId, clock.now())) ||
      (await plan.dismissAvisoDePlan({ db, clock }, session, body.id)) ||
      (await firma.dismissAvisoDeFirma({ db, clock }, session, body.id)) ||
      (await dismissAvisoDeRevision({ db, clock }, session, body.id)) ||
      (await dismissAvisoDeMesa({ db }, session, body.id))
    if (!dismissed) throw errors.notFound()
  })
  router.onUsuario(sriMantenimiento, todos, ({ session }) =>
    session.empresaId === null || session.ambiente === null
      ? { activo: false, message: null }
      : avisoSri(db, { empresaId: session.empresaId, ambiente: session.ambiente }, clock.now()),
  )

  router.onUsuario(readPendientesMesa, operador, ({ session }) => pendientesDeMesa({ db, clock }, session))
  router.onUsuario(searchNotificacion, operador, async ({ query }) => pageOf(await sql.all(db), query, ORDENES_NOTIFICACION))
  router.onUsuario(createNotificacion, operador, ({ session, body, request }) =>
    notificacion.create(db, { usuarioId: session.usuarioId, en: clock.now() }, requireIdempotencyKey(request), body),
  )
  router.onUsuario(editNotificacion, operador, ({ body }) => notificacion.edit(db, body))
}
