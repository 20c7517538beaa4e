import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Deps } from '../../deps.ts'
import { registerPaginas, sendPage, withinPublica } from '../../http/pagina-publica.ts'
import { LIMITES, type Limite } from '../../plugins/limites/limites.ts'
import { noticePage, registroPage, thanksPage } from './publico-html.ts'
import { logoPublico, readPublico, sendPublico } from './publico.service.ts'

type ConToken = FastifyRequest<{ Params: { token: string } }>

/** `/r/{token}`: a client types data once for the company that made the link. */
export function registerRegistroPublico(server: FastifyInstance, deps: Deps): void {
  const within = (limite: Limite) => withinPublica(deps, limite, noticePage)
  registerPaginas(server, (scope) => {
    scope.get('/r/:token', within(LIMITES.publica), async ({ params: { token } }: ConToken, reply) => {
      const publico = await readPublico(deps, token)
      return sendPage(reply, (nonce) => registroPage(publico, token, nonce), { hasImages: true })
    })
    scope.post('/r/:token', within(LIMITES.escritura), async (request: ConToken, reply) => {
      const { token } = request.params
      const again = await sendPublico(deps, token, (request.body ?? {}) as Record<string, unknown>)
      // The page of thanks has no token: to reload it sends nothing again.
      if (!again) return reply.status(303).header('location', '/r/gracias').send()
      return sendPage(reply.status(422), (nonce) => registroPage(again, token, nonce), { hasImages: true })
    })
    scope.get('/r/gracias', within(LIMITES.publica), (_request, reply) => sendPage(reply, thanksPage))
    scope.get('/r/:token/logo', within(LIMITES.archivo), async ({ params: { token } }: ConToken, reply) => {
      const { tipo, bytes } = await logoPublico(deps, token)
      return reply.type(tipo).send(bytes)
    })
  })
}
