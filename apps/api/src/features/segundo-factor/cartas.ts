import type { Carta } from '../carta/carta.door.ts'

export interface Titular {
  name: string
  mail: string
}

const SI_NO_FUE = 'Si no fue usted, cambie su contraseña cuanto antes y avise al administrador de su empresa.'

const carta = ({ name, mail }: Titular, asunto: string, texto: string): Carta => ({
  para: mail,
  asunto,
  texto: `Estimado/a ${name}:

${texto}
`,
})

export const cartaDeActivado = (titular: Titular) =>
  carta(
    titular,
    'Verificación en dos pasos activada',
    `Desde ahora su cuenta pide, además de la contraseña, un código de su aplicación. Sus demás sesiones terminaron. Guarde sus
códigos de recuperación: son la entrada si pierde el teléfono. ${SI_NO_FUE}`,
  )

export const cartaDeDesactivado = (titular: Titular) =>
  carta(titular, 'Verificación en dos pasos desactivada', `Su cuenta vuelve a abrirse solo con la contraseña. ${SI_NO_FUE}`)

export const cartaDeCodigos = (titular: Titular) =>
  carta(
    titular,
    'Sus códigos de recuperación cambiaron',
    `Se crearon códigos de recuperación nuevos para su cuenta; los anteriores ya no sirven. ${SI_NO_FUE}`,
  )

export const cartaDeUso = (titular: Titular, quedan: number) =>
  carta(
    titular,
    'Se usó un código de recuperación',
    `Alguien completó un paso de su verificación con un código de recuperación. ${quedan === 1 ? 'Le queda 1' : `Le quedan ${quedan}`}. ${SI_NO_FUE}`,
  )

export const cartaDeQuitado = (titular: Titular, motivo: string) =>
  carta(
    titular,
    'Un administrador quitó su verificación en dos pasos',
    `Un administrador de la instalación quitó la verificación en dos pasos de su cuenta y terminó sus sesiones.

Motivo: ${motivo}

Al ingresar puede activarla de nuevo en Perfil Usuario. ${SI_NO_FUE}`,
  )
