import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import fastifyStatic from '@fastify/static'
import type { PageSettings } from '@yupana/contract'
import type { FastifyInstance } from 'fastify'

export interface WebOptions {
  /** Folder of the built page. */
  distDir: string
  /** Folders of earlier builds: a page opened before a new version still finds its own files. */
  formerDirs?: readonly string[]
  settings: Omit<PageSettings, 'hora' | 'producto' | 'logo'>
  /** Name and logo of the page at this moment (O-83). */
  marca: () => Promise<Pick<PageSettings, 'producto' | 'logo'>>
  /** The server's clock, by which the page counts expirations. */
  now?: () => Date
}

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Hashes of the scripts inside the page, for the policy. Data blocks never run. */
const inlineScriptHashes = (html: string): string[] =>
  [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = '']) => !/\bsrc=|type="application\/json"/.test(attributes))
    .map(([, , script = '']) => sha256(script))

const originOf = (url: string | null): string[] => (url && URL.canParse(url) ? [new URL(url).origin] : [])

function policyOf(scriptHashes: readonly string[], { sentryDsn, analiticaUrl }: WebOptions['settings'], nonce: string): string {
  const outside = [...originOf(sentryDsn), ...originOf(analiticaUrl)]
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...scriptHashes].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    ['connect-src', "'self'", ...outside].join(' '),
    "frame-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Beyond this quality a page costs many milliseconds for a few bytes. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)]

/** The page in the smallest encoding that this client accepts. */
async function compressed(page: string, encodings = ''): Promise<{ encoding: 'br' | 'gzip'; bytes: Buffer } | undefined> {
  const takes = (encoding: string) => new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?(?:,|$))`).test(encodings)
  if (takes('br')) return { encoding: 'br', bytes: await toBrotli(page, BROTLI) }
  return takes('gzip') ? { encoding: 'gzip', bytes: await toGzip(page) } : undefined
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)

/** Inside a data block the only danger is a tag that closes it. */
const escapeJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** The operator's logo replaces every mark of the product in the built page. */
const withLogo = (html: string, logo: string | null) =>
  logo === null
    ? html
    : html
        .replace(/<svg\b([^>]*)\bdata-marca\b[^>]*>[\s\S]*?<\/svg>/g, (_, attributes: string) => {
          const [look = ''] = /class="[^"]*"/.exec(attributes) ?? []
          return `<img src="${escapeHtml(logo)}" alt="" height="${/height="(\d+)"/.exec(attributes)?.[1] ?? 40}" ${look}>`
        })
        .replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${escapeHtml(logo)}" />`)

const brandedPage = (html: string, producto: string, logo: string | null) =>
  withLogo(html, logo).replaceAll('__PRODUCTO__', () => escapeHtml(producto))

async function readPage(distDir: string): Promise<string> {
  const file = path.join(distDir, 'index.html')
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`No se encontró la página construida: ${file}`, { cause })
  })
}

/**
 * Serves the built page at `/`: index.html with the installation's settings and a nonce per request, and its files. All routes of the page
 * are behind the #, so no other path is rewritten.
 * @throws Error when the page is not built /
 */
export async function registerWeb(
  app: FastifyInstance,
  { distDir, formerDirs = [], settings, marca, now = () => new Date() }: WebOptions,
): Promise<void> {
  const html = await readPage(distDir)
  const hashes = inlineScriptHashes(html)

  app.get('/', { schema: { hide: true } }, async (request, reply) => {
    const nonce = randomBytes(16).toString('base64url')
    const { producto, logo } = await marca()
    const block = escapeJson({ ...settings, producto, logo, hora: now().toISOString() } satisfies PageSettings)
    const page = brandedPage(html, producto, logo)
      .replaceAll('__NONCE__', nonce)
      .replace('__AJUSTES__', () => block)
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policyOf(hashes, settings, nonce))
      .header('cache-control', 'no-store')
      .header('vary', 'accept-encoding')
    const small = await compressed(page, request.headers['accept-encoding'])
    return small ? reply.header('content-encoding', small.encoding).send(small.bytes) : reply.send(page)
  })

  // Names under assets/ have the hash of their content: no cache headers for validation are needed. The few others may change with any
  // version.
  const files = { index: false, wildcard: false, preCompressed: true, decorateReply: false } as const
  await app.register(fastifyStatic, {
    ...files,
    root: [distDir, ...formerDirs].map((folder) => path.join(folder, 'assets')).filter((folder) => existsSync(folder)),
    prefix: '/assets/',
    globIgnore: ['**/*.{gz,br}'],
    immutable: true,
    maxAge: '365d',
    etag: false,
    lastModified: false,
    acceptRanges: false,
  })
  await app.register(fastifyStatic, {
    ...files,
    root: distDir,
    prefix: '/',
    globIgnore: ['index.html', 'assets/**', '**/*.{gz,br}'],
    maxAge: '1h',
  })
}
