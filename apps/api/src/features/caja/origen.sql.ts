import { sql, type RawBuilder } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'

// Money counts in the till its user has open at that moment, and in none without an open till: the amounts stay in the rows of the document
// or payment. The till is locked while it is written, so that a till being closed has all of it or nothing.

interface Suceso {
  empresaId: EmpresaId
  ambiente: Ambiente
  id: string
  usuarioId: string
  en: Date
}

/** «CJ-000012». */
export const NUMERO = sql`'CJ-' || lpad(c.numero::text, 6, '0')`

const abiertaDe = (empresaId: EmpresaId, usuarioId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select c.empresa_id, c.id, c.ambiente from caja c
    where c.empresa_id = ${empresaId} and c.usuario_id = ${usuarioId} and c.cerrada_en is null for share)`

/** Notes an issued or corrected document: for a correction the earlier version goes out and the new one comes in. */
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

/** Notes a payment registered (1) or reversed (-1); answers whether there was a till. */
export async function notePago(tx: Tx, { empresaId, ambiente, id, signo, usuarioId, en }: Suceso & { signo: 1 | -1 }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into caja_origen (empresa_id, caja_id, origen, origen_id, version, signo, creado_en)
    select c.empresa_id, c.id, 'PAGO', ${id}::uuid, 1, ${signo}::smallint, ${en}::timestamptz
      from ${abiertaDe(empresaId, sql`${usuarioId}::uuid`)} c where c.ambiente = ${ambiente}
    on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** Numbers of the tills that a payment's money entered and left again; null for none. */
export async function cajasDePago(tx: Tx, empresaId: EmpresaId, id: string): Promise<{ caja: string | null; caja_reverso: string | null }> {
  const { rows } = await sql<{ numero: string; signo: number }>`
    select ${NUMERO} as numero, o.signo from caja_origen o join caja c on c.empresa_id = o.empresa_id and c.id = o.caja_id
     where o.empresa_id = ${empresaId} and o.origen_id = ${id} and o.origen = 'PAGO'`.execute(tx)
  const de = (signo: number) => rows.find((row) => row.signo === signo)?.numero ?? null
  return { caja: de(1), caja_reverso: de(-1) }
}

/**
 * The money of a voided or closed document leaves the till of the user who did it; for a process, of the user who had asked. Documents
 * issued elsewhere never were in a till.
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
