import type { OrdenLinea, PeriodoComprable, Tienda, TiendaAjuste, TiendaOferta, TiendaProducto, TiendaProductoForm } from '@yupana/contract'
import { MAX_LINEAS_CARRITO, MAX_PRODUCTOS_TIENDA } from '@yupana/contract'
import {
  fechaIn,
  fromUnits,
  multiplyToCents,
  sum,
  tarifaIvaAt,
  totalesOf,
  whyNotTarifaIva,
  type CodigoFormulario,
  type Fecha,
} from '@yupana/fiscal'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import type { Sesion } from '../../plugins/sesion/session.ts'
import { INSTALACION } from '../../secretos/sello.ts'
import { changesOf, recordDeUsuario } from '../auditoria/auditoria.door.ts'
import { listComprables, nombreDePedida, requireComprables } from '../declaracion/declaracion.door.ts'
import * as sql from './catalogo-tienda.sql.ts'
import { rebajasDe, whyNotCupon, type Rebajable } from './cupon.service.ts'
import * as cupones from './cupon.sql.ts'
import type { CuponGuardado } from './cupon.sql.ts'
import { findEmpresa, findEmpresaDeRuc, hasPunto, readPedidas } from './orden.sql.ts'

export interface Comprador {
  empresaId: EmpresaId
  ambiente: Ambiente
  usuarioId: string
  /** By name, as the order keeps it. */
  quien: string
  en: Date
  /** Whether the installation has a gateway for cards. */
  hasTarjeta: boolean
}

/** What a cart holds of a product; of a declaration, which one. */
interface Elegida extends Rebajable {
  producto: TiendaProducto
  declaracion: OrdenLinea['declaracion']
}

export interface Cuenta {
  lineas: OrdenLinea[]
  antes: number
  subtotal: number
  iva: number
  total: number
}

/** What the lines come to, by the arithmetic of a factura: prices and discounts are the server's, never those of the page. */
export function cuentaOf(elegidas: readonly Elegida[], hoy: Fecha, cupon?: CuponGuardado): Cuenta {
  const rebajas = rebajasDe(cupon, elegidas)
  const lineas = elegidas.map(({ producto, cantidad, acordado }, n) => {
    const tarifa = tarifaIvaAt(producto.iva, hoy)
    if (!tarifa) throw errors.storePrice(producto.nombre)
    return {
      cantidad: fromUnits(cantidad),
      precioUnitario: acordado ?? producto.precio,
      descuento: rebajas[n] ?? 0,
      iva: { codigoPorcentaje: tarifa.codigoPorcentaje, tarifa: tarifa.tarifa },
    }
  })
  const { lineas: calculadas, totalSinImpuestos, totalConImpuestos, importeTotal } = totalesOf({ modo: 'NETO', lineas })
  return {
    lineas: elegidas.map(({ producto, cantidad, acordado, declaracion }, n) => ({
      producto_id: producto.id,
      tipo: producto.tipo,
      nombre: declaracion ? `${producto.nombre}: ${nombreDePedida(declaracion)}` : producto.nombre,
      cantidad,
      precio: acordado ?? producto.precio,
      precio_lista: producto.precio,
      descuento: rebajas[n] ?? 0,
      iva: producto.iva,
      subtotal: calculadas[n]?.precioTotalSinImpuesto ?? 0,
      documentos: producto.plan_documentos,
      firma:
        producto.firma_tipo !== null && producto.firma_anios !== null ? { tipo: producto.firma_tipo, anios: producto.firma_anios } : null,
      declaracion,
    })),
    antes: antesOf(elegidas.map(({ producto, cantidad }) => ({ cantidad, precio_lista: producto.precio }))),
    subtotal: totalSinImpuestos,
    iva: sum(totalConImpuestos.map(({ valor }) => valor)),
    total: importeTotal,
  }
}

/** What lines come to at the prices of the catalogue. */
export const antesOf = (lineas: readonly Pick<OrdenLinea, 'cantidad' | 'precio_lista'>[]): number =>
  sum(lineas.map(({ cantidad, precio_lista }) => multiplyToCents(fromUnits(cantidad), precio_lista)))

interface Carrito {
  cuenta: Cuenta
  productos: TiendaOferta[]
  /** With why it takes nothing off, where it does not. */
  cupon: (CuponGuardado & { problema: string | null }) | null
}

/** The cart priced now, with the products themselves; what is no longer sold is not in it. */
export async function carritoDe(tx: Tx, comprador: Comprador, lock = false): Promise<Carrito> {
  const hoy = fechaIn(comprador.en)
  const acordados = await cupones.readAcordados(tx, comprador.empresaId, hoy)
  const productos = (await sql.readVigentes(tx, hoy)).map((producto) => ({ ...producto, acordado: acordados.get(producto.id) ?? null }))
  const elegidas = (await sql.readCarrito(tx, comprador, lock)).flatMap(({ producto_id, formulario, periodo, cantidad }) => {
    const producto = productos.find(({ id }) => id === producto_id)
    const declaracion = formulario === '' ? null : { formulario, periodo }
    // What became of another kind since is chosen again.
    return producto && (producto.tipo === 'DECLARACION') === (declaracion !== null)
      ? [{ producto, cantidad, declaracion, acordado: producto.acordado }]
      : []
  })
  const cupon = await cupones.readCuponDeCarrito(tx, comprador, lock)
  if (!cupon) return { cuenta: cuentaOf(elegidas, hoy), productos, cupon: null }
  const rebajada = cuentaOf(elegidas, hoy, cupon)
  const problema = (await whyNotCupon(tx, cupon, elegidas, hoy)) ?? (rebajada.total === 0 ? CUBRE_TODO : null)
  return { cuenta: problema === null ? rebajada : cuentaOf(elegidas, hoy), productos, cupon: { ...cupon, problema } }
}

export async function read(tx: Tx, comprador: Comprador): Promise<Tienda> {
  const { cuenta, productos, cupon } = await carritoDe(tx, comprador)
  return { productos, carrito: { ...cuenta, cupon: cupon && { codigo: cupon.codigo, problema: cupon.problema } } }
}

/** @throws 422 for one that nobody has, and for one that takes nothing off what is in the cart */
export async function applyCupon(tx: Tx, comprador: Comprador, codigo: string): Promise<Tienda> {
  const cupon = await cupones.findCuponDeCodigo(tx, codigo)
  // One that was withdrawn is none: nobody learns that it was one.
  if (!cupon?.activo) throw errors.couponUnknown()
  await cupones.putCuponEnCarrito(tx, comprador, cupon.id)
  const tienda = await read(tx, comprador)
  const problema = tienda.carrito.cupon?.problema ?? null
  if (problema !== null) throw errors.couponRefused(problema)
  return tienda
}

export async function removeCupon(tx: Tx, comprador: Comprador): Promise<Tienda> {
  await cupones.removeCuponDeCarrito(tx, comprador)
  return read(tx, comprador)
}

/** No order is made of nothing: a transfer of $0.00 has no receipt. */
const CUBRE_TODO = 'El cupón cubre toda la compra: agregue algo más al carrito.'

interface CarritoForm {
  producto_id: string
  cantidad: number
  formulario?: CodigoFormulario | undefined
  periodo?: string | undefined
}

/** @throws 404 for what is not sold today, 422 for a declaration that cannot be bought */
export async function editCarrito(
  tx: Tx,
  comprador: Comprador,
  { producto_id, cantidad, formulario, periodo }: CarritoForm,
): Promise<Tienda> {
  const declaracion = formulario && periodo ? { formulario, periodo } : null
  if (cantidad === 0) await sql.removeDeCarrito(tx, comprador, { producto_id, declaracion })
  else {
    const vigentes = await sql.readVigentes(tx, fechaIn(comprador.en))
    const producto = vigentes.find(({ id }) => id === producto_id)
    if (!producto) throw errors.notFound()
    if ((producto.tipo === 'DECLARACION') !== (declaracion !== null))
      throw errors.field('PERIODO', 'periodo', 'Una declaración se compra con su formulario y período; solo ella los lleva.')
    if (declaracion) {
      await requireSinComprar(tx, comprador, [declaracion])
      await sql.removeOtras(tx, comprador, { producto_id, declaracion })
    }
    await sql.removeRetiradas(tx, comprador, vigentes)
    if ((await sql.countOtras(tx, comprador, { producto_id, declaracion })) >= MAX_LINEAS_CARRITO)
      throw errors.storeFull(MAX_LINEAS_CARRITO)
    await sql.putEnCarrito(tx, comprador, { producto_id, declaracion, cantidad: declaracion ? 1 : cantidad }, comprador.en)
  }
  return read(tx, comprador)
}

type Declaracion = NonNullable<OrdenLinea['declaracion']>

/** One of each form and period: what is bought, filed, or in an order that may still be paid, is bought no more. @throws 422 */
export async function requireSinComprar(tx: Tx, comprador: Comprador, declaraciones: readonly Declaracion[]): Promise<void> {
  if (declaraciones.length === 0) return
  const hoy = fechaIn(comprador.en)
  await requireComprables(tx, comprador, declaraciones, hoy)
  const pedidas = new Map((await readPedidas(tx, comprador.empresaId, hoy)).map((one) => [claveOf(one), one.numero]))
  for (const declaracion of declaraciones) {
    const orden = pedidas.get(claveOf(declaracion))
    if (orden !== undefined) throw errors.declarationBought(nombreDePedida(declaracion), orden)
  }
}

const claveOf = ({ formulario, periodo }: Declaracion) => `${formulario} ${periodo}`

/** Forms and periods that the company may buy today. */
export async function listPeriodos(tx: Tx, comprador: Comprador): Promise<PeriodoComprable[]> {
  const hoy = fechaIn(comprador.en)
  const pedidas = new Set((await readPedidas(tx, comprador.empresaId, hoy)).map(claveOf))
  return (await listComprables(tx, comprador, hoy))
    .filter((one) => !pedidas.has(claveOf(one)))
    .map((one) => ({ ...one, nombre: nombreDePedida(one) }))
}

// What SUPER_ADMIN keeps.

export async function readAjuste(db: Db): Promise<TiendaAjuste> {
  const { transferencia, version, vende_id: empresaId, establecimiento, punto } = await sql.readAjuste(db)
  const empresa = empresaId === null ? undefined : await inEmpresa(db, empresaId, (tx) => findEmpresa(tx, empresaId))
  return {
    productos: await sql.readProductos(db),
    transferencia,
    vende: empresa
      ? { ruc: empresa.ruc, razon_social: empresa.razon_social, establecimiento: establecimiento ?? '', punto: punto ?? '' }
      : null,
    version,
  }
}

interface AjusteForm {
  transferencia?: string | undefined
  ruc?: string | undefined
  establecimiento?: string | undefined
  punto?: string | undefined
  version: number
}

/** Who sells: a company of this installation and one of its tills, or nobody. @throws 422 */
async function vendeOf(
  { db, clock }: Deps,
  session: Sesion,
  { ruc, establecimiento, punto }: AjusteForm,
): Promise<Pick<sql.Ajuste, 'vende_id' | 'establecimiento' | 'punto'>> {
  if (ruc === undefined) return { vende_id: null, establecimiento: null, punto: null }
  const empresaId = await findEmpresaDeRuc(db, session, ruc, clock.now())
  if (empresaId === null) throw errors.field('SELLER', 'ruc', `Ninguna empresa activa de esta instalación tiene el RUC ${ruc}.`)
  const [e = '', p = ''] = [establecimiento, punto]
  if (!(await inEmpresa(db, empresaId, (tx) => hasPunto(tx, empresaId, e, p))))
    throw errors.field('SELLER', 'punto', 'La empresa no tiene ese punto de emisión, o está inactivo.')
  return { vende_id: empresaId, establecimiento: e, punto: p }
}

/** Last in its transaction, as whatever SUPER_ADMIN does. */
const record = ({ clock }: Deps, tx: Db, { tokenHash: prueba }: Sesion, objeto: string, accion: string, detalle: Record<string, unknown>) =>
  recordDeUsuario(tx, { prueba, objeto, en: clock.now(), accion, detalle })

/** @throws 409, 422 */
export async function editAjuste(deps: Deps, session: Sesion, form: AjusteForm): Promise<TiendaAjuste> {
  const ajuste = { transferencia: form.transferencia ?? null, ...(await vendeOf(deps, session, form)) }
  await deps.db.transaction().execute(async (tx) => {
    const { version: _version, ...before } = await sql.readAjuste(tx)
    if (!(await sql.saveAjuste(tx, ajuste, form.version))) throw errors.conflict()
    const detalle = changesOf(before, ajuste)
    if (Object.keys(detalle).length > 0) await record(deps, tx, session, INSTALACION, 'tienda.ajustar', detalle)
  })
  return readAjuste(deps.db)
}

/** What each kind says of itself. @throws 422 */
function checkProducto({
  tipo,
  firma_tipo,
  firma_anios,
  plan_documentos,
  precio,
  iva,
  vigente_desde,
  vigente_hasta,
}: TiendaProductoForm): void {
  if (
    (tipo === 'FIRMA') !== (firma_tipo !== null && firma_anios !== null) ||
    (tipo !== 'FIRMA' && (firma_tipo !== null || firma_anios !== null))
  )
    throw errors.field('KIND', 'firma_tipo', 'Diga para quién es la firma y por cuántos años; solo las firmas lo llevan.')
  if ((tipo === 'PLAN') !== (plan_documentos !== null))
    throw errors.field('KIND', 'plan_documentos', 'Diga cuántos comprobantes trae el plan; solo los planes lo llevan.')
  if (precio === 0) throw errors.field('PRICE', 'precio', 'El precio tiene que ser mayor que cero.')
  const problem = whyNotTarifaIva(iva, vigente_desde, { turismo: false })
  if (problem !== undefined) throw errors.field('IVA', 'iva', problem)
  if (vigente_hasta !== null && vigente_hasta < vigente_desde)
    throw errors.field('VALID_TO', 'vigente_hasta', 'Tiene que ser desde el primer día en adelante.')
}

/** Puts one in the store, or changes it; who did it, with the price before, stands in the audit. @throws 409, 422 */
export async function editProducto(deps: Deps, session: Sesion, form: TiendaProductoForm): Promise<TiendaProducto> {
  checkProducto(form)
  const en = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    const before = await sql.findProducto(tx, form.id)
    const detalle = before ? { nombre: before.nombre, ...changesOf<object>(before, form) } : { ...form }
    let changed = true
    if (form.version === 0) {
      if ((await sql.countProductos(tx)) >= MAX_PRODUCTOS_TIENDA) throw errors.catalogFull(MAX_PRODUCTOS_TIENDA, 'productos')
      changed = await sql.insertProducto(tx, form, en)
    } else if (!(await sql.updateProducto(tx, form, en))) throw errors.conflict()
    if (changed) await record(deps, tx, session, form.id, before ? 'tienda.editar_producto' : 'tienda.crear_producto', detalle)
    const saved = await sql.findProducto(tx, form.id)
    if (!saved) throw errors.notFound()
    return saved
  })
}
