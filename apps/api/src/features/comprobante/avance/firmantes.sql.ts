import { sql } from 'kysely'

import type { EmpresaId } from '../../../db/empresa-id.ts'
import type { Tx } from '../../../db/transaction.ts'

export interface LlaveGuardada {
  der: Buffer
  huella: string
  kek_id: string
  dek_envuelta: Buffer
  llave_cifrada: Buffer
}

/** The certificate with its sealed key. */
export const readLlave = (tx: Tx, empresaId: EmpresaId, certificadoId: string): Promise<LlaveGuardada | undefined> =>
  tx
    .selectFrom('certificado as c')
    .innerJoin('certificado_llave as l', (join) => join.onRef('l.empresa_id', '=', 'c.empresa_id').onRef('l.certificado_id', '=', 'c.id'))
    .select(['c.der', 'c.huella', 'l.kek_id', 'l.dek_envuelta', 'l.llave_cifrada'])
    .where('c.empresa_id', '=', empresaId)
    .where('c.id', '=', certificadoId)
    .executeTakeFirst()

/** Condition that a certificate in use still holds the key that was opened. A certificate taken out of use is not compared. */
export const isAsOpened = (empresaId: EmpresaId, certificadoId: string, sello: Buffer) => sql<boolean>`not exists (
  select 1 from certificado c left join certificado_llave l on l.empresa_id = c.empresa_id and l.certificado_id = c.id
   where c.empresa_id = ${empresaId} and c.id = ${certificadoId}::uuid and c.activo
     and sha256(convert_to(l.kek_id, 'UTF8') || l.dek_envuelta || l.llave_cifrada || convert_to(c.huella, 'UTF8') || c.der) is distinct from ${sello})`
