import {
  acceptInvitacion,
  acceptInvitacionAqui,
  authLogout,
  encodePassword,
  readInvitacion,
  readPerfil,
  type InvitacionRecibida,
} from '@yupana/contract'

import { HttpError } from '../../lib/http/http-error.ts'
import { fetchData, sendForBody } from '../../lib/http/http.ts'
import { endSession, startSession } from '../../lib/sesion/session.ts'
import { settings } from '../../lib/pagina/settings.ts'

export type Lectura = { invitacion: InvitacionRecibida } | { message: string; isFinal: boolean }

const UNPROCESSABLE = 422

/** What the link says; a refusal that another try may change is not final. */
export async function readInvitation(token: string): Promise<Lectura> {
  const answer = await sendForBody(readInvitacion, { body: { token } })
  return answer.ok ? { invitacion: answer.data } : { message: answer.body.msg ?? '', isFinal: answer.status === UNPROCESSABLE }
}

export interface PersonaNueva {
  name: string
  surname?: string | undefined
  pass: string
}

/** Who has an account gives the password, and the code of a second factor where the server asks for it. */
export interface PersonaConocida {
  pass: string
  codigo?: string | undefined
}

/** Accepts and signs in; the password travels encoded, as at sign-in. @throws HttpError: 422 at its field */
export async function acceptInvitation(token: string, { pass, ...persona }: PersonaNueva | PersonaConocida): Promise<void> {
  const answer = await sendForBody(acceptInvitacion, { body: { token, ...persona, pass: encodePassword(pass, settings.codec) } })
  if (!answer.ok) throw new HttpError(answer.status, answer.body)
  startSession(answer.data.session)
}

/** With the session that is open. Why not, or undefined once accepted. */
export async function acceptHere(token: string): Promise<string | undefined> {
  const answer = await sendForBody(acceptInvitacionAqui, { body: { token } })
  if (!answer.ok && answer.status === 401) endSession()
  return answer.ok
    ? undefined
    : ((Array.isArray(answer.body.data) ? answer.body.data[0]?.message : undefined) ?? answer.body.msg ?? 'Error')
}

/** The mail that whoever is signed in asked for and has not verified yet. */
export const pendingMail = async (): Promise<string | undefined> =>
  (await fetchData(readPerfil, { background: true })).mail_pendiente?.mail.toLowerCase()

/** The invitation is for somebody else: whoever is signed in leaves first. */
export function leaveSession() {
  void sendForBody(authLogout).catch(() => undefined)
  endSession()
}
