import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

interface Cual {
  empresaId: EmpresaId
  id: string
}

/** The company's secret, and the number of revoked links of the quote. */
export async function readClaveEnlace(tx: Tx, { empresaId, id }: Cual): Promise<{ secreto: Buffer; n: number } | undefined> {
  const { rows } = await sql<{ secreto: Buffer; n: number }>`
    select e.secreto, c.enlace_n as n from cotizacion c join empresa e on e.id = c.empresa_id
     where c.empresa_id = ${empresaId} and c.id = ${id}`.execute(tx)
  return rows[0]
}

export async function setEnlace(tx: Tx, { empresaId, id }: Cual, hash: Buffer): Promise<void> {
  await tx.updateTable('cotizacion').set({ enlace_hash: hash }).where('empresa_id', '=', empresaId).where('id', '=', id).execute()
}

/** Revokes the link of a quote; false when the quote had none. */
export async function dropEnlace(tx: Tx, { empresaId, id }: Cual): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('cotizacion')
    .set((value) => ({ enlace_hash: null, enlace_n: value('enlace_n', '+', 1) }))
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .where('enlace_hash', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The quote of a link, before any company is known. */
export async function findByEnlace(db: Db, hash: Buffer): Promise<Cual | undefined> {
  const { rows } = await sql<{ empresa_id: EmpresaId; cotizacion_id: string }>`select * from cotizacion_de_enlace(${hash})`.execute(db)
  const [row] = rows
  return row && { empresaId: row.empresa_id, id: row.cotizacion_id }
}
