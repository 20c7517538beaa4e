import { createHash } from 'node:crypto'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { addSecurityHeaders } from './security-headers.ts'
import { registerWeb, type WebOptions } from './web.ts'

const BOOT = '\ndocument.documentElement.lang\n'
const HTML = `<html><head><title>__PRODUCTO__</title><style nonce="__NONCE__">html{}</style><script nonce="__NONCE__">${BOOT}</script></head>
<body><script type="application/json" id="ajustes">__AJUSTES__</script><script type="module" src="/assets/x.js"></script></body></html>`

const settings: WebOptions['settings'] = {
  segmento: 'app',
  codec: { id: 'k1', key: 'AA' },
  modo: 'prueba',
  sentryDsn: null,
  analiticaUrl: null,
  consultaPadron: false,
}

let distDir: string
let app: FastifyInstance

beforeEach(async () => {
  distDir = await mkdtemp(path.join(tmpdir(), 'yupana-web-'))
  await mkdir(path.join(distDir, 'assets'))
  await writeFile(path.join(distDir, 'index.html'), HTML)
  await writeFile(path.join(distDir, 'favicon.svg'), '<svg/>')
  await writeFile(path.join(distDir, 'assets/x-1a2b.js'), 'export {}')
  await writeFile(path.join(distDir, 'assets/x-1a2b.js.br'), 'compressed')
})

afterEach(async () => {
  await app.close()
  await rm(distDir, { recursive: true })
})

async function serve({ production = false, ...options }: Partial<WebOptions> & { production?: boolean } = {}) {
  app = fastify()
  app.get('/app/roto', () => {
    throw new Error('inner detail')
  })
  app.get('/app/propio', (_request, reply) => reply.header('cache-control', 'private').send('x'))
  addSecurityHeaders(app, production)
  await registerWeb(app, { distDir, settings, marca: async () => ({ producto: 'Yupana', logo: null }), ...options })
  return app
}

const policyOf = (headers: Record<string, unknown>) =>
  Object.fromEntries(
    String(headers['content-security-policy'])
      .split('; ')
      .map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]),
  )

const expectHardened = (headers: IncomingHttpHeaders | Record<string, unknown>) => {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  })
  const policy = policyOf(headers)
  expect(policy).toMatchObject({ 'object-src': ["'none'"], 'base-uri': ["'none'"], 'frame-ancestors': ["'none'"] })
  expect(String(headers['content-security-policy'])).not.toMatch(/unsafe-/)
}

describe('the page', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['br;q=1.0, gzip;q=0.5', 'br'],
    ['br, gzip;q=0', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip;q=0.0', undefined],
    ['identity', undefined],
    [undefined, undefined],
  ])('is compressed for whoever takes it: %s', async (encodings, encoding) => {
    await serve()
    const answer = await app.inject({ url: '/', headers: encodings ? { 'accept-encoding': encodings } : {} })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers.vary).toBe('accept-encoding')
    const open = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? '']
    const page = open ? open(answer.rawPayload).toString() : answer.body
    expect(page).toContain('<title>Yupana</title>')
  })

  it('allows its inline script by hash, its styles by the nonce of this request, blobs for images and frames', async () => {
    const { headers, body } = await (await serve()).inject('/')
    const nonce = /nonce="([^"]+)"/.exec(body)?.[1]
    expectHardened(headers)
    expect(policyOf(headers)).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'self'", `'sha256-${createHash('sha256').update(BOOT).digest('base64')}'`],
      'style-src': ["'self'", `'nonce-${nonce}'`],
      'img-src': ["'self'", 'blob:'],
      'media-src': ["'self'", 'blob:'],
      'frame-src': ["'self'", 'blob:'],
      'connect-src': ["'self'"],
    })
    expect(headers['cache-control']).toBe('no-store')
    expect(body).not.toContain('__')
  })

  it('gives every request a nonce of its own', async () => {
    await serve()
    const nonces = await Promise.all([1, 2, 3].map(async () => /nonce="([^"]+)"/.exec((await app.inject('/')).body)?.[1]))
    expect(new Set(nonces).size).toBe(3)
  })

  it('carries the settings and the server hour as data that cannot close its block', async () => {
    const hostile = { producto: `</script><b>"$&'`, logo: null }
    const { body } = await (await serve({ marca: async () => hostile, now: () => new Date('2026-11-20T15:00:00Z') })).inject('/')
    const block = /id="ajustes">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    expect(JSON.parse(block)).toEqual({ ...settings, ...hostile, hora: '2026-11-20T15:00:00.000Z' })
    expect(body).toContain('<title>&lt;/script&gt;&lt;b&gt;&quot;$&amp;&#39;</title>')
  })

  it("O-83 shows the operator's logo wherever the page holds the product's mark, as its icon too", async () => {
    await writeFile(
      path.join(distDir, 'index.html'),
      HTML.replace(
        '<body>',
        '<link rel="icon" href="/favicon.svg" /><body><svg height="30" class="a" data-marca><path d="M0"/></svg><svg id="otro"></svg>',
      ),
    )
    const { body } = await (await serve({ marca: async () => ({ producto: 'Rival', logo: '/app/v1/sistema/logo?v=1a' }) })).inject('/')
    expect(body).toContain('<body><img src="/app/v1/sistema/logo?v=1a" alt="" height="30" class="a"><svg id="otro"></svg>')
    expect(body).toContain('<link rel="icon" href="/app/v1/sistema/logo?v=1a" />')
    expect(body).toContain('<title>Rival</title>')
  })

  it('lets the page reach the configured error and analytics services, and no other', async () => {
    const outside = { ...settings, sentryDsn: 'https://key@errores.example/1', analiticaUrl: 'https://cuenta.example/api/event' }
    const { headers } = await (await serve({ settings: outside })).inject('/')
    expect(policyOf(headers)['connect-src']).toEqual(["'self'", 'https://errores.example', 'https://cuenta.example'])
  })
})

describe('files of the page', () => {
  it('are kept for a year when their name carries the hash, compressed when the browser takes it', async () => {
    const { headers, body } = await (await serve()).inject({ url: '/assets/x-1a2b.js', headers: { 'accept-encoding': 'br' } })
    expectHardened(headers)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-type']).toMatch(/javascript/)
    expect([headers['content-encoding'], body]).toEqual(['br', 'compressed'])
    // No validator for a later request: each byte counts some thirty times in a cold start.
    expect(headers).not.toHaveProperty('etag')
    expect(headers).not.toHaveProperty('last-modified')
    expect(headers).not.toHaveProperty('accept-ranges')
  })

  it('of an earlier build are still there for pages opened before the new one, its own page is not', async () => {
    const former = await mkdtemp(path.join(tmpdir(), 'yupana-web-'))
    await mkdir(path.join(former, 'assets'))
    await writeFile(path.join(former, 'index.html'), 'former')
    await writeFile(path.join(former, 'assets/y-3c4d.js'), 'export const former = 1')
    try {
      await serve({ formerDirs: [former, path.join(former, 'absent')] })
      expect((await app.inject('/assets/y-3c4d.js')).body).toBe('export const former = 1')
      expect((await app.inject('/assets/x-1a2b.js')).body).toBe('export {}')
      expect((await app.inject('/')).body).not.toContain('former')
    } finally {
      await rm(former, { recursive: true })
    }
  })

  it('are asked for again within the hour when it does not', async () => {
    expect((await (await serve()).inject('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600')
  })

  it('do not include the page as it lies on disk', async () => {
    await serve()
    expect((await app.inject('/index.html')).statusCode).toBe(404)
    expect((await app.inject('/assets/../index.html')).statusCode).toBe(404)
  })
})

describe('every other answer', () => {
  it.each(['/app/roto', '/nada', '/app/nada', '/assets/nada.js'])('%s is hardened and not stored', async (url) => {
    const { headers, statusCode } = await (await serve()).inject(url)
    expect(statusCode).toBeGreaterThanOrEqual(400)
    expectHardened(headers)
    expect(headers['cache-control']).toBe('no-store')
  })

  it('is hardened even when the address cannot be decoded', async () => {
    await (await serve()).listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const headers = await new Promise<IncomingHttpHeaders>((resolve, reject) => {
      httpRequest({ port, host: '127.0.0.1', path: '/%zz' }, (answer) => resolve(answer.resume().headers))
        .on('error', reject)
        .end()
    })
    expectHardened(headers)
  })

  it('may set its own caching', async () => {
    expect((await (await serve()).inject('/app/propio')).headers['cache-control']).toBe('private')
  })

  it('asks for TLS for a year in production only', async () => {
    expect((await (await serve()).inject('/')).headers).not.toHaveProperty('strict-transport-security')
    await app.close()
    expect((await (await serve({ production: true })).inject('/nada')).headers['strict-transport-security']).toBe(
      'max-age=31536000; includeSubDomains',
    )
  })
})

it('says which page is missing when it was not built', async () => {
  await rm(path.join(distDir, 'index.html'))
  await expect(serve()).rejects.toThrow(/página construida: .*index\.html/)
})
