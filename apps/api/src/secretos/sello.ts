import { createHash } from 'node:crypto'

/** The sealed content of an audit row; `detalle` is PostgreSQL's text of its jsonb. */
export interface FilaAuditoria {
  empresa_id: string
  id: number
  /** ISO 8601 in UTC. */
  en: string
  usuario_id: string | null
  /** User who acted in the name of `usuario_id`. */
  actor_id: string | null
  accion: string
  objeto: string | null
  detalle: string
}

/** Stands for the company in the chain about the installation's users, which belongs to no company. */
export const INSTALACION = '00000000-0000-0000-0000-000000000000'

/** Seal of one audit row: SHA-256 over the seal before it in its company (none for the first) and every column of the row. */
export function selloOf(
  anterior: Uint8Array | undefined,
  { empresa_id, id, en, usuario_id, actor_id, accion, objeto, detalle }: FilaAuditoria,
): Buffer {
  // Rows sealed before support could act for a user keep their seal.
  const quien = actor_id === null ? ['sello v1', empresa_id, id, en, usuario_id] : ['sello v2', empresa_id, id, en, usuario_id, actor_id]
  const text = JSON.stringify([...quien, accion, objeto, detalle])
  return createHash('sha256')
    .update(anterior ?? new Uint8Array(32))
    .update(text)
    .digest()
}
