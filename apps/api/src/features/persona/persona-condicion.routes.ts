import {
  createCondicionPersona,
  deleteCondicionPersona,
  editCondicionPersona,
  readCondicionesPersona,
  readCondicionProveedor,
} from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import type { Router } from '../../http/route.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import { requireIdempotencyKey } from '../idempotencia/idempotencia.door.ts'
import { autorBy } from '../catalogo/catalogo.door.ts'
import * as condicion from './persona-condicion.service.ts'

export function registerPersonaCondicion(router: Router, deps: Deps): void {
  const autorOf = autorBy(deps)
  const edita = { roles: VENDEN, right: 'persona:editar' } as const

  router.on(readCondicionProveedor, { roles: VENDEN }, ({ tx, session, query }) => condicion.readProveedor(tx, session, query))
  router.on(readCondicionesPersona, { roles: VENDEN }, ({ tx, session, params }) =>
    condicion.readCondiciones(tx, autorOf(session), params.id),
  )
  router.on(createCondicionPersona, edita, ({ tx, session, params, body, request }) =>
    condicion.create(tx, autorOf(session), requireIdempotencyKey(request), params.id, body),
  )
  router.on(editCondicionPersona, edita, ({ tx, session, params, body }) => condicion.edit(tx, autorOf(session), params.id, body))
  router.on(deleteCondicionPersona, edita, ({ tx, session, params }) => condicion.remove(tx, autorOf(session), params.id))
}
