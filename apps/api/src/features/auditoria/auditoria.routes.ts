import { Readable } from 'node:stream'
import { exportAuditoria, searchAuditoria } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { LIMITES } from '../../plugins/limites.ts'
import { ADMINISTRAN } from '../../plugins/roles.ts'
import type { Router } from '../../http/route.ts'
import { inEmpresa } from '../../db/transaction.ts'
import { recordAuditoria } from './hecho-empresa.sql.ts'
import * as consulta from './consulta.service.ts'

export function registerAuditoria(router: Router, deps: Deps): void {
  router.on(searchAuditoria, { roles: ADMINISTRAN }, ({ tx, empresaId, query }) => consulta.searchAuditoria(tx, empresaId, query))
  router.onSession(exportAuditoria, { roles: ADMINISTRAN, limite: LIMITES.exportacion }, async ({ empresaId, session, query, reply }) => {
    const detalle = { ...query }
    await inEmpresa(deps.db, empresaId, (tx) =>
      recordAuditoria(tx, { empresaId, usuarioId: session.usuarioId, en: deps.clock.now(), accion: 'auditoria.exportar', detalle }),
    )
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="auditoria.csv"')
      .send(Readable.from(consulta.exportAuditoria(deps.db, empresaId, query)))
  })
}
