// The document inside an answer of the SRI, compared with what was signed here.
import { createHash } from 'node:crypto'
import { parseXml, verifyXml } from '@yupana/sri'

export const sameBytes = (comprobante: string, sha256: Buffer) => createHash('sha256').update(comprobante).digest().equals(sha256)

/** The answer without our own document, which is stored already; `{{comprobante}}` marks its place. */
export function cutOut(raw: string, comprobante: string): string {
  const at = raw.indexOf(comprobante)
  return at < 0 ? raw : `${raw.slice(0, at)}{{comprobante}}${raw.slice(at + comprobante.length)}`
}

const signatureValue = (xml: string) => /<ds:SignatureValue[^>]*>([^<]+)</.exec(xml)?.[1]?.replace(/\s/g, '')

/** Whether a text that differs in its bytes carries our signature, and the signature holds over it. */
export function carriesOurSignature(comprobante: string, sent: string): boolean {
  try {
    parseXml(comprobante)
    return signatureValue(comprobante) !== undefined && signatureValue(comprobante) === signatureValue(sent) && verifyXml(comprobante).valid
  } catch {
    return false
  }
}
