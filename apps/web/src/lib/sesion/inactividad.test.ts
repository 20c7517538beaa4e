import { authSession, createPersona, INACTIVIDAD_HEADER, searchPersona, SESION_INACTIVA, USO_HEADER } from '@yupana/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { buildSession } from '../../testing/build-session.ts'
import { HttpError } from '../http/http-error.ts'
import { fetchData, send } from '../http/http.ts'
import { followInactividad } from './inactividad.ts'
import { endSession, lockSession, sessionStore, startSession, unlockSession } from './session.ts'
import { timeLeft } from './time-left.ts'
import { followTouches } from './uso.ts'

interface Asked {
  path: string
  uso: string | null
}
let asked: Asked[]
/** Seconds left in each of the next answers; null: the session has stopped. */
let answers: (number | null)[]
let stop: () => void

followTouches()
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00Z') })
  window.dispatchEvent(new Event('pointerdown'))
  ;[asked, answers] = [[], []]
  timeLeft.set({ seconds: undefined })
  const session = buildSession()
  startSession(session)
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string, { headers }: RequestInit) => {
      asked.push({ path: path.replace(/^\/app|\?.*$/g, ''), uso: new Headers(headers).get(USO_HEADER) })
      const left = answers.shift()
      if (left === null)
        return Response.json({ status: '401', msg: 'x', data: [{ message: 'x', codigo: SESION_INACTIVA }] }, { status: 401 })
      return Response.json(
        { status: '200', msg: 'OK', data: { session } },
        { headers: left === undefined ? {} : { [INACTIVIDAD_HEADER]: String(left) } },
      )
    }),
  )
  stop = followInactividad()
})
afterEach(() => {
  stop()
  endSession()
  vi.useRealTimers()
})

it('O-123 asks shortly before the end, with the word of who types without a call, and locks when nobody does', async () => {
  answers = [900, 900, 30, null]
  await fetchData(searchPersona)
  await vi.advanceTimersByTimeAsync(800_000)
  window.dispatchEvent(new Event('keydown'))
  await vi.advanceTimersByTimeAsync(70_000)
  expect(asked.splice(0)).toEqual([
    { path: searchPersona.path, uso: '0' },
    { path: authSession.path, uso: '70' },
  ])
  await vi.advanceTimersByTimeAsync(870_000)
  expect(asked.splice(0)).toEqual([{ path: authSession.path, uso: '940' }])
  expect(sessionStore.get().locked).toBe(false)
  await vi.advanceTimersByTimeAsync(31_000)
  expect([asked.splice(0), sessionStore.get().locked]).toEqual([[{ path: authSession.path, uso: '971' }], true])
  // A session that waits for its password asks nothing.
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(asked).toEqual([])
})

it.each(['input', 'click', 'touchmove'])('O-123 what comes without a key or a pointer counts as use: %s', async (event) => {
  await vi.advanceTimersByTimeAsync(100_000)
  window.dispatchEvent(new Event(event))
  await fetchData(searchPersona)
  expect(asked).toEqual([{ path: searchPersona.path, uso: '0' }])
})

it('O-123 asks nothing where a session is never left for too long', async () => {
  await fetchData(searchPersona)
  await vi.advanceTimersByTimeAsync(11 * 3_600_000)
  expect(asked).toHaveLength(1)
})

it('O-123 reads once the password was given, and refuses what would change something', async () => {
  answers = [null]
  const read = fetchData(searchPersona)
  await vi.advanceTimersByTimeAsync(0)
  const persona = { tipo_identificacion: '06', identificacion: 'X-1', razon_social: 'MÜLLER ANNA', roles: ['cliente'] } as never
  const refused = await send(createPersona, { body: persona }).catch((error: unknown) => error)
  expect([refused, asked.length]).toEqual([expect.any(HttpError), 1])
  expect((refused as HttpError).isInactive).toBe(true)
  unlockSession()
  await read
  expect(asked.map(({ path }) => path)).toEqual([searchPersona.path, searchPersona.path])
  lockSession()
  const second = fetchData(searchPersona)
  endSession()
  await expect(second).resolves.toBeDefined()
})
