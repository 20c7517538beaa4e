import { RESTABLECER_MINUTOS } from '@yupana/contract'

import type { Carta } from '../carta/carta.door.ts'

interface Destino {
  name: string
  mail: string
}

export const cartaDeEnlace = ({ name, mail }: Destino, enlace: string): Carta => ({
  para: mail,
  asunto: 'Restablecer su contraseña',
  texto: `Estimado/a ${name}:

Para ingresar una nueva contraseña abra este enlace:
${enlace}

Sirve una sola vez y durante ${RESTABLECER_MINUTOS} minutos. Si no lo pidió, no haga nada: su contraseña sigue siendo la misma.
`,
})

export const cartaDeCambio = ({ name, mail }: Destino): Carta => ({
  para: mail,
  asunto: 'Su contraseña cambió',
  texto: `Estimado/a ${name}:

La contraseña de su cuenta acaba de cambiar y sus sesiones abiertas terminaron. Si no fue usted, restablézcala cuanto antes
con «Olvidé mi contraseña» y avise al administrador de su empresa.
`,
})
