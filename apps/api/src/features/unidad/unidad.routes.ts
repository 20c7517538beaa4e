import {
  createUnidad,
  deleteUnidad,
  deleteUnidades,
  editUnidad,
  exportUnidad,
  listUnidad,
  restoreUnidades,
  searchUnidad,
} from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import type { Router } from '../../http/route.ts'
import { autorBy, nombrado, remove } from '../catalogo/catalogo.door.ts'
import { requireIdempotencyKey } from '../idempotencia/idempotencia.door.ts'

const UNIDADES = nombrado.nombrados('unidad', 'unit_id', { una: 'una unidad', la: 'la unidad', varias: 'unidades' })

// The rights to the products include the records they name.
export function registerUnidad(router: Router, deps: Deps): void {
  const venden = { roles: VENDEN }
  const autorOf = autorBy(deps)

  router.on(listUnidad, venden, ({ tx, empresaId }) => nombrado.all(tx, UNIDADES, empresaId))
  nombrado.exportable(router, deps, UNIDADES, exportUnidad, VENDEN)
  router.on(searchUnidad, venden, ({ tx, empresaId, query }) => nombrado.search(tx, UNIDADES, empresaId, query))
  router.on(createUnidad, { ...venden, right: 'producto:crear' }, ({ tx, session, body, request }) =>
    nombrado.create(tx, UNIDADES, autorOf(session), requireIdempotencyKey(request), body),
  )
  router.on(editUnidad, { ...venden, right: 'producto:editar' }, ({ tx, session, body: { id, version, ...form } }) =>
    nombrado.edit(tx, UNIDADES, autorOf(session), { id, version }, form),
  )
  const eliminan = { ...venden, right: 'producto:eliminar' } as const
  router.on(deleteUnidad, eliminan, ({ tx, session, params }) => remove(tx, UNIDADES, autorOf(session), [params.id]))
  router.on(deleteUnidades, eliminan, ({ tx, session, params }) => remove(tx, UNIDADES, autorOf(session), params.ids))
  router.on(restoreUnidades, eliminan, ({ tx, session, body }) => nombrado.restore(tx, UNIDADES, autorOf(session), body.ids))
}
