import { propuestaRetencionOf, type CompraRetenida, type PropuestaRetencion } from '@yupana/contract'
import { fechaIn, type CodigoElegido, type CondicionTributaria } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { readCondiciones } from '../comprobante/armado/armado.door.ts'
import { listElegidas } from './elegida.sql.ts'

/** The data of a company that decide a proposal. */
export interface CriterioRetencion {
  condiciones: readonly CondicionTributaria[]
  elegidos: readonly CodigoElegido[]
}

export async function readCriterio(tx: Tx, empresaId: EmpresaId): Promise<CriterioRetencion> {
  const { condiciones } = await readCondiciones(tx, empresaId)
  return { condiciones, elegidos: await listElegidas(tx, empresaId) }
}

/** As `propuestaRetencionOf`; the default day is today. */
export async function propose(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { empresaId }: SesionAbierta,
  { fecha = fechaIn(clock.now()), ...compra }: CompraRetenida,
): Promise<PropuestaRetencion> {
  const { condiciones, elegidos } = await readCriterio(tx, empresaId)
  return propuestaRetencionOf(condiciones, fecha, compra, elegidos)
}
