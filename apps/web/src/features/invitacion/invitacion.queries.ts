import { acceptInvitacion, authLogout, authSwitch, encodePassword, readInvitacion, type InvitacionRecibida } from '@yupana/contract'

import { fetchData, sendForBody, type Answered } from '../../lib/http.ts'
import { queryClient } from '../../lib/query-client.ts'
import { endSession, startSession } from '../../lib/session.ts'
import { settings } from '../../lib/settings.ts'

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

/** An existing person sends the token alone; the password of a new one travels encoded, as at sign-in. */
export const acceptInvitation = (token: string, nueva?: PersonaNueva): Promise<Answered<{ empresa: { id: string; name: string }; username: string }>> =>
  sendForBody(acceptInvitacion, { body: { token, ...(nueva && { ...nueva, pass: encodePassword(nueva.pass, settings.codec) }) } })

/** The invitation is for somebody else: whoever is signed in leaves first. */
export function leaveSession() {
  void sendForBody(authLogout).catch(() => undefined)
  endSession()
}

/** Goes on in the company that was joined, with a session of its own. */
export async function enterJoined(idEmpresa: string): Promise<void> {
  await queryClient.cancelQueries()
  const { session } = await fetchData(authSwitch, { body: { idEmpresa } })
  startSession(session)
}
