import { PRODUCTO } from '../../instalacion/version.ts'

/** A subject is one line, whatever a name holds. */
export const enLinea = (texto: string) => texto.replace(/[\p{C}\s]+/gu, ' ').trim()

/** Whose mail it is, and who really sends it: nobody passes for somebody else (O-122). */
export const remitenteOf = (nombre: string, producto: string | null): string => `${enLinea(nombre)} · vía ${producto ?? PRODUCTO}`
