import { propuestaRetencionOf, type CompraRetenida, type PropuestaRetencion } from '@yupana/contract'
import { fechaIn } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { readCondiciones } from '../comprobante/armado/armado.door.ts'

/** As `propuestaRetencionOf`, today unless a day is said. */
export async function propose(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { empresaId }: SesionAbierta,
  { fecha = fechaIn(clock.now()), ...compra }: CompraRetenida,
): Promise<PropuestaRetencion> {
  const { condiciones } = await readCondiciones(tx, empresaId)
  return propuestaRetencionOf(condiciones, fecha, compra)
}
