import type { Monto } from '@yupana/fiscal'
import type { Generated } from 'kysely'

import type { EmpresaId } from './empresa-id.ts'
import type { Ambiente, Instante } from './schema-columna.ts'

// Lines of documents, which list the sales and purchases of a product.

export interface LineaTables {
  documento_linea: {
    empresa_id: EmpresaId
    documento_id: string
    version: number
    n: number
    producto_id: string | null
    codigo: string | null
    descripcion: string
    cantidad: number
    precio_unitario: Monto
    descuento: Monto
    base: Monto
    tipo_iva: number
    iva: Monto
    ice: Generated<Monto>
    irbpnr: Generated<Monto>
    ambiente: Ambiente
    tipo: string
    fecha: string
    en: Instante
  }
  compra_linea: {
    empresa_id: EmpresaId
    compra_id: string
    n: number
    producto_id: string
    ambiente: Ambiente
    fecha: string
    en: Instante
    cantidad: number
    factor: number
    base: Monto
  }
}
