import { INVITACION_HORAS } from '@yupana/contract'

import { sinEnlaces, type Carta } from '../carta/carta.door.ts'

interface Invitada {
  mail: string
  empresa: string
  invita: string
  rol: string
}

export const cartaDeInvitacion = ({ mail, empresa, invita, rol }: Invitada, enlace: string): Carta => ({
  para: mail,
  asunto: `Invitación a ${sinEnlaces(empresa)}`,
  texto: `«${sinEnlaces(invita)}» le invita a trabajar en «${sinEnlaces(empresa)}» con el rol ${rol}.

Para aceptar abra este enlace:
${enlace}

Sirve una sola vez y durante ${INVITACION_HORAS} horas. Si no esperaba esta invitación, no haga nada.
`,
})
