import {
  COLUMNAS_CATEGORIA,
  createCategoria,
  deleteCategoria,
  editCategoria,
  exportCategoria,
  restoreCategorias,
  searchCategoria,
  searchCategoriaArbol,
  searchCategoriaHijas,
  type Categoria,
} from '@yupana/contract'
import { ESTADO_REGISTRO_LABEL } from '@yupana/fiscal'

import type { Deps } from '../../deps.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import { exportLista, type ColumnaExportada } from '../../http/exportacion.ts'
import type { Router } from '../../http/route.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { autorBy } from '../catalogo/catalogo.door.ts'
import { requireIdempotencyKey } from '../idempotencia/idempotencia.door.ts'
import * as categoria from './categoria.service.ts'

const COLUMNAS: Readonly<Record<keyof typeof COLUMNAS_CATEGORIA, ColumnaExportada<Categoria>>> = {
  name: { ancho: 40, valor: ({ name }) => name },
  parents: { ancho: 40, valor: ({ parents }) => parents.join(' › ') },
  description: { ancho: 40, valor: ({ description }) => description },
  status: { ancho: 12, valor: ({ status }) => ESTADO_REGISTRO_LABEL[status] },
}

// The rights to the products include the records they name.
export function registerCategoria(router: Router, deps: Deps): void {
  const venden = { roles: VENDEN }
  const autorOf = autorBy(deps)

  router.on(searchCategoria, venden, ({ tx, empresaId, query }) => categoria.search(tx, empresaId, query))
  router.on(searchCategoriaHijas, venden, ({ tx, empresaId, query: { parent_id, ...query } }) =>
    categoria.search(tx, empresaId, query, { parent_id }),
  )
  router.on(searchCategoriaArbol, venden, ({ tx, empresaId }) => categoria.tree(tx, empresaId))
  exportLista(router, deps, {
    endpoint: exportCategoria,
    ...venden,
    nombre: 'Categorías',
    headers: COLUMNAS_CATEGORIA,
    columnas: COLUMNAS,
    next: (tx, { empresaId }, query, desde) => categoria.next(tx, empresaId, query, desde),
    accion: 'categoria.exportar',
    anota: recordAuditoria,
  })
  router.on(createCategoria, { ...venden, right: 'producto:crear' }, ({ tx, session, body, request }) =>
    categoria.create(tx, autorOf(session), requireIdempotencyKey(request), body),
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
