import { consultPadron } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import type { Router } from '../../http/route.ts'
import { LIMITES } from '../../plugins/limites/limites.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import { padronHttp } from './padron-http.ts'
import { consult, Consultas } from './padron.service.ts'

/** Issue 13: lookup of a RUC or a cédula for a new record in an outside service. Off unless PADRON_URL is set. */
export function registerPadron(router: Router, { config, clock }: Deps): void {
  const consultas = config.padron && new Consultas(padronHttp(config.padron), clock)
  // No connection of the database is held during the lookup.
  router.onSession(consultPadron, { roles: VENDEN, right: 'persona:crear', limite: LIMITES.padron }, ({ query }) =>
    consult(consultas, query),
  )
}
