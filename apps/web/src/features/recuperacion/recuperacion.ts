import { encodePassword, recoverPass, resetPass, validateResetCode } from '@yupana/contract'

import { HttpError } from '../../lib/http/http-error.ts'
import { sendForBody, send } from '../../lib/http/http.ts'
import { settings } from '../../lib/pagina/settings.ts'

/** @throws HttpError, already reported; the form shows it at its field too */
export const askForLink = (email: string) => send(recoverPass, { body: { email } })

export type Comprobacion = { serves: true } | { serves: false; message: string; isFinal: boolean }

/** Whether the code of the link is still valid; a failed check can be repeated. */
export async function checkCode(code: string): Promise<Comprobacion> {
  try {
    const answer = await sendForBody(validateResetCode, { params: { code } })
    return answer.ok
      ? { serves: true }
      : { serves: false, message: answer.body.msg ?? '', isFinal: answer.status !== 429 && answer.status < 500 }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return { serves: false, message: 'No se pudo comprobar el enlace.', isFinal: false }
  }
}

/** Returns undefined after success, or why the code is no longer valid. @throws HttpError for the password, at its field */
export async function resetPassword(code: string, password: string): Promise<string | undefined> {
  const answer = await sendForBody(resetPass, { body: { new_pass: encodePassword(password, settings.codec), reset_code: code } })
  if (answer.ok) return undefined
  const error = new HttpError(answer.status, answer.body)
  if (answer.status !== 422 || Object.keys(error.fieldErrors).length > 0) throw error
  return answer.body.msg
}
