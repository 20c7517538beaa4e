import type { Generated } from 'kysely'

import type { EmpresaId } from './empresa-id.ts'
import type { Ambiente, Instante } from './schema-columna.ts'

// Lines of documents, by which a product finds what it was sold and bought in.

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
    precio_unitario: number
    descuento: number
    base: number
    tipo_iva: number
    iva: number
    ice: Generated<number>
    irbpnr: Generated<number>
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
    base: number
  }
}
