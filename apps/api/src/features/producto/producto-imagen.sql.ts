import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

export interface ImagenGuardada {
  tipo: string
  bytes: Buffer
}

/** The picture of a product, or with `isMini` the small one of lists. */
export async function readImagen(tx: Tx, empresaId: EmpresaId, id: string, isMini: boolean): Promise<ImagenGuardada | undefined> {
  const columns = isMini ? sql.raw('i.mini_tipo as tipo, i.mini as bytes') : sql.raw('i.tipo, i.bytes')
  const { rows } = await sql<ImagenGuardada>`
    select ${columns} from producto_imagen i join producto p on p.empresa_id = i.empresa_id and p.id = i.producto_id
     where i.empresa_id = ${empresaId} and i.producto_id = ${id}`.execute(tx)
  return rows[0]
}

/** Replaces the picture of a product; false for an unknown product. */
export async function writeImagen(
  tx: Tx,
  empresaId: EmpresaId,
  id: string,
  { imagen, mini, huella }: { imagen: ImagenGuardada; mini: ImagenGuardada; huella: string },
  en: Date,
): Promise<boolean> {
  if (!(await markImagen(tx, empresaId, id, huella))) return false
  await sql`
    insert into producto_imagen (empresa_id, producto_id, tipo, bytes, mini_tipo, mini, guardada_en)
    values (${empresaId}, ${id}, ${imagen.tipo}, ${imagen.bytes}, ${mini.tipo}, ${mini.bytes}, ${en})
    on conflict (empresa_id, producto_id) do update
      set tipo = excluded.tipo, bytes = excluded.bytes, mini_tipo = excluded.mini_tipo, mini = excluded.mini, guardada_en = excluded.guardada_en`.execute(
    tx,
  )
  return true
}

/** Removes the picture of a product; false for an unknown product. */
export async function removeImagen(tx: Tx, empresaId: EmpresaId, id: string): Promise<boolean> {
  if (!(await markImagen(tx, empresaId, id, null))) return false
  await tx.deleteFrom('producto_imagen').where('empresa_id', '=', empresaId).where('producto_id', '=', id).execute()
  return true
}

/** Notes the picture of a product. The version stays, so an open form may still be saved. */
async function markImagen(tx: Tx, empresaId: EmpresaId, id: string, huella: string | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('producto')
    .set({ imagen: huella })
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Copies the picture of one product to another. */
export async function copyImagen(tx: Tx, empresaId: EmpresaId, from: string, to: string): Promise<void> {
  await sql`
    insert into producto_imagen (empresa_id, producto_id, tipo, bytes, mini_tipo, mini, guardada_en)
    select empresa_id, ${to}::uuid, tipo, bytes, mini_tipo, mini, guardada_en from producto_imagen
     where empresa_id = ${empresaId} and producto_id = ${from} on conflict do nothing`.execute(tx)
  await sql`
    update producto p set imagen = o.imagen from producto o
     where p.empresa_id = ${empresaId} and p.id = ${to} and o.empresa_id = p.empresa_id and o.id = ${from}`.execute(tx)
}
