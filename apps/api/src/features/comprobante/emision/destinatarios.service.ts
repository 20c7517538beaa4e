import { TIPO_IDENTIFICACION } from '@yupana/fiscal'

import type { Tx } from '../../../db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { LIMITES, requirePlaces } from '../../../plugins/limites.ts'
import type { SesionAbierta } from '../../../plugins/session.ts'
import type { ContextoEmision } from '../armado/armado.door.ts'
import { knownCorreos } from './destinatarios.sql.ts'
import type { Preparado } from './preparado.ts'

/** Addresses of a document that the catalogue did not know of its receivers and that are free all the same. */
const NUEVOS_GRATIS = 1

/**
 * Counts the strangers that a document will be sent to; the usual one, with a single address, asks nothing. @throws 429 before a number is
 * taken
 */
export async function countDestinatarios(
  deps: Deps,
  tx: Tx,
  { empresaId, usuarioId }: SesionAbierta,
  { persona_id: antes }: Pick<ContextoEmision, 'persona_id'>,
  preparado: Preparado,
): Promise<void> {
  const { correos, receptor_tipo: tipo } = preparado.fila
  // A consumidor final gets no mail.
  if (correos.length <= NUEVOS_GRATIS || tipo === TIPO_IDENTIFICACION.CONSUMIDOR_FINAL) return
  const known = await knownCorreos(tx, empresaId, antes, preparado)
  const extranos = correos.filter((correo) => !known.has(correo.toLowerCase())).length - NUEVOS_GRATIS
  if (extranos <= 0) return
  await requirePlaces(deps, tx, LIMITES.destinatario, usuarioId, extranos)
  await requirePlaces(deps, tx, LIMITES.destinatarioEmpresa, empresaId, extranos)
}
