import type { ComprobanteDetalle } from '@yupana/contract'

import type { Tx } from '../../db/transaction.ts'

export type PagoRetencion = NonNullable<ComprobanteDetalle['pago_retencion']>
export type RetencionGuardada = Omit<NonNullable<ComprobanteDetalle['retenciones']>[number], 'n'>

interface Version {
  empresaId: string
  documentoId: string
  version: number
}

/** `pago`: the day of payment whose percentages were taken, and why. */
export async function insertRetenciones(tx: Tx, { empresaId, documentoId, version }: Version, retenciones: readonly RetencionGuardada[], pago?: PagoRetencion): Promise<void> {
  const own = { empresa_id: empresaId, documento_id: documentoId, version, pago_fecha: pago?.fecha ?? null, pago_motivo: pago?.motivo ?? null }
  const rows = retenciones.map((one, at) => ({ ...one, ...own, n: at + 1 }))
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

export async function readPago(tx: Tx, { empresaId, documentoId, version }: Version): Promise<PagoRetencion | null> {
  const row = await tx
    .selectFrom('documento_retencion')
    .select(['pago_fecha', 'pago_motivo'])
    .where('empresa_id', '=', empresaId)
    .where('documento_id', '=', documentoId)
    .where('version', '=', version)
    .where('n', '=', 1)
    .executeTakeFirst()
  return row?.pago_fecha && row.pago_motivo ? { fecha: row.pago_fecha, motivo: row.pago_motivo } : null
}
