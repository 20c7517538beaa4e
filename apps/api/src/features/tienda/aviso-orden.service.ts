import type { NotificacionDisponible } from '@yupana/contract'
import { numeroOrden } from '@yupana/fiscal'

import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { isInEmpresa, type Sesion } from '../../plugins/sesion/session.ts'
import { markVista, readPorVer } from './aviso-orden.sql.ts'
import { palabrasOf } from './carta-orden.ts'

/** Tells buyers in the bell what the desk decided of their orders, in the words of its letter. */
export async function avisosDeOrden({ db }: Pick<Deps, 'db'>, session: Sesion): Promise<NotificacionDisponible[]> {
  if (!isInEmpresa(session)) return []
  const ordenes = await inEmpresa(db, session.empresaId, (tx) => readPorVer(tx, session))
  return ordenes.map(({ motivo, ...orden }) => ({
    id: orden.id,
    type: orden.estado === 'PAGADA' ? 'NOVEDAD' : 'ADVERTENCIA',
    message: `Orden ${numeroOrden(orden.numero)} de la tienda. ${palabrasOf(orden.estado, orden, motivo ?? undefined) ?? ''}`,
    ruta: `/historial_compras?orden=${orden.id}`,
  }))
}

/** Puts it away until the desk decides again. Answers false when there is no such notice. */
export async function dismissAvisoDeOrden({ db }: Pick<Deps, 'db'>, session: Sesion, id: string): Promise<boolean> {
  return isInEmpresa(session) && inEmpresa(db, session.empresaId, (tx) => markVista(tx, session, id))
}
