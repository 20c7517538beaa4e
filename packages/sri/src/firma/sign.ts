import { sign } from 'node:crypto'

import { ALGORITMOS, digestOf } from './algoritmos.ts'
import { FirmaError } from './firma-error.ts'
import type { Firmante } from './firmante.ts'
import { SCOPE, signatureText, signedInfoText, signedPropertiesText } from './plantilla.ts'

const ECUADOR_OFFSET_MS = 5 * 3_600_000

/**
 * Signs a comprobante with XAdES-BES (sri/README §8.1) and returns the text with the signature before its closing root tag.
 *
 * `xml` must be canonical already (what the engine of documents emits): it is hashed and returned as it is, never parsed
 * nor written again. Everything is derived from the document, the certificate and `at`, so signing the same document
 * twice at the same instant gives the same bytes.
 * @throws FirmaError XML_NO_FIRMABLE when the text is not canonical, has no `id="comprobante"` or is signed already.
 */
export function signXml(firmante: Firmante, xml: string, at: Date): string {
  const { start, close, end } = rootOf(xml)
  const { digest } = firmante
  const { digestUri, signatureUri, signName } = ALGORITMOS[digest]

  const documentDigest = digestOf(digest, start === 0 && end === xml.length ? xml : xml.slice(start, end))
  const n = documentDigest.readUInt32BE(0)
  const id = `Signature${n}`
  const referenceId = `Reference-ID-${n}`
  const properties = {
    id: `${id}-SignedProperties${n}`,
    signingTime: ecuadorTime(at),
    signingCertificate: firmante.signingCertificate,
    referenceId,
  }
  const signedInfo = {
    id: `${id}-SignedInfo${n}`,
    digestUri,
    signatureUri,
    signedPropertiesId: properties.id,
    signedPropertiesDigest: digestOf(digest, signedPropertiesText(SCOPE, properties)).toString('base64'),
    keyInfoId: firmante.keyInfoId,
    keyInfoDigest: firmante.keyInfoDigest,
    referenceId,
    documentDigest: documentDigest.toString('base64'),
  }
  const value = sign(signName, Buffer.from(signedInfoText(SCOPE, signedInfo)), firmante.privateKey).toString('base64')
  const signature = signatureText({
    id,
    signedInfo: signedInfoText('', signedInfo),
    valueId: `SignatureValue${n}`,
    value,
    keyInfo: firmante.keyInfo,
    objectId: `${id}-Object${n}`,
    signedProperties: signedPropertiesText('', properties),
  })
  return xml.slice(0, close) + signature + xml.slice(close)
}

/** `2026-11-20T10:30:00-05:00`: whole seconds rounded down, so that a signature never lies in the future. */
const ecuadorTime = (at: Date): string => `${new Date(at.getTime() - ECUADOR_OFFSET_MS).toISOString().slice(0, 19)}-05:00`

// Only &amp; &lt; &gt; in text, &quot; and white space as references in attributes, &#xD; in both are canonical.
const FOREIGN_REFERENCE = /&(?!amp;|lt;|gt;|quot;|#xD;|#xA;|#x9;)/

// «/>» inside an attribute is canonical; at the end of a tag it is not.
const EMPTY_TAG = /<[^<>"]*(?:"[^"<]*"[^<>"]*)*\/>/

/** Offsets of the root element: start tag, closing tag and end. Refuses text with cheap signs of being uncanonical. */
function rootOf(xml: string): { start: number; close: number; end: number } {
  const start = xml.startsWith('<?xml ') ? xml.indexOf('<', xml.indexOf('?>')) : 0
  const close = xml.lastIndexOf('</')
  const end = xml.indexOf('>', close) + 1
  const openTag = start < 0 ? '' : xml.slice(start, xml.indexOf('>', start) + 1)
  const name = /^<([A-Za-z]+) /.exec(openTag)?.[1]
  if (name === undefined || xml.slice(close, end) !== `</${name}>` || xml.slice(end).trim() !== '')
    throw unsignable('no tiene un solo elemento raíz')
  if (!openTag.includes(' id="comprobante"')) throw unsignable('su raíz no lleva id="comprobante"')
  if (openTag.includes(' xmlns')) throw unsignable('su raíz declara espacios de nombres')
  if (xml.endsWith('Signature>', close)) throw unsignable('ya está firmado')
  const body = xml.includes('\r') || xml.includes('<!') || xml.indexOf('<?', start) >= 0 || (xml.includes('/>') && EMPTY_TAG.test(xml))
  if (body || FOREIGN_REFERENCE.test(xml)) throw unsignable('no está en forma canónica')
  return { start, close, end }
}

const unsignable = (reason: string): FirmaError => new FirmaError('XML_NO_FIRMABLE', `El comprobante no se puede firmar: ${reason}.`)
