import type { Adjunto, Anotacion } from '@yupana/contract'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

interface Del {
  empresaId: EmpresaId
  documentoId: string
}
export interface Quien {
  usuarioId: string
  en: Date
}

const AUTOR = sql`nullif(trim(u.name || ' ' || u.surname), '') as autor`

export async function readNota(tx: Tx, { empresaId, documentoId }: Del): Promise<Pick<Anotacion, 'nota' | 'version'>> {
  const { rows } = await sql<{ texto: string | null; version: number; en: string; autor: string | null }>`
    select n.nota as texto, n.version, n.en, ${AUTOR}
      from documento_nota_interna n left join lateral autores_de_auditoria(array[n.usuario_id]) u on true
     where n.empresa_id = ${empresaId} and n.documento_id = ${documentoId}`.execute(tx)
  const [row] = rows
  if (!row) return { nota: null, version: 0 }
  const { texto, version, ...quien } = row
  return { nota: texto === null ? null : { texto, ...quien }, version }
}

/** Stores the note of a document; false when another user wrote since `version` was read. */
export async function writeNota(
  tx: Tx,
  { empresaId, documentoId }: Del,
  { nota, version }: { nota: string | null; version: number },
  { usuarioId, en }: Quien,
): Promise<boolean> {
  if (version === 0) {
    const inserted = await tx
      .insertInto('documento_nota_interna')
      .values({ empresa_id: empresaId, documento_id: documentoId, nota, version: 1, usuario_id: usuarioId, en })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return inserted.numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await tx
    .updateTable('documento_nota_interna')
    .set({ nota, version: version + 1, usuario_id: usuarioId, en })
    .where('empresa_id', '=', empresaId)
    .where('documento_id', '=', documentoId)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function readAdjuntos(tx: Tx, { empresaId, documentoId }: Del): Promise<Adjunto[]> {
  const { rows } = await sql<Adjunto>`
    select a.id, f.nombre, f.tipo, f.tamano, a.en, ${AUTOR}
      from documento_adjunto a
      join archivo f on f.empresa_id = a.empresa_id and f.id = a.id
      left join lateral autores_de_auditoria(array[a.usuario_id]) u on true
     where a.empresa_id = ${empresaId} and a.documento_id = ${documentoId} order by a.en, a.id`.execute(tx)
  return rows
}

/** Keeps other transactions of the company from adding files until this one ends. */
export const lockAdjuntos = (tx: Tx, empresaId: EmpresaId): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`adjunto|${empresaId}`}, 0))`.execute(tx)

/** Bytes of all files that the company keeps beside its documents. */
export async function sumBytes(tx: Tx, empresaId: EmpresaId): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(f.tamano), 0)::bigint as bytes from documento_adjunto a
      join archivo f on f.empresa_id = a.empresa_id and f.id = a.id where a.empresa_id = ${empresaId}`.execute(tx)
  return Number(rows[0]?.bytes ?? 0)
}

export const insertAdjunto = (tx: Tx, { empresaId, documentoId }: Del, id: string, { usuarioId, en }: Quien): Promise<unknown> =>
  tx.insertInto('documento_adjunto').values({ empresa_id: empresaId, id, documento_id: documentoId, usuario_id: usuarioId, en }).execute()

/** The document that a file stands beside; undefined for an unknown file. */
export const findAdjunto = (tx: Tx, empresaId: EmpresaId, id: string): Promise<{ documento_id: string } | undefined> =>
  tx.selectFrom('documento_adjunto').select('documento_id').where('empresa_id', '=', empresaId).where('id', '=', id).executeTakeFirst()
