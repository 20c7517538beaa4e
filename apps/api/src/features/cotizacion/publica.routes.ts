import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Deps } from '../../deps.ts'
import { registerPaginas, sendPage, withinPublica } from '../../http/pagina-publica.ts'
import { LIMITES, type Limite } from '../../plugins/limites/limites.ts'
import { cotizacionPage, noticePage } from './publica-html.ts'
import { answerPublica, printPublica, readPublica } from './publica.service.ts'

type ConToken = FastifyRequest<{ Params: { token: string } }>

/** `/c/{token}`: a client reads a quote, and accepts or declines it with a note (O-74). */
export function registerCotizacionPublica(server: FastifyInstance, deps: Deps): void {
  const within = (limite: Limite) => withinPublica(deps, limite, noticePage)
  registerPaginas(server, (scope) => {
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
