import { allMarca, createMarca, deleteMarca, deleteMarcas, editMarca, exportMarca, restoreMarcas, searchMarca } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import type { Router } from '../../http/route.ts'
import { autorBy, nombrado, remove } from '../catalogo/catalogo.door.ts'
import { requireIdempotencyKey } from '../idempotencia/idempotencia.door.ts'

const MARCAS = nombrado.nombrados('marca', 'brand_id', { una: 'una marca', la: 'la marca', varias: 'marcas' })

// The rights to the products include the records they name.
export function registerMarca(router: Router, deps: Deps): void {
  const venden = { roles: VENDEN }
  const autorOf = autorBy(deps)

  router.on(allMarca, venden, ({ tx, empresaId }) => nombrado.all(tx, MARCAS, empresaId))
  nombrado.exportable(router, deps, MARCAS, exportMarca, VENDEN)
  router.on(searchMarca, venden, ({ tx, empresaId, query }) => nombrado.search(tx, MARCAS, empresaId, query))
  router.on(createMarca, { ...venden, right: 'producto:crear' }, ({ tx, session, body, request }) =>
    nombrado.create(tx, MARCAS, autorOf(session), requireIdempotencyKey(request), body),
  )
  router.on(editMarca, { ...venden, right: 'producto:editar' }, ({ tx, session, params: { id }, body: { version, ...form } }) =>
    nombrado.edit(tx, MARCAS, autorOf(session), { id, version }, form),
  )
  const eliminan = { ...venden, right: 'producto:eliminar' } as const
  router.on(deleteMarca, eliminan, ({ tx, session, params }) => remove(tx, MARCAS, autorOf(session), [params.id]))
  router.on(deleteMarcas, eliminan, ({ tx, session, params }) => remove(tx, MARCAS, autorOf(session), params.ids))
  router.on(restoreMarcas, eliminan, ({ tx, session, body }) => nombrado.restore(tx, MARCAS, autorOf(session), body.ids))
}
