import { allBodega, createBodega, deleteBodega, editBodega, restoreBodegas, searchBodega } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import type { Router } from '../../http/route.ts'
import { autorBy } from '../catalogo/catalogo.door.ts'
import { requireKey } from '../idempotencia/idempotencia.door.ts'
import * as bodega from './bodega.service.ts'
import { readBodegas, searchBodegas } from './bodega.sql.ts'

// Who keeps the products keeps where they are.
export function registerBodega(router: Router, deps: Deps): void {
  const venden = { roles: VENDEN }
  const autorOf = autorBy(deps)

  router.on(allBodega, venden, ({ tx, empresaId }) => readBodegas(tx, empresaId))
  router.on(searchBodega, venden, ({ tx, empresaId, query }) => searchBodegas(tx, empresaId, query))
  router.on(createBodega, { ...venden, right: 'producto:crear' }, ({ tx, session, body, request }) =>
    bodega.create(tx, autorOf(session), requireKey(request), body),
  )
  router.on(editBodega, { ...venden, right: 'producto:editar' }, ({ tx, session, params: { id }, body: { version, ...form } }) =>
    bodega.edit(tx, autorOf(session), { id, version }, form),
  )
  router.on(deleteBodega, { ...venden, right: 'producto:eliminar' }, ({ tx, session, params }) =>
    bodega.remove(tx, autorOf(session), params.id),
  )
  router.on(restoreBodegas, { ...venden, right: 'producto:eliminar' }, ({ tx, session, body }) =>
    bodega.restore(tx, autorOf(session), body.ids),
  )
}
