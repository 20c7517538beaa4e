import type { AjusteCorreoForm } from '@yupana/contract'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'

/** Stores a new version of the settings; false when another user saved since `version` was read. */
export async function insertAjuste(
  tx: Tx,
  { empresaId, usuarioId, en }: { empresaId: EmpresaId; usuarioId: string; en: Date },
  form: AjusteCorreoForm,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('ajuste_correo')
    .values({
      empresa_id: empresaId,
      version: form.version + 1,
      remitente: form.remitente ?? null,
      responder_a: form.responder_a,
      copia: form.copia,
      pie: form.pie ?? null,
      recibo_al_cobrar: form.recibo_al_cobrar,
      textos: JSON.stringify(form.textos),
      usuario_id: usuarioId,
      en,
    })
    .onConflict((conflict) => conflict.columns(['empresa_id', 'version']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The newest authorised document of a kind with a receiver, for a sample mail. */
export const lastAutorizado = (tx: Tx, empresaId: EmpresaId, ambiente: Ambiente, tipo: string) =>
  tx
    .selectFrom('documento')
    .select(['clave', 'fecha_emision', 'receptor_nombre', 'total'])
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .where('tipo', '=', tipo)
    .where('estado', '=', 'AUTORIZADO')
    .where('registro', '=', '')
    // A consumidor final gets no mail.
    .where('receptor_tipo', '<>', '07')
    .orderBy('fecha_emision', 'desc')
    .orderBy('creado_en', 'desc')
    .limit(1)
    .executeTakeFirst()
