import { createHash } from 'node:crypto'
import type { Columna } from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'

import type { Tx } from '../../db/transaction.ts'
import type { Lugar } from './declaracion.sql.ts'
import { ventasDeGrupos } from './detalle.sql.ts'
import type { GrupoVenta } from './sumas.sql.ts'

// The sales that a box has in a settled month, kept in their order (db/migrations/0876_venta_casillero.sql): they go with what is kept of
// the month itself.

/** What one list is of; the groups in any order. */
export interface Lista {
  grupos: readonly GrupoVenta[]
  columna: Columna
}

/** Changes with what is asked of the database. */
export function cualDe(tx: Tx, { empresaId, ambiente }: Lugar, { grupos, columna }: Lista): Buffer {
  const { sql: text } = ventasDeGrupos({ empresaId, ambiente, desde: '2000-01-01', hasta: '2000-01-31' }, grupos, columna).compile(tx)
  const keys = grupos.map((grupo) => JSON.stringify([grupo.tipo, grupo.tipo_iva, grupo.marca, grupo.a_credito])).toSorted()
  return createHash('sha256')
    .update(JSON.stringify([text, columna, keys]))
    .digest()
}

export async function findListas(tx: Tx, { empresaId, ambiente }: Lugar, cual: Buffer, meses: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ mes: string }>`
    select mes::text as mes from venta_casillero
     where empresa_id = ${empresaId} and ambiente = ${ambiente} and cual = ${cual} and mes = any(${[...meses]}::date[])`.execute(tx)
  return new Set(rows.map(({ mes }) => mes))
}

/** Of a month that is locked and kept: its documents, in the order in which a box shows them. */
export async function saveLista(
  tx: Tx,
  { empresaId, ambiente }: Lugar,
  cual: Buffer,
  { mes, hasta, grupos, columna }: Lista & { mes: string; hasta: string },
): Promise<void> {
  await sql`
    insert into venta_casillero (empresa_id, ambiente, mes, cual, ids, valores, marcas)
    select ${empresaId}, ${ambiente}, ${mes}, ${cual}, coalesce(array_agg(x.id order by x.dia, x.numero, x.id), '{}'),
           coalesce(array_agg(x.valor order by x.dia, x.numero, x.id), '{}'), coalesce(array_agg(x.marca order by x.dia, x.numero, x.id), '{}')
      from (${ventasDeGrupos({ empresaId, ambiente, desde: mes, hasta }, grupos, columna)}) x where x.valor <> 0`.execute(tx)
}

/** Rows of these months as they are kept, in their order. */
export const guardadas = ({ empresaId, ambiente }: Lugar, cual: Buffer, meses: readonly string[]): RawBuilder<unknown> => sql`
  select u.id, 'DOCUMENTO' as origen, v.mes as dia, lpad(u.n::text, 9, '0') as numero, u.marca, u.valor
    from venta_casillero v, unnest(v.ids, v.valores, v.marcas) with ordinality as u (id, valor, marca, n)
   where v.empresa_id = ${empresaId} and v.ambiente = ${ambiente} and v.cual = ${cual} and v.mes = any(${[...meses]}::date[])`
