import { generateKeyPairSync, type KeyObject } from 'node:crypto'

let key: KeyObject | undefined

/** One RSA-2048 key of this run, for measuring the bare operation. */
export const testKey = (): KeyObject => (key ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
