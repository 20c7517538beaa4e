import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { Ambiente } from '../../db/schema.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'

const CALLADO = 'El SRI no responde en este momento. Sus documentos se enviarán solos en cuanto vuelva.'

interface Lugar {
  empresaId: string
  ambiente: Ambiente
}

const abiertoEn = ({ empresaId, ambiente }: Lugar, now: Date) => sql<boolean>`exists (
  select 1 from servicio_sri where ambiente = ${ambiente} and abierto_hasta > ${now}
  union all select 1 from servicio_sri_empresa where empresa_id = ${empresaId} and ambiente = ${ambiente} and abierto_hasta > ${now})`

/** Whether people are told that the SRI is away: announced by the operator, or found by our own workers, for everybody or for this company alone. */
export async function avisoSri(db: Db, lugar: Lugar, now: Date): Promise<{ activo: boolean; message: string | null }> {
  const { rows } = await inEmpresa(db, lugar.empresaId, (tx) => sql<{ aviso_sri: string; aviso_sri_mensaje: string | null; abierto: boolean }>`
    select aviso_sri, aviso_sri_mensaje, ${abiertoEn(lugar, now)} as abierto from instalacion`.execute(tx))
  const { aviso_sri: aviso = 'APAGADO', aviso_sri_mensaje: mensaje = null, abierto = false } = rows[0] ?? {}
  if (aviso === 'ANUNCIADO') return { activo: true, message: mensaje }
  const activo = aviso === 'AUTOMATICO' && abierto
  return { activo, message: activo ? CALLADO : null }
}

/** Whether our workers found that the SRI does not answer, whatever the operator lets people be told. */
export async function isCallado(tx: Tx, lugar: Lugar, now: Date): Promise<boolean> {
  const { rows } = await sql<{ abierto: boolean }>`select ${abiertoEn(lugar, now)} as abierto`.execute(tx)
  return rows[0]?.abierto === true
}
