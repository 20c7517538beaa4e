import {
  acceptRegistroCliente,
  allRegistroCliente,
  createRegistroCliente,
  readRegistroCliente,
  refuseRegistroCliente,
  revokeRegistroCliente,
} from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import type { Router } from '../../http/route.ts'
import { LIMITES } from '../../plugins/limites/limites.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import { requireIdempotencyKey } from '../idempotencia/idempotencia.door.ts'
import * as registro from './registro.service.ts'

export function registerRegistroCliente(router: Router, deps: Deps): void {
  const registran = { roles: VENDEN, right: 'persona:crear' } as const

  router.on(createRegistroCliente, { ...registran, limite: LIMITES.registroCliente }, ({ tx, session, request }) =>
    registro.create(deps, tx, session, requireIdempotencyKey(request)),
  )
  router.on(allRegistroCliente, registran, ({ tx, empresaId }) => registro.all(deps, tx, empresaId))
  router.on(readRegistroCliente, registran, ({ tx, empresaId, params }) => registro.read(deps, tx, empresaId, params.id))
  router.on(acceptRegistroCliente, registran, ({ tx, session, params, body, request }) =>
    registro.accept(deps, tx, session, requireIdempotencyKey(request), { id: params.id, persona: body.persona }),
  )
  router.on(refuseRegistroCliente, registran, ({ tx, session, params }) => registro.refuse(deps, tx, session, params.id))
  router.on(revokeRegistroCliente, registran, ({ tx, session, params }) => registro.revoke(deps, tx, session, params.id))
}
