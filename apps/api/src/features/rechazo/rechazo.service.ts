import type { Deps } from '../../deps.ts'
import { postCarta } from '../carta/carta.door.ts'
import { cartaDeInstalacion, cartaDePersona } from './cartas.ts'
import * as sql from './rechazo.sql.ts'

/** Wrong passwords and codes in an hour that cause a notice to the user, and for all users together to SUPER_ADMIN. */
export const POR_PERSONA = 20
export const POR_INSTALACION = 200

const hasMail = (aviso: sql.Aviso): aviso is sql.Aviso & { mail: string } => aviso.mail !== null

/**
 * Writes refusals into the audit of the users concerned, and mails notices of attacks: to a user once a day, to SUPER_ADMIN once an hour.
 */
export const tellRechazos = (deps: Pick<Deps, 'config' | 'clock' | 'db' | 'sobre'>): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    const ahora = deps.clock.now()
    await sql.audit(tx, ahora)
    const avisos = await sql.takeAvisos(tx, ahora, POR_PERSONA, POR_INSTALACION)
    const personas = avisos.filter(hasMail)
    for (const persona of personas) await postCarta(deps, tx, cartaDePersona(persona))
    const instalacion = avisos.find((aviso) => !hasMail(aviso))
    if (!instalacion) return
    for (const para of await sql.correosDeSuperAdmin(tx)) await postCarta(deps, tx, cartaDeInstalacion(para, instalacion, personas))
  })
