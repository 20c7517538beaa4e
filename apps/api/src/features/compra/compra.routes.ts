import {
  createCompra,
  deleteCompra,
  deleteEquivalencias,
  deleteReglasProveedor,
  editCompra,
  editEquivalencia,
  readCompra,
  searchCompra,
  searchEquivalencia,
  searchReglaProveedor,
  voidCompra,
} from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import type { Router } from '../../http/route.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import { requireIdempotencyKey } from '../idempotencia/idempotencia.door.ts'
import * as compra from './compra.service.ts'
import * as regla from './equivalencia-regla.ts'
import { registerCompraExportar } from './exportar.routes.ts'
import { searchEquivalencias } from './equivalencia.sql.ts'
import { forgetProveedores } from './regla-proveedor.ts'
import { searchReglas } from './regla-proveedor.sql.ts'

export function registerCompra(router: Router, deps: Deps): void {
  registerCompraExportar(router, deps)
  const leen = { roles: VENDEN }
  const registran = { ...leen, right: 'compra:registrar' } as const
  const eliminan = { ...leen, right: 'compra:eliminar' } as const

  router.on(searchCompra, leen, ({ tx, session, query }) => compra.search(tx, session, query))
  router.on(readCompra, leen, ({ tx, empresaId, params }) => compra.read(tx, empresaId, params.id))
  router.on(createCompra, registran, ({ tx, session, body, request }) =>
    compra.create(deps, tx, session, requireIdempotencyKey(request), body),
  )
  router.on(editCompra, registran, ({ tx, session, params: { id }, body: { version, ...form } }) =>
    compra.edit(deps, tx, session, { id, version }, form),
  )
  router.on(deleteCompra, eliminan, ({ tx, session, params }) => compra.remove(deps, tx, session, params.id))
  router.on(voidCompra, eliminan, ({ tx, session, params: { id }, body: { version, motivo } }) =>
    compra.anular(deps, tx, session, { id, version }, motivo),
  )

  router.on(searchEquivalencia, leen, ({ tx, empresaId, query }) => searchEquivalencias(tx, empresaId, query))
  router.on(editEquivalencia, registran, ({ tx, session, params: { id }, body: { version, ...form } }) =>
    regla.edit(deps, tx, session, { id, version }, form),
  )
  router.on(deleteEquivalencias, registran, ({ tx, session, params }) => regla.forget(deps, tx, session, params.ids))

  router.on(searchReglaProveedor, leen, ({ tx, empresaId, query }) => searchReglas(tx, empresaId, query))
  router.on(deleteReglasProveedor, registran, ({ tx, session, params }) => forgetProveedores(deps, tx, session, params.ids))
}
