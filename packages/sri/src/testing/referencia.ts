import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Catalogues and vectors of the repository. */
export const REFERENCIA = fileURLToPath(new URL('../../../../referencia', import.meta.url))

/** The official texts, beside the repository. */
export const OFICIAL = fileURLToPath(new URL('../../../../../shared/sri', import.meta.url))

/** False when the official texts are absent; in CI the tests that need them then fail. */
export const hasOficial = existsSync(OFICIAL) || process.env.CI === 'true'
