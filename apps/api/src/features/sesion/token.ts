import { randomBytes } from 'node:crypto'

import type { Config } from '../../config/config.ts'
import { hashToken } from '../../plugins/sesion/session.ts'
import { tagOf } from '../../plugins/sesion/session-token.ts'

const TOKEN_BYTES = 32

export interface Token {
  token: string
  tokenHash: Buffer
}

/** 256 random bits for the bearer, and the hash that is stored. */
export function newToken(): Token {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

/** The token of a session, with the tag that `requireSession` checks. */
export function newSessionToken(config: Config): Token {
  const { token: random } = newToken()
  const token = random + tagOf(config, random).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}
