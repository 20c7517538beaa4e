import { MAX_PRICE_LIST } from '@yupana/contract'

import type { Columna } from '../carga/carga.door.ts'

export const CODE: Columna = {
  campo: 'code',
  titulo: 'Código',
  otros: ['codigo principal', 'cod'],
  kind: 'texto',
  obligatoria: true,
}
const PRICE: Columna = { campo: 'price', titulo: 'Precio sin IVA', otros: ['precio', 'pvp sin iva'], kind: 'monto' }
const LISTAS = Array.from({ length: MAX_PRICE_LIST }, (_, at): Columna => ({
  campo: `lista${at + 1}`,
  titulo: `Lista ${at + 1}`,
  kind: 'monto',
}))
const COST: Columna = { campo: 'cost', titulo: 'Costo', otros: ['costo unitario'], kind: 'monto', esCosto: true }
const NAME: Columna = {
  campo: 'name',
  titulo: 'Nombre',
  otros: ['producto', 'descripcion'],
  kind: 'texto',
  obligatoria: true,
}

export const COLUMNAS_PRODUCTOS: readonly Columna[] = [
  CODE,
  NAME,
  {
    campo: 'type_product',
    titulo: 'Tipo',
    otros: ['tipo de producto'],
    kind: 'opcion',
    opciones: { PRODUCTO: ['Producto', 'bien', 'artículo'], SERVICIO: ['Servicio'] },
  },
  { ...PRICE, obligatoria: true },
  { campo: 'iva', titulo: 'IVA', otros: ['tarifa de iva', 'tarifa iva'], kind: 'iva', obligatoria: true },
  { campo: 'barcode', titulo: 'Código de barras', otros: ['codigo barras', 'ean'], kind: 'texto' },
  { campo: 'auxiliary_code', titulo: 'Código auxiliar', kind: 'texto' },
  ...LISTAS,
  COST,
  { campo: 'minimum_stock', titulo: 'Stock mínimo', kind: 'monto' },
  { campo: 'manage_inventory', titulo: 'Lleva inventario', otros: ['llevar inventario', 'inventario'], kind: 'siNo' },
  { campo: 'category_id', titulo: 'Categoría', kind: 'texto' },
  { campo: 'brand_id', titulo: 'Marca', kind: 'texto' },
  { campo: 'unit_id', titulo: 'Unidad', otros: ['unidad de medida'], kind: 'texto' },
  { campo: 'ice_codigo', titulo: 'Código de ICE', otros: ['ice'], kind: 'texto' },
  { campo: 'irbpnr', titulo: 'Paga IRBPNR', otros: ['irbpnr'], kind: 'siNo' },
  { campo: 'precio_libre', titulo: 'Precio libre', kind: 'siNo' },
]

/** The name helps the user who fills the sheet in, and changes nothing. */
export const COLUMNAS_PRECIOS: readonly Columna[] = [CODE, { ...NAME, kind: 'nada', obligatoria: false }, PRICE, ...LISTAS, COST]
