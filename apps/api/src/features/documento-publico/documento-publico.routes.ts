import { readEnlaceDocumento, seeNoCorresponde, shareDocumento, unshareDocumento } from '@yupana/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Deps } from '../../deps.ts'
import { registerPaginas, sendPage, withinPublica } from '../../http/pagina-publica.ts'
import type { Router } from '../../http/route.ts'
import { LIMITES, type Limite } from '../../plugins/limites/limites.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import * as enlace from './enlace.service.ts'
import { documentoPage, noticePage } from './publica-html.ts'
import { printPublica, readPublica, rejectPublica, xmlPublica } from './publica.service.ts'

/** The link of a document: created, read and revoked by its company. */
export function registerEnlaceDocumento(router: Router, deps: Deps): void {
  const leen = { roles: VENDEN }
  const emiten = { ...leen, right: 'documento:emitir' } as const
  router.on(readEnlaceDocumento, leen, ({ tx, empresaId, params }) => enlace.read(deps, tx, empresaId, params.id))
  router.on(shareDocumento, emiten, ({ tx, session, params }) => enlace.share(deps, tx, session, params.id))
  router.on(unshareDocumento, emiten, ({ tx, session, params }) => enlace.unshare(deps, tx, session, params.id))
  router.on(seeNoCorresponde, emiten, ({ tx, session, params }) => enlace.seeNoCorresponde(deps, tx, session, params.id))
}

type ConToken = FastifyRequest<{ Params: { token: string }; Querystring: { espera?: string } }>

/** `/d/{token}`: a document as its receiver sees it. */
export function registerDocumentoPublico(server: FastifyInstance, deps: Deps): void {
  const within = (limite: Limite) => withinPublica(deps, limite, noticePage)
  registerPaginas(server, (scope) => {
    scope.get('/d/:token', within(LIMITES.publica), async ({ params: { token }, query }: ConToken, reply) => {
      const publica = await readPublica(deps, token, query.espera !== undefined)
      return sendPage(reply, (nonce) => documentoPage(publica, token, nonce))
    })
    scope.post('/d/:token', within(LIMITES.escritura), async (request: ConToken, reply) => {
      const { nota = '' } = (request.body ?? {}) as Record<string, string>
      await rejectPublica(deps, request.params.token, nota)
      return reply.status(303).header('location', `/d/${request.params.token}?espera=1`).send()
    })
    scope.get('/d/:token/pdf', within(LIMITES.archivo), async ({ params: { token } }: ConToken, reply) => {
      const { clave, pdf } = await printPublica(deps, token)
      return reply.type('application/pdf').header('content-disposition', `inline; filename="${clave}.pdf"`).send(Buffer.from(pdf))
    })
    scope.get('/d/:token/xml', within(LIMITES.archivo), async ({ params: { token } }: ConToken, reply) => {
      const { clave, xml } = await xmlPublica(deps, token)
      return reply.type('application/xml; charset=utf-8').header('content-disposition', `attachment; filename="${clave}.xml"`).send(xml)
    })
  })
}
