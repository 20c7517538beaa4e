import type { Endpoint } from '@yupana/contract'

import type { Lector } from '../../src/invariantes/invariante.ts'
import type { TipoEscenario } from '../../src/testing/tipos-de-documento.ts'
import type { Libros } from '../libros/libros.ts'

/** A company that issues. */
export interface Emisora {
  id: string
  ruc: string
  username: string
  /** Stock of its documents, and the expected result; from the first documents on. */
  surtido?: Surtido
}

export interface Surtido {
  bodega: string
  producto: string
  libros: Libros
}

/** A whole installation; its clock and the authority's move only by `advance`. */
export interface Mundo {
  /** The business clock, milliseconds. */
  now(): number
  /** Milliseconds of all movements so far: real time, which passes on a busy machine, does not count as delay. */
  moved(): number
  /** Day of the business clock in Ecuador, 'yyyy-MM-dd'. */
  hoy(): string
  /** Moves our clock and the authority's. */
  advance(milliseconds: number): Promise<void>
  fundar(): Promise<Emisora>
  /** Signs in again, because some faults last longer than a session. Answers its token. */
  ingresar(emisora: Emisora): Promise<string>
  /** Makes a call; throws for a refusal. */
  ask<T>(token: string, endpoint: Endpoint, body?: object): Promise<T>
  /** Issues a document; throws when a valid form is refused. */
  emit(token: string, tipo: TipoEscenario, form: unknown): Promise<{ id: string; clave: string }>
  /** Does all due work; answers its number of items. */
  tick(): Promise<number>
  /** A call to the simulator's control address. */
  control<T = unknown>(method: 'GET' | 'POST' | 'DELETE', place: string, body?: unknown): Promise<T>
  /** Connection that sees every company. */
  owner: Lector
}

export const hoyAt = (milliseconds: number): string => new Date(milliseconds - 5 * 3_600_000).toISOString().slice(0, 10)
