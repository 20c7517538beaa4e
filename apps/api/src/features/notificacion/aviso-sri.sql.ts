import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'

export interface Lugar {
  empresaId: EmpresaId
  ambiente: Ambiente
}

/** Since when; null while it answers. */
const calladoEn = ({ empresaId, ambiente }: Lugar, now: Date) => sql<string | null>`(select min(coalesce(s.callado_desde, ${now})) from (
  select callado_desde from servicio_sri where ambiente = ${ambiente} and abierto_hasta > ${now}
  union all select callado_desde from servicio_sri_empresa where empresa_id = ${empresaId} and ambiente = ${ambiente} and abierto_hasta > ${now}) s)`

/** What the operator announces, and since when the SRI does not answer our workers. */
export async function readAviso(tx: Tx, lugar: Lugar, now: Date) {
  const { rows } = await sql<{ aviso_sri: string; aviso_sri_mensaje: string | null; desde: string | null }>`
    select aviso_sri, aviso_sri_mensaje, ${calladoEn(lugar, now)} as desde from instalacion`.execute(tx)
  return rows[0]
}

/** Whether our workers found that the SRI does not answer, whatever the operator lets people be told. */
export async function isCallado(tx: Tx, lugar: Lugar, now: Date): Promise<boolean> {
  const { rows } = await sql<{ desde: string | null }>`select ${calladoEn(lugar, now)} as desde`.execute(tx)
  return (rows[0]?.desde ?? null) !== null
}
