import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Sellado } from '../../secretos/sobre.ts'

const COLUMNS = [
  'id',
  'filename',
  'titular',
  'emisor',
  'entidad',
  'serial',
  'identificacion',
  'rsa_bits',
  'desde',
  'hasta',
  'huella',
  'der',
  'confirmado_sin_ruc',
  'activo',
  'subido_en',
  'inservible',
] as const

export interface CertificadoRow {
  id: string
  filename: string
  titular: string
  emisor: string
  entidad: string | null
  serial: string
  identificacion: string | null
  rsa_bits: number
  desde: string
  hasta: string
  huella: string
  der: Buffer
  confirmado_sin_ruc: boolean
  activo: boolean
  subido_en: string
  /** The reason why the key of the certificate does not open; null while it opens. */
  inservible: string | null
}

/** The company's certificates, the one in use first. */
export const allCertificados = (tx: Tx, empresaId: EmpresaId): Promise<CertificadoRow[]> =>
  tx
    .selectFrom('certificado')
    .select(COLUMNS)
    .where('empresa_id', '=', empresaId)
    .orderBy('activo', 'desc')
    .orderBy('subido_en', 'desc')
    .execute()

export const findCertificado = (tx: Tx, empresaId: EmpresaId, id: string): Promise<CertificadoRow | undefined> =>
  tx.selectFrom('certificado').select(COLUMNS).where('empresa_id', '=', empresaId).where('id', '=', id).executeTakeFirst()

export const rucOf = async (tx: Tx, empresaId: EmpresaId): Promise<string> =>
  (await tx.selectFrom('empresa').select('ruc').where('id', '=', empresaId).executeTakeFirstOrThrow()).ruc

/** Locks the company until the transaction ends: its uploads of certificates come one after another. */
export const lockEmpresa = (tx: Tx, empresaId: EmpresaId) => sql`select 1 from empresa where id = ${empresaId} for update`.execute(tx)

/** Takes certificates out of use and destroys their keys; the certificates stay, as a record of their signatures. */
export async function retire(tx: Tx, empresaId: EmpresaId, id?: string): Promise<string[]> {
  const retired = await tx
    .updateTable('certificado')
    .set({ activo: false })
    .where('empresa_id', '=', empresaId)
    .where('activo', '=', true)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .returning('id')
    .execute()
  const ids = retired.map((row) => row.id)
  if (ids.length > 0)
    await tx.deleteFrom('certificado_llave').where('empresa_id', '=', empresaId).where('certificado_id', 'in', ids).execute()
  return ids
}

export async function insertCertificado(
  tx: Tx,
  empresaId: EmpresaId,
  row: CertificadoRow & { subido_por: string },
  llave: Sellado,
  claveFirma: Buffer,
): Promise<void> {
  await tx
    .insertInto('certificado')
    .values({ empresa_id: empresaId, ...row })
    .execute()
  await tx
    .insertInto('certificado_llave')
    .values({
      empresa_id: empresaId,
      certificado_id: row.id,
      kek_id: llave.kekId,
      dek_envuelta: llave.dekEnvuelta,
      llave_cifrada: llave.cifrado,
      clave_cifrada: claveFirma,
    })
    .execute()
}
