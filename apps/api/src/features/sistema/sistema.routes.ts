import { configGeneral, salud, sriMantenimiento } from '@yupana/contract'
import { sql } from 'kysely'

import type { Deps } from '../../deps.ts'
import { TODOS } from '../../plugins/session.ts'
import type { Router } from '../../route.ts'
import { VERSION } from '../../version.ts'

export function registerSistema(router: Router, { db, clock }: Deps): void {
  router.onPublic(configGeneral, () =>
    db.selectFrom('instalacion').select(['facebook', 'instagram', 'twitter', 'whatsapp']).executeTakeFirstOrThrow())

  router.onPublic(salud, async () => {
    const { cercada } = await db.selectFrom('instalacion').select('cercada').executeTakeFirstOrThrow()
    return { estado: 'ok' as const, baseDatos: true, version: VERSION, hora: clock.now().toISOString(), cercado: cercada }
  })

  router.on(sriMantenimiento, { roles: TODOS }, async ({ tx, session }) => {
    const { rows } = await sql<{ abierto: boolean }>`
      select exists (select 1 from servicio_sri where ambiente = ${session.ambiente} and abierto_hasta > ${clock.now()}) as abierto`.execute(tx)
    const activo = rows[0]?.abierto ?? false
    return {
      activo,
      message: activo ? 'El SRI no responde en este momento. Sus documentos se enviarán solos en cuanto vuelva.' : null,
    }
  })
}
