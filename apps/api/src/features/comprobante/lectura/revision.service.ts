import type { NotificacionDisponible } from '@yupana/contract'
import { formatNumero } from '@yupana/fiscal'

import { inEmpresa } from '../../../db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { ROL } from '../../../plugins/sesion/roles.ts'
import { isInEmpresa, type Sesion, type SesionAbierta } from '../../../plugins/sesion/session.ts'
import { insertVisto, newestEnRevision } from './revision.sql.ts'

const administers = (session: Sesion): session is SesionAbierta => session.rol === ROL.ADMIN && isInEmpresa(session)

const NO_SIGUE =
  'Algo no coincide entre lo que se envió y lo que consta, y no se envía solo. Ábralo desde el inicio, en «En revisión», y decida qué hacer.'
const NO_SIGUEN =
  'Algo no coincide entre lo que se envió y lo que consta, y no se envían solos. Ábralos desde el inicio, en «En revisión», y decida qué hacer.'

/** Notice in the bell for the company's administrators: a document waits for a person. It names the newest, until it is put away. */
export async function avisosDeRevision({ db }: Pick<Deps, 'db'>, session: Sesion): Promise<NotificacionDisponible[]> {
  if (!administers(session)) return []
  const found = await inEmpresa(db, session.empresaId, (tx) => newestEnRevision(tx, session))
  if (!found || found.visto) return []
  const { id, establecimiento: estab, punto: ptoEmi, secuencial, total } = found
  const message =
    total === 1
      ? `El comprobante ${formatNumero({ estab, ptoEmi, secuencial })} quedó en revisión. ${NO_SIGUE}`
      : `${total} comprobantes quedaron en revisión. ${NO_SIGUEN}`
  return [{ id, type: 'INCIDENTE', message }]
}

/** Puts the notice away for this user until another document needs a person. Answers false when there is no such notice. */
export async function dismissAvisoDeRevision({ db, clock }: Pick<Deps, 'db' | 'clock'>, session: Sesion, id: string): Promise<boolean> {
  if (!administers(session)) return false
  return inEmpresa(db, session.empresaId, async (tx) => {
    if ((await newestEnRevision(tx, session))?.id !== id) return false
    await insertVisto(tx, session, id, clock.now())
    return true
  })
}
