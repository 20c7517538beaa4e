import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { authBusiness, createPersona, emitFactura, noticePasarela, recoverPass, uploadCertificado, type Endpoint } from '@yupana/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { readConfig } from '../../config/config.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, tokenOfNew } from '../../testing/builders.ts'
import { facturaForm } from '../../testing/emisor.ts'
import { huella } from '../../testing/huella.ts'

// Reliability §3.1, §3.3, §3.4: refusals common to all routes, and headers common to all answers.

let app: TestApp
let token: string
let port: number

beforeAll(async () => {
  app = await buildTestApp({ env: { PROXY_CONFIABLE: '10.0.0.5' } })
  token = await tokenOfNew(app, { empresas: [await buildEmpresa(app)] })
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.server.address() as AddressInfo).port
})
afterAll(() => app?.close())

/** The answer to raw bytes, until the server closes or falls silent. */
async function raw(...pieces: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1').setTimeout(3_000)
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString('latin1')))
  socket.on('error', () => undefined)
  socket.on('timeout', () => socket.destroy())
  for (const piece of pieces) socket.write(piece)
  await once(socket, 'close')
  return text
}
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])

const HARDENED = {
  'content-security-policy': expect.stringContaining("default-src 'none'"),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
}
/** Values for the parameters of a path: mostly ids. */
const PLACES: Readonly<Record<string, string>> = { codigo: '777', establecimiento: '777', lista: 'persona', n: '1', t: '1' }
const idsFor = ({ path }: Endpoint) =>
  Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, PLACES[name!] ?? '3f2504e0-4f89-41d3-9a0c-0305e82c3301']))
const plain = ({ path }: Endpoint) => `/app${path.replace(/:\w+/g, '3f2504e0-4f89-41d3-9a0c-0305e82c3301')}`

describe('every answer', () => {
  it('of every route carries the headers, refused or not, and allows no other origin', async () => {
    for (const { endpoint } of app.router.entries) {
      const answer = await app.server.inject({
        method: endpoint.method,
        url: plain(endpoint),
        headers: { origin: 'https://ladron.ejemplo' },
      })
      expect(answer.headers, `${endpoint.method} ${endpoint.path}`).toMatchObject(HARDENED)
      expect(
        Object.keys(answer.headers).filter((name) => /^access-control|^set-cookie|^server$|^x-powered-by/.test(name)),
        endpoint.path,
      ).toEqual([])
    }
    for (const url of ['/app/v1/nada', '/app/v1/persona/%00'])
      expect((await app.server.inject(url)).headers, url).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
    const preflight = await app.server.inject({
      method: 'OPTIONS',
      url: '/app/api/auth/business',
      headers: { origin: 'https://ladron.ejemplo', 'access-control-request-method': 'POST' },
    })
    expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([404, undefined])
  })

  it('comes to the methods of the contract alone: a HEAD would read a file to its end after its turn is over', async () => {
    for (const { endpoint } of app.router.entries.filter(({ endpoint: { method } }) => method === 'GET'))
      expect((await app.server.inject({ method: 'HEAD', url: plain(endpoint) })).statusCode, endpoint.path).toBe(404)
  })

  it("has an id of its own, never the caller's", async () => {
    const ids = await Promise.all(
      [1, 2].map(
        async () =>
          (await app.server.inject({ url: '/app/v1/salud', headers: { 'x-request-id': 'elegido', 'request-id': 'elegido' } })).headers[
            'x-request-id'
          ],
      ),
    )
    expect(new Set([...ids, 'elegido']).size).toBe(3)
    expect((await app.server.inject('/app/v1/persona/%ff')).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('who calls', () => {
  const guess = (remoteAddress: string, headers: Record<string, string>) =>
    app.server.inject({
      method: 'POST',
      url: '/app/api/auth/business',
      remoteAddress,
      headers,
      payload: { email: 'nadie', pass: app.encode('mala') },
    })
  const redes = async () => (await app.owner.selectFrom('intento_ingreso').select('red').execute()).map(({ red }) => red)

  it('is believed about its address only behind the proxy that the installation names', async () => {
    const forged = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9', 'x-real-ip': '203.0.113.9' }
    await guess('198.51.100.7', forged)
    await guess('127.0.0.1', forged)
    expect(await redes()).not.toContain('203.0.113.9')
    // Entries before the proxy's own were written by the caller.
    await guess('10.0.0.5', { 'x-forwarded-for': '1.1.1.1, 203.0.113.10' })
    expect((await redes()).filter((red) => /^(1\.1|203)/.test(red))).toEqual(['203.0.113.10'])
  })

  it('counts as one network whatever addresses of its /64 it takes, in sign-ins and in links alike (O-10)', async () => {
    const from = (n: number) => `2001:db8:1:2:${n.toString(16)}::1`
    const guesses = []
    for (let n = 0; n < 6; n++) guesses.push((await guess(from(n), {})).statusCode)
    expect(guesses).toEqual([422, 422, 422, 422, 422, 429])
    expect((await guess('2001:db8:1:3::1', {})).statusCode).toBe(422)
    const links = await Promise.all(
      Array.from({ length: 11 }, (_, n) => app.call(recoverPass, { body: { email: 'nadie@ejemplo.ec' }, red: from(n) })),
    )
    expect(links.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })

  it('sets the proxy by configuration: none unless it is named', () => {
    const proxy = (value?: string) =>
      readConfig({ DATA_DIR: '/nonexistent', ...(value !== undefined && { PROXY_CONFIABLE: value }) }).proxyConfiable
    expect([proxy(), proxy('no'), proxy('loopback'), proxy('10.0.0.5, 10.1.0.0/16')]).toEqual([
      undefined,
      undefined,
      'loopback',
      '10.0.0.5, 10.1.0.0/16',
    ])
    expect(() => proxy('todos')).toThrow('PROXY_CONFIABLE')
  })

  it('changes nothing by a forged host, method or path header', async () => {
    const [usual, forged] = await Promise.all(
      [
        {},
        {
          host: 'ladron.ejemplo',
          'x-forwarded-host': 'ladron.ejemplo',
          'x-forwarded-proto': 'http',
          forwarded: 'host=ladron.ejemplo',
          'x-original-url': '/app/v1/empresa',
          'x-http-method-override': 'DELETE',
        },
      ].map((headers) => app.server.inject({ url: '/app/v1/auth/sesion', headers: { authorization: `Bearer ${token}`, ...headers } })),
    )
    expect(forged?.json()).toEqual(usual?.json())
    expect(JSON.stringify(forged?.headers)).not.toContain('ladron')
  })
})

describe('mass assignment', () => {
  const empty = async () => [await huella(app), await app.owner.selectFrom('persona').select('id').execute()]

  it('a field that its form does not have is refused by name, on every route that takes a body, and nothing is stored', async () => {
    const platform = await tokenOfNew(app, { empresas: [await buildEmpresa(app)], superAdmin: true })
    const before = await empty()
    // A gateway's notice has no form of ours: three of its signed fields are read, and the rest is not stored.
    const withBody = app.router.entries.filter(({ endpoint }) => endpoint.body && endpoint !== noticePasarela)
    expect(withBody.length).toBeGreaterThan(40)
    for (const { endpoint, policy } of withBody) {
      const isPlatform = policy !== 'public' && (policy.isPlataforma || !policy.roles.includes(1))
      const form = { tipo: '04', ajeno: 'x' }
      const isList = endpoint.body?._zod.def.type === 'array'
      // The form of a note depends on its class, which is read first.
      const { status, data } = await app.call<{ message: string; campo?: string }[]>(endpoint, {
        token: isPlatform ? platform : token,
        params: idsFor(endpoint),
        body: isList ? [form] : form,
        headers: { 'idempotency-key': 'ajeno' },
      })
      expect(status, `${endpoint.method} ${endpoint.path}`).toBe(422)
      expect(data, `${endpoint.method} ${endpoint.path}`).toContainEqual({
        campo: isList ? '0.ajeno' : 'ajeno',
        message: 'El campo «ajeno» no existe en este formulario.',
      })
    }
    expect(await empty()).toEqual(before)
  })

  it('a filter that its query does not have is refused by name, on every route that takes one', async () => {
    const platform = await tokenOfNew(app, { empresas: [await buildEmpresa(app)], superAdmin: true })
    const withQuery = app.router.entries.filter(({ endpoint }) => endpoint.query)
    expect(withQuery.length).toBeGreaterThan(10)
    for (const { endpoint, policy } of withQuery) {
      const isPlatform = policy !== 'public' && (policy.isPlataforma || !policy.roles.includes(1))
      const answer = await app.call<{ message: string }[]>(endpoint, {
        token: isPlatform ? platform : token,
        params: idsFor(endpoint),
        query: { ajeno: 'x' },
      })
      expect([answer.status, answer.problems], `${endpoint.method} ${endpoint.path}`).toEqual([
        422,
        expect.arrayContaining([{ campo: 'ajeno', message: 'El filtro «ajeno» no existe en esta consulta.' }]),
      ])
    }
  })

  it('what a person may not set is refused: id, company, version, dates, role', async () => {
    const body = { tipo_identificacion: '06', identificacion: 'M-1', razon_social: 'X', roles: ['cliente'] }
    const planted = {
      id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
      company_id: 'x',
      creada_en: '2001-01-01T00:00:00Z',
      rol: 0,
      super_admin: true,
      is_external: true,
    }
    const before = await empty()
    for (const [campo, value] of Object.entries(planted)) {
      const { status, data } = await app.call<{ campo: string }[]>(createPersona, {
        token,
        headers: { 'idempotency-key': 'asignacion' },
        body: { ...body, [campo]: value },
      })
      expect([status, data]).toEqual([422, [{ campo, message: `El campo «${campo}» no existe en este formulario.` }]])
    }
    expect(await empty()).toEqual(before)
    expect((await app.call(createPersona, { token, headers: { 'idempotency-key': 'asignacion' }, body })).status).toBe(200)
  })

  it("names twenty of the caller's fields at most, and sixty letters of each", async () => {
    const many = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`${'x'.repeat(200)}${n}`, 1]))
    const { data } = await app.call<{ campo?: string }[]>(authBusiness, { body: { email: 'a', pass: 'b', ...many } })
    expect([data.length, data[0]?.campo?.length]).toEqual([20, 60])
  })

  it('in a list and in a form inside a form it is named with its place', async () => {
    const form = facturaForm()
    const lineas = form.lineas.map((linea) => ({ ...linea, costo: 1 }))
    const { status, data } = await app.call<{ campo: string }[]>(emitFactura, {
      token,
      params: { id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' },
      headers: { 'idempotency-key': 'ajeno' },
      body: { ...form, lineas, estado: 'AUTORIZADO' },
    })
    expect([status, data.map(({ campo }) => campo).sort()]).toEqual([422, [...lineas.map((_, n) => `lineas.${n}.costo`), 'estado'].sort()])
  })
})

describe('made to hurt', () => {
  it('headers beyond 16 KB, a body without end and both lengths at once are refused, and the server goes on', async () => {
    expect(statusOf(await raw(`GET /app/v1/salud HTTP/1.1\r\nhost: x\r\nx-relleno: ${'a'.repeat(64_000)}\r\n\r\n`))).toBe(431)
    expect(
      statusOf(
        await raw(`POST /app/api/auth/business HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99999999\r\n\r\n{`),
      ),
    ).toBe(413)
    expect(
      statusOf(
        await raw('POST /app/api/auth/business HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'),
      ),
    ).toBe(400)
    expect((await app.server.inject('/app/v1/salud')).statusCode).toBe(200)
  })

  it('a body that dribbles in is cut off', () => {
    const { requestTimeout, headersTimeout, timeout } = app.server.server
    expect(requestTimeout).toBeLessThanOrEqual(60_000)
    expect(headersTimeout).toBeLessThanOrEqual(60_000)
    expect(requestTimeout).toBeGreaterThan(0)
    expect(timeout).toBeGreaterThanOrEqual(0)
  })

  it('JSON 33 deep and uploads of many parts are refused, and nothing is stored', async () => {
    const before = await huella(app)
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const answer = await app.server.inject({
      method: 'POST',
      url: '/app/api/auth/business',
      headers: { 'content-type': 'application/json' },
      payload: deep,
    })
    expect(answer.statusCode).toBe(422)
    const form = new FormData()
    for (let n = 0; n < 500; n++) form.append(`campo${n}`, 'x')
    form.append('file', new Blob(['x']), 'x.p12')
    expect((await app.call(uploadCertificado, { token, form })).status).toBe(400)
    for (const [field, second] of [
      ['empresa_id', 'x'],
      ['otro', new Blob(['x'])],
    ] as const) {
      const strange = new FormData()
      strange.append('pass', app.encode('x'))
      strange.append(field, second)
      strange.append('file', new Blob(['x']), 'x.p12')
      expect(await app.call(uploadCertificado, { token, form: strange })).toMatchObject({
        status: field === 'otro' ? 400 : 422,
        problems: [field === 'otro' ? {} : { campo: field, message: `El campo «${field}» no existe en este formulario.` }],
      })
    }
    expect(await huella(app)).toEqual(before)
  })

  it('a log line cannot be forged: one event stays one line, whatever was sent', async () => {
    const lines: string[] = []
    const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0)
    const evil = 'x\n{"level":"error","event":"forged"}\r\n\u2028\u001b[31m'
    await app.call(authBusiness, { body: { email: evil, pass: 'x' }, headers: { 'user-agent': 'x', 'x-request-id': 'forged' } })
    await app.server.inject({
      method: 'GET',
      url: `/app/v1/persona/${encodeURIComponent(evil)}`,
      headers: { authorization: `Bearer ${token}` },
    })
    stderr.mockRestore()
    for (const line of lines) expect(line.trimEnd().split('\n')).toHaveLength(1)
    expect(lines.join('')).not.toMatch(/^\{"level":"error","event":"forged"/m)
  })
})
