import {
  beginVideoFirma,
  checkFirma,
  createFirma,
  deleteArchivosFirma,
  deleteFirma,
  downloadDocumentoEnCola,
  downloadDocumentoFirma,
  downloadPaqueteEnCola,
  editFirma,
  FIRMA_ARCHIVO_MAX_BYTES,
  FIRMA_VIDEO_PARTE_BYTES,
  moveFirma,
  observeFirma,
  payFirma,
  readDocumentoEnCola,
  readDocumentoFirma,
  readFirma,
  readFirmaEnCola,
  readTelefonoFirma,
  searchFirma,
  searchFirmaEnCola,
  sendFirma,
  uploadDocumentoFirma,
  uploadParteVideo,
} from '@yupana/contract'

import { empresaIdOf, withEmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { Router } from '../../http/route.ts'
import { LIMITES } from '../../plugins/limites/limites.ts'
import { ROL, VENDEN } from '../../plugins/sesion/roles.ts'
import { quienOf } from '../../plugins/sesion/quien.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { readUpload } from '../../plugins/peticion/upload.ts'
import { requireIdempotencyKey } from '../idempotencia/idempotencia.door.ts'
import * as documento from './documento.service.ts'
import * as firma from './firma.service.ts'
import { usePagada } from './pago-firma.service.ts'
import { searchSolicitudes } from './firma.sql.ts'
import { givePaquete } from './paquete.service.ts'
import * as revision from './revision.service.ts'

/**
 * A user who may buy may request signatures; identity documents are seen by the requester and by SUPER_ADMIN, never by support in another's
 * name.
 */
export function registerFirmaElectronica(router: Router, deps: Deps): void {
  const compran = { roles: VENDEN, right: 'tienda:comprar', soporte: 'cerrada' } as const
  const autorOf = (session: SesionAbierta): firma.Solicitante => ({
    empresaId: session.empresaId,
    usuarioId: session.usuarioId,
    quien: quienOf(session),
    en: deps.clock.now(),
  })

  router.on(searchFirma, { roles: VENDEN }, ({ tx, session, query }) => searchSolicitudes(tx, session, query, deps.clock.now()))
  router.on(createFirma, compran, ({ tx, session, body, request }) =>
    firma.create(tx, autorOf(session), requireIdempotencyKey(request), body),
  )
  router.on(readFirma, compran, ({ tx, session, params }) => firma.read(tx, autorOf(session), params.id))
  router.on(readTelefonoFirma, compran, ({ tx, session, params }) => firma.readTelefono(deps, tx, autorOf(session), params.id))
  router.on(editFirma, compran, ({ tx, session, params, body }) => firma.edit(tx, autorOf(session), params.id, body))
  router.onSession(uploadDocumentoFirma, compran, ({ session, params, request }) =>
    documento.upload(deps, autorOf(session), params.id, () => readUpload(request, uploadDocumentoFirma, FIRMA_ARCHIVO_MAX_BYTES)),
  )
  router.onSession(readDocumentoFirma, compran, async ({ session, params, query, reply }) => {
    const autor = autorOf(session)
    await inEmpresa(deps.db, autor.empresaId, (tx) => firma.requireMia(tx, autor, params.id))
    return documento.show(deps, reply, autor, params.id, query.clase)
  })
  router.onSession(downloadDocumentoFirma, compran, async ({ session, empresaId, params, body }) => {
    await inEmpresa(deps.db, empresaId, (tx) => firma.requireMia(tx, autorOf(session), params.id))
    return documento.giveDocumento(deps, session, empresaId, params.id, body.clase)
  })
  router.on(beginVideoFirma, compran, ({ tx, session, params, body }) => documento.beginVideo(tx, autorOf(session), params.id, body))
  router.onSession(uploadParteVideo, { ...compran, limite: LIMITES.parteVideo }, async ({ session, params, query, request }) => {
    const autor = autorOf(session)
    await inEmpresa(deps.db, autor.empresaId, (tx) => firma.requireMia(tx, autor, params.id))
    const { bytes } = await readUpload(request, uploadParteVideo, FIRMA_VIDEO_PARTE_BYTES)
    return documento.putParte(deps, autor, params.id, query, bytes)
  })
  router.on(payFirma, compran, ({ tx, session, params, body }) => usePagada(tx, autorOf(session), params.id, body.orden_id))
  router.on(sendFirma, compran, ({ tx, session, params, body }) => firma.send(tx, autorOf(session), params.id, body.version))
  router.on(deleteFirma, compran, ({ tx, session, params }) => firma.remove(tx, autorOf(session), params.id))
  router.on(deleteArchivosFirma, compran, ({ tx, session, params }) => firma.removeArchivosDe(tx, autorOf(session), params.id))
  registerMesa(router, deps)
}

/** The desk: requests of all companies. */
function registerMesa(router: Router, deps: Deps): void {
  const plataforma = { roles: [ROL.SUPER_ADMIN], isPlataforma: true } as const
  router.onUsuario(searchFirmaEnCola, plataforma, ({ session, query }) => revision.search(deps, session, query))
  router.onUsuario(readFirmaEnCola, plataforma, ({ params }) => revision.read(deps, withEmpresaId(params)))
  router.onUsuario(readDocumentoEnCola, plataforma, async ({ session, params, query, reply }) => {
    await revision.requireVisible(deps, withEmpresaId(params))
    const { usuarioId } = session
    return documento.show(
      deps,
      reply,
      { empresaId: empresaIdOf(params.empresa_id), usuarioId, en: deps.clock.now() },
      params.id,
      query.clase,
    )
  })
  router.onUsuario(downloadDocumentoEnCola, plataforma, async ({ session, body }) => {
    const { empresa_id: empresaId, id, clase } = withEmpresaId(body)
    await revision.requireVisible(deps, { empresa_id: empresaId, id })
    return documento.giveDocumento(deps, session, empresaId, id, clase)
  })
  router.onUsuario(downloadPaqueteEnCola, { ...plataforma, limite: LIMITES.exportacion }, ({ session, body }) =>
    givePaquete(deps, session, { ...withEmpresaId(body), isAgain: body.otra_vez }),
  )
  router.onUsuario(observeFirma, plataforma, ({ session, body }) => revision.observe(deps, session, withEmpresaId(body)))
  router.onUsuario(checkFirma, plataforma, ({ body }) => revision.check(deps, withEmpresaId(body)))
  router.onUsuario(moveFirma, plataforma, ({ session, body }) => revision.move(deps, session, withEmpresaId(body)))
}
