import { consultComprobante, followComprobante, stateComprobante, type ComprobanteNovedad } from '@yupana/contract'
import { isFinal, type Estado } from '@yupana/fiscal'

import { isRefusal } from '../../lib/http/http-error.ts'
import { fetchLines } from '../../lib/http/http-lines.ts'
import { fetchData } from '../../lib/http/http.ts'
import { createStore } from '../../lib/pagina/store.ts'

export type Novedades = ReadonlyMap<string, ComprobanteNovedad>

/** Most documents that one call takes. */
export const MAX_SEGUIDOS = 50
/** A stream without a line for this time does not get through: a proxy on the way buffers it. */
const FIRST_LINE_MS = 5_000
const FIRST_WAIT_MS = 3_000
const LONGEST_WAIT_MS = 60_000

/** 3, 6, 12 … 60 s (ui §6). */
export const waitAfter = (attempt: number): number => Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS)

const STOPPED: readonly string[] = ['RECHAZADO', 'RETENIDO', 'CUARENTENA'] satisfies Estado[]

/** Whether its state is final, that of its mail included. */
export const isSettled = ({ estado, correo_estado: correo }: Pick<ComprobanteNovedad, 'estado' | 'correo_estado'>): boolean =>
  (isFinal(estado as Estado) || STOPPED.includes(estado)) && correo !== 'PENDIENTE'

/** The fields that tell whether a document waits for the SRI. */
export type ConSilencio = Partial<Pick<ComprobanteNovedad, 'estado' | 'sri_callado' | 'sin_respuesta'>>

/** Whether the document waits for an SRI that does not answer: without a receipt the SRI is not processing it. */
export const waitsForSri = ({ estado, sri_callado, sin_respuesta }: ConSilencio): boolean =>
  (sri_callado === true || sin_respuesta === true) && estado !== 'RECIBIDA'

export const novedadesStore = createStore<Novedades>(new Map())

const publish = (news: readonly ComprobanteNovedad[]) => {
  if (news.length > 0) novedadesStore.set(new Map([...novedadesStore.get(), ...news.map((novedad) => [novedad.id, novedad] as const)]))
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Reads the stream to its end. Returns the number of lines; −1 if it was given up before the first. */
async function listen(ids: readonly string[], signal: AbortSignal): Promise<number> {
  const giveUp = new AbortController()
  const stop = () => giveUp.abort()
  signal.addEventListener('abort', stop)
  const patience = setTimeout(stop, FIRST_LINE_MS)
  let lines = 0
  try {
    for await (const novedad of fetchLines<ComprobanteNovedad>(followComprobante, {
      query: { ids: ids.join(',') },
      signal: giveUp.signal,
    })) {
      clearTimeout(patience)
      if (signal.aborted) return lines
      lines += 1
      publish([novedad])
    }
    return lines
  } catch (error) {
    if (isRefusal(error)) throw error
    return lines > 0 ? lines : -1
  } finally {
    clearTimeout(patience)
    signal.removeEventListener('abort', stop)
  }
}

async function ask(ids: readonly string[], signal: AbortSignal) {
  try {
    publish(await fetchData(stateComprobante, { query: { ids: ids.join(',') }, signal, background: true }))
  } catch (error) {
    if (isRefusal(error)) throw error
  }
}

/** Has the server ask the SRI now, at the user's request; the result comes by the stream. @throws HttpError */
export const consult = async (id: string): Promise<void> => publish([await fetchData(consultComprobante, { params: { id } })])

/** Ids that the server knows and whose state is not final. Before the first line of the stream: all ids. */
const openOf = (ids: readonly string[], hasWord: boolean) =>
  ids.filter((id) => {
    const novedad = novedadesStore.get().get(id)
    return novedad ? !isSettled(novedad) : !hasWord
  })

async function run(ids: readonly string[], signal: AbortSignal) {
  let open = ids
  let attempt = 0
  try {
    while (!signal.aborted && open.length > 0) {
      const lines = await listen(open, signal)
      if (signal.aborted) return
      if (lines > 0) attempt = 0
      else await ask(open, signal)
      open = openOf(open, lines >= 0)
      if (open.length > 0) await pause(waitAfter(attempt), signal)
      attempt += 1
    }
  } catch (error) {
    // The user did not start this, and the HTTP layer has reported what is worth reporting.
    if (!isRefusal(error)) throw error
  }
}

const followers = new Set<readonly string[]>()
let current: { key: string; control: AbortController } | undefined
let isArmed = false

const wanted = () => [...new Set([...followers].flat())].slice(0, MAX_SEGUIDOS)

/** One stream for all followers in this tab; none while the tab is hidden. */
function restart(isForced = false) {
  const ids = document.visibilityState === 'hidden' ? [] : wanted()
  const key = [...ids].sort().join()
  if (!isForced && current?.key === key) return
  current?.control.abort()
  current = undefined
  if (ids.length === 0) return
  const control = new AbortController()
  current = { key, control }
  void run(ids, control.signal)
}

const onReturn = () => restart(true)

function arm() {
  const isNeeded = followers.size > 0
  if (isNeeded === isArmed) return
  isArmed = isNeeded
  const change = isNeeded ? 'addEventListener' : 'removeEventListener'
  document[change]('visibilitychange', onReturn)
  window[change]('online', onReturn)
}

/** Follows these documents until the returned function is called. Their news is in `novedadesStore`. */
export function follow(ids: readonly string[]): () => void {
  const own = [...ids]
  followers.add(own)
  arm()
  // Several screens may mount and unmount in one tick: only the followers at its end count.
  queueMicrotask(() => restart())
  return () => {
    followers.delete(own)
    arm()
    queueMicrotask(() => {
      restart()
      if (followers.size === 0) novedadesStore.set(new Map())
    })
  }
}
