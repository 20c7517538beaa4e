import type pg from 'pg'

/** The result of one check. A promise is kept when `fallas` is 0. */
export interface Hallazgo {
  /** Number of the invariant (docs/reliability.md): I1, I2 … */
  id: string
  titulo: string
  /** Number of facts checked. */
  revisados: number
  fallas: number
  /** The first violations, in Spanish, each naming its document or series. */
  ejemplos: string[]
  /** The reason for skipping it, if skipped. */
  omitido?: string
}

/** A connection for reading: a pool, or one connection inside a transaction. */
export interface Lector {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>
}

export interface Revision {
  /** Sees every company: works as yupana_owner. */
  owner: Lector
  /** Pools that try to break a promise as the API and as the worker. */
  app: pg.Pool
  worker: pg.Pool
  /** The business clock. */
  now(): Date
  /** Control address of the simulator, if its ledger belongs to this database. */
  control: string | undefined
  onProgress(line: string): void
}

export const EJEMPLOS = 10

/** Counts violations and keeps the first few. */
export class Recuento {
  revisados = 0
  fallas = 0
  readonly ejemplos: string[] = []
  readonly #id: string
  readonly #titulo: string

  constructor(id: string, titulo: string) {
    this.#id = id
    this.#titulo = titulo
  }

  add(ejemplo: string, veces = 1): void {
    this.fallas += veces
    if (this.ejemplos.length < EJEMPLOS) this.ejemplos.push(ejemplo)
  }

  hallazgo(): Hallazgo {
    return { id: this.#id, titulo: this.#titulo, revisados: this.revisados, fallas: this.fallas, ejemplos: this.ejemplos }
  }
}

/** Name of a document in a violation; `d` is its row. */
export const NOMBRE = `d.ambiente || ' ' || d.tipo || ' ' || d.establecimiento || '-' || d.punto || '-' || lpad(d.secuencial::text, 9, '0') || ' (' || d.id || ')'`

/** A promise that SQL can check: the number of facts, and one row `detalle` for each violation. */
export interface Consulta {
  id: string
  titulo: string
  cuenta: string
  viola: string
}
