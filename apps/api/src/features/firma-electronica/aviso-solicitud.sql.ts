import type { EstadoFirma } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { Tx } from '../../db/transaction.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'

interface SolicitudPorVer {
  id: string
  titular: string
  estado: EstadoFirma
  motivo: string | null
}

/** Decided requests of this user that were not dismissed, the last first. */
export async function readPorVer(tx: Tx, { empresaId, usuarioId }: SesionAbierta): Promise<SolicitudPorVer[]> {
  const { rows } = await sql<SolicitudPorVer>`
    select s.id, s.titular, s.estado,
           (select h.motivo from firma_historia h where h.empresa_id = s.empresa_id and h.solicitud_id = s.id order by h.id desc limit 1) as motivo
      from firma_solicitud s where s.empresa_id = ${empresaId} and s.usuario_id = ${usuarioId} and not s.vista order by s.editada_en desc, s.id limit 10`.execute(
    tx,
  )
  return rows
}
