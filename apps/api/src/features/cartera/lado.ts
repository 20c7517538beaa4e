import type { SentidoCartera } from '@yupana/fiscal'

import { errors } from '../../errors.ts'
import { mayDo, type SesionAbierta } from '../../plugins/sesion/session.ts'

/** Whether this user may read the company's debts to suppliers. */
export const seesPagar = (session: SesionAbierta): boolean => mayDo(session, 'cartera:ver_pagar')

/** The session, if its user may read this side of the books. @throws 403 */
export function deLado(session: SesionAbierta, { sentido }: { sentido: SentidoCartera }): SesionAbierta {
  if (sentido === 'PAGAR' && !seesPagar(session)) throw errors.forbidden()
  return session
}
