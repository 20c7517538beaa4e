import type { Monto } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { Tx } from '../../../db/transaction.ts'
import type { SesionAbierta } from '../../../plugins/sesion/session.ts'

interface EnRevision {
  id: string
  establecimiento: string
  punto: string
  secuencial: number
  total: Monto
  visto: boolean
}

/** The newest document in quarantine of this environment, and how many there are. */
export async function newestEnRevision(tx: Tx, { empresaId, ambiente, usuarioId }: SesionAbierta): Promise<EnRevision | undefined> {
  const { rows } = await sql<EnRevision>`
    select d.id, d.establecimiento, d.punto, d.secuencial, (count(*) over ())::int as total,
           exists (select 1 from revision_visto v where v.empresa_id = d.empresa_id and v.documento_id = d.id and v.usuario_id = ${usuarioId}) as visto
      from documento_revision r join documento d on d.empresa_id = r.empresa_id and d.id = r.documento_id
     where r.empresa_id = ${empresaId} and d.ambiente = ${ambiente} and d.estado = 'CUARENTENA' order by r.desde desc, d.id limit 1`.execute(
    tx,
  )
  return rows[0]
}

export async function insertVisto(tx: Tx, { empresaId, usuarioId }: SesionAbierta, documentoId: string, en: Date): Promise<void> {
  await tx
    .insertInto('revision_visto')
    .values({ empresa_id: empresaId, documento_id: documentoId, usuario_id: usuarioId, en })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
