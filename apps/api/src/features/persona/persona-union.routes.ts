import { previewUnion, readUniones, separarPersona, unirPersona } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import type { Router } from '../../http/route.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import { requireIdempotencyKey } from '../idempotencia/idempotencia.door.ts'
import { autorPersonaBy } from './persona-credito.ts'
import * as union from './persona-union.service.ts'

export function registerPersonaUnion(router: Router, deps: Deps): void {
  const autorOf = autorPersonaBy(deps)
  const quita = { roles: VENDEN, right: 'persona:eliminar' } as const

  router.on(readUniones, { roles: VENDEN }, ({ tx, empresaId, params }) => union.readUniones(tx, empresaId, params.id))
  router.on(previewUnion, quita, ({ tx, session, params, query }) => {
    union.requireUnir(session)
    return union.preview(tx, session, params.id, query.otra_id)
  })
  router.on(unirPersona, quita, ({ tx, session, params, body, request }) => {
    union.requireUnir(session)
    return union.unir(tx, autorOf(session), requireIdempotencyKey(request), params.id, body.otra_id)
  })
  router.on(separarPersona, quita, ({ tx, session, params }) => {
    union.requireUnir(session)
    return union.separar(tx, autorOf(session), params.id)
  })
}
