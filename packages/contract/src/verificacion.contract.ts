import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { Nothing } from './envelope.contract.ts'

const tag = 'Perfil'

/** Validity of the link to a new mail, in hours. */
export const VERIFICACION_HORAS = 24

/** Code from the link: 256 random bits. In the body, never in the address. */
const codigo = z.string().check(z.minLength(1, 'Este campo es requerido.'), z.maxLength(200))

export const verifyCorreo = endpoint('POST /v1/usuario/correo/verificar', {
  costo: 'escritura',
  tag,
  summary: 'Confirma el correo pedido con el enlace que llegó a él, una sola vez y en la sesión de quien lo pidió',
  body: z.object({ codigo }),
  reply: z.object({ mail: z.string() }),
  msg: 'Correo verificado exitosamente',
})
export const resendCorreo = endpoint('POST /v1/usuario/correo/reenviar', {
  costo: 'escritura',
  tag,
  summary: 'Envía otro enlace al correo pedido; el anterior deja de servir',
  reply: Nothing,
  msg: 'Enlace enviado exitosamente',
})
export const cancelCorreo = endpoint('DELETE /v1/usuario/correo', {
  costo: 'escritura',
  tag,
  summary: 'Retira el correo pedido que aún no se verifica',
  reply: Nothing,
  msg: 'Cambio de correo cancelado',
})
