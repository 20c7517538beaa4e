import * as z from 'zod/mini'

import { REQUIRED } from '../../components/form/messages.ts'
import { TextField } from '../../components/form/text-field.tsx'

/** A code of the authenticator application, with or without the space in its middle. */
export const codigoDeApp = z.string().check(
  z.trim(),
  z.minLength(1, REQUIRED),
  z.refine((text) => text === '' || /^\d{3}\s?\d{3}$/.test(text), 'El código tiene seis dígitos.'),
)
/** A code of the application or a recovery code; the server tells them apart. */
export const codigoCualquiera = z.string().check(z.trim(), z.minLength(1, REQUIRED))

export const CodigoField = ({ autoFocus = false }: { autoFocus?: boolean }) => (
  <TextField name="codigo" label="Código de verificación" autoComplete="one-time-code" inputMode="numeric" required autoFocus={autoFocus} />
)
