/** Reads the catalogues and vectors of the folder `referencia`. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const REFERENCIA = new URL('../../../../referencia/', import.meta.url)

/** The text of a file of the reference. */
export const readReferenciaText = (path: string): string => readFileSync(fileURLToPath(new URL(path, REFERENCIA)), 'utf8')

/** The parsed content of a file of the reference. */
export const readReferencia = <T>(path: string): T => JSON.parse(readReferenciaText(path)) as T
