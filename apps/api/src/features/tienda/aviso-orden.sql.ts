import type { EstadoOrdenGuardado, Fecha, Monto } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { Tx } from '../../db/transaction.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'

interface OrdenPorVer {
  id: string
  numero: number
  estado: EstadoOrdenGuardado
  total: Monto
  vence: Fecha
  motivo: string | null
}

/** Decided orders of this buyer that were not put away, the last first. */
export async function readPorVer(tx: Tx, { empresaId, usuarioId }: SesionAbierta): Promise<OrdenPorVer[]> {
  const { rows } = await sql<OrdenPorVer>`
    select o.id, o.numero, o.estado, o.total, o.vence,
           (select h.motivo from orden_historia h where h.empresa_id = o.empresa_id and h.orden_id = o.id order by h.id desc limit 1) as motivo
      from orden o where o.empresa_id = ${empresaId} and o.usuario_id = ${usuarioId} and not o.vista order by o.editada_en desc, o.id limit 10`.execute(
    tx,
  )
  return rows
}
