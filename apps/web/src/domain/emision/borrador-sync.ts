import type { Borrador } from '@yupana/contract'

import { HttpError } from '../../lib/http/http-error.ts'
import type { LocalDrafts } from '../../lib/pagina/local-drafts.ts'
import { createStore } from '../../lib/pagina/store.ts'
import type { BorradorNuevo, Contenido } from './borrador.queries.ts'
import type { ValoresEmision } from './tipo-documento.ts'

/** Time from the last change to the save on the server. */
export const AUTOSAVE_MS = 800
const LOCAL_MS = 100
const RETRY_MS = [5_000, 10_000, 30_000, 60_000] as const

export interface EstadoBorrador {
  /**
   * `local`: the server did not take the draft, so it stays in this browser and is tried again. `emitido`: it was issued meanwhile,
   * elsewhere.
   */
  fase: 'limpio' | 'pendiente' | 'guardando' | 'guardado' | 'local' | 'emitido'
  /** Time of the last save on the server, ISO. */
  en?: string | undefined
}

interface Puertas<V extends ValoresEmision> {
  id: string
  /** Version on the server that was read; 0 for a draft that is not there yet. */
  version: number
  sinNombre: boolean
  /** The content to keep; undefined while nothing was typed. */
  contenido: () => Contenido<V> | undefined
  /** Absent for a draft that only this browser keeps (a correction is no draft of the server). */
  save: ((nuevo: BorradorNuevo<V>) => Promise<Borrador>) | undefined
  local: LocalDrafts
  now: () => number
  /** Another user saved in between, and this screen has overwritten it. */
  onOverwritten: () => void
}

/** Keeps a draft in step: on the server 800 ms after the last change, in this browser at once (O-104). */
export function createBorradorSync<V extends ValoresEmision>({
  id,
  version,
  sinNombre,
  contenido,
  save,
  local,
  now,
  onOverwritten,
}: Puertas<V>) {
  const estado = createStore<EstadoBorrador>({ fase: 'limpio' })
  let [changes, savedChanges, lastVersion, unnamed, failures] = [0, 0, version, sinNombre, 0]
  let isOpen = true
  let isForgotten = false
  let isPaused = false
  let running: Promise<void> | undefined
  let saveTimer: ReturnType<typeof setTimeout> | undefined
  let localTimer: ReturnType<typeof setTimeout> | undefined

  const isDirty = () => changes !== savedChanges
  const set = (fase: EstadoBorrador['fase'], en = estado.get().en) => estado.set({ fase, en })
  const schedule = (ms: number) => {
    clearTimeout(saveTimer)
    if (isOpen && !isPaused) saveTimer = setTimeout(() => void flush(), ms)
  }

  async function writeLocal(extra: Partial<Contenido<V>> = {}): Promise<void> {
    clearTimeout(localTimer)
    localTimer = undefined
    const content = contenido()
    if (content) await local.write({ id, content: { ...content, ...extra }, at: new Date(now()).toISOString() })
  }

  function settle(answer: Borrador, upTo: number): void {
    if (isOpen && answer.version !== lastVersion + 1) onOverwritten()
    lastVersion = answer.version
    failures = 0
    savedChanges = upTo
    if (isDirty() || isForgotten) return
    clearTimeout(localTimer)
    localTimer = undefined
    void local.erase(id)
    set('guardado', answer.editado_en)
  }

  async function saveOnce(): Promise<void> {
    const [content, upTo] = [contenido(), changes]
    if (!content) return
    if (!save) return set('local')
    set('guardando')
    try {
      settle(await save({ id, contenido: content, sinNombre: unnamed }), upTo)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      if (!isOpen) return
      if (error.status === 409) return set('emitido')
      set('local')
      schedule(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0)
      failures += 1
    }
  }

  /** Saves pending changes now; resolves when no save is running. */
  async function flush(): Promise<void> {
    clearTimeout(saveTimer)
    if (running) {
      await running
      if (!isDirty() || failures > 0) return
    }
    if (isForgotten || isPaused || !isDirty()) return
    running = saveOnce().finally(() => (running = undefined))
    await running
    if (isOpen && isDirty() && failures === 0) schedule(AUTOSAVE_MS)
  }

  return {
    estado,
    isDirty,
    changed: () => {
      if (!isOpen) return
      changes += 1
      set('pendiente')
      localTimer ??= setTimeout(() => void writeLocal(), LOCAL_MS)
      schedule(AUTOSAVE_MS)
    },
    flush,
    /** Gives the draft its own place in the list. Answers whether the server has it. */
    name: async (): Promise<boolean> => {
      unnamed = false
      changes += 1
      failures = 0
      await flush()
      return !isDirty()
    },
    /** Before emission: waits for the running save, and notes in the browser that the draft was sent. */
    pause: async (): Promise<void> => {
      isPaused = true
      clearTimeout(saveTimer)
      await running
      set('limpio')
      await writeLocal({ emitiendo: true })
    },
    /** After a refused emission: it is a draft as before. */
    resume: async (): Promise<void> => {
      isPaused = false
      changes += 1
      await writeLocal()
      schedule(AUTOSAVE_MS)
    },
    /** After emission or discarding: nothing is kept any more. */
    forget: async (): Promise<void> => {
      isOpen = false
      isForgotten = true
      clearTimeout(saveTimer)
      clearTimeout(localTimer)
      await local.erase(id)
    },
    open: (): void => {
      isOpen = !isForgotten
    },
    /** When the screen closes: unsaved changes stay in this browser, and go to the server while the user is signed in. */
    stop: (isSignedIn: boolean): void => {
      if (!isOpen) return
      clearTimeout(saveTimer)
      isOpen = false
      if (!isDirty() || isPaused) return
      void writeLocal()
      if (isSignedIn) void flush()
    },
  }
}
export type BorradorSync = ReturnType<typeof createBorradorSync>
