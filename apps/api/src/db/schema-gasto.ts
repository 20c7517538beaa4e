import type { CodDocGasto, Monto } from '@yupana/fiscal'
import type { Familiar, ParteGasto, TipoGasto } from '@yupana/contract'
import type { ColumnType, Generated } from 'kysely'

import type { Instante, Json } from './schema-columna.ts'

// Personal expenses (O-78): they belong to a user, not to a company.

export interface GastoTables {
  gasto_personal: {
    usuario_id: string
    id: string
    fecha: string
    anio: ColumnType<number, never, never>
    proveedor_ruc: string
    proveedor: string
    tipo: TipoGasto
    numero: string | null
    clave_acceso: string | null
    a_nombre: string
    compartido: boolean
    nota: string | null
    partes: Json<ParteGasto[]>
    total: Monto
    buscable: string
    version: Generated<number>
    creado_en: Instante
    editado_en: Instante
  }
  gasto_personal_recibido: {
    usuario_id: string
    clave: string
    fecha: string
    anio: ColumnType<number, never, never>
    proveedor_ruc: string
    proveedor: string
    tipo: CodDocGasto
    numero: string
    a_nombre: string
    total: Monto
    autorizado: boolean
    descartado: Generated<boolean>
    creado_en: Instante
  }
  gasto_personal_situacion: {
    usuario_id: string
    anio: number
    cargas: number
    catastrofica: boolean
    parte_propia: number
    ingresos: Monto | null
    deducciones: Monto | null
    retenido: Monto | null
    familiares: Json<Familiar[]>
    version: Generated<number>
    editado_en: Instante
  }
}
