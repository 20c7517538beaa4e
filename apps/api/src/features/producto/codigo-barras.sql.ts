import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

/** A code under which a product is found, and its kind. `de` is the product's id, or its place in a list before it has one. */
export interface Lectura {
  de: string
  texto: string
  esPrincipal: boolean
}

/** A code that a product has already, and that product. */
export interface Tomada extends Lectura {
  code: string
  name: string
}

/** Waits, after the rows of all products, for other transactions that gave products new codes. */
export const lockLecturas = (tx: Tx, empresaId: EmpresaId): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`barras|${empresaId}`}, 0))`.execute(tx)

/** Which of these codes find another active product. A principal code is not compared with principal codes: those are never the same. */
export async function findTomadas(tx: Tx, empresaId: EmpresaId, lecturas: readonly Lectura[]): Promise<Tomada[]> {
  if (lecturas.length === 0) return []
  const { rows } = await sql<Tomada>`
    select n.de, n.texto, n."esPrincipal", p.code, p.name
      from unnest(${lecturas.map(({ de }) => de)}::text[], ${lecturas.map(({ texto }) => texto)}::text[], ${lecturas.map(({ esPrincipal }) => esPrincipal)}::boolean[])
        as n (de, texto, "esPrincipal")
     cross join lateral (
       select id from producto where empresa_id = ${empresaId} and barcode = n.texto collate "C"
       union select id from producto where not n."esPrincipal" and empresa_id = ${empresaId} and code = n.texto collate "C"
       union select producto_id from codigo_barras where empresa_id = ${empresaId} and barcode = n.texto collate "C"
     ) t join producto p on p.empresa_id = ${empresaId} and p.id = t.id
     where p.status = 'ACTIVO' and p.id::text <> n.de`.execute(tx)
  return rows
}
