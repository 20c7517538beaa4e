/** Reasons to refuse a whole ZIP. */
export type ZipErrorCode = 'NO_ZIP' | 'UNSUPPORTED' | 'TOO_MANY' | 'TOO_LARGE' | 'NAME' | 'DAMAGED'

/** A refused ZIP; the message is Spanish and may be shown to the user. */
export class ZipError extends Error {
  readonly code: ZipErrorCode

  constructor(code: ZipErrorCode, message: string) {
    super(message)
    this.name = 'ZipError'
    this.code = code
  }
}
