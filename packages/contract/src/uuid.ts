import { PATRON_UUID } from '@yupana/fiscal'
import * as z from 'zod/mini'

/** A standard UUID of versions 1 to 5, turned into small letters: locks and comparisons need one spelling. */
export const uuid = z.string().check(z.regex(PATRON_UUID, 'Identificador no válido'), z.toLowerCase())

export const idParams = z.object({ id: uuid })
