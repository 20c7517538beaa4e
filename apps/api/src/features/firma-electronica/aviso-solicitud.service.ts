import type { NotificacionDisponible } from '@yupana/contract'

import type { Tx } from '../../db/transaction.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { readPorVer } from './aviso-solicitud.sql.ts'
import { palabrasOf } from './carta-firma.ts'

/** Notices of the bell about decisions on this user's signature requests, in the words of the letter. */
export async function avisosDeSolicitud(tx: Tx, session: SesionAbierta): Promise<NotificacionDisponible[]> {
  const solicitudes = await readPorVer(tx, session)
  return solicitudes.map(({ id, titular, estado, motivo }) => ({
    id,
    type: estado === 'APROBADA' || estado === 'EMITIDA' ? 'NOVEDAD' : 'ADVERTENCIA',
    message: `Firma electrónica de ${titular}. ${palabrasOf(estado) ?? ''}${estado === 'RECHAZADA' && motivo !== null ? ` ${motivo}` : ''}`,
    ruta: `/firmas_electronicas?solicitud=${id}`,
  }))
}
