import * as z from 'zod/mini'

/** The body of every successful answer (O-01): status is the string "200", never a number. */
export const envelopeOf = <T extends z.ZodMiniType>(data: T) => z.object({ status: z.literal('200'), msg: z.string(), data })

export interface Envelope<T> {
  status: '200'
  msg: string
  data: T
}

/** The body of every refusal: one item per problem; `campo` names its field. */
export const ErrorBody = z.object({
  status: z.string(),
  msg: z.string(),
  data: z.array(z.object({ message: z.string(), campo: z.optional(z.string()), codigo: z.optional(z.string()) })),
})
export type ErrorBody = z.infer<typeof ErrorBody>

export const Nothing = z.nullable(z.unknown())

/** A header of every answer to a session: the version of the legal facts that the server works with. */
export const NORMAS_HEADER = 'x-normas'

/** A header of every answer to a session that ends by inactivity: whole seconds left if nobody uses it (O-123). */
export const INACTIVIDAD_HEADER = 'x-inactividad'
/** A header of a call: whole seconds since a person last touched its page. Without it the call itself counts as use. */
export const USO_HEADER = 'x-uso'
/** `codigo` of the 401 of an idle session, which waits for its password and has not ended (O-123). */
export const SESION_INACTIVA = 'SESION_INACTIVA'

/** A header of every answer to a session; its text changes with profile, rights, menus, company or configuration (O-116). */
export const AVISO_HEADER = 'x-aviso'
