import type { Perfil } from '@yupana/contract'
import * as z from 'zod/mini'

import { fechaEntradaOpcional } from '../../components/form/fecha-entrada.ts'
import { REQUIRED } from '../../components/form/messages.ts'
import { correoField } from '../../domain/cuenta/reglas.ts'
import { today } from '../../lib/formato/format.ts'

export const NACIMIENTO_MIN = '1900-01-01'

const line = (max: number) => z.string().check(z.trim(), z.maxLength(max, `${max} caracteres máximos.`))

/** Fields with their names in the call. */
export const perfilSchema = ({ mail }: Perfil) =>
  z.object({
    ci: line(20),
    name: line(100),
    surname: line(100),
    // A user without a mail address may leave it empty.
    mail: mail === '' ? z.union([z.literal(''), correoField]) : correoField,
    username: line(60).check(
      z.minLength(1, REQUIRED),
      z.regex(/^\S*$/, 'No se permiten espacios en blanco.'),
      z.regex(/^$|^[^@]*\p{L}[^@]*$/u, 'El usuario lleva al menos una letra y no puede ser un correo.'),
    ),
    phone: line(20),
    birthDate: fechaEntradaOpcional(NACIMIENTO_MIN, today()),
    /** Only for changing the mail address. */
    pass: z.string(),
  })

export const perfilInitial = ({ ci, name, surname, mail, username, phone, birthDate }: Perfil) => ({
  ci: ci ?? '',
  name,
  surname,
  mail,
  username,
  phone: phone ?? '',
  birthDate: birthDate ?? '',
  pass: '',
})
