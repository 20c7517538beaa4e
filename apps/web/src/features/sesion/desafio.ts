import type { Answered } from '../../lib/http/http.ts'
import { HttpError, type RefusalBody } from '../../lib/http/http-error.ts'

type Refused = Extract<Answered<unknown>, { ok: false }>

/** Why the challenge no longer serves, in the words of the server; undefined where it still does. */
export function overOf({ status, body }: Refused): RefusalBody | undefined {
  const text = new HttpError(status, body).fieldErrors['desafio']
  return text === undefined ? undefined : { msg: text }
}

/** For the form: at the field, or above it. */
export const refusedOf = ({ status, body }: Refused): HttpError => new HttpError(status, body)
