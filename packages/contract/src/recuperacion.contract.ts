import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { Nothing } from './envelope.contract.ts'
import { correo } from './fields.ts'

const tag = 'Recuperación de cuenta'

/** A password encoded by `encodePassword`, as in every call (O-03). */
export const encodedPassword = z.string().check(z.minLength(1, 'Este campo es requerido.'), z.maxLength(1024))
/** Code from the link: 256 random bits. */
const codigo = z.string().check(z.minLength(1, 'Este campo es requerido.'), z.maxLength(200))

export const RecoverForm = z.object({ email: correo })
export const ResetForm = z.object({ new_pass: encodedPassword, reset_code: codigo })

/** Validity of a link, in minutes. */
export const RESTABLECER_MINUTOS = 15

export const recoverPass = endpoint('POST /api/forgot_pass/recover_pass', {
  costo: 'identidad',
  tag,
  summary: 'Pide el enlace para restablecer la contraseña; responde lo mismo si el correo no es de nadie',
  body: RecoverForm,
  reply: Nothing,
  msg: 'Se envió el link de restauración a su correo. Tiene 15 minutos antes que expire la solicitud.',
})
export const validateResetCode = endpoint('GET /api/forgot_pass/validate_reset_code/:code', {
  costo: 'identidad',
  tag,
  summary: 'Dice si un código de restauración todavía sirve',
  params: z.object({ code: codigo }),
  reply: Nothing,
})
export const resetPass = endpoint('POST /api/forgot_pass/reset_pass', {
  costo: 'identidad',
  tag,
  summary: 'Cambia la contraseña con un código, una sola vez, y termina las sesiones',
  body: ResetForm,
  reply: Nothing,
  msg: 'Se ha restablecido su contraseña.',
})
