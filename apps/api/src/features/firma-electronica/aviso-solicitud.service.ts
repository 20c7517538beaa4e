import type { NotificacionDisponible } from '@yupana/contract'

import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { isInEmpresa, type Sesion } from '../../plugins/sesion/session.ts'
import { markVista, readPorVer } from './aviso-solicitud.sql.ts'
import { palabrasOf } from './carta-firma.ts'

/** Tells in the bell what the desk decided of the signatures that somebody asked for, in the words of its letter. */
export async function avisosDeSolicitud({ db }: Pick<Deps, 'db'>, session: Sesion): Promise<NotificacionDisponible[]> {
  if (!isInEmpresa(session)) return []
  const solicitudes = await inEmpresa(db, session.empresaId, (tx) => readPorVer(tx, session))
  return solicitudes.map(({ id, titular, estado, motivo }) => ({
    id,
    type: estado === 'APROBADA' || estado === 'EMITIDA' ? 'NOVEDAD' : 'ADVERTENCIA',
    message: `Firma electrónica de ${titular}. ${palabrasOf(estado) ?? ''}${estado === 'RECHAZADA' && motivo !== null ? ` ${motivo}` : ''}`,
    ruta: `/firmas_electronicas?solicitud=${id}`,
  }))
}

/** Puts it away until the desk decides again. Answers false when there is no such notice. */
export async function dismissAvisoDeSolicitud({ db }: Pick<Deps, 'db'>, session: Sesion, id: string): Promise<boolean> {
  return isInEmpresa(session) && inEmpresa(db, session.empresaId, (tx) => markVista(tx, session, id))
}
