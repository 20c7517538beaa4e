import * as z from 'zod/mini'

/** A standard UUID of versions 1 to 5. */
export const uuid = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i, 'Identificador no válido'))

export const idParams = z.object({ id: uuid })
