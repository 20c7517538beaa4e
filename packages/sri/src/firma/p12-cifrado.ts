import { createDecipheriv } from 'node:crypto'

import { type Asn1Node, childOf, octetsOf, oidOf, smallIntegerOf, TAG } from './asn1.ts'
import type { Derivacion } from './p12-derivacion.ts'
import { P12Error } from './p12-error.ts'
import { decryptRc2Cbc } from './rc2.ts'

const PBES2 = '1.2.840.113549.1.5.13'
const PBKDF2 = '1.2.840.113549.1.5.12'

/** The old password-based ciphers of PKCS#12 (RFC 7292 appendix C). */
const ANTIGUOS: ReadonlyMap<string, { keyLength: number; decrypt: (key: Buffer, iv: Buffer, data: Buffer) => Buffer | undefined }> =
  new Map([
    ['1.2.840.113549.1.12.1.3', { keyLength: 24, decrypt: (key, iv, data) => decipher('des-ede3-cbc', key, iv, data) }],
    // Two-key triple DES is triple DES whose third key is the first one.
    [
      '1.2.840.113549.1.12.1.4',
      { keyLength: 16, decrypt: (key, iv, data) => decipher('des-ede3-cbc', Buffer.concat([key, key.subarray(0, 8)]), iv, data) },
    ],
    ['1.2.840.113549.1.12.1.5', { keyLength: 16, decrypt: (key, iv, data) => decryptRc2Cbc(key, 128, iv, data) }],
    ['1.2.840.113549.1.12.1.6', { keyLength: 5, decrypt: (key, iv, data) => decryptRc2Cbc(key, 40, iv, data) }],
  ])

const CIPHERS: ReadonlyMap<string, { name: string; keyLength: number }> = new Map([
  ['2.16.840.1.101.3.4.1.2', { name: 'aes-128-cbc', keyLength: 16 }],
  ['2.16.840.1.101.3.4.1.22', { name: 'aes-192-cbc', keyLength: 24 }],
  ['2.16.840.1.101.3.4.1.42', { name: 'aes-256-cbc', keyLength: 32 }],
  ['1.2.840.113549.3.7', { name: 'des-ede3-cbc', keyLength: 24 }],
])

/** HMAC of PBKDF2; without one it is SHA-1. */
const PRFS: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.2.7', 'sha1'],
  ['1.2.840.113549.2.8', 'sha224'],
  ['1.2.840.113549.2.9', 'sha256'],
  ['1.2.840.113549.2.10', 'sha384'],
  ['1.2.840.113549.2.11', 'sha512'],
])

/**
 * Decrypts what an AlgorithmIdentifier says it is encrypted with.
 * @throws P12Error CIFRADO_NO_SOPORTADO, DERIVACION_EXCESIVA, CLAVE_INCORRECTA; Asn1Error
 */
export function decryptWith(algorithm: Asn1Node, data: Buffer, derivacion: Derivacion): Buffer {
  const oid = oidOf(childOf(algorithm, 0))
  const parameters = childOf(algorithm, 1, TAG.SEQUENCE)
  const plain = oid === PBES2 ? decryptPbes2(parameters, data, derivacion) : decryptAntiguo(oid, parameters, data, derivacion)
  if (plain === undefined) throw new P12Error('CLAVE_INCORRECTA')
  return plain
}

function decryptAntiguo(oid: string, parameters: Asn1Node, data: Buffer, derivacion: Derivacion): Buffer | undefined {
  const cipher = ANTIGUOS.get(oid)
  if (cipher === undefined) throw new P12Error('CIFRADO_NO_SOPORTADO')
  const salt = octetsOf(childOf(parameters, 0, TAG.OCTET_STRING))
  const iterations = smallIntegerOf(childOf(parameters, 1))
  const key = derivacion.pkcs12('sha1', 1, salt, iterations, cipher.keyLength)
  return cipher.decrypt(key, derivacion.pkcs12('sha1', 2, salt, iterations, 8), data)
}

function decryptPbes2(parameters: Asn1Node, data: Buffer, derivacion: Derivacion): Buffer | undefined {
  const kdf = childOf(parameters, 0, TAG.SEQUENCE)
  const scheme = childOf(parameters, 1, TAG.SEQUENCE)
  const cipher = CIPHERS.get(oidOf(childOf(scheme, 0)))
  if (oidOf(childOf(kdf, 0)) !== PBKDF2 || cipher === undefined) throw new P12Error('CIFRADO_NO_SOPORTADO')
  const kdfParameters = childOf(kdf, 1, TAG.SEQUENCE)
  const prf = kdfParameters.children.slice(2).find((child) => child.tag === TAG.SEQUENCE)
  const digest = prf === undefined ? 'sha1' : PRFS.get(oidOf(childOf(prf, 0)))
  if (digest === undefined) throw new P12Error('CIFRADO_NO_SOPORTADO')
  const salt = octetsOf(childOf(kdfParameters, 0, TAG.OCTET_STRING))
  const iterations = smallIntegerOf(childOf(kdfParameters, 1))
  const iv = octetsOf(childOf(scheme, 1, TAG.OCTET_STRING))
  for (const password of derivacion.pbes2Passwords) {
    const plain = decipher(cipher.name, derivacion.pbkdf2(password, digest, salt, iterations, cipher.keyLength), iv, data)
    if (plain !== undefined) return plain
  }
  return undefined
}

/** Undefined when length, vector or padding are wrong: in a good file that means a wrong password. */
function decipher(name: string, key: Buffer, iv: Buffer, data: Buffer): Buffer | undefined {
  try {
    const cipher = createDecipheriv(name, key, iv)
    return Buffer.concat([cipher.update(data), cipher.final()])
  } catch {
    return undefined
  }
}
