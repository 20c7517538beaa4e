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
  type Monto,
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
  /** Name of the user, as the order stores it. */
  quien: string
  en: Date
  /** Whether the installation has a gateway for cards. */
  hasTarjeta: boolean
}

/** A product in a cart, with the period when it is a declaration. */
interface Elegida extends Rebajable {
  producto: TiendaProducto
  declaracion: OrdenLinea['declaracion']
}

export interface Cuenta {
  lineas: OrdenLinea[]
  antes: Monto
  subtotal: Monto
  iva: Monto
  total: Monto
}

/** Total of the lines by the arithmetic of a factura; prices and discounts come from the server, never from the page. */
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

/** Total of the lines at catalogue prices. */
export const antesOf = (lineas: readonly Pick<OrdenLinea, 'cantidad' | 'precio_lista'>[]): Monto =>
  sum(lineas.map(({ cantidad, precio_lista }) => multiplyToCents(precio_lista, fromUnits(cantidad))))

interface Carrito {
  cuenta: Cuenta
  productos: TiendaOferta[]
  /** With the reason when it reduces nothing. */
  cupon: (CuponGuardado & { problema: string | null }) | null
}

/** The cart at today's prices, with its products; products no longer sold are left out. */
export async function carritoDe(tx: Tx, comprador: Comprador, lock = false): Promise<Carrito> {
  const hoy = fechaIn(comprador.en)
  const acordados = await cupones.readAcordados(tx, comprador.empresaId, hoy)
  const productos = (await sql.readVigentes(tx, hoy)).map((producto) => ({ ...producto, acordado: acordados.get(producto.id) ?? null }))
  const elegidas = (await sql.readCarrito(tx, comprador, lock)).flatMap(({ producto_id, formulario, periodo, cantidad }) => {
    const producto = productos.find(({ id }) => id === producto_id)
    const declaracion = formulario === '' ? null : { formulario, periodo }
    // A product that changed its kind has to be chosen again.
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

/** @throws 422 for an unknown coupon, and for one that reduces nothing in the cart */
export async function applyCupon(tx: Tx, comprador: Comprador, codigo: string): Promise<Tienda> {
  const cupon = await cupones.findCuponDeCodigo(tx, codigo)
  // A withdrawn coupon is treated as unknown.
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

/** An order of nothing is refused: a transfer of $0.00 has no receipt. */
const CUBRE_TODO = 'El cupón cubre toda la compra: agregue algo más al carrito.'

interface CarritoForm {
  producto_id: string
  cantidad: number
  formulario?: CodigoFormulario | undefined
  periodo?: string | undefined
}

/** @throws 404 for a product not on sale today, 422 for a declaration that cannot be bought */
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

/** One of each form and period: a declaration bought, filed, or in an order that may still be paid, is refused. @throws 422 */
export async function requireSinComprar(tx: Tx, comprador: Comprador, declaraciones: readonly Declaracion[]): Promise<void> {
  if (declaraciones.length === 0) return
  const hoy = fechaIn(comprador.en)
  await requireComprables(tx, comprador, declaraciones, hoy)
  const pedidas = new Map((await readPedidas(tx, comprador.empresaId, hoy)).map((one) => [cualOf(one), one.numero]))
  for (const declaracion of declaraciones) {
    const orden = pedidas.get(cualOf(declaracion))
    if (orden !== undefined) throw errors.declarationBought(nombreDePedida(declaracion), orden)
  }
}

const cualOf = ({ formulario, periodo }: Declaracion) => `${formulario} ${periodo}`

/** Forms and periods that the company may buy today. */
export async function listPeriodos(tx: Tx, comprador: Comprador): Promise<PeriodoComprable[]> {
  const hoy = fechaIn(comprador.en)
  const pedidas = new Set((await readPedidas(tx, comprador.empresaId, hoy)).map(cualOf))
  return (await listComprables(tx, comprador, hoy))
    .filter((one) => !pedidas.has(cualOf(one)))
    .map((one) => ({ ...one, nombre: nombreDePedida(one) }))
}

// Settings that SUPER_ADMIN maintains.

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

/** Selling company of this installation and its till, or none. @throws 422 */
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

/** Comes last in its transaction, as with every action of SUPER_ADMIN. */
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

/** Checks the fields of each kind of product. @throws 422 */
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

/** Adds or changes a product of the store; the audit notes the author and the price before. @throws 409, 422 */
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
