import type { ComprobanteDetalle, RetencionForm } from '@yupana/contract'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

export type PagoRetencion = NonNullable<ComprobanteDetalle['pago_retencion']>
export type RetencionGuardada = Omit<NonNullable<ComprobanteDetalle['retenciones']>[number], 'n'>

interface Version {
  empresaId: EmpresaId
  documentoId: string
  version: number
}

/** `pago`: the day of payment whose percentages were taken, and why. */
export async function insertRetenciones(
  tx: Tx,
  { empresaId, documentoId, version }: Version,
  retenciones: readonly RetencionGuardada[],
  pago?: PagoRetencion,
): Promise<void> {
  const own = {
    empresa_id: empresaId,
    documento_id: documentoId,
    version,
    pago_fecha: pago?.fecha ?? null,
    pago_motivo: pago?.motivo ?? null,
  }
  const rows = retenciones.map((one, at) => ({ ...one, ...own, n: at + 1 }))
  await tx.insertInto('documento_retencion').values(rows).execute()
}

export const listRetenciones = (
  tx: Tx,
  { empresaId, documentoId, version }: Version,
): Promise<NonNullable<ComprobanteDetalle['retenciones']>> =>
  tx
    .selectFrom('documento_retencion')
    .select(['n', 'cod_sustento', 'cod_doc', 'numero', 'fecha', 'impuesto', 'codigo', 'base', 'porcentaje', 'valor'])
    .where('empresa_id', '=', empresaId)
    .where('documento_id', '=', documentoId)
    .where('version', '=', version)
    .orderBy('n')
    .execute()

/** A purchase of the form that another retención of ours withheld from already. */
export interface YaRetenido {
  /** Its place in the form, from 0. */
  at: number
  numero: string
  fecha: string
}

const CEDULA_O_RUC = ['04', '05']

/** Retenciones that stand or may come to stand, over the purchases of this form: the same supplier, by cédula or RUC, kind and number. */
export async function listYaRetenidos(
  tx: Tx,
  { empresaId, ambiente }: { empresaId: EmpresaId; ambiente: string },
  { sujeto, docs_sustento: docs }: RetencionForm,
  except?: string,
): Promise<YaRetenido[]> {
  const isPersona = CEDULA_O_RUC.includes(sujeto.tipo_identificacion)
  const { rows } = await sql<YaRetenido>`
    select doc.at::integer - 1 as at, d.establecimiento || '-' || d.punto || '-' || lpad(d.secuencial::text, 9, '0') as numero, d.fecha_emision as fecha
      from unnest(${docs.map(({ numero }) => numero ?? '')}::text[], ${docs.map(({ cod_doc: codDoc }) => codDoc)}::text[]) with ordinality as doc (numero, cod_doc, at)
      join documento_retencion r on r.empresa_id = ${empresaId} and r.numero = doc.numero and r.cod_doc = doc.cod_doc
      join documento d on d.empresa_id = r.empresa_id and d.id = r.documento_id and d.version = r.version
     where d.ambiente = ${ambiente} and d.estado not in ('RECHAZADO', 'CERRADO', 'ANULADO') and d.id is distinct from ${except ?? null}::uuid
       and (d.receptor_identificacion = ${sujeto.identificacion}
            or ${isPersona} and d.receptor_tipo = any(${CEDULA_O_RUC}::text[]) and left(d.receptor_identificacion, 10) = left(${sujeto.identificacion}, 10))
     group by doc.at, d.id, d.establecimiento, d.punto, d.secuencial, d.fecha_emision
     order by doc.at, d.fecha_emision, d.id`.execute(tx)
  return rows
}

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
