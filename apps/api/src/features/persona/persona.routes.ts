import {
  createPersona,
  deletePersona,
  editPersona,
  readPersona,
  readPersonaConocida,
  restorePersonas,
  searchPersona,
} from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import type { Router } from '../../http/route.ts'
import { requireIdempotencyKey } from '../idempotencia/idempotencia.door.ts'
import { autorPersonaBy } from './persona-credito.ts'
import * as persona from './persona.service.ts'
import { registerPersonaCondicion } from './persona-condicion.routes.ts'
import { registerPersonaExportar } from './persona-exportar.routes.ts'
import { registerPersonaUnion } from './persona-union.routes.ts'
import { searchPersonas } from './persona.sql.ts'

export function registerPersona(router: Router, deps: Deps): void {
  const venden = { roles: VENDEN }
  const autorOf = autorPersonaBy(deps)

  registerPersonaExportar(router, deps)
  registerPersonaUnion(router, deps)
  registerPersonaCondicion(router, deps)
  router.on(searchPersona, venden, ({ tx, empresaId, query }) => searchPersonas(tx, empresaId, query))
  router.on(readPersonaConocida, venden, ({ tx, empresaId, query }) => persona.readConocida(tx, empresaId, query))
  router.on(readPersona, venden, ({ tx, empresaId, params }) => persona.read(tx, empresaId, params.id))
  router.on(createPersona, { ...venden, right: 'persona:crear' }, ({ tx, session, body, request }) =>
    persona.create(deps, tx, autorOf(session), requireIdempotencyKey(request), body),
  )
  router.on(editPersona, { ...venden, right: 'persona:editar' }, ({ tx, session, params, body }) =>
    persona.edit(deps, tx, autorOf(session), params.id, body),
  )
  router.on(deletePersona, { ...venden, right: 'persona:eliminar' }, ({ tx, session, params }) =>
    persona.remove(tx, autorOf(session), params.id),
  )
  router.on(restorePersonas, { ...venden, right: 'persona:eliminar' }, ({ tx, session, body }) =>
    persona.restore(tx, autorOf(session), body.ids),
  )
}
