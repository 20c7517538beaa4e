import { createHash } from 'node:crypto'

import type { EmpresaId } from '../../../db/empresa-id.ts'
import type { Tx } from '../../../db/transaction.ts'

interface RideEntregado {
  empresaId: EmpresaId
  documentoId: string
  formato: 'A4' | 'TICKET'
  pdf: Uint8Array
  en: Date
}

/** Stores the hash of a RIDE that a person receives (O-105). The same bytes add no second row. */
export async function saveEntregado(tx: Tx, { empresaId, documentoId, formato, pdf, en }: RideEntregado): Promise<void> {
  await tx
    .insertInto('ride_entregado')
    .values({
      empresa_id: empresaId,
      documento_id: documentoId,
      sha256: createHash('sha256').update(pdf).digest(),
      formato,
      entregado_en: en,
    })
    .onConflict((row) => row.doNothing())
    .execute()
}
