import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  INVITACION_HORAS,
  type Invitacion,
  type InvitacionBusqueda,
  type InvitacionForm,
  type InvitacionRecibida,
  type Listing,
} from '@yupana/contract'
import { nombreRol } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { requirePlace } from '../../plugins/limites/limites-conteo.ts'
import { LIMITES } from '../../plugins/limites/limites.ts'
import { quienOf } from '../../plugins/sesion/quien.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { countCartas, postCarta, turnoDe } from '../carta/carta.door.ts'
import * as empleado from '../empleado/empleado.door.ts'
import { claim } from '../idempotencia/idempotencia.door.ts'
import { rolNombrado } from '../permiso/permiso.door.ts'
import { cartaDeInvitacion } from './carta.ts'
import * as sql from './invitacion.sql.ts'

const TOKEN_BYTES = 32
const HORA_MS = 3_600_000
const POR_RED = { veces: 10, ms: 60_000 }

export const hashOf = (token: string) => createHash('sha256').update(token).digest()

const toInvitacion = ({ rol, ...row }: sql.InvitacionRow): Invitacion => ({ ...row, rol: rolNombrado(rol) })

export async function search(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  empresaId: EmpresaId,
  query: InvitacionBusqueda,
): Promise<Listing<Invitacion>> {
  const page = await sql.searchInvitaciones(tx, empresaId, clock.now(), query)
  return { ...page, content: page.content.map(toInvitacion) }
}

/** Sends a link that admits one person with one role, once for each key; `isOnly` ends all other invitations with that role. @throws 422 */
export async function send(
  deps: Deps,
  tx: Tx,
  session: SesionAbierta,
  idempotencyKey: string,
  { mail: typed, rol }: InvitacionForm,
  { isOnly = false } = {},
): Promise<Invitacion & { enlace: string | null }> {
  const { clock, config } = deps
  const { empresaId, usuarioId } = session
  empleado.requireGivable(session, rol)
  await empleado.requirePresente(tx, session)
  const mail = typed.toLowerCase()
  const [id, en] = [randomUUID(), clock.now()]
  const before = await claim(tx, {
    empresaId,
    usuarioId,
    idempotencyKey,
    accion: 'invitacion.enviar',
    contenido: { mail, rol },
    recursoId: id,
    en,
  })
  if (before !== undefined) return { ...(await read(tx, empresaId, before, en)), enlace: null }
  await sql.lockMail(tx, empresaId, mail)
  if (await empleado.isEmpleado(tx, mail)) throw errors.alreadyEmployee(mail)
  await countCartas(deps, tx, LIMITES.invitacionCorreo, empresaId, [mail])
  const hasta = new Date(en.getTime() + INVITACION_HORAS * HORA_MS)
  const desde = await turnoDe(deps, tx, LIMITES.invitacionCorreo, mail, hasta)
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await sql.annulPending(tx, empresaId, mail, en)
  if (isOnly) await sql.annulPendingOfRol(tx, empresaId, rol, en)
  await sql.insertInvitacion(tx, empresaId, {
    id,
    tokenHash: hashOf(token),
    mail,
    rol,
    invitadaPor: usuarioId,
    en,
    hasta,
  })
  const invitacion = await read(tx, empresaId, id, en)
  const enlace = `${config.urlPublica}/#/invite/${token}`
  const carta = cartaDeInvitacion(
    {
      mail,
      empresa: session.nombreComercial ?? session.razonSocial,
      // Support also invites to companies of which it is no member.
      invita: quienOf(session),
      rol: nombreRol(invitacion.rol),
    },
    enlace,
  )
  if (desde) await postCarta(deps, tx, { ...carta, desde })
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'invitacion.enviar', objeto: id, detalle: { mail, rol } })
  // A trial installation without mail server: the inviter hands the link over.
  return { ...invitacion, enlace: config.modo === 'prueba' && !config.smtpUrl ? enlace : null }
}

async function read(tx: Tx, empresaId: EmpresaId, id: string, ahora: Date): Promise<Invitacion> {
  const row = await sql.readInvitacion(tx, empresaId, id, ahora)
  if (!row) throw errors.notFound()
  return toInvitacion(row)
}

/** @throws 404 */
export async function remove({ clock }: Pick<Deps, 'clock'>, tx: Tx, { empresaId, usuarioId }: SesionAbierta, id: string): Promise<void> {
  const en = clock.now()
  const mail = await sql.annulInvitacion(tx, empresaId, id, en)
  if (mail === undefined) throw errors.notFound()
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'invitacion.eliminar', objeto: id, detalle: { mail } })
}

/** @throws 422 alike for a used, revoked, expired or unknown token; 429 by network */
export async function findVigente(deps: Pick<Deps, 'db' | 'clock'>, token: string, red: string): Promise<sql.InvitacionVigente> {
  await requirePlace(deps, 'invitacion', red, POR_RED)
  const found = await sql.findVigente(deps.db, hashOf(token), deps.clock.now())
  if (!found) throw errors.invitationInvalid()
  return found
}

/** The content of the link. One of a suspended company is refused before a form is filled in. @throws 422 */
export async function show(deps: Pick<Deps, 'db' | 'clock'>, token: string, red: string): Promise<InvitacionRecibida> {
  const { empresa_id, empresa, rol, invita, mail, vence_en, existe } = await findVigente(deps, token, red)
  if (await inEmpresa(deps.db, empresa_id, (tx) => sql.isSuspendida(tx, empresa_id))) throw errors.invitationSuspended()
  return { empresa: { id: empresa_id, name: empresa }, rol: rolNombrado(rol), invita: invita ?? '', mail, vence_en, existe }
}
