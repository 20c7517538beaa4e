/** Wrong use of a command: message in Spanish, exit code 2. */
export class UsoError extends Error {
  override readonly name = 'UsoError'
}

/** Negative answer for a reason other than the file's form or the key's: message in Spanish, exit code 1. */
export class Rechazo extends Error {
  override readonly name = 'Rechazo'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The person pressed Ctrl-C at a question. */
export class Interrumpido extends Error {
  override readonly name = 'Interrumpido'
}
