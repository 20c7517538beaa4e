import type { PuntoEmision, PuntoForm } from '@yupana/contract'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

export interface CualPunto {
  establecimiento: string
  codigo: string
}

/** Points with their bound users; `permitido` is answered for `usuarioId`. */
export async function searchPuntos(
  tx: Tx,
  empresaId: EmpresaId,
  usuarioId: string,
  filtro: { establecimiento?: string | undefined; codigo?: string | undefined },
): Promise<PuntoEmision[]> {
  const { rows } = await sql<PuntoEmision>`
    select p.establecimiento, p.codigo, p.descripcion, p.activo, p.version, u.usuarios,
           p.activo and e.activo and (${usuarioId}::uuid = any(u.usuarios)
             or not exists (select 1 from usuario_punto m where m.empresa_id = p.empresa_id and m.usuario_id = ${usuarioId})) as permitido
      from punto_emision p
      join establecimiento e on e.empresa_id = p.empresa_id and e.codigo = p.establecimiento
     cross join lateral (select coalesce(array_agg(b.usuario_id order by b.usuario_id), '{}') as usuarios from usuario_punto b
                          where b.empresa_id = p.empresa_id and b.establecimiento = p.establecimiento and b.punto = p.codigo) u
     where p.empresa_id = ${empresaId}
       and (${filtro.establecimiento ?? null}::text is null or p.establecimiento = ${filtro.establecimiento ?? null})
       and (${filtro.codigo ?? null}::text is null or p.codigo = ${filtro.codigo ?? null})
     order by p.establecimiento, p.codigo`.execute(tx)
  return rows
}

export async function insertPunto(tx: Tx, empresaId: EmpresaId, { establecimiento, codigo }: CualPunto, form: PuntoForm): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('punto_emision')
    .values({ empresa_id: empresaId, establecimiento, codigo, descripcion: form.descripcion ?? null, activo: form.activo })
    .onConflict((conflict) => conflict.columns(['empresa_id', 'establecimiento', 'codigo']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Stores a point; false when it no longer has that version. */
export async function updatePunto(
  tx: Tx,
  empresaId: EmpresaId,
  { establecimiento, codigo }: CualPunto,
  { version, ...form }: PuntoForm & { version: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('punto_emision')
    .set({ descripcion: form.descripcion ?? null, activo: form.activo, version: version + 1 })
    .where('empresa_id', '=', empresaId)
    .where('establecimiento', '=', establecimiento)
    .where('codigo', '=', codigo)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const puntoExists = async (tx: Tx, empresaId: EmpresaId, { establecimiento, codigo }: CualPunto): Promise<boolean> =>
  (await tx
    .selectFrom('punto_emision')
    .select('codigo')
    .where('empresa_id', '=', empresaId)
    .where('establecimiento', '=', establecimiento)
    .where('codigo', '=', codigo)
    .executeTakeFirst()) !== undefined

/** Which of these users are members of the company. */
export async function membersAmong(tx: Tx, empresaId: EmpresaId, usuarios: readonly string[]): Promise<string[]> {
  if (usuarios.length === 0) return []
  const rows = await tx
    .selectFrom('usuario_empresa')
    .select('usuario_id')
    .where('empresa_id', '=', empresaId)
    .where('usuario_id', 'in', [...usuarios])
    .where('retirado_en', 'is', null)
    .execute()
  return rows.map(({ usuario_id }) => usuario_id)
}

export async function replaceUsuarios(
  tx: Tx,
  empresaId: EmpresaId,
  { establecimiento, codigo }: CualPunto,
  usuarios: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('usuario_punto')
    .where('empresa_id', '=', empresaId)
    .where('establecimiento', '=', establecimiento)
    .where('punto', '=', codigo)
    .execute()
  if (usuarios.length > 0)
    await tx
      .insertInto('usuario_punto')
      .values(usuarios.map((usuario_id) => ({ empresa_id: empresaId, usuario_id, establecimiento, punto: codigo })))
      .execute()
}
