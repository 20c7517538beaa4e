/** Reasons to refuse a file as a list of received documents. */
export type ListadoErrorCode = 'TOO_LARGE' | 'ENCODING' | 'NO_LISTADO'

/** A file that is no list of received documents; the message is Spanish and may be shown to the user. */
export class ListadoError extends Error {
  readonly code: ListadoErrorCode

  constructor(code: ListadoErrorCode, message: string) {
    super(message)
    this.name = 'ListadoError'
    this.code = code
  }
}
