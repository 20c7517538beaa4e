// Compares X509IssuerName of a signature with the issuer in the certificate. RFC 2253: most specific first, commas escaped. The comparison
// is by meaning (aliases, numbers, case and white space ignored), never by text.
import type { NombreParte } from './der.ts'

const OIDS: Readonly<Record<string, string>> = {
  CN: '2.5.4.3',
  SN: '2.5.4.4',
  SURNAME: '2.5.4.4',
  SERIALNUMBER: '2.5.4.5',
  C: '2.5.4.6',
  L: '2.5.4.7',
  ST: '2.5.4.8',
  S: '2.5.4.8',
  STREET: '2.5.4.9',
  O: '2.5.4.10',
  OU: '2.5.4.11',
  T: '2.5.4.12',
  TITLE: '2.5.4.12',
  DESCRIPTION: '2.5.4.13',
  GN: '2.5.4.42',
  GIVENNAME: '2.5.4.42',
  E: '1.2.840.113549.1.9.1',
  EMAILADDRESS: '1.2.840.113549.1.9.1',
  DC: '0.9.2342.19200300.100.1.25',
  UID: '0.9.2342.19200300.100.1.1',
  ORGANIZATIONIDENTIFIER: '2.5.4.97',
}

function hexValue(text: string): string {
  const bytes = Buffer.from(text.slice(1), 'hex')
  return bytes.subarray(2).toString('utf8')
}

const unescape = (text: string): string => {
  if (text.startsWith('#')) return hexValue(text)
  const quoted = /^"(.*)"$/s.exec(text)?.[1]
  const bytes = (quoted ?? text).replace(/((?:\\[0-9a-fA-F]{2})+)/g, (run) => Buffer.from(run.replaceAll('\\', ''), 'hex').toString('utf8'))
  return bytes.replace(/\\(.)/gs, '$1')
}

/** Parts of an RFC 2253 text, in written order; undefined for unreadable text. */
export function parseName(text: string): NombreParte[] | undefined {
  const parts = text.match(/(?:\\.|"(?:\\.|[^"\\])*"|[^,;+\\"])+/gs)
  const list = parts?.map((part) => {
    const at = part.indexOf('=')
    const key = part
      .slice(0, at)
      .trim()
      .replace(/^OID\./i, '')
    const oid = OIDS[key.toUpperCase()] ?? (/^[\d.]+$/.test(key) ? key : '')
    return at < 0 || oid === '' ? undefined : { oid, value: unescape(part.slice(at + 1).trim()) }
  })
  return list?.every((part) => part !== undefined) ? list : undefined
}

const fold = (text: string): string => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

export function nameMatches(written: string, encoded: readonly NombreParte[]): boolean {
  const parts = parseName(written)
  if (!parts || parts.length !== encoded.length) return false
  return parts.every((part, index) => {
    const other = encoded[encoded.length - 1 - index]
    return other !== undefined && part.oid === other.oid && fold(part.value) === fold(other.value)
  })
}
