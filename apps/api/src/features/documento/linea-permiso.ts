import type { FacturaForm, LineaFacturaForm, LineaForm } from '@yupana/contract'
import {
  condicionAt,
  displayMonto,
  divide,
  fromUnits,
  iceAt,
  irbpnrAt,
  isIdentificacionDelExterior,
  labelOfTipoIva,
  multiply,
  normalizeTexto,
  percentToFactor,
  tarifaIvaAt,
  tipoIvaGeneralAt,
  type CondicionTributaria,
  type Fecha,
} from '@yupana/fiscal'

import type { Problem } from '../../errors.ts'
import type { PrecioDeLista } from './precio.sql.ts'

/** The conditions, besides the product, of the charge of a line. */
export interface Venta {
  form: FacturaForm
  fecha: Fecha
  condiciones: readonly CondicionTributaria[]
}

const SIN_PRODUCTO = 'Su usuario solo puede vender productos del catálogo: elija uno, o pida la venta a quien pueda cambiar precios.'
const cannotChange = (hecho: string): string =>
  `${hecho} y su usuario no puede cambiarlo: elija de nuevo el producto, o pida la venta a quien pueda cambiar precios.`

/** Rounding loss of a price converted to one with IVA and back, in millionths of a dollar. */
const PERDIDA = 10

const factorOf = (iva: number, fecha: Fecha): number => fromUnits(1) + percentToFactor(tarifaIvaAt(iva, fecha)?.tarifa ?? 0)

/** Whether the line charges one of its product's prices, in the price mode of the form. */
function isListed(linea: LineaForm, producto: PrecioDeLista, { form: { modo }, fecha }: Venta): boolean {
  const isWithIva = modo === 'PVP' && !linea.ice && !linea.irbpnr
  const charged = isWithIva
    ? [linea.iva, producto.iva].map((iva) => divide(linea.precio_unitario, factorOf(iva, fecha)))
    : [linea.precio_unitario]
  return [producto.price, ...producto.price_list].some((price) => charged.some((precio) => Math.abs(precio - price) <= PERDIDA))
}

const shownPrice = ({ price, iva }: PrecioDeLista, { form: { modo }, fecha }: Venta): string =>
  displayMonto(modo === 'PVP' ? multiply(price, factorOf(iva, fecha)) : price)

const isPopular = ({ condiciones, fecha }: Venta): boolean => condicionAt(condiciones, 'REGIMEN', fecha)?.valor === 'NEGOCIO_POPULAR'

/** Sales without IVA for every product: exports to a foreign identification, and all of a negocio popular (O-102). */
const isSinIva = (venta: Venta): boolean =>
  (venta.form.exportacion !== undefined && isIdentificacionDelExterior(venta.form.comprador.tipo_identificacion)) || isPopular(venta)

/**
 * Whether the line charges its product's IVA, or the one that the day or the kind of sale replaces it with; whether that is allowed is
 * checked separately.
 */
function isOwnIva({ iva }: LineaForm, producto: PrecioDeLista, venta: Venta): boolean {
  const { fecha } = venta
  if (iva === producto.iva) return true
  const [suya, otra] = [tarifaIvaAt(producto.iva, fecha), tarifaIvaAt(iva, fecha)]
  const isGeneral = (tipoIva: number) => tipoIva === tipoIvaGeneralAt(fecha)
  if (otra?.special !== undefined) return isGeneral(producto.iva)
  return (isSinIva(venta) && otra?.tarifa === 0) || ((suya === undefined || suya.special !== undefined) && isGeneral(iva))
}

/** Whether a tax that the company charges that day may be omitted: exports pay none, a negocio popular charges no ICE. */
const isFree = (impuesto: 'ICE' | 'IRBPNR', venta: Venta): boolean =>
  venta.form.exportacion !== undefined ||
  condicionAt(venta.condiciones, impuesto, venta.fecha) === undefined ||
  (impuesto === 'ICE' && isPopular(venta))

/** The specific part is typed for tables that have one: the catalogue does not have the sugar or pure alcohol of a unit. */
function isOwnIce({ ice }: LineaForm, { ice_codigo: codigo }: PrecioDeLista, venta: Venta): boolean {
  if (!ice) return codigo === null || isFree('ICE', venta)
  const tarifa = iceAt(ice.codigo, venta.fecha)
  return ice.codigo === codigo && (ice.tarifa ?? 0) === (tarifa?.adValorem ?? 0) && (!ice.especifico || tarifa?.especifico !== undefined)
}

/** The amount of a unit is typed: the catalogue does not have its number of bottles. */
const isOwnIrbpnr = ({ irbpnr }: LineaForm, producto: PrecioDeLista, venta: Venta): boolean =>
  irbpnr ? producto.irbpnr && irbpnrAt(venta.fecha) !== undefined : !producto.irbpnr || isFree('IRBPNR', venta)

const isSameText = (one: string, other: string): boolean => normalizeTexto(one) === normalizeTexto(other)

/** The differences between a line and the catalogue's product, for a user who may not change prices (O-100): field and reason. */
export function checkLinea(linea: LineaFacturaForm, productos: readonly PrecioDeLista[], venta: Venta): Problem[] {
  const { producto_id: id, codigo, descripcion } = linea
  const producto = productos.find((one) => (id === undefined ? one.code === codigo : one.id === id.toLowerCase()))
  if (!producto) return [{ campo: 'codigo', message: SIN_PRODUCTO }]
  const wrong: readonly (readonly [campo: string, isWrong: boolean, hecho: string])[] = [
    ['codigo', codigo !== undefined && codigo !== producto.code, `El código de este producto es «${producto.code}»`],
    // A product with a free price is described at each sale.
    ['descripcion', !producto.precio_libre && !isSameText(descripcion, producto.name), `Este producto se llama «${producto.name}»`],
    [
      'precio_unitario',
      !producto.precio_libre && !isListed(linea, producto, venta),
      `El precio de lista es ${shownPrice(producto, venta)}`,
    ],
    ['iva', !isOwnIva(linea, producto, venta), `El IVA de este producto es ${labelOfTipoIva(producto.iva, venta.fecha)}`],
    ['ice', !isOwnIce(linea, producto, venta), 'El ICE de esta línea no es el de su producto'],
    ['irbpnr', !isOwnIrbpnr(linea, producto, venta), 'El IRBPNR de esta línea no es el de su producto'],
  ]
  return wrong.flatMap(([campo, isWrong, hecho]) => (isWrong ? [{ campo, message: cannotChange(hecho) }] : []))
}
