import type { NotificacionDisponible } from '@yupana/contract'
import { sql } from 'kysely'

import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { ROL } from '../../plugins/roles.ts'
import { isInEmpresa, type Sesion } from '../../plugins/session.ts'

interface SinFirma {
  /** The certificate that does not serve, or the company where there is none. */
  aviso_id: string
  espera_por: string
  documentos: number
}

/** Why documents of this company wait to be signed. */
async function readSinFirma(tx: Tx, empresaId: string): Promise<SinFirma | undefined> {
  const { rows } = await sql<SinFirma>`
    select coalesce((select c.id from certificado c where c.empresa_id = ${empresaId} and c.activo), ${empresaId}::uuid) as aviso_id,
           min(e.espera_por) as espera_por, count(*)::int as documentos
      from documento_envio e where e.empresa_id = ${empresaId} and e.espera_por is not null and e.proximo_intento is not null having count(*) > 0`.execute(tx)
  return rows[0]
}

const empresaOf = (session: Sesion) => (session.rol === ROL.ADMIN && isInEmpresa(session) ? session.empresaId : undefined)

/** Tells the company's administrators in the bell that documents wait for a signature. */
export async function avisosDeFirma({ db }: Pick<Deps, 'db'>, session: Sesion): Promise<NotificacionDisponible[]> {
  const empresaId = empresaOf(session)
  if (empresaId === undefined) return []
  return inEmpresa(db, empresaId, async (tx) => {
    const sinFirma = await readSinFirma(tx, empresaId)
    if (!sinFirma) return []
    const visto = await tx.selectFrom('firma_aviso_visto').select('en').where('empresa_id', '=', empresaId).where('aviso_id', '=', sinFirma.aviso_id).where('usuario_id', '=', session.usuarioId).executeTakeFirst()
    const cuantos = sinFirma.documentos === 1 ? '1 comprobante espera' : `${sinFirma.documentos} comprobantes esperan`
    return visto ? [] : [{ id: sinFirma.aviso_id, type: 'INCIDENTE', message: `${cuantos} su firma. ${sinFirma.espera_por}` }]
  })
}

/** Puts it away for this user and this certificate. Answers false when there is no such notice. */
export async function dismissAvisoDeFirma({ db, clock }: Pick<Deps, 'db' | 'clock'>, session: Sesion, id: string): Promise<boolean> {
  const empresaId = empresaOf(session)
  if (empresaId === undefined) return false
  return inEmpresa(db, empresaId, async (tx) => {
    if ((await readSinFirma(tx, empresaId))?.aviso_id !== id) return false
    await tx.insertInto('firma_aviso_visto').values({ empresa_id: empresaId, aviso_id: id, usuario_id: session.usuarioId, en: clock.now() }).onConflict((conflict) => conflict.doNothing()).execute()
    return true
  })
}
