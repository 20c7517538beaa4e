import {
  createProducto,
  deleteProducto,
  deleteProductoImagen,
  deleteProductos,
  duplicateProducto,
  editProducto,
  historicalPrices,
  readHoja,
  PRODUCTO_IMAGEN_MAX_BYTES,
  readProducto,
  readProductoImagen,
  restoreProductos,
  saveProductoImagen,
  searchActualizacion,
  searchProducto,
  searchProductoComprado,
  searchProductoGasto,
  searchProductoVendido,
  searchProductoVenta,
  undoActualizacion,
  updateProductos,
} from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { readUpload } from '../../plugins/peticion/upload.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import { mayDo, type SesionAbierta } from '../../plugins/sesion/session.ts'
import type { Router } from '../../http/route.ts'
import { autorBy } from '../catalogo/catalogo.door.ts'
import { requireIdempotencyKey } from '../idempotencia/idempotencia.door.ts'
import * as actualizacion from './actualizacion.service.ts'
import * as hojas from './actualizacion.sql.ts'
import * as documento from './producto-documento.service.ts'
import * as imagen from './producto-imagen.service.ts'
import { readImagen } from './producto-imagen.sql.ts'
import { searchGasto, searchVenta } from './producto-linea.sql.ts'
import * as precio from './producto-precio.service.ts'
import * as producto from './producto.service.ts'
import { registerProductoExportar } from './producto-exportar.routes.ts'
import { withStock } from '../movimiento/movimiento.door.ts'
import { searchProductos } from './producto.sql.ts'

export function registerProducto(router: Router, deps: Deps): void {
  const venden = { roles: VENDEN }
  const autor = autorBy(deps)
  const autorOf = (session: SesionAbierta): producto.Autor => ({
    ...autor(session),
    ambiente: session.ambiente,
    veCosto: mayDo(session, 'producto:ver_costo'),
  })

  registerProductoExportar(router, deps, autorOf)
  router.on(searchProducto, venden, async ({ tx, session, empresaId, query }) => {
    const listing = await searchProductos(tx, empresaId, query)
    const content = await withStock(tx, session, listing.content)
    return { ...listing, content: content.map(({ stock, ...row }) => ({ ...producto.shownTo(autorOf(session), row), stock })) }
  })
  router.on(searchProductoVenta, venden, ({ tx, empresaId, query }) => searchVenta(tx, empresaId, query))
  router.on(searchProductoGasto, venden, async ({ tx, session, empresaId, query }) => {
    const listing = await searchGasto(tx, empresaId, query)
    return autorOf(session).veCosto ? listing : { ...listing, content: listing.content.map((row) => ({ ...row, cost: null })) }
  })
  router.on(readProducto, venden, ({ tx, session, params }) => producto.read(tx, autorOf(session), params.id))
  router.on(createProducto, { ...venden, right: 'producto:crear' }, ({ tx, session, body, request }) =>
    producto.create(tx, autorOf(session), requireIdempotencyKey(request), body),
  )
  router.on(editProducto, { ...venden, right: 'producto:editar' }, ({ tx, session, body }) => producto.edit(tx, autorOf(session), body))
  router.on(historicalPrices, venden, ({ tx, session, params, query }) => precio.history(tx, autorOf(session), { ...params, ...query }))
  router.on(searchProductoVendido, venden, ({ tx, session, params, query }) => documento.vendidos(tx, autorOf(session), params.id, query))
  router.on(searchProductoComprado, venden, ({ tx, session, params, query }) => documento.comprados(tx, autorOf(session), params.id, query))
  router.on(duplicateProducto, { ...venden, right: 'producto:crear' }, ({ tx, session, params, request }) =>
    producto.duplicate(tx, autorOf(session), requireIdempotencyKey(request), params.id),
  )
  const eliminan = { ...venden, right: 'producto:eliminar' } as const
  router.on(deleteProducto, eliminan, ({ tx, session, params }) => producto.remove(tx, autorOf(session), [params.id]))
  router.on(deleteProductos, eliminan, ({ tx, session, params }) => producto.remove(tx, autorOf(session), params.ids))
  router.on(restoreProductos, eliminan, ({ tx, session, body }) => producto.restore(tx, autorOf(session), body.ids))
  registerActualizacion(router, autorOf)
  registerImagen(router, deps, autorOf)
}

function registerImagen(router: Router, deps: Deps, autorOf: (session: SesionAbierta) => producto.Autor): void {
  const editan = { roles: VENDEN, right: 'producto:editar' } as const
  router.on(readProductoImagen, { roles: VENDEN }, async ({ tx, empresaId, params, query, reply }) => {
    const found = await readImagen(tx, empresaId, params.id, query.mini ?? false)
    if (!found) throw errors.notFound()
    return reply.type(found.tipo).send(found.bytes)
  })
  router.onSession(saveProductoImagen, editan, ({ session, params, request }) =>
    imagen.save(
      deps,
      autorOf(session),
      params.id,
      async () => (await readUpload(request, saveProductoImagen, PRODUCTO_IMAGEN_MAX_BYTES)).bytes,
    ),
  )
  router.on(deleteProductoImagen, editan, ({ tx, session, params }) => imagen.remove(tx, autorOf(session), params.id))
}

function registerActualizacion(router: Router, autorOf: (session: SesionAbierta) => producto.Autor): void {
  const editan = { roles: VENDEN, right: 'producto:editar' } as const
  router.on(updateProductos, editan, ({ tx, session, body, request }) =>
    actualizacion.update(tx, autorOf(session), requireIdempotencyKey(request), body),
  )
  router.on(readHoja, editan, async ({ tx, session, empresaId, query }) => {
    const hoja = await hojas.readHoja(tx, empresaId, query)
    return autorOf(session).veCosto ? hoja : { ...hoja, filas: hoja.filas.map((fila) => ({ ...fila, cost: null })) }
  })
  router.on(searchActualizacion, editan, ({ tx, empresaId, query }) => hojas.searchActualizaciones(tx, empresaId, query))
  router.on(undoActualizacion, editan, ({ tx, session, params }) => actualizacion.undo(tx, autorOf(session), params.id))
}
