// Makes X.509 certificates: DER written here, keys and signatures by node:crypto.
import { createHash, randomBytes, sign, type KeyObject } from 'node:crypto'

import { bits, context, integer, NULL, octets, oid, printable, sequence, set, time, TRUE, utf8 } from './escribir-der.ts'

/** Attribute number and value, most general first, as names are encoded. */
export type Nombre = readonly (readonly [string, string])[]

export interface Emision {
  readonly subject: Nombre
  readonly issuer: Nombre
  readonly publicKey: KeyObject
  readonly issuerKey: KeyObject
  readonly issuerPublicKey: KeyObject
  readonly desde: number
  readonly hasta: number
  readonly extensions: readonly Uint8Array[]
}

const SHA256_RSA = sequence(oid('1.2.840.113549.1.1.11'), NULL)
const PRINTABLE = new Set(['2.5.4.5', '2.5.4.6'])

const nameDer = (nombre: Nombre): Buffer =>
  sequence(...nombre.map(([type, value]) => set(sequence(oid(type), PRINTABLE.has(type) ? printable(value) : utf8(value)))))

const keyIdOf = (key: KeyObject): Buffer =>
  createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest()

export const extension = (type: string, value: Uint8Array, critical = false): Buffer =>
  sequence(oid(type), ...(critical ? [TRUE] : []), octets(value))

export const basicConstraints = (ca: boolean): Buffer => extension('2.5.29.19', ca ? sequence(TRUE) : sequence(), true)

/** Bits of keyUsage, the first is digitalSignature. */
export const KEY_USAGE = { firma: 0xc0, cifrado: 0x30, autoridad: 0x06 } as const

export const keyUsage = (usage: number): Buffer => {
  let unused = 0
  while (((usage >> unused) & 1) === 0) unused += 1
  return extension('2.5.29.15', bits(Buffer.from([usage]), unused), true)
}

/** DER of a certificate signed with SHA-256 by an RSA authority. */
export function issueCertificate(emision: Emision): Buffer {
  const spki = emision.publicKey.export({ type: 'spki', format: 'der' })
  const serial = randomBytes(16)
  // Large, positive and of fixed length: a serial number must not fit a floating-point number.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  const tbs = sequence(
    context(0, integer(2n)),
    integer(serial),
    SHA256_RSA,
    nameDer(emision.issuer),
    sequence(time(emision.desde), time(emision.hasta)),
    nameDer(emision.subject),
    spki,
    context(
      3,
      sequence(
        ...emision.extensions,
        extension('2.5.29.14', octets(keyIdOf(emision.publicKey))),
        extension('2.5.29.35', sequence(Buffer.concat([Buffer.from([0x80, 20]), keyIdOf(emision.issuerPublicKey)]))),
      ),
    ),
  )
  return sequence(tbs, SHA256_RSA, bits(sign('sha256', tbs, emision.issuerKey)))
}
