import { isEmail, isLongPassword, passwordStrength } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { REQUIRED } from '../../components/form/messages.ts'

export const correoField = z.string().check(
  z.trim(),
  z.minLength(1, REQUIRED),
  z.refine((text) => text === '' || isEmail(text), 'Ingrese un correo válido.'),
)

const withoutSpaces = z.regex(/^\S*$/, 'No se permiten espacios en blanco.')
const strong = z.refine<string>(
  (text) => text === '' || passwordStrength(text) === 'strong' || isLongPassword(text),
  'La contraseña lleva al menos 8 caracteres, con minúscula, mayúscula y número, o 15 o más de cualquier tipo.',
)

export const newPassword = z.string().check(z.minLength(1, REQUIRED), withoutSpaces, strong)

/** The new password twice; the calls name it `new_pass`. */
export const newPasswordFields = {
  new_pass: newPassword,
  confirmation: z.string().check(z.minLength(1, REQUIRED), withoutSpaces),
}

type Twice = { new_pass: string; confirmation: string }

/** A form with both passwords: they must be equal. */
export const confirmed = <Output extends Twice, Input extends Twice>(form: z.ZodMiniType<Output, Input>) =>
  form.check(
    z.refine(({ new_pass, confirmation }: Twice) => confirmation === '' || new_pass === confirmation, {
      path: ['confirmation'],
      error: 'Las contraseñas deben ser iguales.',
      when: () => true,
    }),
  )

export const NewPasswordSchema = confirmed(z.object(newPasswordFields))
