/** Reads the shared vectors from beside the repository; absent ones skip the tests, except in CI. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const SHARED = new URL('../../../../../shared/', import.meta.url)

export const sharedExists = existsSync(SHARED)

/** Whether to run tests over shared material: always in CI, where its absence must be seen. */
export const runsShared = sharedExists || process.env.CI === 'true'

/** The text of a file under shared/. */
export const readSharedText = (path: string): string => readFileSync(fileURLToPath(new URL(path, SHARED)), 'utf8')

/** The parsed content of a file under shared/. */
export const readShared = <T>(path: string): T => JSON.parse(readSharedText(path)) as T
