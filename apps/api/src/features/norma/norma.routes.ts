import { createNorma, editNorma, normasVigentes, readNorma, searchNorma, withdrawNorma } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import { forgetNormas, readEnmiendas, readVersion } from '../../normas.ts'
import { ROL, TODOS, type SesionAbierta } from '../../plugins/session.ts'
import type { Router } from '../../route.ts'
import * as norma from './norma.service.ts'

export function registerNorma(router: Router, deps: Deps): void {
  const todos = { roles: TODOS }
  const soporte = { roles: [ROL.SUPER_ADMIN] }
  const autorOf = ({ empresaId, usuarioId, username }: SesionAbierta): norma.Autor => ({ empresaId, usuarioId, username, en: deps.clock.now() })
  /** A change holds here from its commit on; elsewhere within a second. */
  async function change<T>(session: SesionAbierta, work: (tx: Tx, autor: norma.Autor) => Promise<T>): Promise<T> {
    const answer = await inEmpresa(deps.db, session.empresaId, (tx) => work(tx, autorOf(session)))
    forgetNormas()
    return answer
  }

  router.onUsuario(searchNorma, todos, ({ query }) => norma.search(query))
  router.onUsuario(normasVigentes, todos, async () => ({ version: await readVersion(deps.db), enmiendas: await readEnmiendas(deps.db) }))
  router.onUsuario(readNorma, todos, ({ params }) => norma.read(deps.db, params.id))
  router.onSession(createNorma, soporte, ({ session, body }) => change(session, (tx, autor) => norma.create(tx, autor, body)))
  router.onSession(editNorma, soporte, ({ session, body }) => change(session, (tx, autor) => norma.edit(tx, autor, body)))
  router.onSession(withdrawNorma, soporte, ({ session, body }) => change(session, (tx, autor) => norma.withdraw(tx, autor, body)))
}
