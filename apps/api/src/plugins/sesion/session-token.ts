import { createHmac, timingSafeEqual } from 'node:crypto'

import { loadClaveContrasenas } from '../../config/config-clave-maestra.ts'
import type { Config } from '../../config/config.ts'
import { sesionKeyOf } from '../../secretos/codec-key.ts'

const TAG_BYTES = 12
const TOKEN = /^([\w-]{43})([\w-]{16})$/
const keys = new WeakMap<Config, Buffer>()

/** Proves that this installation made a token, even after a change of the master key. */
export function tagOf(config: Config, random: string): Buffer {
  const key = keys.get(config) ?? sesionKeyOf(loadClaveContrasenas(config))
  keys.set(config, key)
  return createHmac('sha256', key).update(random).digest().subarray(0, TAG_BYTES)
}

/** False for an invented token, which is refused before the database is asked. */
export function isSessionToken(config: Config, token: string): boolean {
  const [, random, tag] = TOKEN.exec(token) ?? []
  return random !== undefined && tag !== undefined && timingSafeEqual(tagOf(config, random), Buffer.from(tag, 'base64url'))
}
