import { TIPO_IDENTIFICACION } from '@yupana/fiscal'

import type { Tx } from '../../../db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import type { SesionAbierta } from '../../../plugins/sesion/session.ts'
import { countNuevos } from '../../carta/carta.door.ts'
import type { ContextoEmision } from '../armado/armado.door.ts'
import { knownCorreos } from './destinatarios.sql.ts'
import type { Preparado } from './preparado.ts'

/** Counts the unknown addresses a document will be mailed to; a single address is never counted. @throws 429 before a number is taken */
export async function countDestinatarios(
  deps: Deps,
  tx: Tx,
  session: SesionAbierta,
  { persona_id: antes }: Pick<ContextoEmision, 'persona_id'>,
  preparado: Preparado,
): Promise<void> {
  const { correos, receptor_tipo: tipo } = preparado.fila
  // A consumidor final gets no mail.
  if (correos.length <= 1 || tipo === TIPO_IDENTIFICACION.CONSUMIDOR_FINAL) return
  const known = await knownCorreos(tx, session.empresaId, antes, preparado)
  await countNuevos(deps, tx, session, correos.filter((correo) => !known.has(correo.toLowerCase())).length)
}
