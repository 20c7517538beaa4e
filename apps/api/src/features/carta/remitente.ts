import { PRODUCTO } from '../../instalacion/version.ts'

/** A subject is one line, even for a name with line ends. */
export const enLinea = (texto: string) => texto.replace(/[\p{C}\s]+/gu, ' ').trim()

/** The company's name with the real sender: no company passes for another (O-122). */
export const remitenteOf = (nombre: string, producto: string | null): string => `${enLinea(nombre)} · vía ${producto ?? PRODUCTO}`
