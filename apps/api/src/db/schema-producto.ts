import type { Monto } from '@yupana/fiscal'
import type { ParteDeCombo } from '@yupana/contract'
import type { ColumnType, Generated } from 'kysely'

import type { EmpresaId } from './empresa-id.ts'
import type { Instante } from './schema-columna.ts'

// Products of a company (O-68), and their related tables.

export interface ProductoTables {
  producto: {
    empresa_id: EmpresaId
    id: string
    code: string
    auxiliary_code: string | null
    barcode: string | null
    barcodes: Generated<string[]>
    /** Changes with the picture; null without one. */
    imagen: Generated<string | null>
    name: string
    type_product: 'PRODUCTO' | 'SERVICIO'
    category_id: string | null
    brand_id: string | null
    unit_id: string | null
    iva: number
    price: Monto
    price_list: Generated<Monto[]>
    cost: Generated<Monto>
    minimum_stock: Generated<number>
    manage_inventory: Generated<boolean>
    status: Generated<'ACTIVO' | 'INACTIVO'>
    is_external: Generated<boolean>
    ice_codigo: string | null
    irbpnr: Generated<boolean>
    precio_libre: Generated<boolean>
    /** Parts of a combo. */
    partes: ColumnType<ParteDeCombo[], string | undefined, string>
    orden: string
    version: Generated<number>
    creado_en: Instante
    editado_en: Instante
  }
  combo_parte: { empresa_id: EmpresaId; combo_id: string; producto_id: string; n: number; cantidad: number }
  codigo_barras: { empresa_id: EmpresaId; barcode: string; producto_id: string }
  producto_precio: {
    empresa_id: EmpresaId
    producto_id: string
    n: Generated<number>
    en: Instante
    usuario_id: string | null
    price: Monto
    cost: Monto
  }
  producto_imagen: {
    empresa_id: EmpresaId
    producto_id: string
    tipo: string
    bytes: Buffer
    mini_tipo: string
    mini: Buffer
    guardada_en: Instante
  }
}
