import { listRetencionElegida, proposeRetencion, proposeRetenciones, RETENCION_CALLS, saveRetencionElegida } from '@yupana/contract'
import { COD_DOC } from '@yupana/fiscal'

import type { Deps } from '../../deps.ts'
import { ADMINISTRAN, VENDEN } from '../../plugins/sesion/roles.ts'
import type { Router } from '../../http/route.ts'
import { registerTipo, type Correos } from '../comprobante/comprobante.door.ts'
import * as elegida from './elegida.service.ts'
import { listElegidas } from './elegida.sql.ts'
import { propose } from './propuesta.ts'
import { proposeCompras } from './propuesta-compras.ts'
import { calculateRetencion, detalleRetencion, duplicateRetencion, RETENCION_EMISION } from './retencion.service.ts'

export function registerRetencion(router: Router, deps: Deps, correos: Correos): void {
  router.on(proposeRetencion, { roles: VENDEN, soporte: 'abierta' }, ({ tx, session, body }) => propose(deps, tx, session, body))
  router.on(proposeRetenciones, { roles: VENDEN }, ({ tx, session, body }) => proposeCompras(deps, tx, session, body.compras))
  router.on(listRetencionElegida, { roles: VENDEN }, ({ tx, empresaId }) => listElegidas(tx, empresaId))
  router.on(saveRetencionElegida, { roles: ADMINISTRAN, right: 'empresa:editar' }, ({ tx, session, body }) =>
    elegida.save(deps, tx, session, body),
  )
  registerTipo(
    router,
    deps,
    RETENCION_CALLS,
    {
      tipos: [COD_DOC.RETENCION],
      calculate: calculateRetencion,
      emision: RETENCION_EMISION,
      duplicate: (_tx, _empresaId, entrada) => duplicateRetencion(entrada),
      detalle: detalleRetencion,
    },
    correos,
  )
}
