import type { NotificacionDisponible } from '@yupana/contract'
import { numeroOrden } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { readPorVer } from './aviso-orden.sql.ts'
import { palabrasOf } from './carta-orden.ts'

/** Notices in the bell for buyers: what the desk decided about their orders, in the words of its letter. */
export async function avisosDeOrden(tx: Tx, session: SesionAbierta): Promise<NotificacionDisponible[]> {
  const ordenes = await readPorVer(tx, session)
  return ordenes.map(({ motivo, ...orden }) => ({
    id: orden.id,
    type: orden.estado === 'PAGADA' ? 'NOVEDAD' : 'ADVERTENCIA',
    message: `Orden ${numeroOrden(orden.numero)} de la tienda. ${palabrasOf(orden.estado, orden, motivo ?? undefined) ?? ''}`,
    ruta: `/historial_compras?orden=${orden.id}`,
  }))
}
