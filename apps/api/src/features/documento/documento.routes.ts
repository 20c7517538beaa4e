import { COD_DOC } from '@yupana/fiscal'
import { creditoOfCliente, FACTURA_CALLS, facturaOfCotizacion, lastFactura, lastPrecio, readContexto } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import type { Router } from '../../http/route.ts'
import { creditoDe } from '../cartera/cartera.door.ts'
import { registerTipo, type Correos } from '../comprobante/comprobante.door.ts'
import * as contexto from './contexto.service.ts'
import { calculate, FACTURA_EMISION } from './documento.service.ts'
import * as duplicar from './factura-duplicar.service.ts'

const venden = { roles: VENDEN }

export function registerDocumento(router: Router, deps: Deps, correos: Correos): void {
  router.on(readContexto, venden, ({ tx, session, query }) => contexto.readContexto(deps, tx, session, query.tipo))
  router.on(lastPrecio, venden, ({ tx, session, query }) => contexto.lastPrecio(tx, session, query.persona_id, query.producto_id))
  router.on(creditoOfCliente, venden, ({ tx, session, query }) => creditoDe(deps, tx, session, query.persona_id))
  router.on(lastFactura, venden, ({ tx, session, query }) => contexto.lastFactura(deps, tx, session, query.persona_id))
  router.on(facturaOfCotizacion, { ...venden, right: 'documento:crear' }, ({ tx, session, params }) =>
    duplicar.facturaOfCotizacion(deps, tx, session, params.id),
  )
  const { duplicate } = duplicar
  registerTipo(router, deps, FACTURA_CALLS, { tipos: [COD_DOC.FACTURA], calculate, emision: FACTURA_EMISION, duplicate }, correos)
}
