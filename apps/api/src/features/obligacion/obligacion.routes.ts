import { listObligacion, readTablero, saveAviso, shareCalendario, unshareCalendario } from '@yupana/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Deps } from '../../deps.ts'
import type { Router } from '../../http/route.ts'
import { LIMITES, requireWithin } from '../../plugins/limites/limites.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import * as aviso from './aviso.service.ts'
import * as calendario from './calendario.service.ts'
import * as obligacion from './obligacion.service.ts'

/** O-30: obligations on the home page, in their list and for all companies of a user. */
export function registerObligacion(router: Router, deps: Deps): void {
  const ven = { roles: VENDEN }
  // An address is private to its user: support gets none.
  const presentan = { ...ven, right: 'declaracion:presentar', soporte: 'cerrada' } as const
  router.on(listObligacion, ven, ({ tx, session, query }) => obligacion.list(deps, tx, session, query.dias))
  router.onSession(readTablero, ven, ({ session }) => obligacion.readTablero(deps, session))
  router.on(saveAviso, { ...ven, soporte: 'cerrada' }, ({ tx, session, body }) => aviso.saveAviso(deps, tx, session, body.dias))
  router.on(shareCalendario, presentan, ({ tx, session }) => calendario.shareCalendario(deps, tx, session))
  router.on(unshareCalendario, presentan, ({ tx, session }) => calendario.unshareCalendario(deps, tx, session))
}

/** `/o/{token}.ics`: the calendar that other programs read without a session. */
export function registerCalendario(server: FastifyInstance, deps: Deps): void {
  const onRequest = (request: FastifyRequest) => requireWithin(deps, LIMITES.publica, { usuarioId: null, empresaId: null }, request)
  server.get(
    '/o/:archivo',
    { schema: { hide: true }, onRequest },
    async (request: FastifyRequest<{ Params: { archivo: string } }>, reply) => {
      const ics = await calendario.readCalendario(deps, request.params.archivo)
      return reply
        .type('text/calendar; charset=utf-8')
        .header('cache-control', 'private, no-store')
        .header('x-robots-tag', 'noindex, nofollow')
        .send(ics)
    },
  )
}
