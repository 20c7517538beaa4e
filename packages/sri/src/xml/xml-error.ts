/** Reasons to refuse a text: `STRUCTURE` is well-formed XML that is not the expected document. */
export type XmlErrorCode = 'TOO_LARGE' | 'ENCODING' | 'DOCTYPE' | 'SYNTAX' | 'LIMIT' | 'STRUCTURE'

/** Refused XML; the message is Spanish and may be shown to the user. */
export class XmlError extends Error {
  readonly code: XmlErrorCode
  /** Name of the wrong element, if there is one. */
  readonly elemento: string | undefined

  constructor(code: XmlErrorCode, message: string, elemento?: string) {
    super(message)
    this.name = 'XmlError'
    this.code = code
    this.elemento = elemento
  }
}
