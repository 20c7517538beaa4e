import { readPaquete, savePaquete, sendPaquete } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import type { Router } from '../../http/route.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import { requireKey } from '../idempotencia/idempotencia.door.ts'
import * as paquete from './paquete-mensual.service.ts'

/** Issue 15: what the accountant is sent of each month. */
export function registerPaqueteMensual(router: Router, deps: Deps): void {
  // It takes the company's documents to an address that is typed here: support sends none.
  const presentan = { roles: VENDEN, right: 'declaracion:presentar', soporte: 'cerrada' } as const
  router.on(readPaquete, { roles: VENDEN }, ({ tx, empresaId }) => paquete.read(deps, tx, empresaId))
  router.on(savePaquete, presentan, ({ tx, session, body }) => paquete.save(deps, tx, session, body))
  router.on(sendPaquete, presentan, ({ tx, session, body, request }) => paquete.send(deps, tx, session, requireKey(request), body))
}
