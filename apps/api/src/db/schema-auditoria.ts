import type { ColumnType, Generated } from 'kysely'

import type { EmpresaId } from './empresa-id.ts'
import type { Instante, Json } from './schema-columna.ts'

/** Actions of users, the seals of the audit, and the state of each chain at the end of a day. */
export interface AuditoriaTables {
  auditoria: {
    empresa_id: EmpresaId
    id: Generated<number>
    en: Instante
    usuario_id: string | null
    actor_id: ColumnType<string | null, never, never>
    accion: string
    objeto: string | null
    detalle: Json<Record<string, unknown>>
  }
  auditoria_cabeza: { empresa_id: EmpresaId; dia: string; id: number; sello: Buffer }
  auditoria_sello: { empresa_id: EmpresaId; id: number; sello: Buffer; sellado_en: Instante; orden: number }
}
