import type { Listing, UsuarioAdministrado } from '@yupana/contract'

import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { listingPage } from '../../http/listing.ts'
import { forgetUsuario, type Sesion } from '../../plugins/sesion/session.ts'
import { recordDeUsuario } from '../auditoria/auditoria.door.ts'
import { recover } from '../recuperacion/recuperacion.door.ts'
import * as factor from '../segundo-factor/segundo-factor.door.ts'
import { rolNombrado } from '../permiso/permiso.door.ts'
import * as sql from './administracion.sql.ts'

export async function search(
  { db, clock }: Deps,
  session: Sesion,
  { q = '', page, size }: sql.Pagina & { q?: string | undefined },
): Promise<Listing<UsuarioAdministrado>> {
  const { rows, total } = await sql.pageUsuarios(db, session, { q, ahora: clock.now(), page, size })
  const content = rows.map((row) => ({ ...row, empresas: row.empresas.map((empresa) => ({ ...empresa, rol: rolNombrado(empresa.rol) })) }))
  return listingPage(content, total, { page, size })
}

/** Last in its transaction: locks are waited for before, and the audit has the time of the change. */
const record = ({ clock }: Deps, tx: Db, { tokenHash: prueba }: Sesion, objeto: string, accion: string, detalle: Record<string, unknown>) =>
  recordDeUsuario(tx, { prueba, objeto, en: clock.now(), accion, detalle })

async function requireOther({ db, clock }: Deps, session: Sesion, id: string) {
  const found = await sql.findUsuario(db, session, id, clock.now())
  if (!found) throw errors.notFound()
  if (found.id === session.usuarioId) throw errors.ownUser()
  return found
}

/** Disabling ends the user's sessions, everywhere within a second. @throws 404, 422 for the user himself */
export async function setActivo(deps: Deps, session: Sesion, id: string, activo: boolean, motivo: string): Promise<void> {
  const { username } = await requireOther(deps, session, id)
  await deps.db.transaction().execute(async (tx) => {
    await sql.setActivo(tx, session, id, activo, deps.clock.now())
    await record(deps, tx, session, id, activo ? 'usuario.activar' : 'usuario.desactivar', { username, motivo })
  })
  forgetUsuario(deps, id)
}

export async function endSesiones(deps: Deps, session: Sesion, id: string): Promise<void> {
  const { username } = await requireOther(deps, session, id)
  await deps.db.transaction().execute(async (tx) => {
    await sql.closeSesiones(tx, session, id, deps.clock.now())
    await record(deps, tx, session, id, 'usuario.cerrar_sesiones', { username })
  })
  forgetUsuario(deps, id)
}

/** Sends the letter of «Recuperar cuenta». @throws 404, 422 for a disabled user */
export async function sendRestablecer(deps: Deps, session: Sesion, id: string, red: string): Promise<void> {
  const { username, mail, activo } = await requireOther(deps, session, id)
  if (!activo) throw errors.field('DISABLED', 'id', 'El usuario está desactivado: actívelo antes.')
  if (mail === '') throw errors.field('NO_MAIL', 'id', 'El usuario no tiene un correo verificado: ingrese y verifíquelo en su perfil.')
  await deps.db.transaction().execute((tx) => record(deps, tx, session, id, 'usuario.enviar_restablecer', { username }))
  await recover(deps, mail, red)
}

/**
 * Removes the second factor of a user who lost telephone and recovery codes: with a reason, a letter to him, and the end of his sessions.
 * @throws 404, 422
 */
export async function dropFactor(deps: Deps, session: Sesion, id: string, motivo: string): Promise<void> {
  const usuario = await requireOther(deps, session, id)
  await deps.db.transaction().execute(async (tx) => {
    // In the order of db/migrations/0011_segundo_factor.sql: the factor first, the sessions last.
    await factor.drop(deps, tx, { ...usuario, prueba: session.tokenHash }, motivo)
    await sql.closeSesiones(tx, session, id, deps.clock.now())
  })
  forgetUsuario(deps, id)
}
