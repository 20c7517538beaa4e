export type SriErrorCode =
  | 'CONNECT_FAILED'
  | 'CONNECT_TIMEOUT'
  | 'RESPONSE_TIMEOUT'
  | 'CONNECTION_LOST'
  | 'ABORTED'
  | 'REDIRECT'
  | 'HTTP_STATUS'
  | 'TOO_LARGE'
  | 'SOAP_FAULT'
  | 'UNREADABLE'

export interface SriErrorDetails {
  readonly maybeDelivered: boolean
  readonly status?: number | undefined
  readonly raw?: string | undefined
  readonly cause?: unknown
}

const RAW_KEPT = 16_384

/** A call to the SRI without a usable answer; the message is Spanish. */
export class SriError extends Error {
  readonly code: SriErrorCode
  /** Whether the request may have reached the SRI: false only if there was never a connection. */
  readonly maybeDelivered: boolean
  /** HTTP status, when an answer came. */
  readonly status: number | undefined
  /** Beginning of the answer's text, as evidence. */
  readonly raw: string | undefined

  constructor(code: SriErrorCode, message: string, { maybeDelivered, status, raw, cause }: SriErrorDetails) {
    super(message, { cause })
    this.name = 'SriError'
    this.code = code
    this.maybeDelivered = maybeDelivered
    this.status = status
    this.raw = raw?.slice(0, RAW_KEPT)
  }
}
