import { INVITACION_HORAS } from '@yupana/contract'

import type { Carta } from '../correo/carta-cuenta.service.ts'

interface Invitada {
  mail: string
  empresa: string
  invita: string
  rol: string
}

// Names are what people typed: one line each, so that none can pass for a part of the letter.
const line = (text: string) => text.replace(/\s+/g, ' ').trim()

export const cartaDeInvitacion = ({ mail, empresa, invita, rol }: Invitada, enlace: string): Carta => ({
  para: mail,
  asunto: `Invitación a ${line(empresa)}`,
  texto: `${line(invita)} le invita a trabajar en ${line(empresa)} con el rol ${rol}.

Para aceptar abra este enlace:
${enlace}

Sirve una sola vez y durante ${INVITACION_HORAS} horas. Si no esperaba esta invitación, no haga nada.
`,
})
