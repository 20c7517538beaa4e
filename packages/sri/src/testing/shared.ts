import { fileURLToPath } from 'node:url'

/** The reference texts beside the repository (schemas, vectors): tests that need them are skipped without them, except in CI. */
export const SHARED = fileURLToPath(new URL('../../../../../shared', import.meta.url))
