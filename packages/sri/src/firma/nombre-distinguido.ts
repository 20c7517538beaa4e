import { type Asn1Node, childOf, oidOf, readAsn1, stringOf, TAG, isUniversal } from './asn1.ts'

/** One attribute of a distinguished name, in the order and form the certificate carries it. */
export interface AtributoNombre {
  readonly oid: string
  /** Text, or undefined when the value is not a string. */
  readonly valor: string | undefined
  /** DER of the value, for the `#hex` form. */
  readonly der: Buffer
}

/** RDNs in certificate order (country first), each a set of attributes, usually of one. */
export type NombreDistinguido = readonly (readonly AtributoNombre[])[]

// The keywords RFC 2253 knows. Everything else (e-mail, serialNumber, organizationIdentifier 2.5.4.97) is written as
// oid=#hex: the form Java's X500Principal writes and reads, and the authority's validator is Java.
const KEYWORDS: ReadonlyMap<string, string> = new Map([
  ['2.5.4.3', 'CN'],
  ['2.5.4.6', 'C'],
  ['2.5.4.7', 'L'],
  ['2.5.4.8', 'ST'],
  ['2.5.4.9', 'STREET'],
  ['2.5.4.10', 'O'],
  ['2.5.4.11', 'OU'],
  ['0.9.2342.19200300.100.1.25', 'DC'],
  ['0.9.2342.19200300.100.1.1', 'UID'],
])

/** Reads an X.501 Name. @throws Asn1Error */
export const readNombre = (name: Asn1Node): NombreDistinguido =>
  name.children.map((rdn) =>
    rdn.children.map((attribute) => {
      const value = childOf(attribute, 1)
      return { oid: oidOf(childOf(attribute, 0)), valor: stringOf(value), der: value.raw }
    }),
  )

/** RFC 2253 text: most specific first, a comma without space between RDNs, special characters escaped. */
export const toRfc2253 = (nombre: NombreDistinguido): string =>
  [...nombre]
    .reverse()
    .map((rdn) => rdn.map(attributeText).join('+'))
    .join(',')

function attributeText({ oid, valor, der }: AtributoNombre): string {
  const keyword = KEYWORDS.get(oid)
  return keyword === undefined || valor === undefined ? `${oid}=#${der.toString('hex')}` : `${keyword}=${escapeValue(valor)}`
}

function escapeValue(value: string): string {
  return value
    .replace(/[,=+<>#;"\\]/g, '\\$&')
    .replaceAll('\0', '\\00')
    .replace(/^ +| +$/g, (spaces) => '\\ '.repeat(spaces.length))
}

// Well-known keywords for attributes that have none in RFC 2253.
const KEYWORDS_SHOWN: ReadonlyMap<string, string> = new Map([
  ...KEYWORDS,
  ['1.2.840.113549.1.9.1', 'E'],
  ['2.5.4.5', 'SERIALNUMBER'],
  ['2.5.4.97', 'organizationIdentifier'],
  ['2.5.4.4', 'SN'],
  ['2.5.4.42', 'GN'],
  ['2.5.4.12', 'T'],
])

/** The name for people, most specific first; not to be compared nor signed. */
export const readableNombre = (nombre: NombreDistinguido): string =>
  [...nombre]
    .reverse()
    .flat()
    .map(({ oid, valor, der }) => `${KEYWORDS_SHOWN.get(oid) ?? oid}=${valor ?? `#${der.toString('hex')}`}`)
    .join(', ')

/** Value of the first attribute with this OID. */
export const attributeOf = (nombre: NombreDistinguido, oid: string): string | undefined =>
  nombre.flat().find((attribute) => attribute.oid === oid)?.valor

/** Display name of the owner: the common name, else the organisation. */
export const commonNameOf = (nombre: NombreDistinguido): string =>
  attributeOf(nombre, '2.5.4.3') ?? attributeOf(nombre, '2.5.4.10') ?? toRfc2253(nombre)

const NAMES_READ: ReadonlyMap<string, string> = new Map([
  ...[...KEYWORDS].map(([oid, keyword]) => [keyword, oid] as const),
  ['S', '2.5.4.8'],
  ['E', '1.2.840.113549.1.9.1'],
  ['EMAILADDRESS', '1.2.840.113549.1.9.1'],
  ['EMAIL', '1.2.840.113549.1.9.1'],
  ['SERIALNUMBER', '2.5.4.5'],
  ['SN', '2.5.4.4'],
  ['SURNAME', '2.5.4.4'],
  ['GIVENNAME', '2.5.4.42'],
  ['T', '2.5.4.12'],
  ['TITLE', '2.5.4.12'],
  ['ORGANIZATIONIDENTIFIER', '2.5.4.97'],
  ['OID.2.5.4.97', '2.5.4.97'],
  ['POSTALCODE', '2.5.4.17'],
])

/** Whether a written name equals the certificate's, in either order, with any known keyword, case and spaces ignored. */
export function sameNombre(written: string, nombre: NombreDistinguido): boolean {
  const expected = nombre.map((rdn) =>
    rdn
      .map((attribute) => `${attribute.oid}=${comparable(attribute.valor, attribute.der)}`)
      .sort()
      .join('+'),
  )
  const found = splitUnescaped(written, ',;').map((rdn) => splitUnescaped(rdn, '+').map(readAttribute).sort().join('+'))
  if (found.length !== expected.length) return false
  return found.join('\n') === [...expected].reverse().join('\n') || found.join('\n') === expected.join('\n')
}

const comparable = (text: string | undefined, der: Buffer): string =>
  text === undefined ? `#${der.toString('hex')}` : text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()

function readAttribute(text: string): string {
  const equals = text.indexOf('=')
  const type = text
    .slice(0, equals)
    .trim()
    .toUpperCase()
    .replace(/^OID\./, '')
  return `${NAMES_READ.get(type) ?? type}=${readValue(text.slice(equals + 1).trimStart())}`
}

function readValue(text: string): string {
  if (/^#([0-9a-f]{2})+\s*$/i.test(text)) {
    const der = Buffer.from(text.slice(1).trim(), 'hex')
    try {
      const node = readAsn1(der)
      return comparable(isUniversal(node, TAG.SEQUENCE) ? undefined : stringOf(node), der)
    } catch {
      return text
    }
  }
  const unquoted = /^".*"\s*$/s.test(text) ? text.trim().slice(1, -1) : text
  return comparable(unescapeValue(unquoted), Buffer.alloc(0))
}

// One pass, so that an escaped backslash before two hex digits is not taken for a hex escape.
const unescapeValue = (text: string): string =>
  text.replace(/((?:\\[0-9a-f]{2})+)|\\(.)/gis, (_all, hex: string | undefined, char: string | undefined) =>
    hex === undefined ? (char ?? '') : Buffer.from(hex.replaceAll('\\', ''), 'hex').toString('utf8'),
  )

function splitUnescaped(text: string, separators: string): string[] {
  const parts = ['']
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '"') quoted = !quoted
    if (char === '\\') parts[parts.length - 1] += char + text.charAt(++at)
    else if (!quoted && separators.includes(char)) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts
}
