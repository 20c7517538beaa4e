import type { LineaFacturaForm, ProductoVenta } from '@yupana/contract'
import {
  divide,
  fitsDecimals,
  fromUnits,
  iceAt,
  inRange,
  irbpnrAt,
  multiply,
  multiplyToCents,
  parseEntrada,
  percentOf,
  percentToFactor,
  roundToCents,
  tarifaIvaAt,
  TIPO_IVA,
  tipoIvaGeneralAt,
  type Cantidad,
  type ModoPrecio,
  type Monto,
} from '@yupana/fiscal'

import { entradaOf } from '../../components/form/monto-entrada.ts'
import { today } from '../../lib/formato/format.ts'
import type { ReglasLinea } from './reglas-linea.ts'

/** A line as it is typed: the texts of its cells. */
export interface LineaValores {
  producto_id?: string | undefined
  /** Whoever sells says the price of this product. */
  precio_libre?: true | undefined
  codigo: string
  codigo_auxiliar: string
  descripcion: string
  unidad_medida: string
  cantidad: string
  /** Unit price; with IVA in PVP mode, unless the line has ICE or IRBPNR. */
  precio: string
  descuento: string
  descuento_en: 'PORCENTAJE' | 'VALOR'
  /** The specification's tax-rate id. */
  iva: number
  /** Percentage and dollars per unit; either may be empty. `unidades` are the units where they are not the quantity. */
  ice?: { codigo: string; tarifa?: string | undefined; especifico?: string | undefined; unidades?: Cantidad | undefined } | undefined
  /** Dollars per bottle; `unidades` are the bottles where they are not the quantity. */
  irbpnr?: { tarifa: string; unidades?: Cantidad | undefined } | undefined
  /** Without the State's subsidy and without IVA; absent for what has none. */
  sin_subsidio?: string | undefined
  detalles: { nombre: string; valor: string }[]
  /** The list that its price comes from; absent once somebody typed it. */
  lista?: number | undefined
  /** That list was chosen for this line alone. */
  lista_propia?: boolean | undefined
  /** The price of its product and its lists, without IVA; absent where they were not read yet. */
  precios?: readonly Monto[] | undefined
  /** As the quote, or what is left of it, offers the line: ×10⁶. Absent once somebody says the discount. */
  cotizada?: Cotizada | undefined
  linea_cotizacion?: number | undefined
  /** What is to be seen before it is issued: its product is gone. Another product comes without it. */
  aviso?: string | undefined
}

export interface Cotizada {
  cantidad: Cantidad
  descuento: Monto
  modo: ModoPrecio
  unidades: { ice?: Cantidad | undefined; irbpnr?: Cantidad | undefined }
}

export const MAX_DETALLES = 3

export const emptyLinea = (reglas?: Pick<ReglasLinea, 'negocioPopular'> & Partial<Pick<ReglasLinea, 'fecha'>>): LineaValores => ({
  codigo: '',
  codigo_auxiliar: '',
  descripcion: '',
  unidad_medida: '',
  cantidad: '',
  precio: '',
  descuento: '',
  descuento_en: 'PORCENTAJE',
  iva: reglas?.negocioPopular ? TIPO_IVA.CERO : tipoIvaGeneralAt(reglas?.fecha ?? today()),
  detalles: [],
})

/** Nothing that somebody would miss: such lines are dropped. */
export const isEmptyLinea = ({ producto_id, codigo, descripcion, cantidad, precio, descuento }: LineaValores): boolean =>
  producto_id === undefined && [codigo, descripcion, cantidad, precio, descuento].every((text) => text.trim() === '')

/** Price with IVA ↔ without, six decimals. A rate that does not hold that day changes nothing. */
export function convertPrecio(precio: Monto, iva: number, to: ModoPrecio, fecha: ReglasLinea['fecha']): Monto {
  const factor = fromUnits(1) + percentToFactor(tarifaIvaAt(iva, fecha)?.tarifa ?? 0)
  return to === 'PVP' ? multiply(precio, factor) : divide(precio, factor)
}

/** Lines with these taxes are priced without IVA whatever the mode (O-60). */
export const isNeta = ({ ice, irbpnr }: Pick<LineaValores, 'ice' | 'irbpnr'>): boolean => ice !== undefined || irbpnr !== undefined

/** ICE at the rates of that day. */
export function iceOfCodigo(codigo: string, fecha: ReglasLinea['fecha']): NonNullable<LineaValores['ice']> {
  const tarifa = iceAt(codigo, fecha)
  return { codigo, tarifa: entradaOf(tarifa?.adValorem, 0), especifico: entradaOf(tarifa?.especifico) }
}

export const irbpnrOn = (fecha: ReglasLinea['fecha']): NonNullable<LineaValores['irbpnr']> => ({
  tarifa: entradaOf(irbpnrAt(fecha)?.especifico),
})

/** The line of one unit of a product, at its list price. */
export function lineaOfProducto(producto: ProductoVenta, reglas: ReglasLinea): LineaValores {
  const iva = reglas.negocioPopular ? TIPO_IVA.CERO : producto.iva
  const taxes = {
    ...(reglas.ice && producto.ice_codigo !== null && { ice: iceOfCodigo(producto.ice_codigo, reglas.fecha) }),
    ...(reglas.irbpnr && producto.irbpnr && { irbpnr: irbpnrOn(reglas.fecha) }),
  }
  const linea: LineaValores = {
    ...emptyLinea(reglas),
    ...taxes,
    iva,
    producto_id: producto.id,
    ...(producto.precio_libre && { precio_libre: true }),
    codigo: producto.code,
    codigo_auxiliar: producto.auxiliary_code ?? '',
    descripcion: producto.name,
    cantidad: '1',
  }
  return reglas.compra ? linea : withLista({ ...linea, precios: [producto.price, ...producto.price_list] }, reglas.lista ?? 0, reglas)
}

/** The line at the price of a list; at that of the product where it has no such list. Where its prices are not known it stays. */
export function withLista(linea: LineaValores, lista: number, { modo, fecha }: Pick<ReglasLinea, 'modo' | 'fecha'>): LineaValores {
  const { precios } = linea
  if (!precios) return linea
  const suya = lista < precios.length ? lista : 0
  const neto = precios[suya] ?? 0
  const precio = modo === 'PVP' && !isNeta(linea) ? convertPrecio(neto, linea.iva, 'PVP', fecha) : neto
  return { ...linea, precio: entradaOf(precio), lista: suya }
}

const amountOf = (text: string | undefined, maxDecimals = 6): Monto | undefined => {
  const entrada = parseEntrada(text ?? '', maxDecimals)
  return entrada.ok && entrada.monto >= 0 ? entrada.monto : undefined
}

/** As `amountOf`; nothing typed is zero. */
const amountOrZero = (text: string | undefined, maxDecimals = 6) => (!text || text.trim() === '' ? 0 : amountOf(text, maxDecimals))

/** What the discount takes, in whole cents: an amount, or a percentage of quantity × price rounded half-up. */
function descuentoOf({ descuento, descuento_en }: LineaValores, cantidad: Cantidad, precio: Monto): Monto | undefined {
  const typed = amountOrZero(descuento)
  if (typed === undefined || descuento_en === 'VALOR') return typed === undefined || fitsDecimals(typed) ? typed : undefined
  return percentOf(multiplyToCents(precio, cantidad), typed)
}

const textOf = (text: string) => text.trim() || undefined

/** What of a line can be added up; undefined while it is empty or cannot be read. Its texts may still be missing. */
export function lineaFormOf(valores: LineaValores): LineaFacturaForm | undefined {
  const [cantidad, precio] = [amountOf(valores.cantidad), amountOf(valores.precio)]
  if (isEmptyLinea(valores) || cantidad === undefined || precio === undefined) return undefined
  return inRange(() => {
    const descuento = descuentoOf(valores, cantidad, precio)
    const { ice, irbpnr } = valores
    const taxes = [ice?.tarifa, ice?.especifico, irbpnr?.tarifa].map((text) => amountOrZero(text))
    const [tarifa, especifico, botella] = taxes
    const sinSubsidio = valores.sin_subsidio?.trim() ? amountOf(valores.sin_subsidio) : undefined
    if (descuento === undefined || taxes.includes(undefined)) return undefined
    return {
      producto_id: valores.producto_id,
      codigo: textOf(valores.codigo),
      codigo_auxiliar: textOf(valores.codigo_auxiliar),
      descripcion: valores.descripcion.trim(),
      unidad_medida: textOf(valores.unidad_medida),
      cantidad,
      precio_unitario: precio,
      descuento,
      iva: valores.iva,
      ...(ice && {
        ice: {
          codigo: ice.codigo,
          ...(tarifa && { tarifa }),
          ...(especifico && { especifico }),
          ...(ice.unidades !== undefined && { unidades: ice.unidades }),
        },
      }),
      ...(irbpnr && { irbpnr: { tarifa: botella ?? 0, ...(irbpnr.unidades !== undefined && { unidades: irbpnr.unidades }) } }),
      ...(sinSubsidio !== undefined && { precio_sin_subsidio: sinSubsidio }),
      ...(valores.lista !== undefined && { lista: valores.lista, ...(valores.lista_propia && { lista_propia: true }) }),
      detalles_adicionales: valores.detalles.filter(({ nombre, valor }) => nombre.trim() !== '' && valor.trim() !== ''),
    }
  })
}

/** Back from a stored line, for drafts, duplicates and corrections. */
export const lineaValoresOf = (linea: LineaFacturaForm): LineaValores => ({
  ...(linea.producto_id !== undefined && { producto_id: linea.producto_id }),
  codigo: linea.codigo ?? '',
  codigo_auxiliar: linea.codigo_auxiliar ?? '',
  descripcion: linea.descripcion,
  unidad_medida: linea.unidad_medida ?? '',
  cantidad: entradaOf(linea.cantidad, 0),
  precio: entradaOf(linea.precio_unitario),
  descuento: linea.descuento > 0 ? entradaOf(linea.descuento) : '',
  descuento_en: 'VALOR',
  iva: linea.iva,
  ...(linea.ice && { ice: { ...linea.ice, tarifa: entradaOf(linea.ice.tarifa, 0), especifico: entradaOf(linea.ice.especifico) } }),
  ...(linea.irbpnr && { irbpnr: { ...linea.irbpnr, tarifa: entradaOf(linea.irbpnr.tarifa) } }),
  ...(linea.precio_sin_subsidio !== undefined && { sin_subsidio: entradaOf(linea.precio_sin_subsidio) }),
  ...(linea.lista !== undefined && { lista: linea.lista, ...(linea.lista_propia && { lista_propia: true }) }),
  detalles: linea.detalles_adicionales,
})

/** The same sale with prices the other way: what is charged stays, to six decimals. */
export const convertLinea = (linea: LineaValores, to: ModoPrecio, fecha: ReglasLinea['fecha']): LineaValores => {
  const precio = amountOf(linea.precio)
  if (precio === undefined || isNeta(linea)) return linea
  const descuento = linea.descuento_en === 'VALOR' ? amountOf(linea.descuento, 2) : undefined
  return {
    ...linea,
    precio: entradaOf(convertPrecio(precio, linea.iva, to, fecha)),
    ...(descuento !== undefined && { descuento: entradaOf(roundToCents(convertPrecio(descuento, linea.iva, to, fecha))) }),
  }
}

/**
 * The field of the editor that a problem of the server is about: `lineas.0.precio_unitario` is `lineas.0.precio`. `filas`: place of each
 * sent line.
 */
export const campoOfEditor = (campo: string, filas: readonly number[]): string =>
  campo
    .replace(/^lineas\.(\d+)/, (_, at: string) => `lineas.${filas[Number(at)] ?? at}`)
    .replace(/\.precio_unitario$/, '.precio')
    .replace(/\.precio_sin_subsidio$/, '.sin_subsidio')
    .replace(/\.detalles_adicionales\b/, '.detalles')
