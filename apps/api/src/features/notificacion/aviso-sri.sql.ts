import { sql } from 'kysely'

import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'

export interface Lugar {
  empresaId: string
  ambiente: Ambiente
}

const abiertoEn = ({ empresaId, ambiente }: Lugar, now: Date) => sql<boolean>`exists (
  select 1 from servicio_sri where ambiente = ${ambiente} and abierto_hasta > ${now}
  union all select 1 from servicio_sri_empresa where empresa_id = ${empresaId} and ambiente = ${ambiente} and abierto_hasta > ${now})`

/** What the operator announces, and whether our workers found that the SRI does not answer. */
export async function readAviso(tx: Tx, lugar: Lugar, now: Date) {
  const { rows } = await sql<{ aviso_sri: string; aviso_sri_mensaje: string | null; abierto: boolean }>`
    select aviso_sri, aviso_sri_mensaje, ${abiertoEn(lugar, now)} as abierto from instalacion`.execute(tx)
  return rows[0]
}

/** Whether our workers found that the SRI does not answer, whatever the operator lets people be told. */
export async function isCallado(tx: Tx, lugar: Lugar, now: Date): Promise<boolean> {
  const { rows } = await sql<{ abierto: boolean }>`select ${abiertoEn(lugar, now)} as abierto`.execute(tx)
  return rows[0]?.abierto === true
}
