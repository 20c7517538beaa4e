import type { Collection, TipoCarga } from '@yupana/contract'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import type { FilaGuardada } from './carga.sql.ts'
import type { Columna, ProblemaFila } from './columna.ts'
import type { FilaLeida } from './fila.ts'

/** The column at each position. */
export type Cabeza = readonly (Columna | undefined)[]

/** The user and the company for which a sheet is read or applied. */
export interface Encargo {
  tx: Tx
  empresaId: EmpresaId
  ambiente: Ambiente
  usuarioId: string
  veCosto: boolean
  /** Whether the uploader may decide terms of credit. */
  daCredito: boolean
  en: Date
  cabeza: Cabeza
}

export type Revisada = FilaGuardada & { cambia: boolean }
export interface FilaBuena {
  n: number
  datos: Record<string, unknown>
}
export interface FilaMala {
  n: number
  problemas: ProblemaFila[]
}

/** The dry run: the effect of each row of a lot, or its problems. */
export interface Revision {
  check(lote: readonly FilaLeida[]): Promise<Revisada[]>
}

/** Applies rows lot by lot, within one transaction. */
export interface Obra {
  /** Answers the rows refused by now. */
  apply(filas: readonly FilaBuena[]): Promise<FilaMala[]>
  /** Runs after the last lot, if no row was refused. Answers the rows refused all the same, and the detail for the audit. */
  end(): Promise<{ malas?: FilaMala[]; detalle: Record<string, unknown> }>
}

/** The parts of one kind of upload (O-70). */
export interface TipoDeCarga {
  id: TipoCarga
  /** Name of its template and of its sheet. */
  archivo: string
  hoja: string
  columnas: readonly Columna[]
  /** The missing part of a head, besides the required columns. */
  falta?: (cabeza: Cabeza) => string | undefined
  /** Rights needed besides that of the call. */
  rights: readonly Collection[]
  /** Whether its rows may set terms of credit. */
  conCredito?: true
  /** Action in the audit. */
  accion: string
  revision: (encargo: Encargo) => Revision
  obra: (encargo: Encargo) => Obra
}

export const goodRow = (n: number, datos: Record<string, unknown>, cambia = true): Revisada => ({ n, datos, problemas: null, cambia })
export const badRow = (n: number, problemas: ProblemaFila[]): Revisada => ({ n, datos: null, problemas, cambia: false })
