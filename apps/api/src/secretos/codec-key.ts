import { hkdfSync } from 'node:crypto'

import type { CodecKey } from '@yupana/contract'

const derive = (claveMaestra: string, purpose: string, length: number) =>
  Buffer.from(hkdfSync('sha256', claveMaestra, 'yupana', purpose, length))

/** The key with which the page encodes passwords (O-03): the same in every process of an installation, and no secret. */
export const codecKeyOf = (claveMaestra: string): CodecKey => ({
  id: derive(claveMaestra, 'codec id v1', 4).toString('hex'),
  key: derive(claveMaestra, 'codec v1', 32).toString('base64url'),
})

/** Signs the chain heads of the audit that are kept outside the database. */
export const cabezaKeyOf = (claveMaestra: string): Buffer => derive(claveMaestra, 'cabezas de auditoria v1', 32)

/** Hides account names in the log: the same account is always the same word, and no name can be tested against it. */
export const rastroKeyOf = (claveMaestra: string): Buffer => derive(claveMaestra, 'rastro v1', 32)

/** Marks the tokens of sessions as the installation's own. */
export const sesionKeyOf = (claveContrasenas: string): Buffer => derive(claveContrasenas, 'sesion v1', 32)

/** Mixed into every password hash: without it the hashes of a stolen database cannot be guessed. */
export const pepperOf = (claveMaestra: string): Buffer => derive(claveMaestra, 'pimienta v1', 32)
