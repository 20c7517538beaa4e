import type { CampoActualizacion, ErrorCarga, EstadoCarga, OrigenActualizacion, TipoCarga } from '@yupana/contract'
import type { Generated } from 'kysely'

import type { EmpresaId } from './empresa-id.ts'
import type { Ambiente, Instante, InstanteOpcional, Json, JsonOpcional } from './schema-columna.ts'

// Changes of many products as one (O-71).

export interface ActualizacionTables {
  actualizacion: {
    empresa_id: EmpresaId
    id: string
    origen: OrigenActualizacion
    usuario_id: string
    productos: number
    campos: CampoActualizacion[]
    deshace: string | null
    hecha_en: Instante
  }
  actualizacion_fila: {
    empresa_id: EmpresaId
    actualizacion_id: string
    producto_id: string
    antes: Json<Record<string, unknown>>
    despues: Json<Record<string, unknown>>
  }
  carga: {
    empresa_id: EmpresaId
    id: string
    tipo: TipoCarga
    /** Environment of the stock. */
    ambiente: Ambiente
    usuario_id: string
    ve_costo: boolean
    da_credito: boolean
    archivo: string
    contenido: Buffer | null
    estado: Generated<EstadoCarga>
    motivo: string | null
    filas: Generated<number>
    errores: Generated<number>
    cambian: Generated<number>
    hechas: Generated<number>
    tomada_hasta: InstanteOpcional
    intentos: Generated<number>
    creada_en: Instante
  }
  carga_fila: {
    empresa_id: EmpresaId
    carga_id: string
    n: number
    datos: JsonOpcional<Record<string, unknown>>
    problemas: JsonOpcional<Omit<ErrorCarga, 'fila'>[]>
  }
}
