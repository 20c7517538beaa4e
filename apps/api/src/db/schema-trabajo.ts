import type { Collection, EstadoTrabajo, PedidoTrabajo, TipoTrabajo } from '@yupana/contract'
import type { Generated } from 'kysely'

import type { EmpresaId } from './empresa-id.ts'
import type { Ambiente, Instante, InstanteOpcional, Json } from './schema-columna.ts'

/** Large files that a worker makes for a user. */
export interface TrabajoTables {
  trabajo: {
    empresa_id: EmpresaId
    id: string
    usuario_id: string
    ambiente: Ambiente
    tipo: TipoTrabajo
    pedido: Json<PedidoTrabajo>
    huella: Buffer
    derecho: Collection | null
    archivo: string
    estado: Generated<EstadoTrabajo>
    motivo: string | null
    total: number
    hechos: Generated<number>
    arriendo_hasta: InstanteOpcional
    cerco: Generated<number>
    intentos: Generated<number>
    tomado_en: InstanteOpcional
    creado_en: Instante
    archivo_id: string | null
    tamano: number | null
    vence_en: InstanteOpcional
  }
}
