import type { ComprobanteDetalle, Emitido } from '@yupana/contract'

import { fetchData, send } from '../../lib/http/http.ts'
import { HttpError } from '../../lib/http/http-error.ts'
import { createStore } from '../../lib/pagina/store.ts'
import type { Llamadas } from './tipo-documento.ts'

/**
 * `preguntando`: nothing came back, the server is asked what became of it. `ausente`: it says that there is no such
 * document; sending it again, with the same key, is safe.
 */
export type FaseEmision = 'quieta' | 'enviando' | 'preguntando' | 'ausente'

/**
 * Waits between one question and the next. While the server says «no such document» the last one ends it; while it is silent it goes on.
 */
const ASK_MS = [0, 1_000, 2_000, 4_000, 8_000] as const
const LONGEST_ASK_MS = 15_000

export type Resultado =
  | { tipo: 'emitida'; emitido?: Emitido }
  | { tipo: 'rechazada'; error: HttpError }
  /** The server does not know the document: nothing was issued. */
  | { tipo: 'ausente' }
  /** The screen was closed while the server was asked; the next visit asks again. */
  | { tipo: 'abandonada' }

export interface Envio {
  id: string
  idempotencyKey: string
  /** As the calls of its type take it. */
  form: unknown
  /** Corrects a rejected document instead of issuing a new one (O-97). */
  isCorreccion: boolean
}

export const sendEmision = async (
  { emit, correct }: Pick<Llamadas, 'emit' | 'correct'>,
  { id, idempotencyKey, form, isCorreccion }: Envio,
): Promise<Emitido> =>
  (
    await send(isCorreccion ? correct : emit, {
      params: { id },
      headers: { 'Idempotency-Key': idempotencyKey },
      body: form,
      background: true,
    })
  ).data

/** The issued document of that id; undefined when there is none. @throws HttpError when the server did not answer */
export async function findEmitido({ read }: Pick<Llamadas, 'read'>, id: string): Promise<ComprobanteDetalle | undefined> {
  try {
    return await fetchData(read, { params: { id }, background: true })
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return undefined
    throw error
  }
}

/** Whether the answer leaves open what happened: no answer, or one that the server did not mean. */
const isUnknown = ({ status }: HttpError) => status === 0 || status === 408 || status >= 500

interface Puertas {
  send: (envio: Envio) => Promise<Emitido>
  /** Whether the document is there by now. @throws HttpError when the server did not answer */
  isThere: () => Promise<boolean>
}

/** Issues once. A silence is «unknown», never «failed»: the server is asked, and nothing is sent a second time by itself (O-49, O-50). */
export function createEmision({ send: sendOnce, isThere }: Puertas) {
  const fase = createStore<FaseEmision>('quieta')
  let isOpen = true
  let wake: (() => void) | undefined

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  /** undefined when the server did not answer. */
  const askOnce = async (): Promise<boolean | undefined> => {
    try {
      return await isThere()
    } catch (error) {
      if (error instanceof HttpError) return undefined
      throw error
    }
  }

  /** Asks until the answer is known. */
  async function ask(): Promise<Resultado> {
    fase.set('preguntando')
    for (let turn = 0; ; turn += 1) {
      await pause(ASK_MS[turn] ?? LONGEST_ASK_MS)
      if (!isOpen) return { tipo: 'abandonada' }
      const found = await askOnce()
      if (found === true) return { tipo: 'emitida' }
      if (found === false && turn >= ASK_MS.length - 1) break
    }
    fase.set('ausente')
    return { tipo: 'ausente' }
  }

  async function deliver(envio: Envio, before: () => Promise<void>): Promise<Resultado> {
    const wasUnknown = fase.get() === 'ausente'
    fase.set('enviando')
    try {
      await before()
      return { tipo: 'emitida', emitido: await sendOnce(envio) }
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      if (isUnknown(error)) return ask()
      // A refusal after a silence may be due to the first sending.
      if ((wasUnknown || error.status === 409) && error.status !== 401 && (await askOnce()) === true) return { tipo: 'emitida' }
      fase.set('quieta')
      return { tipo: 'rechazada', error }
    }
  }

  const isBusy = () => ['enviando', 'preguntando'].includes(fase.get())

  return {
    fase,
    isBusy,
    isOpen: () => isOpen,
    /** Sends after `before` is done; undefined while another sending runs: a second press does nothing. */
    emit: (envio: Envio, before: () => Promise<void>): Promise<Resultado> | undefined => (isBusy() ? undefined : deliver(envio, before)),
    /** Asks after a reload in the middle of a sending. */
    ask,
    /** «Consultar estado»: asks at once instead of waiting. */
    askNow: () => wake?.(),
    open: () => {
      isOpen = true
    },
    close: () => {
      isOpen = false
      wake?.()
    },
  }
}
export type Emision = ReturnType<typeof createEmision>
