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

/** Content of the link; a refusal that may pass is not final. */
export async function readInvitation(token: string): Promise<Lectura> {
  const answer = await sendForBody(readInvitacion, { body: { token } })
  return answer.ok ? { invitacion: answer.data } : { message: answer.body.msg ?? '', isFinal: answer.status === UNPROCESSABLE }
}

export interface PersonaNueva {
  name: string
  surname?: string | undefined
  pass: string
}

/** A person with an account gives the password, and the code of a second factor if the server asks for it. */
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

/** Accepts with the open session. Returns the reason of a refusal; undefined after success. */
export async function acceptHere(token: string): Promise<string | undefined> {
  const answer = await sendForBody(acceptInvitacionAqui, { body: { token } })
  if (!answer.ok && answer.status === 401) endSession()
  return answer.ok
    ? undefined
    : ((Array.isArray(answer.body.data) ? answer.body.data[0]?.message : undefined) ?? answer.body.msg ?? 'Error')
}

/** Mail address that the signed-in user requested and has not verified yet. */
export const pendingMail = async (): Promise<string | undefined> =>
  (await fetchData(readPerfil, { background: true })).mail_pendiente?.mail.toLowerCase()

/** Signs out, because the invitation is for another person. */
export function leaveSession() {
  void sendForBody(authLogout).catch(() => undefined)
  endSession()
}
