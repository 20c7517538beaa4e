import type { Monto, Regimen } from '@yupana/fiscal'
import type { CalificacionPersona, DireccionPersona } from '@yupana/contract'
import type { ColumnType, Generated } from 'kysely'

import type { EmpresaId } from './empresa-id.ts'
import type { Instante } from './schema-columna.ts'

export interface PersonaTables {
  persona: {
    empresa_id: EmpresaId
    id: string
    tipo_identificacion: string
    identificacion: string
    razon_social: string
    nombre_comercial: string | null
    roles: string[]
    correos: Generated<string[]>
    telefonos: Generated<string[]>
    direccion: string | null
    direcciones: ColumnType<DireccionPersona[], string | undefined, string>
    dias_credito: Generated<number>
    limite_credito: Monto | null
    lista_precios: number | null
    orden: string
    activo: Generated<boolean>
    version: Generated<number>
    creada_en: Instante
    editada_en: Instante
    unida_a: Generated<string | null>
    tambien: Generated<string[] | null>
  }
  persona_condicion: {
    empresa_id: EmpresaId
    persona_id: string
    id: string
    desde: string | null
    tipo_contribuyente: 'PERSONA_NATURAL' | 'SOCIEDAD' | null
    regimen: Regimen | null
    calificaciones: Generated<CalificacionPersona[]>
    usuario_id: string | null
    en: Instante
    version: Generated<number>
  }
  persona_union: {
    empresa_id: EmpresaId
    persona_id: string
    en_id: string
    usuario_id: string
    en: Instante
    dado: unknown
  }
}
