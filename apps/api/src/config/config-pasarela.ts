import type { Config } from './config.ts'

const SECRETO_MINIMO = 32

/** The gateway of PASARELA_URL: it needs a secret to sign with. */
export function pasarelaOf(url: string | undefined, secreto: string | undefined, problem: (line: string) => void): Config['pasarela'] {
  if (url === undefined && secreto === undefined) return undefined
  if (url === undefined || secreto === undefined) {
    problem('PASARELA_URL y PASARELA_CLAVE van juntas: la dirección de la pasarela y la clave con que se firma lo que se le dice.')
    return undefined
  }
  if (secreto.length < SECRETO_MINIMO) problem(`PASARELA_CLAVE debe tener al menos ${SECRETO_MINIMO} caracteres.`)
  return { url: url.replace(/\/+$/, ''), secreto }
}
