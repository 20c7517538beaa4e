import { LIQUIDACION_CALLS } from '@yupana/contract'
import { COD_DOC } from '@yupana/fiscal'

import type { Deps } from '../../deps.ts'
import type { Router } from '../../http/route.ts'
import { registerTipo, type Correos } from '../comprobante/comprobante.door.ts'
import { calculateLiquidacion, duplicateLiquidacion, LIQUIDACION_EMISION } from './liquidacion-compra.service.ts'

export function registerLiquidacionCompra(router: Router, deps: Deps, correos: Correos): void {
  registerTipo(
    router,
    deps,
    LIQUIDACION_CALLS,
    {
      tipos: [COD_DOC.LIQUIDACION_COMPRA],
      calculate: calculateLiquidacion,
      emision: LIQUIDACION_EMISION,
      duplicate: (_tx, _empresaId, entrada, hoy) => duplicateLiquidacion(entrada, hoy),
    },
    correos,
  )
}
