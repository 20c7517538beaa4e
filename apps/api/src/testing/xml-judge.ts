import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import { SignedXml } from 'xml-crypto'

import { rootFolder } from '../instalacion/root-folder.ts'

const folder = path.join(rootFolder(), '../shared/sri/xsd')

/** False where the official schemas are absent; in CI their absence is a failure of the tests that need them. */
export const hasOficial = existsSync(folder) || process.env['CI'] === 'true'

const validators = new Map<string, XsdValidator>()

/** A schema is read once for each test file. */
function validatorOf(file: string): XsdValidator {
  const known = validators.get(file)
  if (known) return known
  if (validators.size === 0) xmlRegisterFsInputProviders()
  const made = XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(file), { url: file }))
  validators.set(file, made)
  return made
}

/** What the official schema of its kind and version says of a document; undefined when it is valid. */
export function xsdComplaint(xml: string): string | undefined {
  const [, root = 'unknown', version = 'unknown'] = /<(\w+) id="comprobante" version="([\d.]+)"/.exec(xml) ?? []
  return complaintBy(path.join(folder, `${root}_V${version}.xsd`), xml)
}

/** What the schema of the ATS says; undefined when it is valid. */
export const atsComplaint = (xml: string): string | undefined => complaintBy(path.join(folder, '../../tributacion/xsd/ats.xsd'), xml)

function complaintBy(file: string, xml: string): string | undefined {
  const validator = validatorOf(file)
  let document: XmlDocument | undefined
  try {
    document = XmlDocument.fromString(xml)
    validator.validate(document)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    document?.dispose()
  }
}

/** The signature's verdict by a verifier that shares no code with the signer: all three references, by the certificate inside. */
export function isSignedSoundly(xml: string): boolean {
  const certificate = /<ds:X509Certificate>([^<]+)</.exec(xml)?.[1]?.replace(/\s/g, '')
  if (!certificate) return false
  const checker = new SignedXml({ publicCert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n` })
  checker.loadSignature(xml.slice(xml.indexOf('<ds:Signature '), xml.lastIndexOf('</')))
  return checker.checkSignature(xml) && checker.getSignedReferences().length === 3
}
