import type { FacturaForm, LineaForm } from '@yupana/contract'
import {
  condicionAt, displayMonto, divide, fromUnits, isIdentificacionDelExterior, labelOfTipoIva, multiply, percentToFactor, tarifaIvaAt, tipoIvaGeneralAt,
  type CondicionTributaria, type Fecha, type Monto,
} from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Problem } from '../../errors.ts'
import { mayDo, type SesionAbierta } from '../../plugins/session.ts'
import { readLineasEmitidas, readPrecios, type PrecioDeLista } from './precio.sql.ts'

const SIN_PRODUCTO = 'Su usuario solo puede vender productos del catálogo: elija uno, o pida la venta a quien pueda cambiar precios.'

/** What converting a price to one with IVA and back may lose, in millionths of a dollar. */
const PERDIDA: Monto = 10

const factorOf = (iva: number, fecha: Fecha): Monto => fromUnits(1) + percentToFactor(tarifaIvaAt(iva, fecha)?.tarifa ?? 0)

/** Whether the line charges one of its product's prices, in the form's way of writing them. */
function isListed(linea: LineaForm, producto: PrecioDeLista, modo: FacturaForm['modo'], fecha: Fecha): boolean {
  const isWithIva = modo === 'PVP' && !linea.ice && !linea.irbpnr
  const charged = isWithIva ? [linea.iva, producto.iva].map((iva) => divide(linea.precio_unitario, factorOf(iva, fecha))) : [linea.precio_unitario]
  return [producto.price, ...producto.price_list].some((price) => charged.some((precio) => Math.abs(precio - price) <= PERDIDA))
}

const shownPrice = ({ price, iva }: PrecioDeLista, modo: FacturaForm['modo'], fecha: Fecha): string =>
  displayMonto(modo === 'PVP' ? multiply(price, factorOf(iva, fecha)) : price)

/** Sales that charge no IVA whatever is sold: exports to who has a foreign identification, and all of a negocio popular (O-102). */
const isSinIva = ({ exportacion, comprador }: FacturaForm, condiciones: readonly CondicionTributaria[], fecha: Fecha): boolean =>
  (exportacion !== undefined && isIdentificacionDelExterior(comprador.tipo_identificacion)) || condicionAt(condiciones, 'REGIMEN', fecha)?.valor === 'NEGOCIO_POPULAR'

/** Whether the line charges its product's IVA, or the one that the day or the kind of sale puts in its place: what may be charged at all is checked apart. */
function isOwnIva({ iva }: LineaForm, producto: PrecioDeLista, sinIva: boolean, fecha: Fecha): boolean {
  if (iva === producto.iva) return true
  const [suya, otra] = [tarifaIvaAt(producto.iva, fecha), tarifaIvaAt(iva, fecha)]
  const isGeneral = (tipoIva: number) => tipoIva === tipoIvaGeneralAt(fecha)
  if (otra?.special !== undefined) return isGeneral(producto.iva)
  return (sinIva && otra?.tarifa === 0) || ((suya === undefined || suya.special !== undefined) && isGeneral(iva))
}

const sameSale = (linea: LineaForm) => ({ codigo, descripcion, precio_unitario, descuento, cantidad }: LineaForm): boolean =>
  codigo === linea.codigo && descripcion === linea.descripcion && precio_unitario === linea.precio_unitario && descuento === linea.descuento && cantidad === linea.cantidad

/**
 * Prices and discounts that this user may not give (O-100): a line charges what the list says of each product that it names, by id or by
 * code, unless that product's price is free, and always its IVA; without one nothing says what to charge.
 * In a correction a line stays as it was issued, whoever issued it.
 */
export async function checkPermisos(tx: Tx, session: SesionAbierta, id: string | undefined, form: FacturaForm, fecha: Fecha, condiciones: readonly CondicionTributaria[]): Promise<Problem[]> {
  const [cambia, descuenta] = [mayDo(session, 'documento:cambiar_precio'), mayDo(session, 'documento:descuento')]
  if (cambia && descuenta) return []
  const { lineas, modo } = form
  const [emitidas, precios] = await Promise.all([
    id === undefined ? [] : readLineasEmitidas(tx, session.empresaId, id),
    cambia ? [] : readPrecios(tx, session.empresaId, lineas.flatMap(({ producto_id }) => producto_id ?? []), lineas.flatMap(({ codigo }) => codigo ?? [])),
  ])
  const sinIva = isSinIva(form, condiciones, fecha)
  return lineas.flatMap((linea, at) => {
    if (emitidas.some(sameSale(linea))) return []
    const productos = precios.filter(({ id: is, code }) => is === linea.producto_id?.toLowerCase() || code === linea.codigo)
    const otro = productos.find((producto) => !producto.precio_libre && !isListed(linea, producto, modo, fecha))
    const problemas: Problem[] = []
    if (!cambia && productos.length === 0) problemas.push({ campo: `lineas.${at}.codigo`, message: SIN_PRODUCTO })
    if (otro)
      problemas.push({
        campo: `lineas.${at}.precio_unitario`,
        message: `El precio de lista es ${shownPrice(otro, modo, fecha)} y su usuario no puede cambiarlo: elija de nuevo el producto, o pida la venta a quien pueda cambiar precios.`,
      })
    const deOtroIva = productos.find((producto) => !isOwnIva(linea, producto, sinIva, fecha))
    if (deOtroIva)
      problemas.push({
        campo: `lineas.${at}.iva`,
        message: `El IVA de este producto es ${labelOfTipoIva(deOtroIva.iva, fecha)} y su usuario no puede cambiarlo: elija de nuevo el producto, o pida la venta a quien pueda cambiar precios.`,
      })
    if (!descuenta && linea.descuento > 0)
      problemas.push({ campo: `lineas.${at}.descuento`, message: 'Su usuario no puede dar descuentos: déjelo en 0, o pida la venta a quien pueda darlos.' })
    return problemas
  })
}
