import type { Endpoint } from '@yupana/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type * as z from 'zod/mini'

import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { ROL } from '../sesion/roles.ts'

type Json = Record<string, unknown>
interface Operation {
  operationId: string
  summary: string
  parameters: { name: string; in: string; required: boolean; schema: Json }[]
  responses: Record<string, { description: string; content: Record<string, { schema: Json }> }>
  security?: unknown[]
  requestBody?: { content: Record<string, { schema: Json }> }
}
interface Document {
  openapi: string
  info: Json
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Json; securitySchemes: Json }
}

let app: TestApp
let document: Document
let token: string

beforeAll(async () => {
  app = await buildTestApp()
  document = (await app.server.inject('/app/v1/openapi.json')).json()
  const { username } = await buildUsuario(app, { empresas: [await buildEmpresa(app)], rol: ROL.SUPER_ADMIN, superAdmin: true })
  token = (await app.signIn(username)).token
})
afterAll(() => app?.close())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
const names = () =>
  operations()
    .map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    .sort()

/** The server's own route table, from its printed tree: `├── /app/v1/persona/:id (GET, HEAD)`, children one step further in. */
function serverRoutes(): string[] {
  const parents: string[] = []
  return app.server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', own = '', methods = ''] = /^((?:[│ ] {3})*)[├└]── (\S+) \(([^)]+)\)/.exec(line) ?? []
      if (!own) return []
      const depth = indent.length / 4
      const path = (parents[depth - 1] ?? '') + own
      parents.splice(depth, Infinity, path)
      return methods
        .split(', ')
        .filter((method) => method !== 'HEAD')
        .map((method) => `${method} ${path.replace(/^\/app/, '').replace(/:(\w+)/g, '{$1}')}`)
    })
}

describe('OpenAPI document', () => {
  it('holds every route of the server and no other, the document, its page, the pages of links and the calendar aside', () => {
    const own = [
      'GET /v1/docs',
      'GET /v1/openapi.json',
      'GET /c/{token}',
      'GET /c/{token}/pdf',
      'POST /c/{token}',
      'GET /d/{token}',
      'GET /d/{token}/pdf',
      'GET /d/{token}/xml',
      'POST /d/{token}',
      'GET /o/{archivo}',
      'GET /r/gracias',
      'GET /r/{token}',
      'GET /r/{token}/logo',
      'POST /r/{token}',
    ]
    expect(serverRoutes().sort()).toEqual([...names(), ...own].sort())
    expect(app.router.entries.map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, '{$1}')}`).sort()).toEqual(
      names(),
    )
  })

  it('has the shape of OpenAPI 3.1', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Yupana', version: expect.any(String) },
      servers: [{ url: '/app' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    })
    for (const { path, method, operation } of operations()) {
      const name = `${method} ${path}`
      expect(path, name).toMatch(/^\/[\w/{}.-]+$/)
      expect(['get', 'post', 'put', 'delete'], name).toContain(method)
      expect(operation.summary, name).not.toBe('')
      expect(Object.keys(operation.responses), name).toEqual(['200', 'default'])
      for (const response of Object.values(operation.responses)) expect(response.description, name).toEqual(expect.any(String))
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
      expect(inPath.map((parameter) => parameter.name).sort(), name).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, place]) => place).sort(),
      )
      expect(
        inPath.every((parameter) => parameter.required),
        name,
      ).toBe(true)
      for (const parameter of operation.parameters) expect(parameter.schema, `${name} ${parameter.name}`).toEqual(expect.any(Object))
    }
    expect(new Set(operations().map(({ operation }) => operation.operationId)).size).toBe(operations().length)
  })

  it('refers only to what it defines, and its schemas are plain JSON Schema', () => {
    const walk = (value: unknown, at: string): void => {
      if (Array.isArray(value)) value.forEach((item, n) => walk(item, `${at}/${n}`))
      else if (typeof value === 'object' && value !== null) {
        for (const [key, item] of Object.entries(value)) {
          if (key === '$ref') expect(resolve(String(item)), `${at}: ${String(item)}`).toBeDefined()
          if (key === 'type' && typeof item === 'string' && !at.endsWith('/properties') && !at.includes('securitySchemes'))
            expect(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'], at).toContain(item)
          walk(item, `${at}/${key}`)
        }
      }
    }
    walk({ paths: document.paths, components: document.components }, '')
  })

  const resolve = (reference: string) =>
    reference.startsWith('#/')
      ? reference
          .slice(2)
          .split('/')
          .reduce<unknown>((value, key) => (value as Json | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document)
      : undefined

  it('says every field that an upload takes, and no others', () => {
    const schemaOf = (path: string, method: string) => document.paths[path]?.[method]?.requestBody?.content['multipart/form-data']?.schema
    const firma = {
      type: 'object',
      properties: { file: { format: 'binary' }, pass: { type: 'string' }, confirmar: { type: 'string' } },
      required: ['file', 'pass'],
      additionalProperties: false,
    }
    expect(schemaOf('/business_profile/carga_firma_electronica', 'post')).toMatchObject(firma)
    expect(schemaOf('/business_profile/carga_firma_electronica/{id}', 'put')).toMatchObject(firma)
    expect(schemaOf('/v1/usuario/avatar', 'post')).toEqual({
      type: 'object',
      properties: { file: { type: 'string', format: 'binary' } },
      required: ['file'],
      additionalProperties: false,
    })
    expect(schemaOf('/v1/recibido/importar', 'post')).toMatchObject({
      properties: { file: { type: 'array', items: { format: 'binary' }, maxItems: 100 } },
    })
  })

  it('marks the public calls and no others as such', () => {
    const open = operations()
      .filter(({ operation }) => operation.security?.length === 0)
      .map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    expect(open.sort()).toEqual(
      app.router.entries
        .filter(({ policy }) => policy === 'public')
        .map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, '{$1}')}`)
        .sort(),
    )
  })

  it('asks the database for the name once in five seconds, however many ask and at once', async () => {
    const stopwatch = vi.spyOn(performance, 'now').mockReturnValue(10_000_000)
    const asked = vi.spyOn(app.deps.db, 'selectFrom')
    const ask = () =>
      Promise.all(
        ['docs', 'openapi.json', 'docs', 'openapi.json'].map(async (page) =>
          (await app.server.inject(`/app/v1/${page}`)).body.includes('Contable'),
        ),
      )
    expect([await ask(), asked.mock.calls.length]).toEqual([[false, false, false, false], 1])
    await app.owner.updateTable('instalacion').set({ producto: 'Contable' }).execute()
    expect([await ask(), asked.mock.calls.length]).toEqual([[false, false, false, false], 1])
    stopwatch.mockReturnValue(10_005_000)
    expect([await ask(), asked.mock.calls.length]).toEqual([[true, true, true, true], 2])
    vi.restoreAllMocks()
  })

  it('has a page for people, under a policy that runs nothing', async () => {
    const page = await app.server.inject('/app/v1/docs')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toMatch(/^text\/html/)
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.body).not.toMatch(/<script/i)
    for (const { endpoint } of app.router.entries) expect(page.body).toContain(`<code>${endpoint.path}</code>`)
  })
})

describe('the envelope (O-01, R-3.1.21)', () => {
  /** It sends a mail (O-16), and without a signature there is no mail to send. */
  const WITH_EFFECT = ['/business_profile/certificado/recover-pass']
  const readable = () =>
    app.router.entries
      .map(({ endpoint }) => endpoint)
      .filter(({ method, path, file }) => method === 'GET' && !path.includes('/:') && file === undefined && !WITH_EFFECT.includes(path))
  /** Required values of a call. */
  const SOME_ID = '4b1c7a52-0c3e-4d2a-9a53-6f1d2b7c8e90'
  const QUERIES: Readonly<Record<string, Record<string, string>>> = {
    '/v1/comprobante/estados': { ids: SOME_ID },
    '/v1/gasto_personal/search': { anio: '2026' },
    '/v1/gasto_personal/recibido/search': { anio: '2026' },
    '/v1/gasto_personal/resumen': { anio: '2026' },
    '/v1/gasto_personal/situacion': { anio: '2026' },
    '/v1/gasto_personal/propuesta': { ruc: '1790012345001' },
    '/v1/reporte': { reporte: 'ventas', desde: '2026-01-01', hasta: '2026-01-31' },
    '/v1/declaracion/list': { anio: '2026' },
    '/v1/renta': { anio: '2026' },
    '/v1/declaracion/papel': { formulario: '104', periodo: '2026-01' },
    '/v1/declaracion/casillero': { formulario: '104', periodo: '2026-01', casillero: '401' },
    '/v1/declaracion/defecto': { formulario: '104', periodo: '2026-01', codigo: 'en_blanco' },
    '/v1/cartera/search': { sentido: 'COBRAR' },
    '/v1/cartera/resumen': { sentido: 'PAGAR' },
    '/v1/cartera/personas': { sentido: 'COBRAR' },
    '/v1/cartera/estado': { sentido: 'COBRAR', persona_id: SOME_ID },
    '/v1/pago/search': { sentido: 'PAGAR' },
    '/v1/cifras': { periodo: '3', fecha: '2026-11-01', tipo: '1' },
    '/v1/cifras/productos': { periodo: '3', fecha: '2026-11-01' },
    '/v1/persona/condicion': { tipo_identificacion: '04', identificacion: '1790012345001', fecha: '2026-11-01' },
    '/v1/persona/conocida': { tipo_identificacion: '04', identificacion: '1790012345001' },
    '/v1/padron': { tipo_identificacion: '04', identificacion: '1790012345001' },
    '/v1/documento/credito': { persona_id: SOME_ID },
    '/v1/documento/ultimo_precio': { persona_id: SOME_ID, producto_id: SOME_ID },
  }
  const accepts = ({ reply }: Endpoint, data: unknown) => (reply as z.ZodMiniType | undefined)?.safeParse(data)

  it('O-01: every reading call answers status "200" (a string), msg and data of its declared shape', async () => {
    expect(readable().length).toBeGreaterThan(15)
    for (const endpoint of readable()) {
      const answer = await app.call(endpoint, { token, query: QUERIES[endpoint.path] ?? {} })
      const body = JSON.parse(answer.raw.toString()) as Json
      expect({ http: answer.status, keys: Object.keys(body), status: body['status'], msg: body['msg'] }, endpoint.path).toEqual({
        http: 200,
        keys: ['status', 'msg', 'data'],
        status: '200',
        msg: endpoint.msg,
      })
      const parsed = accepts(endpoint, body['data'])
      expect(parsed?.success, `${endpoint.path}: ${JSON.stringify(parsed?.error?.issues)}`).toBe(true)
      expect(answer.headers['cache-control'], endpoint.path).toBe('no-store')
    }
  })

  it('R-8.4: what is no route answers 404 with the body of every refusal, status a string', async () => {
    for (const [method, url] of [
      ['GET', '/app/v1/nada'],
      ['POST', '/app/v1/salud'],
      ['DELETE', '/app/v1/documento/search'],
      ['GET', '/app/v1/documento/../../etc'],
    ] as const) {
      const answer = await app.server.inject({ method, url })
      expect(answer.json(), url).toEqual({
        status: '404',
        msg: 'El recurso solicitado no existe o ha sido eliminado',
        data: [{ message: 'El recurso solicitado no existe o ha sido eliminado' }],
      })
      expect(answer.statusCode).toBe(404)
    }
  })
})
