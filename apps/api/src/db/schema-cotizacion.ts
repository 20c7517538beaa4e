import type { CotizacionCalculo, CotizacionForm } from '@yupana/contract'
import type { EstadoCotizacionGuardado, TomaCotizacion } from '@yupana/fiscal'
import type { ColumnType, Generated } from 'kysely'

import type { EmpresaId } from './empresa-id.ts'
import type { Instante, InstanteOpcional, Json } from './schema-columna.ts'

// Quotes (O-74).

export interface CotizacionTables {
  cotizacion_serie: { empresa_id: EmpresaId; establecimiento: string; punto: string; siguiente: Generated<number> }
  cotizacion: {
    empresa_id: EmpresaId
    id: string
    establecimiento: string
    punto: string
    secuencial: number
    numero: ColumnType<string, never, never>
    estado: Generated<EstadoCotizacionGuardado>
    fecha_emision: string
    vence: string
    persona_id: string | null
    receptor_tipo: string
    receptor_identificacion: string
    receptor_nombre: string
    subtotal: number
    descuento: number
    iva: number
    total: number
    entrada: Json<CotizacionForm>
    calculo: Json<CotizacionCalculo>
    nota_respuesta: string | null
    respondida_en: InstanteOpcional
    parcial: Generated<boolean>
    enlace_hash: Generated<Buffer | null>
    enlace_n: Generated<number>
    usuario_id: string
    version: Generated<number>
    creado_en: Instante
    editado_en: Instante
  }
  cotizacion_factura: { empresa_id: EmpresaId; factura_id: string; cotizacion_id: string; tomado: Json<TomaCotizacion[]> }
}
