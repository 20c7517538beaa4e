import type { RetencionElegida } from '@yupana/contract'
import { fechaIn, IMPUESTO_RETENIDO_LABEL, retencionAt } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import * as sql from './elegida.sql.ts'

/** @throws 409 when another user saved, 422 for a code not valid for that tax today */
export async function save(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { empresaId, usuarioId }: SesionAbierta,
  elegida: RetencionElegida,
): Promise<RetencionElegida> {
  const en = clock.now()
  const { impuesto, operacion, persona, sociedad, version } = elegida
  for (const [campo, codigo] of Object.entries({ persona, sociedad })) {
    if (codigo === null) continue
    const tarifa = retencionAt(codigo, fechaIn(en))
    if (tarifa?.impuesto !== impuesto || tarifa.noResidente === true)
      throw errors.field(
        'UNKNOWN_REF',
        campo,
        `El código ${codigo} no es de retenciones de ${IMPUESTO_RETENIDO_LABEL[impuesto]} en el país que rijan hoy.`,
      )
  }
  if (!(await sql.saveElegida(tx, { empresaId, usuarioId, en }, elegida))) throw errors.conflict()
  await recordAuditoria(tx, {
    empresaId,
    usuarioId,
    en,
    accion: 'retencion_elegida.editar',
    detalle: { impuesto: IMPUESTO_RETENIDO_LABEL[impuesto], operacion, persona, sociedad },
  })
  return { ...elegida, version: version + 1 }
}
