import type { Endpoint } from '@yupana/contract'

import type { Tabla } from './libros.ts'

export interface Respuesta<T> {
  status: number
  data: T
  text: string
  /** Idempotency-Key of the request. */
  idempotencyKey: string
  /** Whether an earlier try has an unknown outcome. */
  wasUnknown: boolean
}

export interface Pregunta {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
}

/** Access to the API, in-process or over HTTP. */
export interface Servidor {
  /** Repeats with one key until there is an answer, even when programs die meanwhile. */
  ask<T>(endpoint: Endpoint, pregunta: Pregunta): Promise<Respuesta<T>>
  /** State of one row in the database. */
  estadoOf(tabla: Tabla, id: string): Promise<string | undefined>
  /** Brings a document to its authorisation, if no worker does. */
  autorizar(id: string): Promise<void>
  hoy(): string
}
