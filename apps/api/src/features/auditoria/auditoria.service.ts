import type { Tx } from '../../db/transaction.ts'

export interface Hecho {
  empresaId: string
  usuarioId: string | null
  en: Date
  /** `certificado.cargar`, `serie.editar` … */
  accion: string
  objeto?: string | undefined
  /** Never a secret: whoever reads the audit reads this. */
  detalle?: Record<string, unknown> | undefined
}

/** Adds a row to what people did in a company; a worker seals it into the chain later. */
export async function recordAuditoria(tx: Tx, { empresaId, usuarioId, en, accion, objeto, detalle }: Hecho): Promise<void> {
  await tx
    .insertInto('auditoria')
    .values({ empresa_id: empresaId, usuario_id: usuarioId, en, accion, objeto: objeto ?? null, detalle: JSON.stringify(detalle ?? {}) })
    .execute()
}

/** Fields that differ, old and new, for the audit; the row's own version and date of edition say nothing. */
export const changesOf = <T extends object>(before: T, after: T): Record<string, unknown> =>
  Object.fromEntries(
    (Object.keys(after) as (keyof T & string)[])
      .filter((field) => !['version', 'editada_en', 'editado_en'].includes(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]))
      .map((field) => [field, [before[field], after[field]]]),
  )
