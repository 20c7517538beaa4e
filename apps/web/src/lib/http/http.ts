import {
  authLogout,
  authResume,
  AVISO_HEADER,
  INACTIVIDAD_HEADER,
  NORMAS_HEADER,
  pathOf,
  salud,
  SESION_INACTIVA,
  USO_HEADER,
  type Endpoint,
  type Envelope,
} from '@yupana/contract'
import type * as z from 'zod/mini'

import { HttpError, NOT_SENT, noticesOf, type Client, type RefusalBody } from './http-error.ts'
import { beginLoading } from './loading.ts'
import { noAnswers, noteAnswer } from './no-answer.ts'
import { announceNormas } from '../norma/normas-version.ts'
import { addNotice } from '../pagina/notices.ts'
import { currentSession, lockSession, loseSession, sessionStore, untilUnlocked } from '../sesion/session.ts'
import { isInterrupted } from '../sesion/interrumpido.ts'
import { announceAviso } from '../sesion/session-notice.ts'
import { settings } from '../pagina/settings.ts'
import { announceTimeLeft } from '../sesion/time-left.ts'
import { secondsUntouched } from '../sesion/uso.ts'

export const TIMEOUT_MS = 5000
const A_SALVO = 'Su borrador está a salvo. Inicie sesión para seguir con él.'
/** Delay of the loading indicator: none for the first client (specification §9). */
const LOADING_DELAY_MS: Record<Client, number> = { primero: 0, version: 100 }

type QueryValue = string | number | boolean | null | undefined

export interface CallInput<Body> {
  params?: Record<string, string>
  query?: Record<string, QueryValue>
  body?: Body
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Progress of an upload. */
  onProgress?: (sent: number, total: number) => void
  /**
   * The call is shown neither by the indicator nor by a toast: the page makes it by itself, or its form shows the result. An ended
   * session is still reported.
   */
  background?: boolean
}

const clientOf = (call: Endpoint): Client => (call.path.startsWith('/v1/') ? 'version' : 'primero')

/** Query string without empty or missing values (specification §7, Helpers). */
export function queryOf(query: Record<string, QueryValue> = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

export function requestOf(call: Endpoint, input: CallInput<unknown>, signal: AbortSignal): RequestInit {
  const token = currentSession()?.token
  const isForm = input.body instanceof FormData
  const body = isForm ? (input.body as FormData) : JSON.stringify(input.body)
  return {
    method: call.method,
    signal,
    credentials: 'omit',
    headers: {
      Accept: call.file ?? 'application/json',
      ...(input.body !== undefined && !isForm ? { 'Content-Type': 'application/json' } : {}),
      ...(token ? { Authorization: `Bearer ${token}`, [USO_HEADER]: String(secondsUntouched()) } : {}),
      ...input.headers,
    },
    ...(input.body !== undefined ? { body } : {}),
  }
}

/** Refusals are read as JSON whatever type was requested: a binary call also fails with a message. */
export const refusalOf = async (answer: Response): Promise<RefusalBody> => {
  const body: unknown = await answer.json().catch(() => ({}))
  return typeof body === 'object' && body !== null ? body : {}
}

async function exchange<T>(call: Endpoint, input: CallInput<unknown>, read: (answer: Response) => Promise<T>): Promise<T> {
  const expiry = new AbortController()
  const cancel = () => expiry.abort()
  const timer = call.upload ? undefined : setTimeout(cancel, TIMEOUT_MS)
  input.signal?.addEventListener('abort', cancel)
  const endLoading = input.background ? () => undefined : beginLoading(LOADING_DELAY_MS[clientOf(call)])
  try {
    const address = `/${settings.segmento}${pathOf(call, input.params)}${queryOf(input.query)}`
    const token = currentSession()?.token
    const request = requestOf(call, input, expiry.signal)
    const { onProgress } = input
    const answer = await (onProgress ? (await import('./xhr-fetch.ts')).xhrFetch(address, request, onProgress) : fetch(address, request))
    noteAnswer()
    // The timeout ends with the first byte of a file: the rest may take any time.
    if (call.file !== undefined) clearTimeout(timer)
    announceNormas(answer.headers.get(NORMAS_HEADER))
    announceAviso(answer.headers.get(AVISO_HEADER), token)
    if (answer.ok && token !== undefined && token === currentSession()?.token) announceTimeLeft(answer.headers.get(INACTIVIDAD_HEADER))
    if (!answer.ok) throw new HttpError(answer.status, await refusalOf(answer))
    return await read(answer)
  } catch (error) {
    // An abort by the page itself is not reported as «no response»; any other missing answer is (O-13).
    if (error instanceof HttpError || input.signal?.aborted) throw error
    // The answer is not JSON of the API, for example a proxy's page: this counts as an error of the server, not as no answer.
    if (error instanceof SyntaxError) throw new HttpError(500)
    // A timeout is no lost connection.
    if (!expiry.signal.aborted && call !== salud) noAnswers.set(noAnswers.get() + 1)
    throw new HttpError(0)
  } finally {
    clearTimeout(timer)
    input.signal?.removeEventListener('abort', cancel)
    endLoading()
  }
}

/** Calls that a session waiting for its password may make. */
const OPEN_WHILE_LOCKED: readonly Endpoint[] = [authResume, authLogout]
const INACTIVE: RefusalBody = { msg: 'Su sesión se detuvo por inactividad', data: [{ message: NOT_SENT, codigo: SESION_INACTIVA }] }

/**
 * Runs a call of a session that may wait for its password (O-123). A read waits for the password and runs then. A change is refused
 * without effect, and the user presses again.
 */
async function attended<T>(call: Endpoint, run: () => Promise<T>): Promise<T> {
  if (OPEN_WHILE_LOCKED.includes(call)) return run()
  const token = currentSession()?.token
  const isRead = call.method === 'GET'
  if (sessionStore.get().locked) {
    if (!isRead) throw new HttpError(401, INACTIVE)
    await untilUnlocked()
  }
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof HttpError) || !error.isInactive || currentSession()?.token !== token) throw error
    lockSession()
    if (!isRead) throw error
    await untilUnlocked()
    if (currentSession()?.token !== token) throw error
    return attended(call, run)
  }
}

/** Runs a call and reports its failure: the error catalogue as toasts, a 401 as the end of the session. */
export async function reported<T>(call: Endpoint, run: () => Promise<T>, isBackground = false): Promise<T> {
  const token = currentSession()?.token
  try {
    return await attended(call, run)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    // Several calls may fail together, or late: the end of a session is reported once, and never ends a newer session.
    if (error.status === 401 && currentSession()?.token !== token) throw error
    // The page itself asks for the password.
    if (error.isInactive) throw error
    if (isBackground && error.status !== 401) throw error
    if (error.status === 401) loseSession()
    // Another tab has continued with a newer session: nothing to report.
    if (error.status === 401 && currentSession()) throw error
    for (const text of noticesOf(error, clientOf(call))) addNotice({ severity: 'error', until: error.shown, ...text })
    if (error.status === 401 && isInterrupted()) addNotice({ severity: 'info', detail: A_SALVO })
    throw error
  }
}

const readEnvelope = <T>(answer: Response) => answer.json() as Promise<Envelope<T>>

/** Calls the API and returns the whole body. Failures are reported to the user and thrown as HttpError. */
export const send = <P extends z.ZodMiniType, Q extends z.ZodMiniType, B extends z.ZodMiniType, R extends z.ZodMiniType>(
  call: Endpoint<P, Q, B, R>,
  input: CallInput<z.input<B>> = {},
): Promise<Envelope<z.output<R>>> =>
  reported(call, () => exchange(call, input, (answer) => readEnvelope<z.output<R>>(answer)), input.background)

/** As `send`, but returns only `data`. */
export const fetchData = <P extends z.ZodMiniType, Q extends z.ZodMiniType, B extends z.ZodMiniType, R extends z.ZodMiniType>(
  call: Endpoint<P, Q, B, R>,
  input: CallInput<z.input<B>> = {},
): Promise<z.output<R>> => send(call, input).then((envelope) => envelope.data)

/** Downloads a file; a refusal still has a message. */
export const fetchFile = (call: Endpoint, input: CallInput<unknown> = {}): Promise<Blob> =>
  reported(call, () => exchange(call, input, (answer) => answer.blob()), input.background)

async function readPieces(answer: Response, onPiece: (bytes: Uint8Array) => void): Promise<Blob> {
  const pieces: BlobPart[] = []
  const reader = answer.body?.getReader()
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {}
    if (done || value === undefined) return new Blob(pieces)
    pieces.push(value as Uint8Array<ArrayBuffer>)
    onPiece(value)
  }
}

/** Downloads a file in pieces, each passed to `onPiece`. */
export const fetchPieces = (call: Endpoint, input: CallInput<unknown>, onPiece: (bytes: Uint8Array) => void): Promise<Blob> =>
  reported(call, () => exchange(call, input, (answer) => readPieces(answer, onPiece)), input.background)

export type Answered<T> = { ok: true; data: T } | { ok: false; status: number; body: RefusalBody }

/**
 * For the login calls: returns a refusal instead of throwing or reporting it, and never as an ended session. A missing answer is still
 * reported.
 */
export async function sendForBody<P extends z.ZodMiniType, Q extends z.ZodMiniType, B extends z.ZodMiniType, R extends z.ZodMiniType>(
  call: Endpoint<P, Q, B, R>,
  input: CallInput<z.input<B>> = {},
): Promise<Answered<z.output<R>>> {
  try {
    const { data } = await attended(call, () => exchange(call, input, (answer) => readEnvelope<z.output<R>>(answer)))
    return { ok: true, data }
  } catch (error) {
    if (error instanceof HttpError && error.isInactive) throw error
    if (error instanceof HttpError && error.body.msg) return { ok: false, status: error.status, body: error.body }
    return reported(call, () => Promise.reject(error), input.background)
  }
}
