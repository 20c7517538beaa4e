import type { Comando } from './comando.ts'
import { certificado } from './comandos/certificado.ts'
import { clave } from './comandos/clave.ts'
import { firmar } from './comandos/firmar.ts'
import { ride } from './comandos/ride.ts'
import { validar } from './comandos/validar.ts'
import { verificar } from './comandos/verificar.ts'

export const COMANDOS: readonly Comando[] = [firmar, verificar, validar, ride, clave, certificado]
