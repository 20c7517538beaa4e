import type { ComprobanteDetalle } from '@yupana/contract'

import type { Tx } from '../../db/transaction.ts'

export type RetencionGuardada = Omit<NonNullable<ComprobanteDetalle['retenciones']>[number], 'n'>

interface Version {
  empresaId: string
  documentoId: string
  version: number
}

export async function insertRetenciones(tx: Tx, { empresaId, documentoId, version }: Version, retenciones: readonly RetencionGuardada[]): Promise<void> {
  const rows = retenciones.map((one, at) => ({ ...one, empresa_id: empresaId, documento_id: documentoId, version, n: at + 1 }))
  await tx.insertInto('documento_retencion').values(rows).execute()
}

export const listRetenciones = (tx: Tx, { empresaId, documentoId, version }: Version): Promise<NonNullable<ComprobanteDetalle['retenciones']>> =>
  tx
    .selectFrom('documento_retencion')
    .select(['n', 'cod_sustento', 'cod_doc', 'numero', 'fecha', 'impuesto', 'codigo', 'base', 'porcentaje', 'valor'])
    .where('empresa_id', '=', empresaId)
    .where('documento_id', '=', documentoId)
    .where('version', '=', version)
    .orderBy('n')
    .execute()
