import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'

// Reliability §3.1: a client that sends slowly, or not at all, holds up no other and is disconnected.

let app: TestApp
let port: number

beforeAll(async () => {
  app = await buildTestApp()
  // A minute of an installation is a second here.
  Object.assign(app.server.server, { headersTimeout: 1_000, requestTimeout: 1_500, connectionsCheckingInterval: 50 })
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.server.address() as AddressInfo).port
})
afterAll(() => app?.close())

/** Sends `start` and then one byte after another until the server closes. @returns the whole answer */
async function dribble(start: string, byte: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString('latin1')))
  await once(socket, 'connect')
  socket.write(start)
  const drip = setInterval(() => byte && socket.writable && socket.write(byte), 40)
  await once(socket, 'close')
  clearInterval(drip)
  return text
}
const POST = 'POST /app/api/auth/business HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'

const KINDS = [
  ['headers that never end', 'GET /app/v1/salud HTTP/1.1\r\nhost: x\r\nx-relleno: ', 'a'],
  ['a body that never ends', `${POST}content-length: 1000\r\n\r\n{`, ' '],
  ['a body in pieces that never end', `${POST}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`, '1\r\n \r\n'],
  ['not a word', '', ''],
] as const

it('connections that dribble or say nothing are ended with 408, and everybody else is answered meanwhile', async () => {
  let open = 0
  const slow = Promise.all(
    KINDS.flatMap(([, start, byte]) => Array.from({ length: 25 }, () => (open++, dribble(start, byte).finally(() => open--)))),
  )
  let answered = 0
  while (open > 0) {
    const answer = await fetch(`http://127.0.0.1:${port}/app/v1/salud`)
    expect(answer.status).toBe(200)
    answered++
  }
  expect(answered).toBeGreaterThan(0)
  const answers = await slow
  for (const [at, [what]] of KINDS.entries())
    for (const text of answers.slice(at * 25, (at + 1) * 25)) {
      expect(text, what).toMatch(/^HTTP\/1\.1 408 /)
      expect(text, what).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/)
      expect(text, what).toMatch(/\r\ncontent-security-policy: default-src 'none'/)
      expect(text.split('\r\n\r\n')[1], what).toBe(
        '{"status":"408","msg":"La solicitud ha expirado, por favor intente nuevamente","data":[{"message":"La solicitud ha expirado, por favor intente nuevamente"}]}',
      )
    }
})

it('what is no HTTP, or has too long a head, is answered like any refusal', async () => {
  for (const [start, status] of [
    ['GARBAGE\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(64_000)}\r\n\r\n`, 431],
  ] as const) {
    const text = await dribble(start, '')
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(text).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/)
    expect(text).toMatch(/\r\nx-content-type-options: nosniff\r\n/)
    expect(text.split('\r\n\r\n')[1]).toContain('"msg":"Error en la solicitud"')
  }
})
