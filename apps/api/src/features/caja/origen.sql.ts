import { sql, type RawBuilder } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'

// Money counts in the till that its person has open when it moves, and in none where there is none: what it is worth stays in the rows of
// the document or payment. The till is locked while it is written into, so that one that closes has all of it or nothing.

interface Suceso {
  empresaId: EmpresaId
  ambiente: Ambiente
  id: string
  usuarioId: string
  en: Date
}

const abiertaDe = (empresaId: EmpresaId, usuarioId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select c.empresa_id, c.id, c.ambiente from caja c
    where c.empresa_id = ${empresaId} and c.usuario_id = ${usuarioId} and c.cerrada_en is null for share)`

/** A document that was issued, or corrected: then its version before goes out and the new one comes in. */
export async function noteDocumento(
  tx: Tx,
  { empresaId, ambiente, id, version, usuarioId, en }: Suceso & { version: number },
): Promise<void> {
  const hechos = version > 1 ? sql`(${version - 1}::int, -1), (${version}::int, 1)` : sql`(${version}::int, 1)`
  await sql`
    insert into caja_origen (empresa_id, caja_id, origen, origen_id, version, signo, creado_en)
    select c.empresa_id, c.id, 'DOCUMENTO', ${id}::uuid, h.version, h.signo, ${en}::timestamptz
      from ${abiertaDe(empresaId, sql`${usuarioId}::uuid`)} c, (values ${hechos}) as h (version, signo)
     where c.ambiente = ${ambiente}
    on conflict do nothing`.execute(tx)
}

/** A payment that was registered (1) or reversed (-1). */
export async function notePago(tx: Tx, { empresaId, ambiente, id, signo, usuarioId, en }: Suceso & { signo: 1 | -1 }): Promise<void> {
  await sql`
    insert into caja_origen (empresa_id, caja_id, origen, origen_id, version, signo, creado_en)
    select c.empresa_id, c.id, 'PAGO', ${id}::uuid, 1, ${signo}::smallint, ${en}::timestamptz
      from ${abiertaDe(empresaId, sql`${usuarioId}::uuid`)} c where c.ambiente = ${ambiente}
    on conflict do nothing`.execute(tx)
}

/**
 * A document that was voided or closed gives its money back out of the till of who did it; where a process did it, of who had asked. What
 * was issued outside was never in a till.
 */
export async function noteReverso(
  tx: Tx,
  { empresaId, id, usuarioId, en }: Pick<Suceso, 'empresaId' | 'id' | 'en'> & { usuarioId: string | null },
): Promise<void> {
  const quien = sql`coalesce(${usuarioId}::uuid,
    (select a.usuario_id from documento_anulacion a where a.empresa_id = ${empresaId} and a.documento_id = ${id} order by a.n desc limit 1))`
  await sql`
    insert into caja_origen (empresa_id, caja_id, origen, origen_id, version, signo, creado_en)
    select c.empresa_id, c.id, 'DOCUMENTO', d.id, d.version, -1, ${en}::timestamptz
      from documento d join ${abiertaDe(empresaId, quien)} c on c.ambiente = d.ambiente
     where d.empresa_id = ${empresaId} and d.id = ${id} and d.registro = '' and d.tipo in ('01', '03', '05')
    on conflict do nothing`.execute(tx)
}
