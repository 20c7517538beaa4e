import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

export interface Hecho {
  empresaId: EmpresaId
  usuarioId: string | null
  en: Date
  /** `certificado.cargar`, `serie.editar` … */
  accion: string
  objeto?: string | undefined
  /** Without secrets: every reader of the audit sees it. */
  detalle?: Record<string, unknown> | undefined
}

/** Adds a row to the audit of a company; a worker seals it into the chain later. */
export async function recordAuditoria(tx: Tx, { empresaId, usuarioId, en, accion, objeto, detalle }: Hecho): Promise<void> {
  await tx
    .insertInto('auditoria')
    .values({ empresa_id: empresaId, usuario_id: usuarioId, en, accion, objeto: objeto ?? null, detalle: JSON.stringify(detalle ?? {}) })
    .execute()
}
