import type { Fecha, MetodoCosto } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

/** Changes of the method run one at a time, and movements that begin meanwhile wait. */
export const lockMetodos = (tx: Tx, empresaId: EmpresaId): Promise<unknown> =>
  sql`select 1 from existencia where empresa_id = ${empresaId} order by ambiente, bodega_id, producto_id for update`.execute(tx)

/** Costing methods of the company, the last one first. */
export async function readHistoria(tx: Tx, empresaId: EmpresaId): Promise<{ desde: Fecha; metodo: MetodoCosto; usuario: string | null }[]> {
  const { rows } = await sql<{ desde: Fecha; metodo: MetodoCosto; usuario: string | null }>`
    select m.desde, m.metodo, nullif(trim(u.name || ' ' || u.surname), '') as usuario
      from metodo_costo m left join usuarios_de_empresa() u on u.id = m.usuario_id where m.empresa_id = ${empresaId} order by m.desde desc`.execute(
    tx,
  )
  return rows
}

/** The last day with a movement, in any environment. */
export async function readUltimoMovimiento(tx: Tx, empresaId: EmpresaId): Promise<Fecha | undefined> {
  const { rows } = await sql<{ fecha: Fecha | null }>`select max(fecha) as fecha from existencia where empresa_id = ${empresaId}`.execute(
    tx,
  )
  return rows[0]?.fecha ?? undefined
}

/** The new method replaces those planned for later days. */
export async function replaceMetodo(
  tx: Tx,
  { empresaId, usuarioId, en, metodo, desde }: { empresaId: EmpresaId; usuarioId: string; en: Date; metodo: MetodoCosto; desde: Fecha },
): Promise<void> {
  await tx.deleteFrom('metodo_costo').where('empresa_id', '=', empresaId).where('desde', '>=', desde).execute()
  await tx.insertInto('metodo_costo').values({ empresa_id: empresaId, desde, metodo, usuario_id: usuarioId, creado_en: en }).execute()
}
