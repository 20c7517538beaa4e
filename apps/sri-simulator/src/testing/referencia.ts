import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..')

/** Catalogues and vectors of the repository. */
export const REFERENCIA = path.join(root, 'referencia/sri')

/** The official XSD and WSDL, beside the repository. */
export const OFICIAL = path.join(root, '../shared/sri')

/** False when the official texts are absent; in CI the tests that need them then fail. */
export const hasOficial = existsSync(OFICIAL) || process.env['CI'] === 'true'
