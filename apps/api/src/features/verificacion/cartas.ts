import { VERIFICACION_HORAS } from '@yupana/contract'

import { sinEnlaces, type Carta } from '../carta/carta.door.ts'

/**
 * To the requested mail. It names the account: a reader who did not request it sees that it is not theirs. No other text of the user is in
 * it: the receiver may be a stranger.
 */
export const cartaDeVerificacion = ({ username, mail }: { username: string; mail: string }, enlace: string): Carta => ({
  para: mail,
  asunto: 'Verifique su correo',
  texto: `La cuenta «${sinEnlaces(username)}» pidió usar este correo. Para confirmarlo abra este enlace con su sesión iniciada:
${enlace}

Sirve una sola vez y durante ${VERIFICACION_HORAS} horas. Si esa cuenta no es suya, no haga nada: este correo no le quedará asociado.
`,
})

/** To the former address: an account cannot be taken over unnoticed. */
export const cartaDeCambio = ({ name, mail }: { name: string; mail: string }, nuevo: string): Carta => ({
  para: mail,
  asunto: 'El correo de su cuenta cambió',
  texto: `Estimado/a ${name}:

Desde ahora los avisos de su cuenta llegan a ${nuevo}. Si no fue usted, avise cuanto antes al administrador de su empresa.
`,
})
