import { LIST_PRODUCT_STATUS, MAX_PRICE_LIST, ProductoForm, TIPO_PRODUCTO_LABEL, TIPOS_PRODUCTO, type Producto } from '@yupana/contract'
import {
  add,
  displayMonto,
  labelOfTipoIva,
  parseEntrada,
  percentOf,
  tarifaIvaAt,
  tarifasIvaAt,
  tipoIvaGeneralAt,
  type Fecha,
} from '@yupana/fiscal'
import * as z from 'zod/mini'

import { entradaOf, montoEntrada, montoEntradaOpcional } from '../../components/form/monto-entrada.ts'
import { today } from '../../lib/formato/format.ts'

/** The form of the contract, with amounts as typed text (O-19). */
export const ProductoSchema = z.extend(ProductoForm, {
  price: montoEntrada(),
  price_list: z.array(montoEntrada()).check(z.maxLength(MAX_PRICE_LIST, '4 listas de precios como máximo.')),
  cost: z.optional(montoEntradaOpcional()),
  minimum_stock: montoEntrada(),
  partes: z.array(z.object({ producto_id: z.string(), cantidad: montoEntrada() })),
})
export type ProductoInput = z.input<typeof ProductoSchema>

export const TIPO_OPTIONS = TIPOS_PRODUCTO.map((value) => ({ value, label: TIPO_PRODUCTO_LABEL[value] }))
export const ESTADO_OPTIONS = LIST_PRODUCT_STATUS.map(({ id, name }) => ({ value: id, label: name }))

/** The rates of a day, and the present rate even if it no longer holds. */
export function ivaOptions(present?: number, fecha: Fecha = today()) {
  const options = tarifasIvaAt(fecha).flatMap(({ tipoIva, label }) => (tipoIva === undefined ? [] : [{ value: tipoIva as number, label }]))
  const isOffered = present === undefined || options.some(({ value }) => value === present)
  return isOffered ? options : [...options, { value: present, label: `${labelOfTipoIva(present) ?? present} (no vigente)` }]
}

/** Condition of the law for a rate. */
export const ivaNote = (iva: number): string | undefined => tarifaIvaAt(iva, today())?.note

/** «Con IVA: $1.73»; undefined if the price cannot be read. */
export function priceWithIva(price: string, iva: number, fecha: Fecha = today()): string | undefined {
  const entrada = parseEntrada(price)
  const tarifa = tarifaIvaAt(iva, fecha)?.tarifa
  if (!entrada.ok || entrada.monto < 0 || tarifa === undefined) return undefined
  // Beyond the safe bound nothing is shown; the field itself reports it.
  try {
    return `Con IVA: ${displayMonto(add(entrada.monto, percentOf(entrada.monto, tarifa)))}`
  } catch {
    return undefined
  }
}

/** Initial values of the form: the product, or an empty one with the general rate. */
export const productoInitial = (producto: Producto | undefined, seesCost: boolean): ProductoInput => ({
  code: producto?.code ?? '',
  auxiliary_code: producto?.auxiliary_code ?? '',
  barcode: producto?.barcode ?? '',
  barcodes: producto?.barcodes ?? [],
  name: producto?.name ?? '',
  type_product: producto?.type_product ?? 'PRODUCTO',
  category_id: producto?.category_id ?? null,
  brand_id: producto?.brand_id ?? null,
  unit_id: producto?.unit_id ?? null,
  iva: producto?.iva ?? tipoIvaGeneralAt(today()),
  price: entradaOf(producto?.price),
  price_list: producto?.price_list.map((price) => entradaOf(price)) ?? [],
  ...(seesCost ? { cost: entradaOf(producto?.cost) } : {}),
  minimum_stock: entradaOf(producto?.minimum_stock ?? 0, 0),
  manage_inventory: producto?.manage_inventory ?? false,
  status: producto?.status ?? 'ACTIVO',
  is_external: producto?.is_external ?? false,
  ice_codigo: producto?.ice_codigo ?? '',
  irbpnr: producto?.irbpnr ?? false,
  precio_libre: producto?.precio_libre ?? false,
  partes: producto?.partes.map(({ producto_id, cantidad }) => ({ producto_id, cantidad: entradaOf(cantidad, 0) })) ?? [],
})
