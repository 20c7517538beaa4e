import type { Answered } from '../../lib/http/http.ts'
import { HttpError, type RefusalBody } from '../../lib/http/http-error.ts'

type Refused = Extract<Answered<unknown>, { ok: false }>

/** Why the challenge is no longer valid, in the server's words; undefined while it is valid. */
export function overOf({ status, body }: Refused): RefusalBody | undefined {
  const text = new HttpError(status, body).fieldErrors['desafio']
  return text === undefined ? undefined : { msg: text }
}

/** The refusal for the form: at the field, or above it. */
export const refusedOf = ({ status, body }: Refused): HttpError => new HttpError(status, body)
