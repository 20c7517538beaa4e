import { readPreferencia, savePreferencia } from '@yupana/contract'

import { TODOS } from '../../plugins/sesion/roles.ts'
import type { Router } from '../../http/route.ts'
import * as sql from './preferencia.sql.ts'

export function registerPreferencia(router: Router): void {
  const todos = { roles: TODOS }
  router.on(readPreferencia, todos, ({ tx, session, params }) => sql.readPreferencia(tx, session, params.lista))
  router.on(savePreferencia, { ...todos, soporte: 'abierta' }, async ({ tx, session, params, body }) => {
    await sql.savePreferencia(tx, session, params.lista, body)
    return body
  })
}
