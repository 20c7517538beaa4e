import type { Endpoint } from '@yupana/contract'

import type { Lector } from '../../src/invariantes/invariante.ts'
import type { TipoEscenario } from '../../src/testing/tipos-de-documento.ts'
import type { Libros } from '../libros/libros.ts'

/** A company that issues. */
export interface Emisora {
  id: string
  ruc: string
  username: string
  /** What its documents move, and what must be there after them; from the first ones on. */
  surtido?: Surtido
}

export interface Surtido {
  bodega: string
  producto: string
  libros: Libros
}

/** A whole installation whose clock, with the authority's, moves only when told. */
export interface Mundo {
  /** The business clock, milliseconds. */
  now(): number
  /** Milliseconds by which it was moved so far: what passed by itself, on a busy machine, is nobody's delay. */
  moved(): number
  /** Its day in Ecuador, 'yyyy-MM-dd'. */
  hoy(): string
  /** Lets time pass for us and for the authority alike. */
  advance(milliseconds: number): Promise<void>
  fundar(): Promise<Emisora>
  /** Signs in anew, as a session does not last for as long as some faults do. Answers its token. */
  ingresar(emisora: Emisora): Promise<string>
  /** Throws where it is refused. */
  ask<T>(token: string, endpoint: Endpoint, body?: object): Promise<T>
  /** Throws where a good form is refused. */
  emit(token: string, tipo: TipoEscenario, form: unknown): Promise<{ id: string; clave: string }>
  /** Does what is due now. Answers how much it was. */
  tick(): Promise<number>
  /** A call to the simulator's control address. */
  control<T = unknown>(method: 'GET' | 'POST' | 'DELETE', place: string, body?: unknown): Promise<T>
  /** Sees every company. */
  owner: Lector
}

export const hoyAt = (milliseconds: number): string => new Date(milliseconds - 5 * 3_600_000).toISOString().slice(0, 10)
