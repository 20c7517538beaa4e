import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { ImagenError } from '../../imagen/imagen.ts'
import { log } from '../../proceso/log.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import * as sql from './empresa.sql.ts'
import { EXIGENCIAS } from '../imagen/imagen.door.ts'

/**
 * Converts logos stored before uploads were converted; one after another, in whichever worker comes first. An unreadable one is removed: no
 * form showed it.
 */
export async function rehacerGuardados(deps: Pick<Deps, 'db' | 'clock' | 'imprenta'>): Promise<void> {
  for (const empresaId of await sql.logosPorRehacer(deps.db)) {
    const { logo } = await inEmpresa(deps.db, empresaId, (tx) => sql.readLogo(tx, empresaId))
    if (!logo) continue
    const hecho = await deps.imprenta.imagen(empresaId, logo, EXIGENCIAS['El logo']).catch((error: unknown) => {
      log.error('stored logo not made anew', error, { empresa: empresaId })
      return error instanceof ImagenError ? null : undefined
    })
    // Lack of time now says nothing about the logo: it is tried again.
    if (hecho === undefined) continue
    await inEmpresa(deps.db, empresaId, async (tx) => {
      if (!(await sql.replaceLogo(tx, empresaId, logo, hecho && { tipo: hecho.tipo, bytes: Buffer.from(hecho.bytes) }))) return
      if (!hecho)
        await recordAuditoria(tx, {
          empresaId,
          usuarioId: null,
          en: deps.clock.now(),
          accion: 'empresa.quitar_logo',
          detalle: { motivo: 'no se puede leer' },
        })
    })
  }
}
