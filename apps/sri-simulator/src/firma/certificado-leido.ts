// A certificate as the authority reads it: owner, usages, validity.
import { createHash, X509Certificate, type KeyObject } from 'node:crypto'

import { oidText, readDer, readName, stringOf, type NombreParte } from './der.ts'

export interface CertificadoLeido {
  readonly der: Uint8Array
  readonly x509: X509Certificate
  readonly publicKey: KeyObject
  readonly issuer: readonly NombreParte[]
  readonly serial: bigint
  readonly desde: number
  readonly hasta: number
  /** RUC and cédula in the certificate, if its layout is known. */
  readonly ruc: string | undefined
  readonly cedula: string | undefined
  readonly usage: { readonly digitalSignature: boolean; readonly nonRepudiation: boolean } | undefined
  readonly isCa: boolean
  digestOf(algorithm: string): string
}

/** Private arcs of the entities: `.1` is the cédula, `.11` the RUC. */
const ARCS = [
  '1.3.6.1.4.1.37947.3',
  '1.3.6.1.4.1.37746.3',
  '1.3.6.1.4.1.43745.1.3',
  '1.3.6.1.4.1.47286.102.3',
  '1.3.6.1.4.1.18332.3',
  '1.3.6.1.4.1.59198.3',
  '1.3.6.1.4.1.61305.3',
]
const RUC_OIDS = new Set(ARCS.map((arc) => `${arc}.11`))
const CEDULA_OIDS = new Set(ARCS.map((arc) => `${arc}.1`))

function extensionsOf(tbs: readonly { tag: number; content: Uint8Array }[]): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>()
  const holder = tbs.find((item) => item.tag === 0xa3)
  for (const sequence of holder ? readDer(holder.content) : [])
    for (const extension of readDer(sequence.content)) {
      const parts = readDer(extension.content)
      const [oid, value] = [parts[0], parts[parts.length - 1]]
      if (oid && value) found.set(oidText(oid.content), value.content)
    }
  return found
}

// otherName entries of the alternative name: number and text.
function otherNames(san: Uint8Array | undefined): Map<string, string> {
  const found = new Map<string, string>()
  for (const sequence of san ? readDer(san) : [])
    for (const name of readDer(sequence.content)) {
      if (name.tag !== 0xa0) continue
      const [oid, value] = readDer(name.content)
      const text = value ? readDer(value.content)[0] : undefined
      if (oid && text) found.set(oidText(oid.content), stringOf(text))
    }
  return found
}

const textInside = (value: Uint8Array): string => {
  try {
    const der = readDer(value)[0]
    return der ? stringOf(der) : ''
  } catch {
    return Buffer.from(value).toString('latin1')
  }
}

const digits = (text: string | undefined, length: number): string | undefined =>
  new RegExp(`(?<!\\d)\\d{${length}}(?!\\d)`).exec(text ?? '')?.[0]

function identityOf(extensions: ReadonlyMap<string, Uint8Array>, subject: readonly NombreParte[]) {
  const named = otherNames(extensions.get('2.5.29.17'))
  for (const [oid, value] of extensions) if (RUC_OIDS.has(oid) || CEDULA_OIDS.has(oid)) named.set(oid, textInside(value))
  const known = [...named.keys()].some((oid) => RUC_OIDS.has(oid) || CEDULA_OIDS.has(oid))
  const ruc = [...named].find(([oid]) => RUC_OIDS.has(oid))?.[1]
  const cedula = [...named].find(([oid]) => CEDULA_OIDS.has(oid))?.[1]
  if (known) return { ruc: digits(ruc, 13), cedula: digits(cedula, 10) }
  // Entities of unknown layout: the subject's serialNumber and organizationIdentifier.
  const serial = subject.find((p) => p.oid === '2.5.4.5')?.value
  const organization = subject.find((p) => p.oid === '2.5.4.97')?.value
  return { ruc: digits(organization, 13) ?? digits(serial, 13), cedula: digits(serial, 10) }
}

/** @throws when the bytes are no certificate */
export function readCertificado(der: Uint8Array): CertificadoLeido {
  const x509 = new X509Certificate(der)
  const [certificate] = readDer(der)
  const tbs = readDer(readDer(certificate?.content ?? new Uint8Array())[0]?.content ?? new Uint8Array())
  // version [0], serial, algorithm, issuer, validity, subject …; the version may be left out.
  const shift = tbs[0]?.tag === 0xa0 ? 1 : 0
  const extensions = extensionsOf(tbs)
  const usage = extensions.get('2.5.29.15')
  const bits = usage ? (readDer(usage)[0]?.content[1] ?? 0) : undefined
  const subject = readName(tbs[shift + 4]?.content ?? new Uint8Array())
  return {
    der,
    x509,
    publicKey: x509.publicKey,
    issuer: readName(tbs[shift + 2]?.content ?? new Uint8Array()),
    serial: BigInt(`0x${x509.serialNumber}`),
    desde: Date.parse(x509.validFrom),
    hasta: Date.parse(x509.validTo),
    ...identityOf(extensions, subject),
    usage: bits === undefined ? undefined : { digitalSignature: (bits & 0x80) !== 0, nonRepudiation: (bits & 0x40) !== 0 },
    isCa: x509.ca,
    digestOf: (algorithm) => createHash(algorithm).update(der).digest('base64'),
  }
}
