import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

// A bar code names one product at the counter: of two, the scanner would take either.

/** Whoever gives a product these bar codes waits here for others who give one of them. */
export async function lockBarcodes(tx: Tx, empresaId: EmpresaId, barcodes: readonly string[]): Promise<void> {
  for (const barcode of barcodes.toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`barras|${empresaId}|${barcode}`}, 0))`.execute(tx)
}

/** Of these bar codes, those by which an active product other than `except` is found already, each with one that has it. */
export async function findTomados(
  tx: Tx,
  empresaId: EmpresaId,
  barcodes: readonly string[],
  except?: string,
): Promise<Map<string, { code: string; name: string }>> {
  if (barcodes.length === 0) return new Map()
  const { rows } = await sql<{ barcode: string; code: string; name: string }>`
    select n.barcode, p.code, p.name from unnest(${[...barcodes]}::text[]) as n (barcode)
     cross join lateral (
       select id from producto where empresa_id = ${empresaId} and barcode = n.barcode collate "C"
       union select id from producto where empresa_id = ${empresaId} and code = n.barcode collate "C"
       union select producto_id from codigo_barras where empresa_id = ${empresaId} and barcode = n.barcode collate "C"
     ) t join producto p on p.empresa_id = ${empresaId} and p.id = t.id
     where p.status = 'ACTIVO' and p.id is distinct from ${except ?? null}::uuid`.execute(tx)
  return new Map(rows.map(({ barcode, code, name }) => [barcode, { code, name }]))
}
