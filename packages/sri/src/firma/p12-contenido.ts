import { createHmac, timingSafeEqual } from 'node:crypto'

import { type Asn1Node, childOf, contextOf, isUniversal, octetsOf, oidOf, readAsn1, smallIntegerOf, stringOf, TAG } from './asn1.ts'
import { decryptWith } from './p12-cifrado.ts'
import type { Derivacion } from './p12-derivacion.ts'
import { P12Error } from './p12-error.ts'

/** An item of a .p12: the DER of a certificate or the PKCS#8 of a key, with its label. */
export interface P12Bolsa {
  readonly der: Buffer
  readonly nombre: string | undefined
}

export interface P12Contenido {
  readonly llaves: readonly P12Bolsa[]
  readonly certificados: readonly P12Bolsa[]
}

const DATA = '1.2.840.113549.1.7.1'
const ENCRYPTED_DATA = '1.2.840.113549.1.7.6'
const BAG = '1.2.840.113549.1.12.10.1.'
const X509_CERTIFICATE = '1.2.840.113549.1.9.22.1'
const FRIENDLY_NAME = '1.2.840.113549.1.9.20'

const MAC_DIGESTS: ReadonlyMap<string, string> = new Map([
  ['1.3.14.3.2.26', 'sha1'],
  ['2.16.840.1.101.3.4.2.4', 'sha224'],
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
])

/**
 * Opens the file: checks its MAC (which tells a wrong password apart from damage), decrypts it and lists what it holds.
 * @throws P12Error, Asn1Error
 */
export function openP12(pfx: Asn1Node, derivacion: Derivacion): P12Contenido {
  const content = dataOf(childOf(pfx, 1, TAG.SEQUENCE))
  const mac = pfx.children[2]
  if (mac !== undefined) checkMac(mac, content, derivacion)
  const contenido = { llaves: [] as P12Bolsa[], certificados: [] as P12Bolsa[] }
  for (const part of readAsn1(content).children) readSafe(safeContents(part, derivacion), contenido, derivacion)
  return contenido
}

/** Whether this is the outer shape of a PKCS#12 file: version 3 and a ContentInfo of data. */
export const isPfx = (node: Asn1Node): boolean => {
  const [version, info] = node.children
  const isVersion3 = version !== undefined && isUniversal(version, TAG.INTEGER) && version.content.equals(Buffer.from([3]))
  return isUniversal(node, TAG.SEQUENCE) && isVersion3 && info !== undefined && isUniversal(info, TAG.SEQUENCE)
}

function checkMac(mac: Asn1Node, content: Buffer, derivacion: Derivacion): void {
  const info = childOf(mac, 0, TAG.SEQUENCE)
  const digest = MAC_DIGESTS.get(oidOf(childOf(childOf(info, 0), 0)))
  if (digest === undefined) throw new P12Error('CIFRADO_NO_SOPORTADO')
  const expected = octetsOf(childOf(info, 1, TAG.OCTET_STRING))
  const iterations = mac.children[2] === undefined ? 1 : smallIntegerOf(mac.children[2])
  const key = derivacion.pkcs12(digest, 3, octetsOf(childOf(mac, 1, TAG.OCTET_STRING)), iterations, expected.length)
  const found = createHmac(digest, key).update(content).digest()
  if (found.length !== expected.length || !timingSafeEqual(found, expected)) throw new P12Error('CLAVE_INCORRECTA')
}

/** Octets of a ContentInfo of type data. */
function dataOf(info: Asn1Node): Buffer {
  if (oidOf(childOf(info, 0)) !== DATA) throw new P12Error('CIFRADO_NO_SOPORTADO')
  return octetsOf(childOf(childOf(info, 1), 0, TAG.OCTET_STRING))
}

function safeContents(part: Asn1Node, derivacion: Derivacion): Buffer {
  if (oidOf(childOf(part, 0)) !== ENCRYPTED_DATA) return dataOf(part)
  const encrypted = childOf(childOf(childOf(part, 1), 0, TAG.SEQUENCE), 1, TAG.SEQUENCE)
  const content = contextOf(encrypted, 0)
  if (content === undefined) throw new P12Error('DANADO')
  return decryptWith(childOf(encrypted, 1, TAG.SEQUENCE), octetsOf(content), derivacion)
}

type Mutable = { readonly llaves: P12Bolsa[]; readonly certificados: P12Bolsa[] }

function readSafe(contents: Buffer, into: Mutable, derivacion: Derivacion): void {
  for (const bag of readAsn1(contents).children) {
    const kind = oidOf(childOf(bag, 0))
    const value = childOf(childOf(bag, 1), 0)
    const nombre = friendlyNameOf(bag.children[2])
    if (kind === `${BAG}1`) into.llaves.push({ der: value.raw, nombre })
    else if (kind === `${BAG}2`) into.llaves.push({ der: shroudedKey(value, derivacion), nombre })
    else if (kind === `${BAG}3` && oidOf(childOf(value, 0)) === X509_CERTIFICATE)
      into.certificados.push({ der: octetsOf(childOf(childOf(value, 1), 0, TAG.OCTET_STRING)), nombre })
    else if (kind === `${BAG}6`) readSafe(value.raw, into, derivacion)
    // Revocation lists and secrets are not needed.
  }
}

const shroudedKey = (value: Asn1Node, derivacion: Derivacion): Buffer =>
  decryptWith(childOf(value, 0, TAG.SEQUENCE), octetsOf(childOf(value, 1, TAG.OCTET_STRING)), derivacion)

function friendlyNameOf(attributes: Asn1Node | undefined): string | undefined {
  for (const attribute of attributes?.children ?? [])
    if (oidOf(childOf(attribute, 0)) === FRIENDLY_NAME) return stringOf(childOf(childOf(attribute, 1), 0))
  return undefined
}
