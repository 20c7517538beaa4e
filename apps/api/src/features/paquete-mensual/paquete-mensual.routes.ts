import { readPaquete, savePaquete, sendPaquete } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import type { Router } from '../../http/route.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import { requireIdempotencyKey } from '../idempotencia/idempotencia.door.ts'
import * as paquete from './paquete-mensual.service.ts'

/** Issue 15: the monthly package for the accountant. */
export function registerPaqueteMensual(router: Router, deps: Deps): void {
  // The package sends the company's documents to a typed address: support sends none.
  const presentan = { roles: VENDEN, right: 'declaracion:presentar', soporte: 'cerrada' } as const
  router.on(readPaquete, { roles: VENDEN }, ({ tx, empresaId }) => paquete.read(deps, tx, empresaId))
  router.on(savePaquete, presentan, ({ tx, session, body }) => paquete.save(deps, tx, session, body))
  router.on(sendPaquete, presentan, ({ tx, session, body, request }) =>
    paquete.send(deps, tx, session, requireIdempotencyKey(request), body),
  )
}
