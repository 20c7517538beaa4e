import { randomUUID } from 'node:crypto'
import type { ImpersonacionForm, Session, SoporteEmpresa } from '@yupana/contract'
import { displayFecha, fechaIn } from '@yupana/fiscal'

import { actingAs } from '../../db/actor.ts'
import { empresaIdOf, type EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { hashToken, type Sesion, type SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { postCarta } from '../carta/carta.door.ts'
import { newSessionToken, newToken, readSession } from '../sesion/sesion.door.ts'
import * as sql from './impersonacion.sql.ts'

/** O-14: two minutes to exchange the token, an hour of work. */
const CANJE_MS = 2 * 60_000
const SESION_MS = 60 * 60_000
const ACCESOS = 20

/** A token to act as a member of a company: 256 bits, of which only the hash is stored. @throws 404 for a user who is no such member */
export async function request(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { usuarioId: actorId }: Sesion,
  form: ImpersonacionForm,
): Promise<{ token: string; canjear_hasta: string }> {
  const empresaId = empresaIdOf(form.empresa_id)
  const en = clock.now()
  const hasta = new Date(en.getTime() + CANJE_MS)
  const { token, tokenHash } = newToken()
  return inEmpresa(db, empresaId, async (tx) => {
    const member = await sql.memberOf(tx, form.usuario_id.toLowerCase())
    if (!member) throw errors.notFound()
    const id = randomUUID()
    await sql.insertImpersonacion(tx, { empresaId, id, actorId, usuarioId: form.usuario_id, motivo: form.motivo, tokenHash, en, hasta })
    await recordAuditoria(tx, {
      empresaId,
      usuarioId: actorId,
      en,
      accion: 'impersonacion.pedir',
      objeto: form.usuario_id,
      detalle: { id, como: member.username, motivo: form.motivo },
    })
    return { token, canjear_hasta: hasta.toISOString() }
  })
}

const horaIn = (instant: Date) =>
  new Intl.DateTimeFormat('es-EC', { timeZone: 'America/Guayaquil', hour: '2-digit', minute: '2-digit', hour12: false }).format(instant)

/** Exchanges the token for a session of an hour, once; the owners get a letter in the same transaction. @throws 422 for an invalid token */
export async function redeem(deps: Deps, token: string, red: string): Promise<{ session: Session }> {
  const { db, clock } = deps
  const tokenHash = hashToken(token)
  const found = await sql.findImpersonacion(db, tokenHash)
  if (!found) throw errors.badImpersonation()
  const { empresa_id: empresaId, actor_id: actorId } = found
  const ahora = clock.now()
  const hasta = new Date(ahora.getTime() + SESION_MS)
  const nueva = newSessionToken(deps.config)
  const session = await actingAs(actorId, () =>
    inEmpresa(db, empresaId, async (tx) => {
      const hecha = await sql.redeemImpersonacion(tx, tokenHash, nueva.tokenHash, ahora, hasta)
      if (!hecha) return undefined
      const opened = await readSession(tx, nueva, ahora)
      if (!opened) return undefined
      await recordAuditoria(tx, {
        empresaId,
        usuarioId: hecha.usuario_id,
        en: ahora,
        accion: 'impersonacion.entrar',
        objeto: hecha.id,
        detalle: { motivo: hecha.motivo, red },
      })
      await tellOwners(deps, tx, opened, { motivo: hecha.motivo, quien: await sql.nombreDeActor(tx, actorId), ahora, hasta })
      return opened
    }),
  )
  if (!session) throw errors.badImpersonation()
  return { session }
}

/** A letter to each ADMIN of the company, queued in the transaction that lets support in. */
async function tellOwners(
  deps: Deps,
  tx: Tx,
  session: Session,
  { motivo, quien, ahora, hasta }: { motivo: string; quien: string; ahora: Date; hasta: Date },
): Promise<void> {
  const { businessName, businessRuc, name, surname, username } = session
  const texto = `${quien}, de soporte, ingresó el ${displayFecha(fechaIn(ahora))} a las ${horaIn(ahora)} a ${businessName} (RUC ${businessRuc}) en nombre de ${`${name} ${surname}`.trim()} (${username}).

Motivo: ${motivo}

Puede trabajar así hasta las ${horaIn(hasta)}. No puede cambiar contraseñas, correos, firmas electrónicas, roles ni invitaciones, y solo emite o anula documentos los días en que un administrador de la empresa lo permite en Empresa › Soporte. Todo lo que hace queda registrado con su nombre.
`
  for (const para of await sql.correosDeAdmin(tx)) await postCarta(deps, tx, { para, asunto: `Soporte ingresó a ${businessName}`, texto })
}

export async function readSoporte({ clock }: Pick<Deps, 'clock'>, tx: Tx, empresaId: EmpresaId): Promise<SoporteEmpresa> {
  const dia = fechaIn(clock.now())
  return { dia, permitido: await sql.readPermiso(tx, empresaId, dia), accesos: await sql.listAccesos(tx, empresaId, ACCESOS) }
}

/** Allows support to emit and void today, or ends that. */
export async function allow(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { empresaId, usuarioId }: SesionAbierta,
  permitido: boolean,
): Promise<SoporteEmpresa> {
  const en = deps.clock.now()
  const dia = fechaIn(en)
  await sql.savePermiso(tx, { empresa_id: empresaId, dia, permitido, usuario_id: usuarioId, en })
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: permitido ? 'soporte.permitir' : 'soporte.retirar', objeto: dia })
  return readSoporte(deps, tx, empresaId)
}
