import { isEmail, passwordStrength } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { REQUIRED } from '../../components/form/messages.ts'

export const correoField = z.string().check(z.trim(), z.minLength(1, REQUIRED), z.refine((text) => text === '' || isEmail(text), 'Ingrese un correo válido.'))

const withoutSpaces = z.regex(/^\S*$/, 'No se permiten espacios en blanco.')
const strong = z.refine<string>((text) => text === '' || passwordStrength(text) === 'strong', 'La contraseña lleva al menos 8 caracteres, con minúscula, mayúscula y número.')

/** The new password twice; `new_pass` is its name in the call. */
export const NewPasswordSchema = z
  .object({
    new_pass: z.string().check(z.minLength(1, REQUIRED), withoutSpaces, strong),
    confirmation: z.string().check(z.minLength(1, REQUIRED), withoutSpaces),
  })
  .check(
    z.refine(({ new_pass, confirmation }) => confirmation === '' || new_pass === confirmation, {
      path: ['confirmation'], error: 'Las contraseñas deben ser iguales.', when: () => true,
    }),
  )
