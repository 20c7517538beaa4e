import {
  bringGastos,
  COLUMNAS_ANEXO,
  createGastoPersonal,
  deleteGastoPersonal,
  discardGastoRecibido,
  editGastoPersonal,
  exportAnexoGastos,
  printFormularioGp,
  proposeGastoPersonal,
  RECIBIDO_MAX_BYTES,
  readResumenGastos,
  readSituacion,
  saveSituacion,
  searchGastoPersonal,
  searchGastoRecibido,
  type Endpoint,
} from '@yupana/contract'
import { CATEGORIA_GASTO_LABEL, fechaIn } from '@yupana/fiscal'

import type { Deps } from '../../deps.ts'
import { inEmpresa } from '../../db/transaction.ts'
import { exportLista, type ColumnaExportada } from '../../http/exportacion.ts'
import type { Router, TxCall } from '../../http/route.ts'
import { PRODUCTO } from '../../instalacion/version.ts'
import { TODOS } from '../../plugins/sesion/roles.ts'
import { readUploads } from '../../plugins/peticion/upload.ts'
import { requireIdempotencyKey } from '../idempotencia/idempotencia.door.ts'
import { anexoOf, type FilaAnexo } from './anexo.service.ts'
import * as gasto from './gasto-personal.service.ts'
import * as sql from './gasto-personal.sql.ts'
import { formularioOf } from './formulario.ts'
import * as recibido from './recibido.service.ts'
import { readResumen } from './resumen.service.ts'
import * as situacion from './situacion.service.ts'

// Any signed-in user, for his own rows: no right is needed, and support in his name sees nothing (O-78).
const PROPIO = { roles: TODOS, soporte: 'cerrada' } as const

const COLUMNAS: Readonly<Record<keyof typeof COLUMNAS_ANEXO, ColumnaExportada<FilaAnexo>>> = {
  proveedor_ruc: { ancho: 16, valor: (row) => row.proveedor_ruc },
  proveedor: { ancho: 40, valor: (row) => row.proveedor },
  categoria: { valor: (row) => row.categoria && CATEGORIA_GASTO_LABEL[row.categoria] },
  a_nombre: { ancho: 16, valor: (row) => row.a_nombre },
  documentos: { tipo: 'numero', valor: (row) => row.documentos },
  base: { tipo: 'monto', valor: (row) => row.base },
  por_confirmar: { ancho: 48, valor: (row) => row.por_confirmar },
}

export function registerGastoPersonal(router: Router, deps: Deps): void {
  /** Inside the company's transaction, limited to the user's own rows. */
  const on = <E extends Endpoint>(endpoint: E, handler: (call: TxCall<E>) => ReturnType<Parameters<typeof router.on<E>>[2]>) =>
    router.on(endpoint, PROPIO, async (call) => {
      await sql.asUsuario(call.tx, call.session.usuarioId)
      return handler(call)
    })

  on(searchGastoPersonal, ({ tx, session, query }) => sql.searchGastos(tx, sql.lectorOf(session), query))
  on(readResumenGastos, ({ tx, session, query }) => readResumen(deps, tx, session, query.anio))
  on(createGastoPersonal, ({ tx, session, body, request }) => gasto.create(deps, tx, session, requireIdempotencyKey(request), body))
  on(editGastoPersonal, ({ tx, session, params: { id }, body: { version, ...form } }) =>
    gasto.edit(deps, tx, session, { id, version }, form),
  )
  on(deleteGastoPersonal, ({ tx, session, params }) => gasto.remove(tx, session.usuarioId, params.id))
  on(proposeGastoPersonal, async ({ tx, session, query: { ruc } }) => ({
    propuesta: (await gasto.proposeCategorias(tx, session.usuarioId, [ruc])).get(ruc) ?? null,
  }))
  on(readSituacion, ({ tx, session, query }) => situacion.readSituacion(tx, session.usuarioId, query.anio))
  on(saveSituacion, ({ tx, session, body: { version, ...form } }) =>
    situacion.saveSituacion(tx, session.usuarioId, version, form, deps.clock.now()),
  )
  on(searchGastoRecibido, ({ tx, session, query }) => recibido.search(deps, tx, session, query))
  on(discardGastoRecibido, ({ tx, session, body }) => recibido.discard(deps, tx, session, body.clave_acceso, body.descartado))
  router.onSession(bringGastos, PROPIO, async ({ session, request }) =>
    recibido.bring(deps, session, (await readUploads(request, bringGastos, RECIBIDO_MAX_BYTES)).files),
  )
  router.onSession(printFormularioGp, PROPIO, async ({ session, empresaId, query: { anio }, reply }) => {
    const gastos = await inEmpresa(deps.db, empresaId, async (tx) => {
      await sql.asUsuario(tx, session.usuarioId)
      return formularioOf(await readResumen(deps, tx, session, anio), fechaIn(deps.clock.now()))
    })
    const pdf = await deps.imprenta.gastos(empresaId, gastos, { producto: PRODUCTO })
    return reply.type('application/pdf').header('content-disposition', `inline; filename="sri-gp-${anio}.pdf"`).send(Buffer.from(pdf))
  })
  // Not in a company's audit, which others read.
  exportLista(router, deps, {
    ...PROPIO,
    endpoint: exportAnexoGastos,
    nombre: 'Gastos personales',
    accion: null,
    headers: COLUMNAS_ANEXO,
    columnas: COLUMNAS,
    next: async (tx, session, { anio }) => {
      await sql.asUsuario(tx, session.usuarioId)
      return { rows: await anexoOf(deps, tx, session, anio), desde: undefined }
    },
  })
}
