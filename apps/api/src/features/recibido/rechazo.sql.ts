import type { RechazoRecibido } from '@yupana/contract'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'

interface Libro {
  empresaId: EmpresaId
  ambiente: Ambiente
}

/**
 * Each once, with its last refusal. Those older than `desde` and those beyond `caben` are removed: the user with most loses his oldest, and
 * no other user loses any.
 */
export async function keepRechazos(
  tx: Tx,
  { empresaId, ambiente }: Libro,
  { usuarioId, en, desde, caben }: { usuarioId: string; en: Date; desde: Date; caben: number },
  rechazos: readonly { archivo: string; motivo: string }[],
): Promise<void> {
  if (rechazos.length === 0) return
  await sql`
    insert into recibido_rechazo (empresa_id, ambiente, archivo, motivo, usuario_id, en)
    select distinct ${empresaId}::uuid, ${ambiente}, n.archivo, n.motivo, ${usuarioId}::uuid, ${en}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rechazos)}::jsonb) as n (archivo text, motivo text) order by n.archivo, n.motivo
    on conflict (empresa_id, ambiente, archivo, motivo) do update set usuario_id = excluded.usuario_id, en = excluded.en`.execute(tx)
  await sql`
    delete from recibido_rechazo r using (
      select archivo, motivo, en, row_number() over (order by suyo, en desc, archivo, motivo) as n from (
        select archivo, motivo, en, row_number() over (partition by usuario_id order by en desc, archivo, motivo) as suyo
          from recibido_rechazo where empresa_id = ${empresaId} and ambiente = ${ambiente}) u) v
     where r.empresa_id = ${empresaId} and r.ambiente = ${ambiente} and r.archivo = v.archivo and r.motivo = v.motivo
       and (v.n > ${caben} or v.en < ${desde}::timestamptz)`.execute(tx)
}

/** Refused files and claves since `desde`, the latest first. */
export async function listRechazos(tx: Tx, { empresaId, ambiente }: Libro, desde: Date): Promise<RechazoRecibido[]> {
  const { rows } = await sql<RechazoRecibido>`
    select r.archivo, r.motivo, r.en, nullif(trim(u.name || ' ' || u.surname), '') as usuario
      from recibido_rechazo r left join lateral autores_de_auditoria(array[r.usuario_id]) u on true
     where r.empresa_id = ${empresaId} and r.ambiente = ${ambiente} and r.en >= ${desde}::timestamptz
     order by r.en desc, r.archivo, r.motivo`.execute(tx)
  return rows
}

/** Removes the refusals; answers their number. */
export async function clearRechazos(tx: Tx, { empresaId, ambiente }: Libro): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('recibido_rechazo')
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
