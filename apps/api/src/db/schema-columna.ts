import type { ColumnType } from 'kysely'

// Column types whose values the driver gives and takes as neither text nor number.

export type Instante = ColumnType<string, string | Date, string | Date>
export type InstanteOpcional = ColumnType<string | null, string | Date | null | undefined, string | Date | null>
export type Json<T> = ColumnType<T, string, string>
export type JsonOpcional<T> = ColumnType<T | null, string | null | undefined, string | null>

export type Ambiente = 'SIMULADOR' | 'PRUEBAS' | 'PRODUCCION'
