import {
  applyCupon,
  cancelOrden,
  createOrden,
  decideOrden,
  editCarrito,
  editTiendaAjuste,
  editTiendaCupon,
  editTiendaPrecio,
  editTiendaProducto,
  fileDeclaracionComprada,
  issueOrden,
  listPeriodoComprable,
  listTiendaCupon,
  noticePasarela,
  PAGO_MAX_BYTES,
  payOrden,
  payOrdenConTarjeta,
  readDocumentoOrden,
  readOrden,
  readOrdenEnCola,
  readPago,
  readPagoEnCola,
  readTienda,
  readTiendaAjuste,
  refundOrden,
  removeCupon,
  searchDeclaracionEnCola,
  searchOrden,
  searchOrdenEnCola,
  searchTiendaPrecio,
} from '@yupana/contract'

import { empresaIdOf, withEmpresaId } from '../../db/empresa-id.ts'
import type { Deps } from '../../deps.ts'
import type { Router } from '../../http/route.ts'
import { LIMITES } from '../../plugins/limites/limites.ts'
import { quienOf } from '../../plugins/sesion/quien.ts'
import { ROL, VENDEN } from '../../plugins/sesion/roles.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { bodyAsSent } from '../../plugins/peticion/json-body.ts'
import { readUpload } from '../../plugins/peticion/upload.ts'
import { requireIdempotencyKey } from '../idempotencia/idempotencia.door.ts'
import * as cobro from './cobro.service.ts'
import { showDocumento } from './emision-orden.service.ts'
import * as mesa from './mesa.service.ts'
import * as orden from './orden.service.ts'
import * as rebaja from './rebaja-mesa.service.ts'
import * as tienda from './tienda.service.ts'

/** Every role but USUARIO sees the store and its orders. Buying needs its own right (O-38), and support cannot buy. */
export function registerTienda(router: Router, deps: Deps): void {
  const miran = { roles: VENDEN }
  const compran = { roles: VENDEN, right: 'tienda:comprar', soporte: 'cerrada' } as const
  const compradorOf = (session: SesionAbierta): tienda.Comprador => ({
    empresaId: session.empresaId,
    ambiente: session.ambiente,
    usuarioId: session.usuarioId,
    quien: quienOf(session),
    en: deps.clock.now(),
    hasTarjeta: deps.config.pasarela !== undefined,
  })

  router.on(readTienda, miran, ({ tx, session }) => tienda.read(tx, compradorOf(session)))
  router.on(editCarrito, compran, ({ tx, session, body }) => tienda.editCarrito(tx, compradorOf(session), body))
  router.on(applyCupon, { ...compran, limite: LIMITES.cupon }, ({ tx, session, body }) =>
    tienda.applyCupon(tx, compradorOf(session), body.codigo),
  )
  router.on(removeCupon, compran, ({ tx, session }) => tienda.removeCupon(tx, compradorOf(session)))
  router.on(listPeriodoComprable, compran, ({ tx, session }) => tienda.listPeriodos(tx, compradorOf(session)))
  router.on(createOrden, compran, ({ tx, session, body, request }) =>
    orden.create(deps, tx, compradorOf(session), requireIdempotencyKey(request), body),
  )
  router.on(searchOrden, miran, ({ tx, empresaId, query }) => orden.search(tx, empresaId, query, deps.clock.now()))
  router.on(readOrden, miran, ({ tx, session, params }) => orden.read(tx, compradorOf(session), params.id))
  router.onSession(payOrden, compran, ({ session, params, request }) =>
    orden.pay(deps, compradorOf(session), params.id, () => readUpload(request, payOrden, PAGO_MAX_BYTES)),
  )
  router.onSession(payOrdenConTarjeta, compran, ({ session, params }) => cobro.begin(deps, compradorOf(session), params.id))
  router.onPublic(noticePasarela, ({ request }) => {
    const aviso = { headers: request.headers, path: request.url, cuerpo: bodyAsSent(request) }
    return cobro.notice(deps, cobro.pasarelaOf(deps)?.readAviso(aviso, deps.clock.machine()))
  })
  router.onSession(readPago, compran, ({ empresaId, params, reply }) => orden.showPago(deps, reply, empresaId, params.id))
  router.onSession(readDocumentoOrden, miran, ({ empresaId, params, query, reply }) =>
    showDocumento(deps, reply, { empresa_id: empresaId, id: params.id }, query),
  )
  router.on(cancelOrden, compran, ({ tx, session, params, body }) => orden.cancel(tx, compradorOf(session), params.id, body.version))
  registerMesa(router, deps)
}

/** What SUPER_ADMIN maintains and decides. */
function registerMesa(router: Router, deps: Deps): void {
  const plataforma = { roles: [ROL.SUPER_ADMIN], isPlataforma: true } as const
  router.onUsuario(readTiendaAjuste, plataforma, () => tienda.readAjuste(deps.db))
  router.onUsuario(editTiendaAjuste, plataforma, ({ session, body }) => tienda.editAjuste(deps, session, body))
  router.onUsuario(editTiendaProducto, plataforma, ({ session, body }) => tienda.editProducto(deps, session, body))
  router.onUsuario(listTiendaCupon, plataforma, () => rebaja.listCupones(deps))
  router.onUsuario(editTiendaCupon, plataforma, ({ session, body }) => rebaja.editCupon(deps, session, body))
  router.onUsuario(searchTiendaPrecio, plataforma, ({ session, query }) => rebaja.searchPrecios(deps, session, query))
  router.onUsuario(editTiendaPrecio, plataforma, ({ session, body }) => rebaja.editPrecio(deps, session, body))
  router.onUsuario(searchOrdenEnCola, plataforma, ({ session, query }) => mesa.search(deps, session, query))
  router.onUsuario(readOrdenEnCola, plataforma, ({ params }) => mesa.read(deps, withEmpresaId(params)))
  router.onUsuario(readPagoEnCola, plataforma, ({ params, reply }) =>
    orden.showPago(deps, reply, empresaIdOf(params.empresa_id), params.id),
  )
  router.onUsuario(decideOrden, plataforma, ({ session, body }) => mesa.decide(deps, session, withEmpresaId(body)))
  router.onUsuario(refundOrden, plataforma, ({ session, body }) => mesa.refund(deps, session, withEmpresaId(body)))
  router.onUsuario(searchDeclaracionEnCola, plataforma, ({ session, query }) => mesa.searchDeclaraciones(deps, session, query))
  router.onUsuario(fileDeclaracionComprada, plataforma, ({ session, body }) => mesa.fileDeclaracion(deps, session, withEmpresaId(body)))
  router.onUsuario(issueOrden, plataforma, ({ session, body }) => mesa.issue(deps, session, withEmpresaId(body)))
}
