// Writes .p12 files, also with the old encryptions that Ecuadorian entities still use.
import { createCipheriv, createHmac, pbkdf2Sync, randomBytes, type KeyObject } from 'node:crypto'
import forge from 'node-forge'

import { bmp, context, der, integer, NULL, octets, oid, sequence, set } from './escribir-der.ts'

export type Cifrado = 'aes' | '3des' | 'rc2'

export interface Par {
  readonly key: KeyObject
  readonly certificado: Uint8Array
  readonly nombre: string
}

const DATA = oid('1.2.840.113549.1.7.1')
const ITERATIONS = 10_000
const LEGACY_ITERATIONS = 2048

interface Cifrador {
  readonly algorithm: Buffer
  encrypt(plain: Uint8Array): Buffer
}

const binary = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

// PKCS#12 derivation: purpose 1 is a key, 2 an initial vector, 3 a MAC.
function derive(
  password: string,
  salt: Uint8Array,
  purpose: 1 | 2 | 3,
  length: number,
  digest: 'sha1' | 'sha256',
  iterations: number,
): Buffer {
  const generate = forge.pkcs12.generateKey as unknown as (
    password: string,
    salt: forge.util.ByteStringBuffer,
    id: number,
    iterations: number,
    n: number,
    md: forge.md.MessageDigest,
  ) => forge.util.ByteStringBuffer
  const buffer = generate(password, forge.util.createBuffer(binary(salt)), purpose, iterations, length, forge.md[digest].create())
  return Buffer.from(buffer.getBytes(), 'latin1')
}

function pbes2(password: string): Cifrador {
  const [salt, iv] = [randomBytes(16), randomBytes(16)]
  const key = pbkdf2Sync(Buffer.from(password, 'utf8'), salt, ITERATIONS, 32, 'sha256')
  const kdf = sequence(
    oid('1.2.840.113549.1.5.12'),
    sequence(octets(salt), integer(BigInt(ITERATIONS)), sequence(oid('1.2.840.113549.2.9'), NULL)),
  )
  return {
    algorithm: sequence(oid('1.2.840.113549.1.5.13'), sequence(kdf, sequence(oid('2.16.840.1.101.3.4.1.42'), octets(iv)))),
    encrypt(plain) {
      const cipher = createCipheriv('aes-256-cbc', key, iv)
      return Buffer.concat([cipher.update(plain), cipher.final()])
    },
  }
}

function legacy(password: string, kind: '3des' | 'rc2'): Cifrador {
  const salt = randomBytes(8)
  const key = derive(password, salt, 1, kind === '3des' ? 24 : 5, 'sha1', LEGACY_ITERATIONS)
  const iv = derive(password, salt, 2, 8, 'sha1', LEGACY_ITERATIONS)
  return {
    algorithm: sequence(
      oid(`1.2.840.113549.1.12.1.${kind === '3des' ? 3 : 6}`),
      sequence(octets(salt), integer(BigInt(LEGACY_ITERATIONS))),
    ),
    encrypt(plain) {
      if (kind === '3des') {
        const cipher = createCipheriv('des-ede3-cbc', key, iv)
        return Buffer.concat([cipher.update(plain), cipher.final()])
      }
      const cipher = forge.rc2.createEncryptionCipher(binary(key), 40)
      cipher.start(forge.util.createBuffer(binary(iv)) as unknown as string)
      cipher.update(forge.util.createBuffer(binary(plain)))
      cipher.finish()
      return Buffer.from(cipher.output.getBytes(), 'latin1')
    },
  }
}

const bag = (type: string, value: Uint8Array, attributes: readonly Uint8Array[]): Buffer =>
  sequence(oid(`1.2.840.113549.1.12.10.1.${type}`), context(0, value), ...(attributes.length > 0 ? [set(...attributes)] : []))

const labels = (index: number, nombre: string): Buffer[] => [
  sequence(oid('1.2.840.113549.1.9.20'), set(bmp(nombre))),
  sequence(oid('1.2.840.113549.1.9.21'), set(octets(Buffer.from([index + 1])))),
]

const certBag = (certificado: Uint8Array, attributes: readonly Uint8Array[]): Buffer =>
  bag('3', sequence(oid('1.2.840.113549.1.9.22.1'), context(0, octets(certificado))), attributes)

/** Pairs and further certificates under one password. `rc2` is the usual old mix: RC2-40 for certificates, 3DES for keys. */
export function writeP12(pares: readonly Par[], cadena: readonly Uint8Array[], password: string, cifrado: Cifrado): Buffer {
  const cipherFor = (what: 'clave' | 'certificados'): Cifrador => {
    if (cifrado === 'aes') return pbes2(password)
    return legacy(password, cifrado === 'rc2' && what === 'certificados' ? 'rc2' : '3des')
  }
  const certificates = sequence(
    ...pares.map((par, i) => certBag(par.certificado, labels(i, par.nombre))),
    ...cadena.map((c) => certBag(c, [])),
  )
  const encrypted = cipherFor('certificados')
  const keys = pares.map((par, i) => {
    const cipher = cipherFor('clave')
    return bag(
      '2',
      sequence(cipher.algorithm, octets(cipher.encrypt(par.key.export({ type: 'pkcs8', format: 'der' })))),
      labels(i, par.nombre),
    )
  })
  const safe = sequence(
    sequence(
      oid('1.2.840.113549.1.7.6'),
      context(0, sequence(integer(0n), sequence(DATA, encrypted.algorithm, der(0x80, encrypted.encrypt(certificates))))),
    ),
    sequence(DATA, context(0, octets(sequence(...keys)))),
  )
  const digest = cifrado === 'aes' ? 'sha256' : 'sha1'
  const salt = randomBytes(8)
  const mac = createHmac(digest, derive(password, salt, 3, digest === 'sha256' ? 32 : 20, digest, LEGACY_ITERATIONS))
    .update(safe)
    .digest()
  const algorithm = sequence(oid(digest === 'sha256' ? '2.16.840.1.101.3.4.2.1' : '1.3.14.3.2.26'), NULL)
  return sequence(
    integer(3n),
    sequence(DATA, context(0, octets(safe))),
    sequence(sequence(algorithm, octets(mac)), octets(salt), integer(BigInt(LEGACY_ITERATIONS))),
  )
}
