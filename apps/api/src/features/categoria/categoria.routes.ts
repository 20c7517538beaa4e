import {
  createCategoria,
  deleteCategoria,
  editCategoria,
  restoreCategorias,
  searchCategoria,
  searchCategoriaArbol,
  searchCategoriaHijas,
} from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import type { Router } from '../../http/route.ts'
import { autorBy } from '../catalogo/catalogo.door.ts'
import { requireKey } from '../idempotencia/idempotencia.door.ts'
import * as categoria from './categoria.service.ts'

// Who keeps the products keeps what they name.
export function registerCategoria(router: Router, deps: Deps): void {
  const venden = { roles: VENDEN }
  const autorOf = autorBy(deps)

  router.on(searchCategoria, venden, ({ tx, empresaId, query }) => categoria.search(tx, empresaId, query))
  router.on(searchCategoriaHijas, venden, ({ tx, empresaId, query: { parent_id, ...query } }) =>
    categoria.search(tx, empresaId, query, { parent_id }),
  )
  router.on(searchCategoriaArbol, venden, ({ tx, empresaId }) => categoria.tree(tx, empresaId))
  router.on(createCategoria, { ...venden, right: 'producto:crear' }, ({ tx, session, body, request }) =>
    categoria.create(tx, autorOf(session), requireKey(request), body),
  )
  router.on(editCategoria, { ...venden, right: 'producto:editar' }, ({ tx, session, body: { id, version, ...form } }) =>
    categoria.edit(tx, autorOf(session), { id, version }, form),
  )
  router.on(deleteCategoria, { ...venden, right: 'producto:eliminar' }, ({ tx, session, params }) =>
    categoria.remove(tx, autorOf(session), params.id),
  )
  router.on(restoreCategorias, { ...venden, right: 'producto:eliminar' }, ({ tx, session, body }) =>
    categoria.restore(tx, autorOf(session), body.ids),
  )
}
