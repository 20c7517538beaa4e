import { GUIA_CALLS } from '@yupana/contract'
import { COD_DOC } from '@yupana/fiscal'

import type { Deps } from '../../deps.ts'
import type { Router } from '../../http/route.ts'
import { registerTipo, type Correos } from '../comprobante/comprobante.door.ts'
import { calculateGuia, duplicateGuia, GUIA_EMISION } from './guia-remision.service.ts'

export function registerGuiaRemision(router: Router, deps: Deps, correos: Correos): void {
  registerTipo(
    router,
    deps,
    GUIA_CALLS,
    {
      tipos: [COD_DOC.GUIA_REMISION],
      calculate: calculateGuia,
      emision: GUIA_EMISION,
      duplicate: (_tx, _empresaId, entrada, hoy) => duplicateGuia(entrada, hoy),
    },
    correos,
  )
}
