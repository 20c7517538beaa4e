// The official texts lie outside the repository. Where they are missing, tests that need them are left out, except in CI.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const SRI = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../../../shared/sri')

export const referenceIsMissing = (): boolean => {
  if (existsSync(SRI)) return false
  if (process.env['CI'] === 'true') throw new Error(`Faltan los textos oficiales: ${SRI}`)
  return true
}
