import { createMovimiento, readExistencia, readMovimiento, receiveMovimiento, searchKardex, searchMovimiento } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { VENDEN } from '../../plugins/roles.ts'
import { mayDo, type SesionAbierta } from '../../plugins/session.ts'
import type { Router } from '../../http/route.ts'
import { requireKey } from '../idempotencia/idempotencia.door.ts'
import * as kardex from './kardex.service.ts'
import * as movimiento from './movimiento.service.ts'
import { searchMovimientos } from './movimiento.sql.ts'

export function registerMovimiento(router: Router, { clock }: Pick<Deps, 'clock'>): void {
  const venden = { roles: VENDEN }
  const mueven = { ...venden, right: 'inventario:mover' } as const
  const autorOf = (session: SesionAbierta): movimiento.Autor => ({
    empresaId: session.empresaId,
    ambiente: session.ambiente,
    usuarioId: session.usuarioId,
    en: clock.now(),
    veCosto: mayDo(session, 'producto:ver_costo'),
  })

  router.on(searchMovimiento, venden, ({ tx, session, query }) => searchMovimientos(tx, session, query))
  router.on(readMovimiento, venden, ({ tx, session, params }) => movimiento.read(tx, autorOf(session), params.id))
  router.on(createMovimiento, mueven, ({ tx, session, body, request }) =>
    movimiento.create(tx, autorOf(session), requireKey(request), body),
  )
  router.on(receiveMovimiento, mueven, ({ tx, session, params }) => movimiento.receive(tx, autorOf(session), params.id))
  router.on(searchKardex, venden, ({ tx, session, params, query }) => kardex.search(tx, autorOf(session), params.id, query))
  router.on(readExistencia, venden, ({ tx, session, params, query }) => kardex.existencia(tx, autorOf(session), params.id, query.fecha))
}
