/** Reasons of a failed signature; `message` is Spanish and may be shown. */
export type FirmaErrorCode = 'LLAVE_NO_RSA' | 'LLAVE_NO_CORRESPONDE' | 'CERTIFICADO_ILEGIBLE' | 'XML_NO_FIRMABLE'

export class FirmaError extends Error {
  override readonly name = 'FirmaError'
  readonly code: FirmaErrorCode

  constructor(code: FirmaErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
