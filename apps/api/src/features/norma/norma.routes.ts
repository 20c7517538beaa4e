import { createNorma, editNorma, normasVigentes, readNorma, searchNorma, withdrawNorma } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { inEmpresa, inInstalacion, type Tx } from '../../db/transaction.ts'
import { readEnmiendas, readVersion } from '../../proceso/normas.sql.ts'
import { forgetNormas } from '../../proceso/normas.ts'
import { ROL, TODOS } from '../../plugins/sesion/roles.ts'
import { isInEmpresa, type Sesion } from '../../plugins/sesion/session.ts'
import type { Router } from '../../http/route.ts'
import * as norma from './norma.service.ts'

export function registerNorma(router: Router, deps: Deps): void {
  const todos = { roles: TODOS }
  const operador = { roles: [ROL.SUPER_ADMIN], isPlataforma: true }
  const autorOf = ({ empresaId, usuarioId, username }: Sesion): norma.Autor => ({ empresaId, usuarioId, username, en: deps.clock.now() })
  /** A change holds here from its commit on; in other processes within a second. */
  async function change<T>(session: Sesion, work: (tx: Tx, autor: norma.Autor) => Promise<T>): Promise<T> {
    const inTx = (tx: Tx) => work(tx, autorOf(session))
    // The law belongs to no company; for support in a company, its audit has the change too.
    const answer = isInEmpresa(session) ? await inEmpresa(deps.db, session.empresaId, inTx) : await inInstalacion(deps.db, inTx)
    forgetNormas()
    return answer
  }

  router.onUsuario(searchNorma, todos, ({ query }) => norma.search(query))
  router.onUsuario(normasVigentes, todos, async () => ({ version: await readVersion(deps.db), enmiendas: await readEnmiendas(deps.db) }))
  router.onUsuario(readNorma, todos, ({ params }) => norma.read(deps.db, params.id))
  router.onUsuario(createNorma, operador, ({ session, body }) => change(session, (tx, autor) => norma.create(tx, autor, body)))
  router.onUsuario(editNorma, operador, ({ session, body }) => change(session, (tx, autor) => norma.edit(tx, autor, body)))
  router.onUsuario(withdrawNorma, operador, ({ session, body }) => change(session, (tx, autor) => norma.withdraw(tx, autor, body)))
}
