import net, { type AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { errors } from './errors.ts'
import { buildTestApp, type TestApp } from './testing/build-test-app.ts'

let app: TestApp

beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app?.close())

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

it('C16 C20: a database that went away is 503 with the words of the catalogue, however the driver says it', async () => {
  const messages = ['Connection terminated unexpectedly', 'Client has encountered a connection error and is not queryable', 'timeout exceeded when trying to connect']
  app.server.get('/sin-base/:n', ({ params }) => Promise.reject(new Error(messages[Number((params as { n: string }).n)])))
  for (const n of messages.keys()) {
    const answer = await app.server.inject(`/sin-base/${n}`)
    expect([answer.statusCode, answer.json<{ msg: string }>().msg], messages[n]).toEqual([503, errors.unavailable().message])
  }
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
