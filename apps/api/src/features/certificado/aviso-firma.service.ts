import type { NotificacionDisponible } from '@yupana/contract'

import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { isInEmpresa, type Sesion } from '../../plugins/sesion/session.ts'
import { insertVisto, isVisto, readSinFirma } from './aviso-firma.sql.ts'

const empresaOf = (session: Sesion) => (session.rol === ROL.ADMIN && isInEmpresa(session) ? session.empresaId : undefined)

/** Notice in the bell of the company's administrators that documents wait for a signature. */
export async function avisosDeFirma({ db }: Pick<Deps, 'db'>, session: Sesion): Promise<NotificacionDisponible[]> {
  const empresaId = empresaOf(session)
  if (empresaId === undefined) return []
  return inEmpresa(db, empresaId, async (tx) => {
    const sinFirma = await readSinFirma(tx, empresaId)
    if (!sinFirma) return []
    const visto = await isVisto(tx, { empresaId, avisoId: sinFirma.aviso_id, usuarioId: session.usuarioId })
    const cuantos = sinFirma.documentos === 1 ? '1 comprobante espera' : `${sinFirma.documentos} comprobantes esperan`
    return visto ? [] : [{ id: sinFirma.aviso_id, type: 'INCIDENTE', message: `${cuantos} su firma. ${sinFirma.espera_por}` }]
  })
}

/** Dismisses the notice for this user and this certificate. Answers false when there is no such notice. */
export async function dismissAvisoDeFirma({ db, clock }: Pick<Deps, 'db' | 'clock'>, session: Sesion, id: string): Promise<boolean> {
  const empresaId = empresaOf(session)
  if (empresaId === undefined) return false
  return inEmpresa(db, empresaId, async (tx) => {
    if ((await readSinFirma(tx, empresaId))?.aviso_id !== id) return false
    await insertVisto(tx, { empresaId, avisoId: id, usuarioId: session.usuarioId }, clock.now())
    return true
  })
}
