import type { Borrador } from '@yupana/contract'
import { beforeEach, expect, it, vi } from 'vitest'

import { HttpError } from '../../lib/http/http-error.ts'
import type { LocalDraft } from '../../lib/pagina/local-drafts.ts'
import { AUTOSAVE_MS, createBorradorSync } from './borrador-sync.ts'
import type { BorradorNuevo, Contenido } from './borrador.queries.ts'

const ID = '33333333-3333-4333-8333-333333333333'

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-20T19:32:00Z') }))

function build({ version = 0, sinNombre = true } = {}) {
  const kept = new Map<string, LocalDraft>()
  let served = version
  let text = 'a'
  const refusals: HttpError[] = []
  const saves: BorradorNuevo[] = []
  const told = { overwritten: 0 }
  const save = vi.fn(async (nuevo: BorradorNuevo): Promise<Borrador> => {
    saves.push(nuevo)
    const refusal = refusals.shift()
    if (refusal) throw refusal
    served += 1
    return {
      id: nuevo.id,
      version: served,
      sin_nombre: nuevo.sinNombre,
      contenido: nuevo.contenido,
      editado_en: '2026-11-20T19:32:01Z',
      autor: null,
      modificable: true,
    }
  })
  const sync = createBorradorSync({
    id: ID,
    version,
    sinNombre,
    save,
    now: Date.now,
    contenido: (): Contenido => ({
      formato: 1,
      valores: { comprador: null, fecha_emision: '2026-11-20', serie: '001-001', correos: text },
      clave: 'k',
      resumen: { cliente: '', total: '' },
    }),
    local: {
      list: async () => [...kept.values()],
      write: async (draft) => void kept.set(draft.id, draft),
      erase: async (id) => void kept.delete(id),
    },
    onOverwritten: () => void (told.overwritten += 1),
  })
  const type = (next: string) => {
    text = next
    sync.changed()
  }
  return { sync, type, kept, saves, refusals, told, somebodyElseSaves: () => void (served += 1) }
}

it('O-104 saves 800 ms after the last change, once, and keeps nothing here any more', async () => {
  const { type, saves, sync, kept } = build()
  type('a')
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS - 1)
  type('ab')
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS - 1)
  expect(saves).toEqual([])
  expect(kept.size).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(saves.map(({ contenido, sinNombre }) => [contenido.valores.correos, sinNombre])).toEqual([['ab', true]])
  expect(sync.estado.get()).toEqual({ fase: 'guardado', en: '2026-11-20T19:32:01Z' })
  expect(kept.size).toBe(0)
})

it('O-104 keeps it here while the server is away, and tries again', async () => {
  const { type, saves, sync, kept, refusals } = build()
  refusals.push(new HttpError(0), new HttpError(500))
  type('a')
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS)
  expect(sync.estado.get().fase).toBe('local')
  expect(kept.get(ID)?.at).toBe('2026-11-20T19:32:00.100Z')
  await vi.advanceTimersByTimeAsync(15_000)
  expect(saves.length).toBe(3)
  expect([sync.estado.get().fase, kept.size]).toEqual(['guardado', 0])
})

it('O-104 the last write wins, and says that there was another one', async () => {
  const { type, told, somebodyElseSaves } = build({ version: 4 })
  type('a')
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS)
  expect(told.overwritten).toBe(0)
  somebodyElseSaves()
  type('b')
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS)
  expect(told.overwritten).toBe(1)
})

it('a draft that was issued elsewhere is no draft any more', async () => {
  const { type, sync, refusals } = build()
  refusals.push(new HttpError(409))
  type('a')
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS)
  expect(sync.estado.get().fase).toBe('emitido')
})

it('Ctrl S keeps it in the list from then on', async () => {
  const { sync, saves, type } = build()
  expect(await sync.name()).toBe(true)
  type('b')
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS)
  expect(saves.map(({ sinNombre }) => sinNombre)).toEqual([false, false])
})

it('O-50 remembers here that it was sent, saves nothing meanwhile, and is a draft again when refused', async () => {
  const { sync, saves, type, kept } = build()
  type('a')
  await sync.pause()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(saves).toEqual([])
  expect((kept.get(ID)!.content as Contenido).emitiendo).toBe(true)
  await sync.resume()
  expect((kept.get(ID)!.content as Contenido).emitiendo).toBeUndefined()
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS)
  expect(saves.length).toBe(1)
})

it('once issued nothing is left, and nothing comes back', async () => {
  const { sync, saves, type, kept } = build()
  type('a')
  await vi.advanceTimersByTimeAsync(200)
  await sync.forget()
  sync.open()
  type('b')
  await vi.advanceTimersByTimeAsync(60_000)
  expect([saves.length, kept.size]).toEqual([0, 0])
})

it('leaving the screen loses nothing: it goes to the server while somebody is signed in, else it stays here', async () => {
  const gone = build()
  gone.type('a')
  gone.sync.stop(false)
  // The page may be closed: what waits for its time never happens.
  await vi.advanceTimersByTimeAsync(0)
  expect(gone.kept.size).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([gone.saves.length, gone.kept.size]).toEqual([0, 1])
  const left = build()
  left.type('a')
  left.sync.stop(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([left.saves.length, left.kept.size]).toEqual([1, 0])
})
