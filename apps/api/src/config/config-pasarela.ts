import type { Config } from './config.ts'

const CLAVE_MINIMA = 32

/** The gateway of PASARELA_URL: it needs a secret to sign with. */
export function pasarelaOf(url: string | undefined, clave: string | undefined, problem: (line: string) => void): Config['pasarela'] {
  if (url === undefined && clave === undefined) return undefined
  if (url === undefined || clave === undefined) {
    problem('PASARELA_URL y PASARELA_CLAVE van juntas: la dirección de la pasarela y la clave con que se firma lo que se le dice.')
    return undefined
  }
  if (clave.length < CLAVE_MINIMA) problem(`PASARELA_CLAVE debe tener al menos ${CLAVE_MINIMA} caracteres.`)
  return { url: url.replace(/\/+$/, ''), clave }
}
