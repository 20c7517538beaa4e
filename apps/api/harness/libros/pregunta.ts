import type { Endpoint } from '@yupana/contract'

import type { Tabla } from './libros.ts'

export interface Respuesta<T> {
  status: number
  data: T
  text: string
  /** The Idempotency-Key it was asked with. */
  clave: string
  /** It was asked before, and nobody knows what came of it. */
  wasUnknown: boolean
}

export interface Pregunta {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
}

/** However the API is reached. */
export interface Servidor {
  /** Asks with one key until there is an answer, whatever dies meanwhile. */
  ask<T>(endpoint: Endpoint, pregunta: Pregunta): Promise<Respuesta<T>>
  /** The state that the database has of one row. */
  estadoOf(tabla: Tabla, id: string): Promise<string | undefined>
  /** Brings a document to its authorisation, where nobody else does. */
  autorizar(id: string): Promise<void>
  hoy(): string
}
