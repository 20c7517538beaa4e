import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { calladoEn } from '../comprobante/servicio-sri/servicio-sri.door.ts'

export interface Lugar {
  empresaId: EmpresaId
  ambiente: Ambiente
}

/** The operator's notice, and since when the SRI does not answer our workers. */
export async function readAviso(tx: Tx, lugar: Lugar, now: Date) {
  const { rows } = await sql<{ aviso_sri: string; aviso_sri_mensaje: string | null; desde: string | null }>`
    select aviso_sri, aviso_sri_mensaje, ${calladoEn(lugar, now)} as desde from instalacion`.execute(tx)
  return rows[0]
}
