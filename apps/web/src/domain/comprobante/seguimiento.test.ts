import '../../testing/browser-stubs.ts'

import type { ComprobanteNovedad } from '@yupana/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { noticeStore } from '../../lib/pagina/notices.ts'
import { currentSession, endSession, startSession } from '../../lib/sesion/session.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, refusal } from '../../testing/fake-api.ts'
import { follow, isSettled, novedadesStore, waitAfter } from './seguimiento.ts'

const [A, B] = ['a1', 'b2']
const novedad = (id: string, estado: string, correo_estado = 'NINGUNO'): ComprobanteNovedad => ({
  id,
  clave: '1',
  estado,
  estado_generacion: 1,
  estado_tributario: 3,
  codigo_sri: null,
  correo_estado,
  autorizado_en: null,
  sri_callado: false,
  sin_respuesta: false,
})
const stream = (...news: ComprobanteNovedad[]) => ({ body: news.map((line) => `${JSON.stringify(line)}\n`).join('') })
const routeOf = (kind: 'seguir' | 'estados', ...ids: string[]) => `GET /app/v1/comprobante/${kind}?ids=${ids.join('%2C')}`
const estadoOf = (id: string) => novedadesStore.get().get(id)?.estado
const show = (state: 'visible' | 'hidden') => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

let unfollow: (() => void)[] = []
const start = (...ids: string[]) => unfollow.push(follow(ids))
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  startSession(buildSession())
})
afterEach(async () => {
  for (const stop of unfollow) stop()
  unfollow = []
  show('visible')
  await settle()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  endSession()
})

describe('following documents', () => {
  it('O-108 asks with the bearer header in one stream for all who follow, and rests when nothing more will change', async () => {
    const calls = fakeApi({
      [routeOf('seguir', A, B)]: stream(novedad(A, 'ENVIANDO'), novedad(A, 'AUTORIZADO', 'BANDEJA'), novedad(B, 'RECHAZADO')),
    })
    start(A)
    start(A, B)
    await settle(120_000)
    expect(calls.map(({ route, headers }) => [route, headers.get('authorization')])).toEqual([[routeOf('seguir', A, B), 'Bearer ficha-1']])
    expect([estadoOf(A), estadoOf(B)]).toEqual(['AUTORIZADO', 'RECHAZADO'])
  })

  it('opens another when the stream ends before the document does', async () => {
    const calls = fakeApi({ [routeOf('seguir', A)]: [stream(novedad(A, 'RECIBIDA')), stream(novedad(A, 'AUTORIZADO'))] })
    start(A)
    await settle(2_999)
    expect([calls.length, estadoOf(A)]).toEqual([1, 'RECIBIDA'])
    await settle(1)
    expect([calls.length, estadoOf(A)]).toEqual([2, 'AUTORIZADO'])
  })

  it('ui §6 asks after 3, 6, 12 … 60 s where no stream gets through', async () => {
    expect([0, 1, 2, 3, 4, 5, 9].map(waitAfter)).toEqual([3_000, 6_000, 12_000, 24_000, 48_000, 60_000, 60_000])
    const calls = fakeApi({
      [routeOf('seguir', A)]: 'unreachable',
      [routeOf('estados', A)]: [ok([novedad(A, 'RECIBIDA')]), ok([novedad(A, 'RECIBIDA')]), ok([novedad(A, 'AUTORIZADO')])],
    })
    const asked = () => calls.filter(({ route }) => route.includes('estados')).length
    start(A)
    await settle()
    expect(asked()).toBe(1)
    await settle(3_000)
    expect(asked()).toBe(2)
    await settle(5_999)
    expect(asked()).toBe(2)
    await settle(1)
    expect([asked(), estadoOf(A)]).toEqual([3, 'AUTORIZADO'])
    await settle(300_000)
    expect(asked()).toBe(3)
  })

  it('O-108 O-122 a stream refused for its ceiling is asked for instead, without a word to the person', async () => {
    const over = { msg: 'Tiene demasiadas ventanas siguiendo documentos en vivo. Vuelva a intentar en 30 segundos.' }
    fakeApi({
      [routeOf('seguir', A)]: refusal(429, over),
      [routeOf('estados', A)]: [ok([novedad(A, 'RECIBIDA')]), ok([novedad(A, 'AUTORIZADO')])],
    })
    start(A)
    await settle()
    expect(estadoOf(A)).toBe('RECIBIDA')
    await settle(3_000)
    expect([estadoOf(A), noticeStore.get().messages]).toEqual(['AUTORIZADO', []])
  })

  it('gives a stream up that says nothing for five seconds, and asks', async () => {
    fakeApi({ [routeOf('seguir', A)]: 'silence', [routeOf('estados', A)]: ok([novedad(A, 'AUTORIZADO')]) })
    start(A)
    await settle(4_999)
    expect(estadoOf(A)).toBeUndefined()
    await settle(1)
    expect(estadoOf(A)).toBe('AUTORIZADO')
  })

  it('asks nothing while the tab is hidden, and at once when somebody comes back', async () => {
    const calls = fakeApi({ [routeOf('seguir', A)]: 'unreachable', [routeOf('estados', A)]: ok([novedad(A, 'RECIBIDA')]) })
    start(A)
    await settle()
    const before = calls.length
    show('hidden')
    await settle(300_000)
    expect(calls.length).toBe(before)
    show('visible')
    await settle()
    expect(calls.length).toBeGreaterThan(before)
  })

  it('O-108 an ended session ends it, and is told of', async () => {
    const calls = fakeApi({ [routeOf('seguir', A)]: refusal(401, {}) })
    start(A)
    await settle(300_000)
    expect([calls.length, currentSession()]).toEqual([1, undefined])
  })

  it('forgets when nobody follows any more', async () => {
    fakeApi({ [routeOf('seguir', A)]: stream(novedad(A, 'AUTORIZADO')) })
    start(A)
    await settle()
    unfollow.pop()?.()
    await settle()
    expect(novedadesStore.get().size).toBe(0)
  })

  it('is over with the document only when its mail is', () => {
    expect([
      isSettled(novedad(A, 'AUTORIZADO', 'PENDIENTE')),
      isSettled(novedad(A, 'AUTORIZADO', 'ENVIADO')),
      isSettled(novedad(A, 'INCIERTO')),
    ]).toEqual([false, true, false])
  })
})
