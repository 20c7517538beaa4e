import type * as z from 'zod/mini'

/**
 * Cost of a call, which decides how often it may be made (O-122): `lectura` a few rows by an index, `busqueda` a list or a count, `calculo`
 * arithmetic over a whole form or company, `archivo` one printed form or XML, `exportacion` a file of many rows, `flujo` an answer that
 * stays open, `identidad` proof of identity, counted by account and network in its own place.
 */
export const COSTOS = [
  'lectura',
  'busqueda',
  'calculo',
  'escritura',
  'emision',
  'archivo',
  'exportacion',
  'subida',
  'flujo',
  'identidad',
] as const
export type Costo = (typeof COSTOS)[number]

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The body is multipart: a `file`, and these fields beside it. */
export interface UploadBody {
  /** How many `file` parts it may have; one by default. */
  readonly files?: number
  readonly fields: readonly { readonly name: string; readonly required: boolean; readonly description: string }[]
}

export const ONLY_FILE: UploadBody = { fields: [] }

/** Input and answer of a call. `reply` is the shape of `data` inside the envelope {status, msg, data} (O-01). */
export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: Method
  /** Path below `/{SEGMENTO}`; calls of the specification keep their exact path, ours start with /v1 (O-84). */
  readonly path: string
  readonly costo: Costo
  readonly summary: string
  readonly tag: string
  readonly params?: Params | undefined
  readonly query?: Query | undefined
  readonly body?: Body | undefined
  readonly reply?: Reply | undefined
  /** Text of `msg` in a successful answer; the web shows it as a toast where the specification asks for one. */
  readonly msg: string
  /** Media type of the answer, when it is a file instead of the envelope. */
  readonly file?: string | undefined
  readonly upload?: UploadBody | undefined
  /** A call that a page repeats by itself: it does not keep a session open (O-123). */
  readonly sinUso?: true | undefined
  /** A call computed from all documents of a period: calls of a person and of a company wait in line before they reach the database. */
  readonly enFila?: true | undefined
  /** The caller signs the body: it is kept as sent, so that the signature can be verified. */
  readonly isSigned?: true | undefined
}

type Shape<P, Q, B, R> = {
  costo: Costo
  summary: string
  tag: string
  params?: P
  query?: Q
  body?: B
  reply?: R
  msg?: string
  file?: string
  upload?: UploadBody
  sinUso?: true
  enFila?: true
  isSigned?: true
}

/** Declares one call: `endpoint('POST /v1/persona/create', { … })`. */
export function endpoint<
  P extends z.ZodMiniType = z.ZodMiniType,
  Q extends z.ZodMiniType = z.ZodMiniType,
  B extends z.ZodMiniType = z.ZodMiniType,
  R extends z.ZodMiniType = z.ZodMiniType,
>(route: `${Method} /${string}`, shape: Shape<P, Q, B, R>): Endpoint<P, Q, B, R> {
  const space = route.indexOf(' ')
  return {
    method: route.slice(0, space) as Method,
    path: route.slice(space + 1),
    msg: shape.msg ?? 'OK',
    ...shape,
  }
}

/** Fills the `:name` places of a path. */
export const pathOf = (call: Endpoint, params: Record<string, string> = {}): string =>
  call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
