import { sql, type RawBuilder } from 'kysely'

import type { EmpresaId } from '../../../db/empresa-id.ts'
import type { Ambiente } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'

interface Lugar {
  empresaId: EmpresaId
  ambiente: Ambiente | RawBuilder<unknown>
}

/** Since when the SRI does not answer our workers, for everybody or for this company alone; null while it answers. */
export const calladoEn = ({ empresaId, ambiente }: Lugar, now: Date) => sql<
  string | null
>`(select min(coalesce(s.callado_desde, ${now})) from (
  select callado_desde from servicio_sri where ambiente = ${ambiente} and abierto_hasta > ${now}
  union all select callado_desde from servicio_sri_empresa where empresa_id = ${empresaId} and ambiente = ${ambiente} and abierto_hasta > ${now}) s)`

/** Whether the SRI does not answer our workers, even when the operator hides the notice. */
export async function isCallado(tx: Tx, lugar: Lugar, now: Date): Promise<boolean> {
  const { rows } = await sql<{ desde: string | null }>`select ${calladoEn(lugar, now)} as desde`.execute(tx)
  return (rows[0]?.desde ?? null) !== null
}
