import type { NotificacionDisponible, PendientesMesa } from '@yupana/contract'

import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { isInEmpresa, type Sesion } from '../../plugins/sesion/session.ts'
import { avisosDeSolicitud, countFirmasPorHacer } from '../firma-electronica/firma-electronica.door.ts'
import { avisosDeOrden, countPorHacer } from '../tienda/tienda.door.ts'
import { markVista } from './aviso-mesa.sql.ts'

// Decisions of the installation's desk, for the requester; open requests, for SUPER_ADMIN.

export async function avisosDeMesa({ db }: Pick<Deps, 'db'>, session: Sesion): Promise<NotificacionDisponible[]> {
  if (!isInEmpresa(session)) return []
  return inEmpresa(db, session.empresaId, async (tx) => [...(await avisosDeSolicitud(tx, session)), ...(await avisosDeOrden(tx, session))])
}

/** Dismisses one until the next decision. Answers false when there is no such notice. */
export async function dismissAvisoDeMesa({ db }: Pick<Deps, 'db'>, session: Sesion, id: string): Promise<boolean> {
  if (!isInEmpresa(session)) return false
  return inEmpresa(
    db,
    session.empresaId,
    async (tx) => (await markVista(tx, 'firma_solicitud', session, id)) || markVista(tx, 'orden', session, id),
  )
}

/** Open requests at the desks, of all companies: the session opens the door. */
export async function pendientesDeMesa(deps: Pick<Deps, 'db' | 'clock'>, session: Sesion): Promise<PendientesMesa> {
  const [tienda, firmas] = await Promise.all([countPorHacer(deps, session), countFirmasPorHacer(deps, session)])
  return { ...tienda, firmas }
}
