import type { FastifyInstance } from 'fastify'
import type { ServerResponse } from 'node:http'

const YEAR_SECONDS = 31_536_000

/** An answer of the API is data: nothing in it may run, load or be framed. Pages have their own policy. */
const DATA_POLICY = "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function headersOf(production: boolean): Record<string, string> {
  return {
    'content-security-policy': DATA_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    ...(production && { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` }),
  }
}

/**
 * Sets the security headers of reliability §3.4 on every answer, refusals and hijacked streams included. They are set on the raw response,
 * so that `reply.header` of a route (its own policy, its own caching) wins.
 */
export function addSecurityHeaders(app: FastifyInstance, production: boolean): void {
  const headers = Object.entries(headersOf(production))
  const apply = (response: ServerResponse) => {
    for (const [name, value] of headers) response.setHeader(name, value)
  }
  app.addHook('onRequest', async (_request, reply) => apply(reply.raw))
  // Addresses that cannot be decoded are refused before any hook runs.
  app.server.prependListener('request', (_request, response) => apply(response))
}
