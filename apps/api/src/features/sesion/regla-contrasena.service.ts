import { type CodecKey, decodePassword } from '@yupana/contract'
import { passwordStrength } from '@yupana/fiscal'

import { errors } from '../../errors.ts'

const MAX_LENGTH = 128

/** What people choose first where a lowercase letter, an uppercase one and a digit are asked for. */
const COMUNES = new Set([
  'abcd1234', 'abc12345', 'abc123456', 'aa123456', 'aa12345678', 'a1234567', 'a12345678', 'qwerty12', 'qwerty123', 'qwerty1234', 'qwertyuiop1', 'asdfgh123', 'zxcvbnm1', '1q2w3e4r',
  'q1w2e3r4', 'password1', 'password12', 'password123', 'password1234', 'passw0rd', 'passw0rd1', 'p4ssw0rd', 'welcome1', 'welcome12', 'welcome123', 'letmein1', 'letmein123', 'iloveyou1',
  'sunshine1', 'princess1', 'football1', 'baseball1', 'superman1', 'batman123', 'dragon123', 'monkey123', 'master123', 'pokemon1', 'contrasena1', 'contrasena123', 'contraseña1',
  'contraseña123', 'bienvenido1', 'bienvenido123', 'ecuador1', 'ecuador12', 'ecuador123', 'guayaquil1', 'guayaquil123', 'barcelona1', 'barcelona123', 'hola1234', 'hola12345',
  'clave123', 'clave1234', 'usuario1', 'usuario123', 'temporal1', 'temporal123', 'cambiame1', 'cambiame123', 'admin123', 'admin1234', 'administrador1', 'empresa1', 'empresa123',
  'factura1', 'factura123', 'teamo123', 'tequiero1', 'secreto1', 'secreto123', 'prueba123', 'prueba1234',
])

/** Why a password is not taken as a new one (O-11, reliability §6); undefined when it is. */
export function newPasswordProblem(password: string): string | undefined {
  if (/\s/.test(password)) return 'No se permiten espacios en blanco.'
  if (password.length > MAX_LENGTH) return `${MAX_LENGTH} caracteres máximos.`
  if (passwordStrength(password) !== 'strong') return 'La contraseña lleva al menos 8 caracteres, con minúscula, mayúscula y número.'
  return COMUNES.has(password.toLowerCase()) ? 'Esta contraseña es de las más usadas: elija otra.' : undefined
}

/** The new password in clear, to be hashed. @throws 422 at `campo` */
export function requireNewPassword(clave: string, codecKeys: readonly CodecKey[], campo: string): string {
  const password = decodePassword(clave, codecKeys)
  if (password === undefined) throw errors.field('PASSWORD', campo, 'La contraseña no llegó completa: vuelva a ingresarla.')
  const problem = newPasswordProblem(password)
  if (problem) throw errors.field('PASSWORD', campo, problem)
  return password
}
