import type { Carta } from '../correo/carta-cuenta.service.ts'

interface Destino {
  name: string
  mail: string
}

export const cartaDeClave = ({ name, mail }: Destino): Carta => ({
  para: mail,
  asunto: 'Su contraseña cambió',
  texto: `Estimado/a ${name}:

La contraseña de su cuenta acaba de cambiar desde su perfil y sus demás sesiones terminaron. Si no fue usted, restablézcala cuanto
antes con «Olvidé mi contraseña» y avise al administrador de su empresa.
`,
})

/** To the address of before: whoever took the account cannot keep it quiet. */
export const cartaDeCorreo = ({ name, mail }: Destino, nuevo: string): Carta => ({
  para: mail,
  asunto: 'El correo de su cuenta cambió',
  texto: `Estimado/a ${name}:

Desde ahora los avisos de su cuenta llegan a ${nuevo}. Si no fue usted, avise cuanto antes al administrador de su empresa.
`,
})
