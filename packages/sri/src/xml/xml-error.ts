/** Why a text was refused: `STRUCTURE` means good XML that is not the document expected. */
export type XmlErrorCode = 'TOO_LARGE' | 'ENCODING' | 'DOCTYPE' | 'SYNTAX' | 'LIMIT' | 'STRUCTURE'

/** XML that was refused; the message is Spanish and may be shown to the user. */
export class XmlError extends Error {
  readonly code: XmlErrorCode
  /** Name of the element at fault, when there is one. */
  readonly elemento: string | undefined

  constructor(code: XmlErrorCode, message: string, elemento?: string) {
    super(message)
    this.name = 'XmlError'
    this.code = code
    this.elemento = elemento
  }
}
