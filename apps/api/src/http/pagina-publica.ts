// Pages for anyone with a link: complete in themselves, without a script or a file of the application.
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Deps } from '../deps.ts'
import type { AppError } from '../errors.ts'
import './error-page.ts'
import { requireWithin, type Limite } from '../plugins/limites/limites.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Escaped text of a page. */
export const text = (value: string): string => value.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)

const STYLE = `
:root { color-scheme: light dark; --ink: #16202e; --soft: #4a5565; --line: #d5dbe3; --page: #f5f7f9; --card: #fff; --main: #14509b; --bad: #a3261c }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8edf4; --soft: #aab6c5; --line: #38455a; --page: #10161f; --card: #19212d; --main: #8fbcff; --bad: #ff9d92 }
  a.button.main, button.main { color: #0b1220 !important }
}
* { box-sizing: border-box }
body { margin: 0; padding: 24px 16px; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, 'Segoe UI', Roboto, Arial, sans-serif }
main { max-width: 760px; overflow-wrap: anywhere; margin: 0 auto; padding: 24px; border: 1px solid var(--line); border-radius: 12px; background: var(--card) }
h1 { margin: 0 0 4px; font-size: 1.5rem } h2 { margin: 24px 0 8px; font-size: 1.125rem } p { margin: 4px 0 }
.soft { color: var(--soft) } .num { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
.wide { overflow-x: auto } table { width: 100%; margin-top: 16px; border-collapse: collapse }
th, td { padding: 8px; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere }
th { font-size: .875rem; overflow-wrap: normal } tr.total td { font-size: 1.25rem; font-weight: 700 }
.state { margin: 16px 0 0; padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px; font-weight: 600 }
label { display: block; font-weight: 600 }
a.button { display: inline-block }
input, select, textarea { width: 100%; margin: 4px 0 12px; padding: 8px; border: 1px solid var(--soft); border-radius: 6px; background: var(--card); color: inherit; font: inherit }
form { margin-top: 16px } input, select { min-height: 44px } [aria-invalid] { border-color: var(--bad) } .problem { color: var(--bad); font-weight: 600 } p.problem { margin: -8px 0 12px }
p.state.problem { margin: 16px 0; border-color: currentColor }
.check { display: flex; gap: 12px; align-items: center; margin: 12px 0 16px } .check input { flex: none; width: 24px; min-height: 24px; margin: 0; accent-color: var(--main) }
.logo { display: block; max-width: 240px; max-height: 96px; margin: 0 0 16px; padding: 8px; border-radius: 8px; background: #fff }
.actions { display: flex; flex-wrap: wrap; gap: 12px }
button, .button { min-height: 44px; padding: 8px 20px; border: 1px solid var(--main); border-radius: 6px; background: var(--card); color: var(--main); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer }
a.button.main, button.main { background: var(--main); color: #fff } button.bad { border-color: var(--bad); color: var(--bad) }
:focus-visible { outline: 2px solid var(--main); outline-offset: 2px }`

/** `head`: further elements of the head. */
export const page = (title: string, body: string, nonce: string, head = ''): string => `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow">
${head}<title>${text(title)}</title><style nonce="${nonce}">${STYLE}</style></head><body><main>${body}</main></body></html>`

const policyOf = (nonce: string, hasImages: boolean): string =>
  `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self';${hasImages ? " img-src 'self';" : ''} base-uri 'none'; frame-ancestors 'none'`

/** `hasImages`: only our own. */
export function sendPage(reply: FastifyReply, draw: (nonce: string) => string, { hasImages = false } = {}): FastifyReply {
  const nonce = randomBytes(16).toString('base64url')
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policyOf(nonce, hasImages))
    .header('x-robots-tag', 'noindex, nofollow')
    .send(draw(nonce))
}

const MAX_BODY = 8_192

/** A page with a message in place of another. */
type Notice = (message: string, nonce: string) => string

/** Options of a public page, with its limit; `notice` shows the failures. */
export const withinPublica = (deps: Deps, limite: Limite, notice: Notice) => ({
  schema: { hide: true },
  config: {
    errorPage: (reply: FastifyReply, { problems: [problem], message }: AppError): FastifyReply =>
      sendPage(reply, (nonce) => notice(problem?.message ?? message, nonce)),
  },
  onRequest: (request: FastifyRequest) => requireWithin(deps, limite, { usuarioId: null, empresaId: null }, request),
})

/** Registers pages whose forms are read as a browser sends them. */
export function registerPaginas(server: FastifyInstance, routes: (scope: FastifyInstance) => void): void {
  server.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: MAX_BODY }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    routes(scope)
  })
}
