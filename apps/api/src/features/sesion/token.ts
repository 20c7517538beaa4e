import { randomBytes } from 'node:crypto'

import { hashToken } from '../../plugins/sesion/session.ts'

const TOKEN_BYTES = 32

export interface Token {
  token: string
  tokenHash: Buffer
}

/** 256 random bits for whoever holds it, and what is kept of them. */
export function newToken(): Token {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}
