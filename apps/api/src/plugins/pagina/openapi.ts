import { createHash } from 'node:crypto'
import type { Endpoint, UploadBody } from '@yupana/contract'
import { ErrorBody, INACTIVIDAD_HEADER, refusingUndeclared, SESION_INACTIVA, USO_HEADER } from '@yupana/contract'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import type { RouteEntry } from '../../http/route.ts'
import { VERSION } from '../../instalacion/version.ts'

type Json = Record<string, unknown>

const jsonSchemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Json
  return json
}

function parametersOf({ params, query }: Endpoint): Json[] {
  const places = [
    [params, 'path'],
    [query, 'query'],
  ] as const
  return places.flatMap(([schema, where]) => {
    if (!schema) return []
    const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      schema: property,
    }))
  })
}

function multipartOf({ files = 1, fields }: UploadBody): Json {
  const file = { type: 'string', format: 'binary' }
  const properties = Object.fromEntries(fields.map(({ name, description }) => [name, { type: 'string', description }]))
  const required = fields.filter((field) => field.required).map(({ name }) => name)
  return {
    type: 'object',
    properties: { file: files > 1 ? { type: 'array', items: file, minItems: 1, maxItems: files } : file, ...properties },
    required: ['file', ...required],
    additionalProperties: false,
  }
}

function requestBodyOf({ body, upload }: Endpoint): Json | undefined {
  if (upload) return { required: true, content: { 'multipart/form-data': { schema: multipartOf(upload) } } }
  return body && { required: true, content: { 'application/json': { schema: jsonSchemaOf(refusingUndeclared(body), 'input') } } }
}

function answerOf({ reply, file }: Endpoint): Json {
  if (file !== undefined) return { description: 'El archivo', content: { [file]: { schema: { type: 'string', format: 'binary' } } } }
  const data = reply ? jsonSchemaOf(reply, 'output') : {}
  const schema = {
    type: 'object',
    properties: { status: { const: '200' }, msg: { type: 'string' }, data },
    required: ['status', 'msg', 'data'],
  }
  return { description: 'Correcto', content: { 'application/json': { schema } } }
}

const REFUSED = {
  description: 'Rechazo con su motivo',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}

function operationOf({ endpoint, policy }: RouteEntry): Json {
  const body = requestBodyOf(endpoint)
  return {
    tags: [endpoint.tag],
    summary: endpoint.summary,
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/\W+/g, '_')}`,
    parameters: parametersOf(endpoint),
    ...(body && { requestBody: body }),
    responses: { 200: answerOf(endpoint), default: REFUSED },
    ...(endpoint.sinUso && { 'x-sin-uso': true }),
    ...(policy === 'public' ? { security: [] } : { 'x-roles': policy.roles }),
  }
}

const DESCRIPCION = `Montos y cantidades son enteros ×10⁶. Fechas: yyyy-MM-dd, día de Ecuador.

Una sesión que nadie usa se detiene: cada llamada responde 401 con \`codigo\` ${SESION_INACTIVA} hasta dar la contraseña en \`POST /v1/auth/reanudar\`. Cada respuesta dice en \`${INACTIVIDAD_HEADER}\` cuántos segundos faltan. Toda llamada cuenta como uso, salvo las marcadas \`x-sin-uso\`; quien llama por su cuenta dice en \`${USO_HEADER}\` hace cuántos segundos la usó una persona.`

/** The OpenAPI 3.1 document of the routes on the server. */
export function openApiOf(entries: readonly RouteEntry[], segmento: string, producto: string): Json {
  const paths: Record<string, Json> = {}
  for (const entry of entries) {
    const path = entry.endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [entry.endpoint.method.toLowerCase()]: operationOf(entry) }
  }
  return {
    openapi: '3.1.0',
    info: { title: producto, version: VERSION, description: DESCRIPCION },
    servers: [{ url: `/${segmento}` }],
    security: [{ bearer: [] }],
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } }, schemas: { Error: jsonSchemaOf(ErrorBody, 'output') } },
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) => text.replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter)

const CSS = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#16202e;background:#f6f7f9}
h1{font-size:1.5rem}h2{margin-top:2rem;border-bottom:1px solid #d5dbe3;font-size:1.125rem}details{background:#fff;border:1px solid #d5dbe3;border-radius:6px;margin:.5rem 0;padding:.5rem .75rem}
summary{cursor:pointer}code,pre{font:13px/1.45 ui-monospace,monospace}pre{overflow:auto;background:#eef1f5;padding:.75rem;border-radius:6px}b{color:#14539e}small{color:#445164}
@media(prefers-color-scheme:dark){body{background:#10151d;color:#e8edf4}details{background:#171e29;border-color:#344155}pre{background:#222c3b}b{color:#86baf5}small{color:#b4c0d0}}`

function section(tag: string, entries: readonly RouteEntry[]): string {
  const calls = entries.map((entry) => {
    const { method, path, summary } = entry.endpoint
    const roles = entry.policy === 'public' ? 'público' : `roles ${entry.policy.roles.join(', ')}`
    return `<details><summary><b>${method}</b> <code>${escape(path)}</code> <small>${escape(summary)} · ${roles}</small></summary><pre>${escape(JSON.stringify(operationOf(entry), null, 2))}</pre></details>`
  })
  return `<h2>${escape(tag)}</h2>${calls.join('')}`
}

function pageOf(entries: readonly RouteEntry[], segmento: string, producto: string): string {
  const tags = [...new Set(entries.map((entry) => entry.endpoint.tag))].sort()
  const sections = tags.map((tag) =>
    section(
      tag,
      entries.filter((entry) => entry.endpoint.tag === tag),
    ),
  )
  return `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API de ${escape(producto)}</title><style>${CSS}</style></head><body>
<h1>API de ${escape(producto)}</h1><p>Base <code>/${escape(segmento)}</code> · <a href="openapi.json">OpenAPI 3.1</a>. Cada respuesta correcta es <code>{"status":"200","msg","data"}</code>; cada rechazo, <code>{"status","msg","data":[{"message","campo"}]}</code>.</p>
${sections.join('')}</body></html>`
}

/** Serves the document and a page with it, under the installation's name; both are made at the first request under that name. */
export function registerOpenApi(
  app: FastifyInstance,
  entries: readonly RouteEntry[],
  segmento: string,
  readProducto: () => Promise<string>,
): void {
  const made = new Map<string, { json: string; page: string }>()
  const of = async () => {
    const producto = await readProducto()
    const present = made.get(producto) ?? {
      json: JSON.stringify(openApiOf(entries, segmento, producto)),
      page: pageOf(entries, segmento, producto),
    }
    made.clear()
    made.set(producto, present)
    return present
  }
  const style = `'sha256-${createHash('sha256').update(CSS).digest('base64')}'`
  app.get(`/${segmento}/v1/openapi.json`, async (_request, reply) => {
    return reply.type('application/json; charset=utf-8').send((await of()).json)
  })
  app.get(`/${segmento}/v1/docs`, async (_request, reply) => {
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', `default-src 'none'; style-src ${style}; base-uri 'none'; frame-ancestors 'none'`)
      .send((await of()).page)
  })
}
