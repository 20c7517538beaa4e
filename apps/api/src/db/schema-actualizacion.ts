import type { CampoActualizacion, OrigenActualizacion } from '@yupana/contract'

import type { Instante, Json } from './schema-columna.ts'

// Changes of many products as one (O-71).

export interface ActualizacionTables {
  actualizacion: {
    empresa_id: string
    id: string
    origen: OrigenActualizacion
    usuario_id: string
    productos: number
    campos: CampoActualizacion[]
    deshace: string | null
    hecha_en: Instante
  }
  actualizacion_fila: {
    empresa_id: string
    actualizacion_id: string
    producto_id: string
    antes: Json<Record<string, unknown>>
    despues: Json<Record<string, unknown>>
  }
}
