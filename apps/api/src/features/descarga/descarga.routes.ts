import { downloadDescarga } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { overOf, type Router } from '../../http/route.ts'
import { Fila } from '../../plugins/limites/fila.ts'
import { sendDescarga, takeDescarga, type Envios } from './descarga.service.ts'

/** Sends a file for a ticket that an earlier call gave. */
export function registerDescarga(router: Router, deps: Deps, envios: Envios): void {
  const fila = new Fila()
  router.onPublic(downloadDescarga, async ({ params, request, reply }) => {
    const archivo = await takeDescarga(deps, request, envios, params.ticket)
    if (!(await fila.take(archivo.session.usuarioId, overOf(reply)))) return reply.hijack()
    return sendDescarga(deps, reply, envios, archivo)
  })
}
