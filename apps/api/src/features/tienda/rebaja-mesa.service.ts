import type { Listing, TiendaCupon, TiendaCuponForm, TiendaPrecio, TiendaPrecioForm } from '@yupana/contract'
import { MAX_CUPONES_TIENDA } from '@yupana/contract'
import { fechaIn } from '@yupana/fiscal'

import type { Db } from '../../db/connect.ts'
import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { listingPage } from '../../http/listing.ts'
import type { Sesion } from '../../plugins/sesion/session.ts'
import { changesOf, recordDeUsuario } from '../auditoria/auditoria.door.ts'
import { findProducto, readProductos } from './catalogo-tienda.sql.ts'
import * as sql from './cupon.sql.ts'
import { findEmpresa, findEmpresaDeRuc } from './orden.sql.ts'

// Reductions of store prices: SUPER_ADMIN keeps them, and each change has a line in the audit.

type Guardado = Omit<TiendaCupon, 'usados'>

async function conUsos({ db, clock }: Deps, cupones: readonly Guardado[]): Promise<TiendaCupon[]> {
  const ids = cupones.map(({ id }) => id)
  const usos = await sql.readUsos(db, ids, fechaIn(clock.now()))
  return cupones.map((cupon) => ({ ...cupon, usados: usos.get(cupon.id)?.todos ?? 0 }))
}

export const listCupones = async (deps: Deps): Promise<TiendaCupon[]> => conUsos(deps, await sql.readCupones(deps.db))

function checkDias({ vigente_desde: desde, vigente_hasta: hasta }: Pick<TiendaCuponForm, 'vigente_desde' | 'vigente_hasta'>): void {
  if (hasta !== null && hasta < desde) throw errors.field('VALID_TO', 'vigente_hasta', 'Tiene que ser desde el primer día en adelante.')
}

async function checkCupon(db: Db, form: TiendaCuponForm): Promise<void> {
  checkDias(form)
  const { porcentaje, monto, productos, codigo, id } = form
  if ((porcentaje === null) === (monto === null))
    throw errors.field('DISCOUNT', 'porcentaje', 'Diga el porcentaje o el monto que rebaja: uno de los dos.')
  const known = new Set((await readProductos(db)).map(({ id: producto }) => producto))
  if (!productos.every((one) => known.has(one))) throw errors.field('PRODUCT', 'productos', 'Uno de los productos no está en la tienda.')
  const same = await sql.findCuponDeCodigo(db, codigo)
  if (same && same.id !== id) throw errors.field('CODE', 'codigo', 'Otro cupón ya tiene ese código.')
}

/** Creates or changes a coupon; orders that used it keep their reduction. @throws 409, 422 */
export async function editCupon(deps: Deps, { tokenHash: prueba }: Sesion, form: TiendaCuponForm): Promise<TiendaCupon> {
  const en = deps.clock.now()
  const saved = await deps.db.transaction().execute(async (tx) => {
    await sql.lockCupones(tx)
    await checkCupon(tx, form)
    const before = await sql.findCupon(tx, form.id)
    if (form.activo && !before?.activo && (await sql.countActivos(tx)) >= MAX_CUPONES_TIENDA) throw errors.couponsFull(MAX_CUPONES_TIENDA)
    let changed = true
    if (form.version === 0) changed = await sql.insertCupon(tx, form, en)
    else if (!(await sql.updateCupon(tx, form, en))) throw errors.conflict()
    const detalle = before ? { codigo: before.codigo, ...changesOf<object>(before, form) } : { ...form }
    const accion = before ? 'tienda.editar_cupon' : 'tienda.crear_cupon'
    if (changed) await recordDeUsuario(tx, { prueba, objeto: form.id, en, accion, detalle })
    return sql.findCupon(tx, form.id)
  })
  const [cupon] = saved ? await conUsos(deps, [saved]) : []
  if (!cupon) throw errors.notFound()
  return cupon
}

export async function searchPrecios(
  { db, clock }: Deps,
  session: Sesion,
  { page, size }: { page: number; size: number },
): Promise<Listing<TiendaPrecio>> {
  const { rows, total } = await sql.pagePrecios(db, session, { page, size, ahora: clock.now() })
  return listingPage(rows, total, { page, size })
}

/** Sets the price of a product for one company; existing orders keep theirs. @throws 404, 409, 422 */
export async function editPrecio(deps: Deps, session: Sesion, { ruc, ...form }: TiendaPrecioForm): Promise<TiendaPrecio> {
  checkDias(form)
  if (form.precio === 0) throw errors.field('PRICE', 'precio', 'El precio tiene que ser mayor que cero.')
  const en = deps.clock.now()
  const empresaId = await findEmpresaDeRuc(deps.db, session, ruc, en)
  if (empresaId === null) throw errors.field('COMPANY', 'ruc', `Ninguna empresa activa de esta instalación tiene el RUC ${ruc}.`)
  const producto = await findProducto(deps.db, form.producto_id)
  if (!producto) throw errors.notFound()
  return inEmpresa(deps.db, empresaId, async (tx) => {
    const before = await sql.findPrecio(tx, empresaId, form.producto_id)
    if (!(await sql.savePrecio(tx, empresaId, form, en))) {
      if (form.version === 0)
        throw errors.field('PRODUCT', 'producto_id', 'La empresa ya tiene un precio acordado de este producto: edítelo.')
      throw errors.conflict()
    }
    const [empresa, saved] = [await findEmpresa(tx, empresaId), await sql.findPrecio(tx, empresaId, form.producto_id)]
    if (!empresa || !saved) throw errors.notFound()
    const detalle = { ruc, producto: producto.nombre, ...(before ? changesOf<object>(before, form) : form) }
    await recordDeUsuario(tx, { prueba: session.tokenHash, objeto: form.producto_id, en, accion: 'tienda.acordar_precio', detalle })
    return {
      ...saved,
      empresa_id: empresaId,
      empresa: empresa.nombre_comercial ?? empresa.razon_social,
      ruc: empresa.ruc,
      producto: producto.nombre,
      precio_lista: producto.precio,
    }
  })
}
