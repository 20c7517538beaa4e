import {
  allBodega,
  COLUMNAS_BODEGA,
  createBodega,
  deleteBodega,
  editBodega,
  exportBodega,
  restoreBodegas,
  searchBodega,
  type Bodega,
} from '@yupana/contract'
import { ESTADO_REGISTRO_LABEL } from '@yupana/fiscal'

import type { Deps } from '../../deps.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import { exportLista, type ColumnaExportada } from '../../http/exportacion.ts'
import type { Router } from '../../http/route.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { autorBy } from '../catalogo/catalogo.door.ts'
import { requireIdempotencyKey } from '../idempotencia/idempotencia.door.ts'
import * as bodega from './bodega.service.ts'
import { nextBodegas, readBodegas, searchBodegas } from './bodega.sql.ts'

const COLUMNAS: Readonly<Record<keyof typeof COLUMNAS_BODEGA, ColumnaExportada<Bodega>>> = {
  name: { ancho: 40, valor: ({ name }) => name },
  description: { ancho: 40, valor: ({ description }) => description },
  establecimiento: { ancho: 16, valor: ({ establecimiento }) => establecimiento },
  uso: { ancho: 16, valor: ({ predeterminada }) => (predeterminada ? 'Predeterminada' : null) },
  status: { ancho: 12, valor: ({ status }) => ESTADO_REGISTRO_LABEL[status] },
}

// The rights to the products include the warehouses.
export function registerBodega(router: Router, deps: Deps): void {
  const venden = { roles: VENDEN }
  const autorOf = autorBy(deps)

  router.on(allBodega, venden, ({ tx, empresaId }) => readBodegas(tx, empresaId))
  router.on(searchBodega, venden, ({ tx, empresaId, query }) => searchBodegas(tx, empresaId, query))
  exportLista(router, deps, {
    endpoint: exportBodega,
    ...venden,
    nombre: 'Bodegas',
    headers: COLUMNAS_BODEGA,
    columnas: COLUMNAS,
    next: (tx, { empresaId }, query, desde) => nextBodegas(tx, empresaId, query, desde),
    accion: 'bodega.exportar',
    anota: recordAuditoria,
  })
  router.on(createBodega, { ...venden, right: 'producto:crear' }, ({ tx, session, body, request }) =>
    bodega.create(tx, autorOf(session), requireIdempotencyKey(request), body),
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
