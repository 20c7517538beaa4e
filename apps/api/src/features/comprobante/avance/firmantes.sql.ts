import type { EmpresaId } from '../../../db/empresa-id.ts'
import type { Tx } from '../../../db/transaction.ts'

/** The certificate with its sealed key. */
export const readLlave = (tx: Tx, empresaId: EmpresaId, certificadoId: string) =>
  tx
    .selectFrom('certificado as c')
    .innerJoin('certificado_llave as l', (join) => join.onRef('l.empresa_id', '=', 'c.empresa_id').onRef('l.certificado_id', '=', 'c.id'))
    .select(['c.der', 'c.huella', 'l.kek_id', 'l.dek_envuelta', 'l.llave_cifrada'])
    .where('c.empresa_id', '=', empresaId)
    .where('c.id', '=', certificadoId)
    .executeTakeFirst()
