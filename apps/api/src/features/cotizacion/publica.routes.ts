import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Deps } from '../../deps.ts'
import type { AppError } from '../../errors.ts'
import '../../http/error-page.ts'
import { LIMITES, requireWithin, type Limite } from '../../plugins/limites.ts'
import { cotizacionPage, noticePage } from './publica-html.ts'
import { answerPublica, printPublica, readPublica } from './publica.service.ts'

const policyOf = (nonce: string): string =>
  `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** A page whole in itself: no script, no file of the application. */
function sendPage(reply: FastifyReply, draw: (nonce: string) => string): FastifyReply {
  const nonce = randomBytes(16).toString('base64url')
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policyOf(nonce))
    .header('x-robots-tag', 'noindex, nofollow')
    .send(draw(nonce))
}

const sendNotice = (reply: FastifyReply, { problems: [problem], message }: AppError): FastifyReply =>
  sendPage(reply, (nonce) => noticePage(problem?.message ?? message, nonce))

type ConToken = FastifyRequest<{ Params: { token: string } }>
const MAX_BODY = 8_192

/** `/c/{token}`: what a client sees of a quote, where it is accepted or declined with a note (O-74). */
export function registerCotizacionPublica(server: FastifyInstance, deps: Deps): void {
  const within = (limite: Limite) => ({
    schema: { hide: true },
    config: { errorPage: sendNotice },
    onRequest: (request: FastifyRequest) => requireWithin(deps, limite, { usuarioId: null, empresaId: null }, request),
  })
  server.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: MAX_BODY }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.get('/c/:token', within(LIMITES.publica), async ({ params: { token } }: ConToken, reply) => {
      const publica = await readPublica(deps, token)
      return sendPage(reply, (nonce) => cotizacionPage(publica, token, nonce))
    })
    scope.post('/c/:token', within(LIMITES.escritura), async (request: ConToken, reply) => {
      const { token } = request.params
      const { decision = '', nota = '', version = '' } = (request.body ?? {}) as Record<string, string>
      await answerPublica(deps, token, { decision, nota, version })
      return reply.status(303).header('location', `/c/${token}`).send()
    })
    scope.get('/c/:token/pdf', within(LIMITES.archivo), async ({ params: { token } }: ConToken, reply) => {
      const { numero, pdf } = await printPublica(deps, token)
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="cotizacion-${numero}.pdf"`)
        .send(Buffer.from(pdf))
    })
  })
}
