import { endpoint, type Endpoint, type Envelope } from '@yupana/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'

import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, refusal } from '../../testing/fake-api.ts'
import { HttpError } from './http-error.ts'
import { fetchData, fetchFile, queryOf, send, sendForBody, TIMEOUT_MS } from './http.ts'
import { clearNotices, noticeStore, noticeSuccess } from '../pagina/notices.ts'
import { currentSession, endSession, startSession } from '../sesion/session.ts'

const search = endpoint('GET /marca/search', { costo: 'busqueda', tag: 't', summary: 's', reply: z.array(z.string()) })
const versioned = endpoint('GET /v1/persona/search', { costo: 'busqueda', tag: 't', summary: 's' })
const upload = endpoint('POST /productos/upload', { costo: 'subida', tag: 't', summary: 's', upload: { fields: [] } })
const image = endpoint('GET /productos_imagen/:id', { costo: 'archivo', tag: 't', summary: 's', file: 'image/png' })
const SEARCH = 'GET /app/marca/search'

const told = () => noticeStore.get().messages.map(({ summary, detail }) => [summary, detail])
const failing = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  endSession()
  clearNotices()
  vi.useRealTimers()
})

describe('a call', () => {
  it('R-7.0.1 R-7.0.6 goes to the segment and is unwrapped to its data', async () => {
    fakeApi({ [SEARCH]: ok(['a']) })
    expect(await fetchData(search)).toEqual(['a'])
  })

  it('R-7.0.4 carries the token of the session', async () => {
    const calls = fakeApi({ [SEARCH]: ok([]) })
    startSession(buildSession())
    await send(search)
    expect(calls[0]?.headers.get('authorization')).toBe('Bearer ficha-1')
  })

  it('R-7.0.5 carries no authorization without a session', async () => {
    const calls = fakeApi({ [SEARCH]: ok([]) })
    await send(search)
    expect(calls[0]?.headers.has('authorization')).toBe(false)
  })

  it('R-7.6.1 skips empty and missing values in the query', () => {
    expect(queryOf({ page: 0, filtro: '', marca: undefined, tipo: null, q: 'ñ & co', activo: false })).toBe(
      '?page=0&q=%C3%B1+%26+co&activo=false',
    )
    expect(queryOf({ filtro: '' })).toBe('')
  })

  it('R-7.0.2 R-9.1 R-8.1 is given up after 5 seconds and told as expired', async () => {
    fakeApi({ [SEARCH]: 'silence' })
    const failure = failing(send(search))
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1)
    expect(told()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(await failure).toMatchObject({ status: 0 })
    expect(told()).toEqual([['Sistema', 'La solicitud ha expirado, por favor intente nuevamente']])
    expect(TIMEOUT_MS).toBe(5000)
  })

  it('R-7.0.3 is waited for as long as it takes when it uploads a file', async () => {
    fakeApi({ 'POST /app/productos/upload': 'silence' })
    const failed = vi.fn()
    const leaving = new AbortController()
    const call = send(upload, { body: new FormData() as never, signal: leaving.signal }).catch(failed)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(failed).not.toHaveBeenCalled()
    leaving.abort()
    await call
  })

  it('is waited for as long as it takes once its file has begun to come', async () => {
    let end = () => {}
    const slow = (signal: AbortSignal) =>
      new ReadableStream({
        start(body) {
          body.enqueue(new Uint8Array(2))
          signal.addEventListener('abort', () => body.error(signal.reason))
          end = () => body.close()
        },
      })
    vi.stubGlobal('fetch', (_address: string, { signal }: { signal: AbortSignal }) => Promise.resolve(new Response(slow(signal))))
    const call = fetchFile(image, { params: { id: '7' } })
    await vi.advanceTimersByTimeAsync(60_000)
    end()
    expect((await call).size).toBe(2)
    expect(told()).toEqual([])
  })

  it('says nothing when the page itself calls it off', async () => {
    fakeApi({ [SEARCH]: 'silence' })
    const leaving = new AbortController()
    const failure = failing(send(search, { signal: leaving.signal }))
    leaving.abort()
    expect(await failure).toMatchObject({ name: 'AbortError' })
    expect(told()).toEqual([])
  })
})

describe('the error catalogue', () => {
  const refused = async (status: number, body: unknown, call: Endpoint = search, route = SEARCH) => {
    fakeApi({ [route]: refusal(status, body) })
    expect(await failing(send(call))).toBeInstanceOf(HttpError)
    return told()
  }
  const item = (message: string) => ({ message })

  it('R-8.1 O-13 no network', async () => {
    fakeApi({ [SEARCH]: 'unreachable' })
    await failing(send(search))
    expect(told()).toEqual([['Sistema', 'La solicitud ha expirado, por favor intente nuevamente']])
  })

  it.each([
    ['R-8.2', 400, 'Error en la solicitud'],
    ['R-8.3', 401, 'Su sesión ha expirado'],
    ['R-8.4', 404, 'El recurso solicitado no existe o ha sido eliminado'],
    ['R-8.5', 408, 'La solicitud ha expirado, por favor intente nuevamente'],
    ['R-8.10', 500, 'Error interno del servicio. Por favor contáctese con su proveedor'],
  ])('%s %i', async (_, status, text) => expect(await refused(status, { msg: 'otra cosa' })).toEqual([['Sistema', text]]))

  it('R-8.6 R-7.0.7 408 of the second client', async () =>
    expect(await refused(408, {}, versioned, 'GET /app/v1/persona/search')).toEqual([['Sistema', 'La solicitud ha expirado']]))

  it('R-8.7 R-3.1.21 422 with a list: one per item, titled with msg', async () =>
    expect(await refused(422, { msg: 'Revise', data: [item('Uno'), item('Dos')] })).toEqual([
      ['Revise', 'Uno'],
      ['Revise', 'Dos'],
    ]))

  it('R-8.8 R-3.1.22 422 with an object: its message, titled with msg', async () =>
    expect(await refused(422, { msg: 'Revise', data: item('Uno') })).toEqual([['Revise', 'Uno']]))

  it('R-8.9 422 with neither: the generic message', async () =>
    expect(await refused(422, {})).toEqual([['Sistema', 'Error en la solicitud']]))

  it.each([
    [{ msg: 'M', data: [item('Primero'), item('Segundo')] }, 'Primero'],
    [{ msg: 'No tiene permisos para realizar esta acción' }, 'No tiene permisos para realizar esta acción'],
    ['<html>', 'La solicitud no pudo completarse (503)'],
  ])('R-8.11 any other status: titled Error (%#)', async (body, text) => expect(await refused(503, body)).toEqual([['Error', text]]))

  it('R-8.12 a binary call fails with the words of its JSON body', async () => {
    fakeApi({ 'GET /app/productos_imagen/7': refusal(422, { msg: 'Imagen', data: [item('No hay imagen')] }) })
    await failing(fetchFile(image, { params: { id: '7' } }))
    expect(told()).toEqual([['Imagen', 'No hay imagen']])
  })

  it('names the fields its items are about', () => {
    const error = new HttpError(422, { msg: 'M', data: [{ message: 'Ya existe', campo: 'code' }, { message: 'General' }] })
    expect(error.fieldErrors).toEqual({ code: 'Ya existe' })
  })
})

describe('401', () => {
  it('R-8.3 R-4.12 signs out, and is told once however many calls meet it', async () => {
    startSession(buildSession())
    fakeApi({ [SEARCH]: refusal(401, {}), 'GET /app/v1/persona/search': refusal(401, {}) })
    await Promise.all([failing(send(search)), failing(send(versioned))])
    expect(currentSession()).toBeUndefined()
    expect(told()).toEqual([['Sistema', 'Su sesión ha expirado']])
  })

  it('of a call made before does not end the session signed in since', async () => {
    startSession(buildSession({ token: 'vieja' }))
    fakeApi({ [SEARCH]: refusal(401, {}) })
    const failure = failing(send(search))
    startSession(buildSession({ token: 'nueva' }))
    await failure
    expect([currentSession()?.token, told()]).toEqual(['nueva', []])
  })
})

it('R-8.10 a page of a proxy in place of an answer is an error of the service, not a silence', async () => {
  fakeApi({ [SEARCH]: { body: '<html><body>Bad gateway</body></html>' } })
  expect(await failing(send(search))).toMatchObject({ status: 500 })
  expect(told()).toEqual([['Sistema', 'Error interno del servicio. Por favor contáctese con su proveedor']])
})

it("O-39 a call that another tab's change of company outran ends nobody's session and is nobody's news", async () => {
  startSession(buildSession())
  fakeApi({ [SEARCH]: refusal(401, {}) })
  localStorage.setItem('auth', JSON.stringify(buildSession({ token: 'otra-empresa', businessId: '33333333-3333-4333-8333-333333333333' })))
  expect(await failing(send(search))).toMatchObject({ status: 401 })
  expect([currentSession()?.token, told()]).toEqual(['otra-empresa', []])
})

describe('a call whose refusal is an answer', () => {
  it('R-2.4.17 returns the body, tells nothing and ends no session', async () => {
    startSession(buildSession())
    fakeApi({ [SEARCH]: refusal(401, { msg: 'No' }) })
    expect(await sendForBody(search)).toEqual({ ok: false, status: 401, body: { msg: 'No' } })
    expect([currentSession() !== undefined, told()]).toEqual([true, []])
  })

  it('still tells that no answer came', async () => {
    fakeApi({ [SEARCH]: 'unreachable' })
    expect(await failing(sendForBody(search))).toMatchObject({ status: 0 })
    expect(told()).toHaveLength(1)
  })
})

describe('the loading indicator', () => {
  it('R-4.21 is on during requests', async () => {
    fakeApi({ [SEARCH]: ok([]) })
    const call = send(search)
    expect(noticeStore.get().loading).toBe(true)
    await call
    expect(noticeStore.get().loading).toBe(false)
  })

  it('R-9.2 of the second client shows only after 100 ms', async () => {
    fakeApi({ 'GET /app/v1/persona/search': 'silence' })
    const failure = failing(send(versioned))
    await vi.advanceTimersByTimeAsync(99)
    expect(noticeStore.get().loading).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(noticeStore.get().loading).toBe(true)
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS)
    await failure
    expect(noticeStore.get().loading).toBe(false)
  })
})

it('R-8.26 a success is told only when the status is the string "200"', () => {
  noticeSuccess({ status: 200, msg: 'OK', data: null } as unknown as Envelope<null>, 'Guardado exitosamente')
  expect(told()).toEqual([])
  noticeSuccess({ status: '200', msg: 'OK', data: null }, 'Guardado exitosamente')
  expect(told()).toEqual([['Sistema', 'Guardado exitosamente']])
})
