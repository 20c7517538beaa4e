import { gcm } from '@noble/ciphers/aes.js'
import { base64urlDecode, base64urlEncode } from './base64url.ts'

// An encoding, not a protection (O-03): every browser gets the key. TLS protects the password.
const VERSION = 'v1'
const NONCE_BYTES = 12
const MAX_LENGTH = 1024

export interface CodecKey {
  /** Short name sent with the value, so that keys can change. */
  id: string
  /** 32 bytes, base64url. */
  key: string
}

const randomNonce = () => crypto.getRandomValues(new Uint8Array(NONCE_BYTES))

/** Password → `v1.<key id>.<base64url(nonce ‖ ciphertext ‖ tag)>`, different at each call. */
export function encodePassword(password: string, { id, key }: CodecKey): string {
  const nonce = randomNonce()
  const sealed = gcm(base64urlDecode(key), nonce).encrypt(new TextEncoder().encode(password))
  const bytes = new Uint8Array(NONCE_BYTES + sealed.length)
  bytes.set(nonce)
  bytes.set(sealed, NONCE_BYTES)
  return `${VERSION}.${id}.${base64urlEncode(bytes)}`
}

/** The password; undefined for any text that `encodePassword` did not make with one of the keys. */
export function decodePassword(value: string, keys: readonly CodecKey[]): string | undefined {
  if (value.length > MAX_LENGTH) return undefined
  const [version, id, body, ...rest] = value.split('.')
  const codecKey = keys.find((candidate) => candidate.id === id)
  if (version !== VERSION || !codecKey || !body || rest.length > 0) return undefined
  try {
    const bytes = base64urlDecode(body)
    const opened = gcm(base64urlDecode(codecKey.key), bytes.slice(0, NONCE_BYTES)).decrypt(bytes.slice(NONCE_BYTES))
    return new TextDecoder('utf-8', { fatal: true }).decode(opened)
  } catch {
    return undefined
  }
}
