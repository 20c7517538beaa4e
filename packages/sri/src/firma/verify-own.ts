import { type KeyObject, verify, X509Certificate } from 'node:crypto'

import { ALGORITMOS, digestOf } from './algoritmos.ts'
import { SCOPE, signatureText } from './plantilla.ts'

// The only bytes allowed around the hashed content.
const DECLARATION = /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/
const FRAME = new RegExp(`^<ds:Signature${SCOPE.replaceAll('.', '\\.')} Id="Signature(\\d+)">`)

/**
 * The cheap check before each send: are these bytes a comprobante signed by `signXml` with this certificate, untouched
 * since? It does not parse: our signatures are canonical text, so their parts are cut out, hashed as they stand and put
 * together again; what is left over must be what was there. Returns the reasons in Spanish, none when all holds.
 * For documents of others use `verifyXml`.
 * @param certificado DER of the certificate it must be signed with.
 */
export function verifyOwnBytes(signed: Uint8Array, certificado: Uint8Array): readonly string[] {
  const text = Buffer.from(signed.buffer, signed.byteOffset, signed.byteLength).toString('utf8')
  if (!Buffer.from(text).equals(signed)) return ['Los bytes no son UTF-8.']
  const start = DECLARATION.exec(text)?.[0].length ?? 0
  const open = text.indexOf('<ds:Signature ')
  const close = text.lastIndexOf('</')
  const end = text.indexOf('>', close) + 1
  const isSealed = text.startsWith('<', start) && open > start && close > open && text.slice(end).trim() === ''
  if (!isSealed || !text.slice(start, text.indexOf('>', start)).includes(' id="comprobante"')) return ['El comprobante no está firmado.']
  return signatureProblems(text.slice(open, close), text.slice(start, open) + text.slice(close, end), Buffer.from(certificado))
}

function signatureProblems(signature: string, document: string, certificado: Buffer): string[] {
  const n = FRAME.exec(signature)?.[1] ?? ''
  const keyInfo = cut(signature, 'ds:KeyInfo')
  const signedProperties = cut(signature, 'etsi:SignedProperties')
  const signedInfo = cut(signature, 'ds:SignedInfo')
  const value = /<ds:SignatureValue[^>]*>([^<]*)</.exec(signature)?.[1] ?? ''
  const id = `Signature${n}`
  const whole = signatureText({
    id,
    signedInfo,
    valueId: `SignatureValue${n}`,
    value,
    keyInfo,
    objectId: `${id}-Object${n}`,
    signedProperties,
  })
  if (whole !== signature) return ['La firma no tiene la forma con que se hizo.']

  const digest = signedInfo.includes(ALGORITMOS.sha256.signatureUri) ? 'sha256' : 'sha1'
  const [propertiesDigest, keyInfoDigest, documentDigest] = [...signedInfo.matchAll(/<ds:DigestValue>([^<]*)</g)].map((match) => match[1])
  const digestIs = (expected: string | undefined, text: string) => digestOf(digest, text).toString('base64') === expected
  const problemas: string[] = []
  if (!digestIs(documentDigest, document)) problemas.push('El comprobante cambió después de firmarse.')
  if (!digestIs(propertiesDigest, scoped(signedProperties, 'etsi:SignedProperties')))
    problemas.push('Las propiedades de la firma cambiaron.')
  if (!digestIs(keyInfoDigest, scoped(keyInfo, 'ds:KeyInfo'))) problemas.push('El certificado dentro de la firma cambió.')
  if (!keyInfo.includes(`<ds:X509Certificate>${certificado.toString('base64')}</ds:X509Certificate>`))
    problemas.push('El comprobante está firmado con otro certificado.')
  else if (!isSignedBy(certificado, ALGORITMOS[digest].signName, scoped(signedInfo, 'ds:SignedInfo'), value))
    problemas.push('El valor de la firma no es válido.')
  return problemas
}

/** The text of an element, from its start tag to its end tag. */
function cut(text: string, name: string): string {
  const end = text.indexOf(`</${name}>`)
  return end < 0 ? '' : text.slice(text.indexOf(`<${name} `), end + name.length + 3)
}

/** The canonical form of a subtree has the namespaces in scope on its top element. */
const scoped = (element: string, name: string): string => `<${name}${SCOPE}${element.slice(name.length + 1)}`

/** Base64 that decodes to the same bytes but is spelt otherwise is not accepted. */
function isSignedBy(certificado: Buffer, signName: string, signedInfo: string, value: string): boolean {
  const bytes = Buffer.from(value, 'base64')
  return bytes.toString('base64') === value && verify(signName, Buffer.from(signedInfo), publicKeyOf(certificado), bytes)
}

// A worker signs for many companies in turn, and reading a certificate costs more than the check.
const KEYS_KEPT = 300
const publicKeys = new Map<string, KeyObject>()

function publicKeyOf(certificado: Buffer): KeyObject {
  const name = digestOf('sha1', certificado).toString('base64')
  const known = publicKeys.get(name)
  if (known) return known
  if (publicKeys.size >= KEYS_KEPT) publicKeys.clear()
  const { publicKey } = new X509Certificate(certificado)
  publicKeys.set(name, publicKey)
  return publicKey
}
