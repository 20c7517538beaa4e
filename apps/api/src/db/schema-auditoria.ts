import type { ColumnType, Generated } from 'kysely'

import type { Instante, Json } from './schema-columna.ts'

/** What people did, its seals, and where each chain stood at the end of a day. */
export interface AuditoriaTables {
  auditoria: {
    empresa_id: string
    id: Generated<number>
    en: Instante
    usuario_id: string | null
    actor_id: ColumnType<string | null, never, never>
    accion: string
    objeto: string | null
    detalle: Json<Record<string, unknown>>
  }
  auditoria_cabeza: { empresa_id: string; dia: string; id: number; sello: Buffer }
  auditoria_sello: { empresa_id: string; id: number; sello: Buffer; sellado_en: Instante; orden: number }
}
