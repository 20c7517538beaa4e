import type { Carta } from '../carta/carta.door.ts'

interface Destino {
  name: string
  mail: string
}

export const cartaDePassword = ({ name, mail }: Destino): Carta => ({
  para: mail,
  asunto: 'Su contraseña cambió',
  texto: `Estimado/a ${name}:

La contraseña de su cuenta acaba de cambiar desde su perfil y sus demás sesiones terminaron. Si no fue usted, restablézcala cuanto
antes con «Olvidé mi contraseña» y avise al administrador de su empresa.
`,
})
