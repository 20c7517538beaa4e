import * as z from 'zod/mini'

import { REQUIRED } from '../../components/form/messages.ts'
import { TextField } from '../../components/form/text-field.tsx'

/** Of the application, with or without the space that it shows in the middle. */
export const codigoDeApp = z.string().check(
  z.trim(),
  z.minLength(1, REQUIRED),
  z.refine((text) => text === '' || /^\d{3}\s?\d{3}$/.test(text), 'El código tiene seis dígitos.'),
)
/** Either kind; the server tells them apart. */
export const codigoCualquiera = z.string().check(z.trim(), z.minLength(1, REQUIRED))

export const CodigoField = ({ autoFocus = false }: { autoFocus?: boolean }) => (
  <TextField name="codigo" label="Código de verificación" autoComplete="one-time-code" inputMode="numeric" required autoFocus={autoFocus} />
)
