/** The command was called in a way it cannot work; its message is Spanish and the exit code 2. */
export class UsoError extends Error {
  override readonly name = 'UsoError'
}

/** The answer is no, for a reason that is neither the file's form nor the key's: message in Spanish, exit code 1. */
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
