import { randomUUID } from 'node:crypto'
import { emitFactura, type Endpoint } from '@yupana/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { hostile, mutated, schemaArbitrary } from './arbitraries.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario } from './builders.ts'
import { facturaForm } from './emisor.ts'

// B8, H6: whatever a caller sends to whatever call, the server answers; it never breaks. `npm run fuzz -- --solo contrato` runs it for
// long.

/** The same requests every time, unless a long run asks for others. */
const RUNS = Number(process.env['FC_RUNS'] ?? 8)
const SEED = Number(process.env['FC_SEED'] ?? 20_260_615)
/** As long as the runs that were asked for may take. */
const LIMIT_MS = RUNS * 15_000
const NOW = '2026-06-15T10:00:00-05:00'

type Json = Record<string, unknown>
interface Operation {
  parameters: { name: string; in: string; schema: Json }[]
  requestBody?: { content: Record<string, { schema: Json }> }
}

let app: TestApp
let document: Json & { paths: Record<string, Record<string, Operation>> }
let username: string
let token: string

beforeAll(async () => {
  app = await buildTestApp({ now: NOW })
  document = (await app.server.inject('/app/v1/openapi.json')).json()
  const empresa = await buildEmpresa(app)
  const usuario = await buildUsuario(app, { empresas: [empresa] })
  await buildCertificadoRow(app, empresa, usuario, { desde: '2026-01-01T00:00:00-05:00', hasta: '2027-01-01T00:00:00-05:00' })
  username = usuario.username
  token = (await app.signIn(username)).token
})
afterAll(() => app?.close())

/** Answers that last until the client goes, and files that come by another door. */
const isPlain = ({ upload, path }: Endpoint) => upload === undefined && !path.includes('/seguir')
const operationOf = ({ method, path }: Endpoint) => document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]

interface Request {
  params: Record<string, string>
  query: Record<string, string | undefined>
  body: unknown
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.replace(/[\ud800-\udfff]/g, '') : (JSON.stringify(value) ?? ''))

/** Requests to a call, from what the OpenAPI document says of it. */
function requestArbitrary(endpoint: Endpoint): fc.Arbitrary<Request> {
  const operation = operationOf(endpoint)
  const places = (where: string) =>
    Object.fromEntries(
      (operation?.parameters ?? [])
        .filter((one) => one.in === where)
        .map((one) => [one.name, schemaArbitrary(one.schema, document).map(textOf)]),
    )
  const schema = operation?.requestBody?.content['application/json']?.schema
  const body = schema
    ? fc.oneof({ weight: 8, arbitrary: schemaArbitrary(schema, document) }, { weight: 1, arbitrary: hostile })
    : fc.constant(undefined)
  return fc.record({ params: fc.record(places('path')), query: fc.record(places('query'), { requiredKeys: [] }), body })
}

async function expectAnswer(endpoint: Endpoint, { params, query, body }: Request): Promise<void> {
  const send = () =>
    app.call(endpoint, {
      token,
      params,
      query: query as Record<string, string>,
      headers: { 'idempotency-key': randomUUID(), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  let answer = await send()
  if (answer.status === 401) {
    token = (await app.signIn(username)).token
    answer = await send()
  }
  expect(
    answer.status,
    `${endpoint.method} ${endpoint.path} ${JSON.stringify({ params, query, body })}: ${answer.raw.toString().slice(0, 300)}`,
  ).toBeLessThan(500)
  if (answer.status >= 400)
    expect(
      answer.problems.every(({ message }) => message !== ''),
      endpoint.path,
    ).toBe(true)
}

describe('no request breaks the server', () => {
  it('B8 every call, with random values of its own shape and of none', { timeout: LIMIT_MS }, async () => {
    const calls = app.router.entries.map(({ endpoint }) => endpoint).filter(isPlain)
    expect(calls.length).toBeGreaterThan(80)
    for (const endpoint of calls)
      await fc.assert(
        fc.asyncProperty(requestArbitrary(endpoint), (request) => expectAnswer(endpoint, request)),
        { numRuns: RUNS, seed: SEED, endOnFailure: true },
      )
  })

  it('B8 emission, with a sound form damaged anywhere: it is issued or refused in words', { timeout: LIMIT_MS }, async () => {
    await fc.assert(
      fc.asyncProperty(mutated(facturaForm()), (body) => expectAnswer(emitFactura, { params: { id: randomUUID() }, query: {}, body })),
      { numRuns: RUNS * 25, seed: SEED, endOnFailure: true },
    )
  })
})
