import type { Db } from '../../db/connect.ts'
import { insertDeUsuario, type HechoDeUsuario } from './hecho.sql.ts'

/**
 * Adds it, in the transaction of what was done, to the audit of every company where the person works today (not where the membership is
 * disabled, nor in a suspended company); and to that of the installation where somebody else did it, or there is no such company.
 */
export const recordDeUsuario = (tx: Db, hecho: HechoDeUsuario): Promise<void> => insertDeUsuario(tx, hecho)
