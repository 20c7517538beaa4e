import { readFileSync } from 'node:fs'

import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'

import { OFICIAL } from './referencia.ts'

let isRegistered = false

/** Checks of one official schema; `complaint` answers undefined for a valid document. Dispose when done. */
export function openXsd(name: string): { complaint(xml: string): string | undefined; dispose(): void } {
  isRegistered ||= xmlRegisterFsInputProviders()
  const file = `${OFICIAL}/xsd/${name}.xsd`
  const schema = XmlDocument.fromBuffer(readFileSync(file), { url: file })
  const validator = XsdValidator.fromDoc(schema)
  return {
    complaint(xml) {
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
    },
    dispose() {
      validator.dispose()
      schema.dispose()
    },
  }
}

/** Canonical form (inclusive, without comments) by libxml2; throws when it refuses the text. */
export function canonicalByLibxml(xml: string): string {
  const document = XmlDocument.fromString(xml)
  try {
    return document.canonicalizeToString()
  } finally {
    document.dispose()
  }
}

/** Whether libxml2 accepts the text as a well-formed document. */
export function isWellFormedForLibxml(xml: string): boolean {
  try {
    XmlDocument.fromString(xml).dispose()
    return true
  } catch {
    return false
  }
}
