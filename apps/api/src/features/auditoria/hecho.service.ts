import type { Db } from '../../db/connect.ts'
import { enterEmpresa } from '../../db/transaction.ts'
import { recordAuditoria, type Hecho } from './auditoria.service.ts'
import { empresaIdsOf, insertHecho } from './hecho.sql.ts'

/** What was done about a person: who did it, to whom (`objeto`), and what. */
export interface HechoDeUsuario extends Omit<Hecho, 'empresaId'> {
  usuarioId: string
  objeto: string
}

/**
 * Adds it to the audit of every company of the person, in the transaction of what was done; and to that of the installation where
 * somebody else did it, or the person is in no company. The transaction ends in the last of the companies.
 */
export async function recordDeUsuario(tx: Db, hecho: HechoDeUsuario): Promise<void> {
  const empresaIds = await empresaIdsOf(tx, hecho.objeto)
  if (empresaIds.length === 0 || hecho.usuarioId !== hecho.objeto) await insertHecho(tx, hecho)
  for (const empresaId of empresaIds) await recordAuditoria(await enterEmpresa(tx, empresaId), { ...hecho, empresaId })
}
