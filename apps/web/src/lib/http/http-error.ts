import { SESION_INACTIVA } from '@yupana/contract'

import type { Notice } from '../pagina/notices.ts'

/** The two clients of specification §7: with and without the API version in their base path. */
export type Client = 'primero' | 'version'

export interface ErrorItem {
  message: string
  campo?: string
  codigo?: string
}

/** The body of a refusal: a list, one object, or neither. */
export interface RefusalBody {
  msg?: string
  data?: ErrorItem[] | ErrorItem | null
}

/** Status 0: no answer (timeout, no network). */
export class HttpError extends Error {
  readonly status: number
  readonly body: RefusalBody
  readonly #shown = new AbortController()

  constructor(status: number, body: RefusalBody = {}) {
    super(body.msg ?? `La solicitud no pudo completarse (${status})`)
    this.name = 'HttpError'
    this.status = status
    this.body = body
  }

  /** Aborted once the screen shows this error in place: its toast then disappears. */
  get shown(): AbortSignal {
    return this.#shown.signal
  }

  show(): void {
    this.#shown.abort()
  }

  /** Whether the session waits for its password; it has not ended (O-123). */
  get isInactive(): boolean {
    const { data } = this.body
    return this.status === 401 && Array.isArray(data) && data[0]?.codigo === SESION_INACTIVA
  }

  /** Problems by the name of their form field; several problems of one field are joined. */
  get fieldErrors(): Record<string, string> {
    const { data } = this.body
    const items = Array.isArray(data) ? data : []
    const byField = new Map<string, string>()
    for (const { campo, message } of items) if (campo) byField.set(campo, byField.has(campo) ? `${byField.get(campo)} ${message}` : message)
    return Object.fromEntries(byField)
  }
}

/** Text for a call without answer (O-13). */
export const NO_ANSWER = 'La solicitud ha expirado, por favor intente nuevamente'
const BAD_REQUEST = 'Error en la solicitud'

const FIXED: Record<number, string> = {
  0: NO_ANSWER,
  400: BAD_REQUEST,
  401: 'Su sesión ha expirado',
  404: 'El recurso solicitado no existe o ha sido eliminado',
  500: 'Error interno del servicio. Por favor contáctese con su proveedor',
}

/** Text for a call refused for inactivity: after the password the user presses again. */
export const NOT_SENT = 'No se envió porque su sesión se detuvo por inactividad. Vuelva a intentarlo.'

type Text = Pick<Notice, 'detail'> & Partial<Pick<Notice, 'summary'>>

/** A refusal whose heading equals its detail shows it once. */
const headed = (summary: string, detail: string): Text => (summary === detail ? { detail } : { summary, detail })

function refused({ body, message }: HttpError): Text[] {
  const { msg, data } = body
  if (Array.isArray(data) && data.length > 0) return data.map((item) => headed(msg ?? message, item.message))
  if (data && !Array.isArray(data) && data.message) return [headed(msg ?? message, data.message)]
  return [{ detail: BAD_REQUEST, ...(msg ? { summary: msg } : {}) }]
}

function other({ body, message }: HttpError): Text[] {
  const first = Array.isArray(body.data) ? body.data[0] : body.data
  return [{ summary: 'Error', detail: first?.message ?? body.msg ?? message }]
}

/** Texts for the user about a failure: the error catalogue of specification §8. */
export function noticesOf(error: HttpError, client: Client): Text[] {
  if (error.status === 408) return [{ detail: client === 'version' ? 'La solicitud ha expirado' : NO_ANSWER }]
  if (error.status === 422) return refused(error)
  if (error.isInactive) return [{ detail: NOT_SENT }]
  const fixed = FIXED[error.status]
  return fixed ? [{ detail: fixed }] : other(error)
}

/** Whether the server refused the call: repeating it changes nothing. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof HttpError && error.status >= 400 && error.status < 500 && ![408, 429].includes(error.status)

/** Waits for a call and ignores its HttpError, which was already reported; any other error is thrown. */
export const untilRefused = async (call: Promise<unknown>): Promise<void> => {
  try {
    await call
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
  }
}
