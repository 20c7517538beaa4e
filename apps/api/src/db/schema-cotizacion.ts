import type { CambiosCotizacion, CotizacionCalculo, CotizacionForm } from '@yupana/contract'
import type { EstadoCotizacionGuardado, Monto, TomaCotizacion } from '@yupana/fiscal'
import type { ColumnType, Generated } from 'kysely'

import type { EmpresaId } from './empresa-id.ts'
import type { Instante, InstanteOpcional, Json, JsonOpcional } from './schema-columna.ts'

// Quotes (O-74).

/** The company as a version of a quote names it. */
export interface EmisorCotizacion {
  ruc: string
  razon_social: string
  nombre_comercial: string | null
  direccion: string
  telefono: string | null
  correo: string | null
}

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
    subtotal: Monto
    descuento: Monto
    iva: Monto
    total: Monto
    entrada: Json<CotizacionForm>
    calculo: Json<CotizacionCalculo>
    nota_respuesta: string | null
    respondida_en: InstanteOpcional
    parcial: Generated<boolean>
    enlace_hash: Generated<Buffer | null>
    enlace_n: Generated<number>
    usuario_id: string
    version: Generated<number>
    version_enviada: Generated<number | null>
    creado_en: Instante
    editado_en: Instante
  }
  cotizacion_version: {
    empresa_id: EmpresaId
    cotizacion_id: string
    n: number
    usuario_id: string
    en: Instante
    fecha_emision: string
    vence: string
    total: Monto
    entrada: Json<CotizacionForm>
    calculo: Json<CotizacionCalculo>
    emisor: Json<EmisorCotizacion>
    vendedor: string | null
    cambios: JsonOpcional<CambiosCotizacion>
    respuesta: 'ACEPTADA' | 'RECHAZADA' | null
    nota_respuesta: string | null
    respondida_en: InstanteOpcional
  }
  cotizacion_factura: { empresa_id: EmpresaId; factura_id: string; cotizacion_id: string; tomado: Json<TomaCotizacion[]> }
}
