import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

export interface EnlaceNuevo {
  hash: Buffer
  certificadoId: string
  usuarioId: string
  en: Date
  hasta: Date
}

export const findActivo = (tx: Tx, empresaId: EmpresaId): Promise<{ id: string; filename: string } | undefined> =>
  tx.selectFrom('certificado').select(['id', 'filename']).where('empresa_id', '=', empresaId).where('activo', '=', true).executeTakeFirst()

export const insertEnlace = async (
  tx: Tx,
  empresaId: EmpresaId,
  { hash, certificadoId, usuarioId, en, hasta }: EnlaceNuevo,
): Promise<void> =>
  void (await tx
    .insertInto('clave_firma_enlace')
    .values({
      empresa_id: empresaId,
      codigo_hash: hash,
      certificado_id: certificadoId,
      usuario_id: usuarioId,
      creado_en: en,
      vence_en: hasta,
    })
    .execute())

export interface ClaveFirmaSellada {
  certificado_id: string
  filename: string
  titular: string
  huella: string
  clave: Buffer
}

/** Uses the link up; undefined for a used, expired, unknown or another user's link, or without the signature. */
export async function takeClaveFirma(tx: Tx, hash: Buffer, usuarioId: string, ahora: Date): Promise<ClaveFirmaSellada | undefined> {
  const { rows } = await sql<ClaveFirmaSellada>`select * from clave_de_firma_tomar(${hash}, ${usuarioId}, ${ahora})`.execute(tx)
  return rows[0]
}
