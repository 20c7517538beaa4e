import { NOTA_CALLS, readSaldo } from '@yupana/contract'
import { COD_DOC } from '@yupana/fiscal'

import type { Deps } from '../../deps.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import type { Router } from '../../http/route.ts'
import { registerTipo, type Correos } from '../comprobante/comprobante.door.ts'
import { calculateNota, duplicateNota, NOTA_EMISION, saldoOfFactura } from './nota.service.ts'

const { NOTA_CREDITO, NOTA_DEBITO } = COD_DOC
const tipoOf = (contenido: unknown): string =>
  typeof contenido === 'object' && contenido !== null && 'tipo' in contenido && contenido.tipo === NOTA_DEBITO ? NOTA_DEBITO : NOTA_CREDITO

export function registerNota(router: Router, deps: Deps, correos: Correos): void {
  router.on(readSaldo, { roles: VENDEN }, ({ tx, session, params, query }) => saldoOfFactura(tx, session, params.id, query.tipo))
  registerTipo(
    router,
    deps,
    NOTA_CALLS,
    {
      tipos: [NOTA_CREDITO, NOTA_DEBITO],
      tipoOf,
      calculate: calculateNota,
      emision: NOTA_EMISION,
      duplicate: (_tx, _empresaId, entrada) => duplicateNota(entrada),
    },
    correos,
  )
}
