import {
  allCertificado,
  decodePassword,
  deleteCertificado,
  P12_UPLOAD_MAX_BYTES,
  recoverClaveFirma,
  replaceCertificado,
  showClaveFirma,
  uploadCertificado,
} from '@yupana/contract'
import type { FastifyRequest } from 'fastify'

import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { LIMITES } from '../../plugins/limites/limites.ts'
import { ADMINISTRAN, TODOS } from '../../plugins/sesion/roles.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { readUpload } from '../../plugins/peticion/upload.ts'
import type { Router } from '../../http/route.ts'
import { requireFactorForFirma, withCredenciales } from '../sesion/sesion.door.ts'
import * as certificado from './certificado.service.ts'
import * as claveFirma from './clave-firma.service.ts'

export function registerCertificado(router: Router, deps: Deps): void {
  const credencialDeps = withCredenciales(deps)
  const administran = { roles: ADMINISTRAN, right: 'certificado:administrar' } as const

  async function archivoOf(request: FastifyRequest): Promise<certificado.ArchivoFirma> {
    const { filename, bytes, fields } = await readUpload(request, uploadCertificado, P12_UPLOAD_MAX_BYTES)
    const password = decodePassword(fields['pass'] ?? '', credencialDeps.codecKeys)
    if (password === undefined) throw errors.field('PASS', 'pass', 'Escriba la contraseña de la firma electrónica.')
    return { filename, bytes, password, confirmar: fields['confirmar'] === 'true' }
  }

  const withFactor = async <T>(session: SesionAbierta, work: () => Promise<T>): Promise<T> => {
    await requireFactorForFirma(deps, session)
    return work()
  }
  router.onSession(uploadCertificado, administran, ({ session, request }) =>
    withFactor(session, async () => certificado.upload(deps, session, await archivoOf(request))),
  )
  router.onSession(replaceCertificado, administran, ({ session, request, params }) =>
    withFactor(session, async () => certificado.upload(deps, session, await archivoOf(request), params.id)),
  )
  router.on(deleteCertificado, administran, ({ tx, session, params }) =>
    withFactor(session, () => certificado.remove(tx, session, params.id, deps.clock.now())),
  )
  router.onSession(recoverClaveFirma, { ...administran, limite: LIMITES.recuperacionFirma }, ({ session }) =>
    withFactor(session, () => claveFirma.sendEnlace(deps, session)),
  )
  router.onSession(showClaveFirma, administran, ({ session, body, request }) =>
    withFactor(session, () => claveFirma.showClaveFirma(credencialDeps, session, body, request.ip)),
  )
  router.on(allCertificado, { roles: TODOS }, ({ tx, session }) => certificado.all(tx, session.empresaId, session.ruc, deps.clock.now()))
}
