import type pg from 'pg'

import { currentActor } from './actor.ts'
import { poolOf, type Db } from './connect.ts'
import { isUuid, type EmpresaId } from './empresa-id.ts'
import { pinnedOf } from './pinned-connection.ts'

declare const ofOneEmpresa: unique symbol

/** A connection inside a transaction that sees one company only. The compiler accepts no other connection for it. */
export type Tx = Db & { readonly [ofOneEmpresa]: true }

function beginOf(empresaId: EmpresaId): string {
  if (!isUuid(empresaId)) throw new RangeError('empresaId is no UUID')
  const actorId = currentActor()
  if (actorId !== undefined && !isUuid(actorId)) throw new RangeError('actorId is no UUID')
  const actor = actorId === undefined ? '' : `, set_config('yupana.actor', '${actorId}', true)`
  // A further statement would be a further round trip; the values were just checked and cannot contain SQL.
  return `begin; select set_config('yupana.empresa', '${empresaId}', true)${actor}`
}

const isLostConnection = (error: unknown) =>
  error instanceof Error &&
  /Connection terminated|not queryable|ECONNRESET|EPIPE|57P01|57P02|57P03/.test(`${error.message} ${'code' in error ? error.code : ''}`)

class RolledBack extends Error {}

/** Only reports an earlier failure: 25P02, and a commit that the database turned into a rollback. */
const isAborted = (error: unknown) => error instanceof RolledBack || (error instanceof Error && 'code' in error && error.code === '25P02')

const quietly = (answer: Promise<unknown>) => void answer.catch(() => undefined)

function requireCommit(result: pg.QueryResult): void {
  // The database answers ROLLBACK to a commit after a failed statement that the work ignored.
  if (result.command !== 'COMMIT') throw new RolledBack('the transaction was rolled back')
}

async function transact<T>(db: Db, empresaId: EmpresaId, statements: number | undefined, work: (tx: Tx) => Promise<T>): Promise<T> {
  const begin = beginOf(empresaId)
  const client = await poolOf(db).connect()
  const connection = pinnedOf(client)
  let committed: Promise<pg.QueryResult> | undefined
  let failure: unknown
  try {
    connection.begin()
    connection.afterStatements(statements ?? 1, () => {
      if (statements !== undefined) quietly((committed = client.query('commit')))
      connection.uncork()
    })
    const began = client.query(begin)
    quietly(began)
    const result = await work(connection.db as Tx)
    connection.clear()
    await began
    requireCommit(await (committed ?? client.query('commit')))
    return result
  } catch (error) {
    connection.clear()
    failure = isAborted(error) ? (connection.failure ?? error) : error
    if (committed) await committed.catch(() => undefined)
    else if (!isLostConnection(failure)) await client.query('rollback').catch(() => undefined)
    throw failure
  } finally {
    client.release(isLostConnection(failure))
  }
}

/**
 * A transaction with the view of its role: everything as the owner (founding, reconciling), otherwise only rows without a company. For work
 * written for one company that also takes its id.
 */
export const inInstalacion = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => db.transaction().execute((tx) => work(tx as Db as Tx))

/** Runs `work` in a transaction of this company; commits it, or rolls it back. */
export const inEmpresa = <T>(db: Db, empresaId: EmpresaId, work: (tx: Tx) => Promise<T>): Promise<T> =>
  transact(db, empresaId, undefined, work)

/**
 * The same for work that sends exactly `statements` statements and decides nothing between them: the commit follows the last one at once,
 * and all of it is one round trip. A failed statement undoes them all.
 */
export const sendInEmpresa = <T>(db: Db, empresaId: EmpresaId, statements: number, work: (tx: Tx) => Promise<T>): Promise<T> =>
  transact(db, empresaId, statements, work)
