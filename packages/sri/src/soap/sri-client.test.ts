import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net'
import { gzipSync } from 'node:zlib'

import { afterEach, describe, expect, test } from 'vitest'

import type { CallLimits } from './post.ts'
import { createSriClient, type SriClient } from './sri-client.ts'
import { SriError } from './sri-error.ts'

const CLAVE = '2011202601179001234400110010010000000011234567811'
const PATH = '/comprobantes-electronicos-ws'
const recibida =
  '<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body><r><RespuestaRecepcionComprobante><estado>RECIBIDA</estado></RespuestaRecepcionComprobante></r></S:Body></S:Envelope>'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean()
})

async function listen<T extends Server | TcpServer>(server: T): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

function clientAt(port: number, limits: Partial<CallLimits> = {}, scheme = 'http'): SriClient {
  const client = createSriClient({ baseUrl: `${scheme}://127.0.0.1:${port}${PATH}`, limits })
  cleanups.push(() => client.close())
  return client
}

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void

async function clientOf(handler: Handler, limits: Partial<CallLimits> = {}): Promise<SriClient> {
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => handler(request, response, body))
  })
  return clientAt(await listen(server), limits)
}

const failureOf = async (call: Promise<unknown>): Promise<SriError> => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof SriError) return error
  throw new Error(`no SriError: ${String(error)}`)
}

describe('a call', () => {
  test('hands over the very bytes, in base64, to the service of its operation', async () => {
    const seen: { path: string | undefined; action: unknown; body: string }[] = []
    const client = await clientOf((request, response, body) => {
      seen.push({ path: request.url, action: request.headers.soapaction, body })
      response.setHeader('date', 'Fri, 20 Nov 2026 23:05:13 GMT').end(recibida)
    })
    const bytes = Uint8Array.of(0, 255, 60, 38)
    expect(await client.validarComprobante(bytes)).toMatchObject({
      estado: 'RECIBIDA',
      raw: recibida,
      serverDate: 'Fri, 20 Nov 2026 23:05:13 GMT',
    })
    expect(seen[0]).toMatchObject({ path: `${PATH}/RecepcionComprobantesOffline`, action: '""' })
    expect(seen[0]?.body).toContain('<ec:validarComprobante><xml>AP88Jg==</xml></ec:validarComprobante>')
  })

  test('keeps its connection for the next one', async () => {
    const ports = new Set<number | undefined>()
    const client = await clientOf((request, response) => {
      ports.add(request.socket.remotePort)
      response.end(recibida)
    })
    for (let i = 0; i < 3; i++) await client.validarComprobante(new Uint8Array(10))
    expect(ports.size).toBe(1)
  })

  test('reads an answer in ISO-8859-1 and one compressed', async () => {
    const accented = recibida.replace('</estado>', '</estado><nota>ó</nota>')
    const answers = [
      (response: ServerResponse) => response.setHeader('content-type', 'text/xml; charset=ISO-8859-1').end(accented, 'latin1'),
      (response: ServerResponse) => response.setHeader('content-encoding', 'gzip').end(gzipSync(accented)),
    ]
    const client = await clientOf((_request, response) => void answers.shift()?.(response))
    expect((await client.validarComprobante(new Uint8Array(1))).raw).toBe(accented)
    expect((await client.validarComprobante(new Uint8Array(1))).raw).toBe(accented)
  })

  test('asks only for a clave of 49 digits', async () => {
    const client = clientAt(1)
    await expect(client.autorizacionComprobante(`${CLAVE}</x>`)).rejects.toThrow(RangeError)
  })
})

describe('what may have been delivered', () => {
  test('nothing, when nobody listens', async () => {
    const server = createServer()
    const port = await listen(server)
    await new Promise((resolve) => server.close(resolve))
    expect(await failureOf(clientAt(port).validarComprobante(new Uint8Array(1)))).toMatchObject({
      code: 'CONNECT_FAILED',
      maybeDelivered: false,
    })
  })

  test('nothing, while the TLS handshake is not done', async () => {
    const port = await listen(createTcpServer(() => undefined))
    const client = clientAt(port, { connectMs: 40 }, 'https')
    expect(await failureOf(client.validarComprobante(new Uint8Array(1)))).toMatchObject({ code: 'CONNECT_TIMEOUT', maybeDelivered: false })
  })

  test.each<[string, string, Handler]>([
    ['silence', 'RESPONSE_TIMEOUT', () => undefined],
    ['an answer that never ends', 'RESPONSE_TIMEOUT', (_, response) => void response.write('<a>')],
    ['a reset', 'CONNECTION_LOST', (request) => void request.socket.resetAndDestroy()],
    [
      'half an answer',
      'CONNECTION_LOST',
      (request, response) => {
        response.writeHead(200, { 'content-length': 1000 })
        response.write('<a>', () => request.socket.destroy())
      },
    ],
    ['500 with HTML', 'HTTP_STATUS', (_, response) => void response.writeHead(500).end('<html></html>')],
    ['404', 'HTTP_STATUS', (_, response) => void response.writeHead(404).end()],
    ['a redirect', 'REDIRECT', (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1/' }).end()],
    [
      'a SOAP Fault',
      'SOAP_FAULT',
      (_, response) => void response.writeHead(500).end(recibida.replace(/<r>.*<\/r>/, '<S:Fault><faultstring>no</faultstring></S:Fault>')),
    ],
    ['a wrong charset', 'UNREADABLE', (_, response) => void response.setHeader('content-type', 'text/xml; charset=utf-16').end(recibida)],
    ['bytes that are no UTF-8', 'UNREADABLE', (_, response) => void response.end(Buffer.from([60, 97, 62, 255]))],
    ['an unknown compression', 'UNREADABLE', (_, response) => void response.setHeader('content-encoding', 'br').end('x')],
    ['a broken compression', 'UNREADABLE', (_, response) => void response.setHeader('content-encoding', 'gzip').end('x')],
    ['a bomb', 'TOO_LARGE', (_, response) => void response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(2_000_000)))],
    ['a flood', 'TOO_LARGE', (_, response) => void response.end(Buffer.alloc(1_100_000, 32))],
  ])('all of it, after %s (%s)', async (_, code, handler) => {
    // Short only in tests of the timeout; in the others a busy machine may be slow.
    const client = await clientOf(handler, code === 'RESPONSE_TIMEOUT' ? { firstByteMs: 60, wholeMs: 120 } : {})
    expect(await failureOf(client.validarComprobante(new Uint8Array(100)))).toMatchObject({ code, maybeDelivered: true })
  })

  test('all of it, when a connection kept alive is cut', async () => {
    let calls = 0
    const client = await clientOf((request, response) => {
      if (++calls === 1) response.end(recibida)
      else request.socket.resetAndDestroy()
    })
    await client.validarComprobante(new Uint8Array(1))
    expect(await failureOf(client.validarComprobante(new Uint8Array(1)))).toMatchObject({ code: 'CONNECTION_LOST', maybeDelivered: true })
  })

  test('nothing, when the call was called off before', async () => {
    const client = await clientOf((_, response) => void response.end(recibida))
    const call = client.validarComprobante(new Uint8Array(1), { signal: AbortSignal.abort() })
    expect(await failureOf(call)).toMatchObject({ code: 'ABORTED', maybeDelivered: false })
  })

  test('C08: a place to crash lies in the middle of the body, which otherwise arrives whole', async () => {
    let halves = 0
    let length = 0
    const client = await clientOf((_, response, body) => {
      length = body.length
      response.end(recibida)
    })
    await client.validarComprobante(new Uint8Array(300_000), { onHalfSent: () => halves++ })
    expect([halves, length > 400_000]).toEqual([1, true])
  })
})

describe('the address', () => {
  test.each([
    'https://cel.sri.gob.ec/comprobantes-electronicos-ws',
    'https://celcer.sri.gob.ec/comprobantes-electronicos-ws/',
    'http://localhost:9/x',
  ])('%s is allowed', (baseUrl) => createSriClient({ baseUrl }).close())
  test.each([
    'http://cel.sri.gob.ec/x',
    'https://cel.sri.gob.ec.example.com/x',
    'https://example.com/x',
    'ftp://127.0.0.1/',
    'https://u:p@cel.sri.gob.ec/',
    'nada',
  ])('%s is refused', (baseUrl) => expect(() => createSriClient({ baseUrl })).toThrow(RangeError))
  test('a host of our own must be named', () => {
    createSriClient({ baseUrl: 'http://simulador:8080/x', allowedHosts: ['simulador'] }).close()
  })
})
