import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { saveLogo } from '@yupana/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { errors } from './errors.ts'
import { log } from './proceso/log.ts'
import { readUpload } from './plugins/peticion/upload.ts'
import { buildTestApp, type TestApp } from './testing/build-test-app.ts'

let app: TestApp

beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await app?.close()
})

const PART = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.p12"\r\nContent-Type: application/octet-stream\r\n\r\nabc'
const upload = (path: string, length: number, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n${body}`
const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

it('C16 C20: a database that went away, or has no room, is 503 with the words of the catalogue, however the driver says it', async () => {
  const failures = [
    new Error('Connection terminated unexpectedly'),
    new Error('Client has encountered a connection error and is not queryable'),
    new Error('timeout exceeded when trying to connect'),
    Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
    Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }),
    ...['57P03', '53100', '53200', '53300', '58030', '57014', '55P03', 'ENOSPC', 'EMFILE'].map((code) =>
      Object.assign(new Error(code), { code }),
    ),
  ]
  app.server.get('/sin-base/:n', ({ params }) => Promise.reject(failures[Number((params as { n: string }).n)]!))
  for (const [n, { message }] of failures.entries()) {
    const answer = await app.server.inject(`/sin-base/${n}`)
    expect([answer.statusCode, answer.json<{ msg: string }>().msg], message).toEqual([503, errors.unavailable().message])
  }
})

describe('a client that goes away', () => {
  const ASKS: Record<string, string> = {
    'in the middle of an upload': upload('/subida', 5000, PART),
    'in the middle of a form':
      'POST /formulario HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"a":',
    'while its answer is prepared': request('/lenta'),
    'in the middle of its answer': request('/larga'),
  }
  const GOING = { 'by reset': (socket: net.Socket) => socket.resetAndDestroy(), 'by closing': (socket: net.Socket) => socket.end() }
  const cases = Object.keys(ASKS).flatMap((when) => Object.keys(GOING).map((how) => [when, how as keyof typeof GOING] as const))

  it.each(cases)('%s, %s, is no failure of ours: nothing is noted, no 500 is counted, and the next one is served', async (when, how) => {
    const noted = vi.spyOn(log, 'error')
    const statuses: number[] = []
    const arrived = new Promise<void>((resolve) => app.server.addHook('onRequest', async () => resolve()))
    app.server.addHook('onSend', async (_request, reply) => void statuses.push(reply.statusCode))
    let prepare = () => {}
    app.server.post('/subida', async (received) => ({ bytes: (await readUpload(received, saveLogo, 1_000_000)).bytes.length }))
    app.server.post('/formulario', () => ({ hecho: true }))
    app.server.get('/lenta', async () => {
      await new Promise<void>((resolve) => (prepare = resolve))
      return { hecho: 'x'.repeat(1_000_000) }
    })
    app.server.get('/larga', (_request, reply) => reply.send(Readable.from(Array.from({ length: 1000 }, () => 'x'.repeat(100_000)))))
    await app.server.listen({ port: 0, host: '127.0.0.1' })

    const socket = net.connect((app.server.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
    const gone = new Promise((resolve) => app.server.server.once('connection', (end) => end.once('close', resolve)))
    socket.write(ASKS[when]!)
    await (when === 'in the middle of its answer' ? once(socket, 'data') : arrived)
    GOING[how](socket)
    // What it asked for may be ready before or after it is gone.
    if (how === 'by closing') prepare()
    socket.resume()
    await gone
    prepare()
    await new Promise((resolve) => setImmediate(resolve))
    expect(noted.mock.calls).toEqual([])
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect((await fetch(`http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}/app/v1/salud`)).status).toBe(200)
  })
})

it.each([
  ['ends early', PART, PART.length],
  ['is no multipart', 'garbage', 7],
  ['has a part without a head', '--x\r\n\r\nabc\r\n--', 14],
])('an upload whose body %s is a bad request, not a failure', async (_how, body, length) => {
  const noted = vi.spyOn(log, 'error')
  app.server.post('/subida', async (received) => ({ bytes: (await readUpload(received, saveLogo, 1_000_000)).bytes.length }))
  const answer = await app.server.inject({
    method: 'POST',
    url: '/subida',
    payload: body,
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(length) },
  })
  expect([answer.statusCode, answer.json<{ msg: string }>().msg]).toEqual([400, errors.badRequest().message])
  expect(noted).not.toHaveBeenCalled()
})

it('C17: told to end, it finishes what it began and refuses what comes later with the words of the catalogue', async () => {
  let finish = () => {}
  const begun = new Promise<void>((resolve) => {
    app.server.get('/lenta', async () => {
      resolve()
      await new Promise<void>((end) => (finish = end))
      return { hecho: true }
    })
  })
  let refuse = () => {}
  const refused = new Promise<void>((resolve) => (refuse = resolve))
  app.server.addHook('onError', (_request, _reply, _error, done) => {
    refuse()
    done()
  })
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const socket = net.connect((app.server.server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const ended = new Promise((resolve) => socket.once('close', resolve))

  socket.write(request('/lenta'))
  await begun
  const closed = app.server.close()
  socket.write(request('/app/v1/salud'))
  await refused
  finish()
  await ended
  await closed
  const [first, second] = text.split(/(?=HTTP\/1\.1 )/)
  expect(first).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"hecho":true\}$/)
  expect(second).toMatch(/^HTTP\/1\.1 503 [\s\S]*connection: close/i)
  expect(second).toContain(errors.unavailable().message)
})
