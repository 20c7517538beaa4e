import type { Collection, TipoCarga } from '@yupana/contract'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import type { FilaGuardada } from './carga.sql.ts'
import type { Columna, ProblemaFila } from './columna.ts'
import type { FilaLeida } from './fila.ts'

/** Which column stands where. */
export type Cabeza = readonly (Columna | undefined)[]

/** In whose name a sheet is read or applied, and where. */
export interface Encargo {
  tx: Tx
  empresaId: EmpresaId
  ambiente: Ambiente
  usuarioId: string
  veCosto: boolean
  /** Whether who uploaded it may decide on what terms somebody buys on credit. */
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

/** The dry run: what each row of a lot would do, or what is wrong with it. */
export interface Revision {
  check(lote: readonly FilaLeida[]): Promise<Revisada[]>
}

/** Applies rows lot by lot, within one transaction. */
export interface Obra {
  /** Rows that are refused by now. */
  apply(filas: readonly FilaBuena[]): Promise<FilaMala[]>
  /** After the last lot, where none was refused. Answers what is refused all the same, and what the audit keeps. */
  end(): Promise<{ malas?: FilaMala[]; detalle: Record<string, unknown> }>
}

/** What tells one kind of upload from another (O-70). */
export interface TipoDeCarga {
  id: TipoCarga
  /** Of its template and of its sheet. */
  archivo: string
  hoja: string
  columnas: readonly Columna[]
  /** What a head lacks besides the columns it has to have. */
  falta?: (cabeza: Cabeza) => string | undefined
  /** Rights that it takes besides that of the call. */
  rights: readonly Collection[]
  /** Whether its rows may say on what terms somebody buys on credit. */
  conCredito?: true
  /** In the audit. */
  accion: string
  revision: (encargo: Encargo) => Revision
  obra: (encargo: Encargo) => Obra
}

export const goodRow = (n: number, datos: Record<string, unknown>, cambia = true): Revisada => ({ n, datos, problemas: null, cambia })
export const badRow = (n: number, problemas: ProblemaFila[]): Revisada => ({ n, datos: null, problemas, cambia: false })
