import type { NotificacionDisponible } from '@yupana/contract'
import { formatNumero } from '@yupana/fiscal'
import { sql } from 'kysely'

import { inEmpresa, type Tx } from '../../../db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { ROL } from '../../../plugins/roles.ts'
import { isInEmpresa, type Sesion, type SesionAbierta } from '../../../plugins/session.ts'

interface EnRevision {
  id: string
  establecimiento: string
  punto: string
  secuencial: number
  total: number
  visto: boolean
}

/** The newest document in quarantine of this environment, and how many there are. */
async function newestEnRevision(tx: Tx, { empresaId, ambiente, usuarioId }: SesionAbierta): Promise<EnRevision | undefined> {
  const { rows } = await sql<EnRevision>`
    select d.id, d.establecimiento, d.punto, d.secuencial, (count(*) over ())::int as total,
           exists (select 1 from revision_visto v where v.empresa_id = d.empresa_id and v.documento_id = d.id and v.usuario_id = ${usuarioId}) as visto
      from documento_revision r join documento d on d.empresa_id = r.empresa_id and d.id = r.documento_id
     where r.empresa_id = ${empresaId} and d.ambiente = ${ambiente} and d.estado = 'CUARENTENA' order by r.desde desc, d.id limit 1`.execute(tx)
  return rows[0]
}

const administers = (session: Sesion): session is SesionAbierta => session.rol === ROL.ADMIN && isInEmpresa(session)

const NO_SIGUE = 'Algo no coincide entre lo que se envió y lo que consta, y no se envía solo. Ábralo desde el inicio, en «En revisión», y decida qué hacer.'
const NO_SIGUEN = 'Algo no coincide entre lo que se envió y lo que consta, y no se envían solos. Ábralos desde el inicio, en «En revisión», y decida qué hacer.'

/** Tells the company's administrators in the bell that a document waits for a person: the newest, until it is put away. */
export async function avisosDeRevision({ db }: Pick<Deps, 'db'>, session: Sesion): Promise<NotificacionDisponible[]> {
  if (!administers(session)) return []
  const found = await inEmpresa(db, session.empresaId, (tx) => newestEnRevision(tx, session))
  if (!found || found.visto) return []
  const { id, establecimiento: estab, punto: ptoEmi, secuencial, total } = found
  const message = total === 1 ? `El comprobante ${formatNumero({ estab, ptoEmi, secuencial })} quedó en revisión. ${NO_SIGUE}` : `${total} comprobantes quedaron en revisión. ${NO_SIGUEN}`
  return [{ id, type: 'INCIDENTE', message }]
}

/** Puts it away for this user, until another document needs somebody. Answers false when there is no such notice. */
export async function dismissAvisoDeRevision({ db, clock }: Pick<Deps, 'db' | 'clock'>, session: Sesion, id: string): Promise<boolean> {
  if (!administers(session)) return false
  return inEmpresa(db, session.empresaId, async (tx) => {
    if ((await newestEnRevision(tx, session))?.id !== id) return false
    await tx.insertInto('revision_visto').values({ empresa_id: session.empresaId, documento_id: id, usuario_id: session.usuarioId, en: clock.now() }).onConflict((conflict) => conflict.doNothing()).execute()
    return true
  })
}
