import type { Db } from '../../db/connect.ts'
import { insertDeUsuario, type HechoDeUsuario } from './hecho.sql.ts'

/**
 * Writes down what was done about a person, in the same transaction. The row goes to the audit of every company where the person works
 * today (no disabled membership, no suspended company). It goes to the installation's audit when somebody else did it, or there is no such
 * company.
 */
export const recordDeUsuario = (tx: Db, hecho: HechoDeUsuario): Promise<void> => insertDeUsuario(tx, hecho)
