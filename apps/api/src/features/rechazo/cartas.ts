import { displayFecha, fechaIn } from '@yupana/fiscal'

import type { Carta } from '../carta/carta.door.ts'
import type { Aviso } from './rechazo.sql.ts'

const horaOf = (instant: string) => {
  const at = new Date(instant)
  return `${displayFecha(fechaIn(at))} a las ${new Intl.DateTimeFormat('es-EC', { timeZone: 'America/Guayaquil', hour: '2-digit', minute: '2-digit', hour12: false }).format(at)}`
}
const redesOf = ({ redes }: Aviso) => `Redes: ${redes.join(', ')}${redes.length >= 5 ? ' y otras' : ''}`

export const cartaDePersona = (aviso: Aviso & { mail: string }): Carta => ({
  para: aviso.mail,
  asunto: 'Alguien intenta ingresar con su cuenta',
  texto: `Estimado/a ${aviso.name}:

Desde el ${horaOf(aviso.hora)} se rechazaron ${aviso.fallas} contraseñas o códigos incorrectos para su cuenta ${aviso.username}.
${redesOf(aviso)}

Nadie ingresó por ello, y usted puede seguir ingresando desde donde lo hace siempre. Desde una red nueva quizá deba esperar una hora, o
restablecer su contraseña con «Olvidé mi contraseña».

Si usa esta contraseña en otro sitio, cámbiela. Si todavía no tiene la verificación en dos pasos, actívela en su perfil.
`,
})

export const cartaDeInstalacion = (para: string, instalacion: Aviso, personas: readonly Aviso[]): Carta => ({
  para,
  asunto: 'Intentos de ingreso rechazados',
  texto: `Desde el ${horaOf(instalacion.hora)} se rechazaron ${instalacion.fallas} contraseñas o códigos incorrectos en toda la instalación, y ${instalacion.limites} solicitudes sin sesión, sin permiso o por encima de los límites.
${redesOf(instalacion)}
${
  personas.length === 0
    ? ''
    : `
Cuentas a las que más se intentó ingresar:
${personas
  .slice(0, 20)
  .map(({ username, fallas }) => `- ${username}: ${fallas}`)
  .join('\n')}${personas.length > 20 ? `\n- y ${personas.length - 20} más` : ''}
`
}
Cada rechazo está en el registro del servidor ("event":"refused") con su red y su ruta, y contado en la auditoría de cada persona. De esta hora no se avisará de nuevo.
`,
})
