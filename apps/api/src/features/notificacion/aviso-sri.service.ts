import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { Ambiente } from '../../db/schema.ts'
import { inEmpresa } from '../../db/transaction.ts'

const CALLADO = 'El SRI no responde en este momento. Sus documentos se enviarán solos en cuanto vuelva.'

/** Whether people are told that the SRI is away: announced by the operator, or found by our own workers, for everybody or for this company alone. */
export async function avisoSri(db: Db, { empresaId, ambiente }: { empresaId: string; ambiente: Ambiente }, now: Date): Promise<{ activo: boolean; message: string | null }> {
  const { rows } = await inEmpresa(db, empresaId, (tx) => sql<{ aviso_sri: string; aviso_sri_mensaje: string | null; abierto: boolean }>`
    select aviso_sri, aviso_sri_mensaje, exists (
             select 1 from servicio_sri where ambiente = ${ambiente} and abierto_hasta > ${now}
             union all select 1 from servicio_sri_empresa where empresa_id = ${empresaId} and ambiente = ${ambiente} and abierto_hasta > ${now}) as abierto
      from instalacion`.execute(tx))
  const { aviso_sri: aviso = 'APAGADO', aviso_sri_mensaje: mensaje = null, abierto = false } = rows[0] ?? {}
  if (aviso === 'ANUNCIADO') return { activo: true, message: mensaje }
  const activo = aviso === 'AUTOMATICO' && abierto
  return { activo, message: activo ? CALLADO : null }
}
