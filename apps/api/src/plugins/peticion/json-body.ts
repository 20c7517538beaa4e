import type { FastifyInstance, FastifyRequest } from 'fastify'

import { errors } from '../../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Keeps the body as it was sent: only for a signed call. */
    keepsBody?: boolean
  }
}

const sent = new WeakMap<FastifyRequest, string>()

/** The body of a signed call, to the last space. */
export const bodyAsSent = (request: FastifyRequest): string => sent.get(request) ?? ''

/** Deeper or wider than any form of the contract: an attack (reliability §3.1). */
const MAX_DEPTH = 32
const MAX_KEYS = 1_000
const STRUCTURE = /[{}[\]"]/g
const COLON = /\s*:/y

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end > 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return end
  }
  return -1
}

function unescape(raw: string): string {
  if (!raw.includes('\\')) return raw
  try {
    return JSON.parse(`"${raw}"`) as string
  } catch {
    return raw
  }
}

/**
 * The reason to refuse a text before it is parsed: too deep, too many keys, or a repeated key, which parsers read differently. Undefined
 * for any other text, well-formed or not.
 */
export function jsonComplaint(text: string): { message: string; campo?: string } | undefined {
  /** Keys of the open objects; undefined for an array. */
  const open: (Set<string> | undefined)[] = []
  STRUCTURE.lastIndex = 0
  for (let found = STRUCTURE.exec(text); found; found = STRUCTURE.exec(text)) {
    const [mark] = found
    if (mark === '}' || mark === ']') open.pop()
    else if (mark === '"') {
      const end = endOfString(text, found.index)
      if (end < 0) return undefined
      STRUCTURE.lastIndex = COLON.lastIndex = end + 1
      const keys = open.at(-1)
      if (!keys || !COLON.test(text)) continue
      const key = unescape(text.slice(found.index + 1, end))
      if (keys.has(key)) return { campo: key.slice(0, 100), message: 'El campo está repetido.' }
      if (keys.add(key).size > MAX_KEYS) return { message: 'El contenido tiene demasiados campos.' }
    } else if (open.push(mark === '{' ? new Set() : undefined) > MAX_DEPTH)
      return { message: 'El contenido está anidado demasiadas veces.' }
  }
  return undefined
}

/** Accepts JSON bodies in bounds only: each key once, and none that reaches for a prototype. */
export function acceptStrictJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser(['application/json', 'text/plain'])
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.keepsBody) sent.set(request, body)
    const complaint = jsonComplaint(body)
    if (complaint) done(errors.invalid([complaint]))
    else void parse(request, body, done)
  })
}
