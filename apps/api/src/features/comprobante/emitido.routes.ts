import type { ComprobanteDetalle, CorreoEstado, EmitidoCalls } from '@yupana/contract'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { ADMINISTRAN, type Rol } from '../../plugins/sesion/roles.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import type { Router } from '../../http/route.ts'
import { recordAnulacion, requestAnulacion, withdrawAnulacion } from './anulacion/anulacion.door.ts'
import { downloadableRide, hoy, readDetalle, readTipo, requireArchivos, xmlFile, type CorreosDe } from './lectura/lectura.door.ts'
import { readVendedores } from './identidad/identidad.door.ts'
import { closeDocumento, resendDocumento } from './avance/avance.door.ts'

/** What only one document type stores of an issued document. */
export type DetallePropio = (
  tx: Tx,
  empresaId: EmpresaId,
  id: string,
  version: number,
) => Promise<Pick<ComprobanteDetalle, 'retenciones' | 'pago_retencion'>>

/** Provided by the mail concept, which documents do not import. */
export interface Correos {
  correosDe: CorreosDe
  resendCorreo(
    deps: Deps,
    tx: Tx,
    session: SesionAbierta,
    id: string,
    envio: { correos: readonly string[]; mensaje?: string | undefined },
  ): Promise<CorreoEstado>
}

interface Emitidos {
  roles: readonly Rol[]
  /** SRI codes of the document types the calls serve; every type when absent. */
  tipos?: readonly string[]
  detalleOf(tipo: string): DetallePropio | undefined
}

/** A document of another type counts as absent, as one of another company does. @throws 404 */
export async function requireTipo(tx: Tx, empresaId: EmpresaId, id: string, tipos: readonly string[] | undefined): Promise<void> {
  const found = await readTipo(tx, empresaId, id)
  if (found === undefined || tipos?.includes(found) === false) throw errors.notFound()
}

/** Registers the calls about issued documents: of one type, or of all. */
export function registerEmitido(
  router: Router,
  deps: Deps,
  calls: EmitidoCalls,
  { roles, tipos, detalleOf }: Emitidos,
  { correosDe, resendCorreo }: Correos,
): void {
  const may = { roles }
  const emiten = { roles, right: 'documento:emitir' } as const
  const requireOurs = (tx: Tx, empresaId: EmpresaId, id: string) => requireTipo(tx, empresaId, id, tipos)

  router.on(calls.read, may, async ({ tx, empresaId, params }) => {
    await requireOurs(tx, empresaId, params.id)
    const detalle = await readDetalle(tx, empresaId, params.id, hoy(deps), correosDe)
    return { ...detalle, ...(await detalleOf(detalle.tipo)?.(tx, empresaId, params.id, detalle.version)) }
  })
  router.on(calls.mail, emiten, async ({ tx, session, params, body }) => {
    await requireOurs(tx, session.empresaId, params.id)
    return resendCorreo(deps, tx, session, params.id, body)
  })
  router.on(calls.resend, emiten, async ({ tx, session, params }) => {
    await requireOurs(tx, session.empresaId, params.id)
    return resendDocumento(deps, tx, session, params.id)
  })
  router.on(calls.close, { roles: ADMINISTRAN, right: 'documento:anular' }, async ({ tx, session, params, body }) => {
    await requireOurs(tx, session.empresaId, params.id)
    return closeDocumento(deps, tx, session, params.id, body.motivo)
  })

  const anulan = { ...may, right: 'documento:anular' } as const
  router.on(calls.requestAnulacion, anulan, async ({ tx, session, params, body }) => {
    await requireOurs(tx, session.empresaId, params.id)
    return requestAnulacion(deps, tx, session, params.id, body)
  })
  router.on(calls.withdrawAnulacion, anulan, async ({ tx, session, params }) => {
    await requireOurs(tx, session.empresaId, params.id)
    return withdrawAnulacion(deps, tx, session, params.id)
  })
  router.on(calls.recordAnulacion, { roles: ADMINISTRAN, right: 'documento:anular' }, async ({ tx, session, params, body }) => {
    await requireOurs(tx, session.empresaId, params.id)
    return recordAnulacion(deps, tx, session, params.id, body.prueba)
  })

  // A RIDE is drawn outside the transaction, so that it never holds a connection.
  router.onSession(calls.downloadRide, may, async ({ empresaId, params, query, reply }) => {
    const { archivos, vendedor } = await inEmpresa(deps.db, empresaId, async (tx) => {
      await requireOurs(tx, empresaId, params.id)
      const found = await requireArchivos(tx, empresaId, params.id)
      return { archivos: found, vendedor: found.vendedor_id === null ? undefined : (await readVendedores(tx)).get(found.vendedor_id) }
    })
    const pdf = await downloadableRide(deps, empresaId, { id: params.id, archivos, vendedor }, query.formato)
    return reply.type('application/pdf').header('content-disposition', `inline; filename="${archivos.clave}.pdf"`).send(Buffer.from(pdf))
  })
  router.on(calls.downloadXml, may, async ({ tx, empresaId, params, reply }) => {
    await requireOurs(tx, empresaId, params.id)
    const archivos = await requireArchivos(tx, empresaId, params.id)
    return reply
      .type('application/xml; charset=utf-8')
      .header('content-disposition', `attachment; filename="${archivos.clave}.xml"`)
      .send(xmlFile(archivos))
  })
}
