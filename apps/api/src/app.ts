import { randomUUID } from 'node:crypto'
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import multipart from '@fastify/multipart'
import { mensajeOf } from '@yupana/contract'
import { MontoFueraDeRango } from '@yupana/fiscal'
import { validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { es } from 'zod/locales'

import type { Deps } from './deps.ts'
import { AppError, errors, undeclaredProblems, type Problem } from './errors.ts'
import { vanishedFrom } from './db/sqlstate.ts'
import { log } from './proceso/log.ts'
import { acceptStrictJson } from './plugins/peticion/json-body.ts'
import { Router } from './http/route.ts'
import { registerFeatures } from './features.ts'
import { createMarca } from './features/sistema/sistema.door.ts'
import { Desconocidos } from './plugins/rechazos/desconocidos.ts'
import { trackRechazos } from './plugins/rechazos/rechazos.ts'
import { addSecurityHeaders } from './plugins/pagina/security-headers.ts'
import { answerBrokenRequests } from './plugins/peticion/broken-request.ts'
import { registerOpenApi } from './plugins/pagina/openapi.ts'

z.config({ ...es(), customError: mensajeOf, jitless: true })

const BODY_LIMIT = 1_048_576
/** Longest upload of decisions O-44 that this server takes. */
const UPLOAD_LIMIT = 2_000_000

interface ValidationIssue {
  instancePath?: string
  message?: string
  params?: { keys?: readonly string[] }
}

/** A filter passed over in silence would answer more than was asked for. */
const undeclaredFilters = (filtros: readonly string[]): Problem[] =>
  filtros
    .slice(0, 20)
    .map((filtro) => ({ message: `El filtro «${filtro.slice(0, 60)}» no existe en esta consulta.`, campo: filtro.slice(0, 60) }))

function problemsOf(error: FastifyError): Problem[] {
  return ((error.validation ?? []) as ValidationIssue[]).flatMap((issue) => {
    const campo = issue.instancePath?.replace(/^\//, '').replaceAll('/', '.')
    if (issue.params?.keys && error.validationContext === 'querystring') return undeclaredFilters(issue.params.keys)
    if (issue.params?.keys) return undeclaredProblems(issue.params.keys, campo ? `${campo}.` : '')
    return { message: issue.message ?? 'Valor no válido', ...(campo && { campo }) }
  })
}

/** The database went away, is full, out of places or cannot read its disk, or gave up waiting: the same request may pass soon. */
const DATABASE_UNABLE = /^(08|53|58|57P|57014|55P03|40001|40P01)/
/** The same of the machine. */
const MACHINE_UNABLE = /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ENOSPC|EDQUOT|EMFILE|ENFILE|EIO)$/
/** PostgreSQL has no such character: what no field's own check refused. */
const UNSTORABLE_TEXT = /^(22021|22P05)$/

/** A sum of PostgreSQL's that its own type does not hold. */
const BEYOND_RANGE = '22003'

function asAppError(error: FastifyError | AppError | MontoFueraDeRango): AppError {
  if (error instanceof AppError) return error
  if (error instanceof MontoFueraDeRango) return errors.sumTooLarge()
  if (error.validation) return errors.invalid(problemsOf(error))
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' || error.code === 'FST_REQ_FILE_TOO_LARGE') return errors.tooLarge()
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return errors.unsupportedType()
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) return errors.badRequest()
  const code = String(error.code ?? '')
  if (DATABASE_UNABLE.test(code) || MACHINE_UNABLE.test(code) || /terminated|timeout exceeded|not queryable/.test(error.message))
    return errors.unavailable()
  if (code === BEYOND_RANGE) return errors.sumTooLarge()
  if (UNSTORABLE_TEXT.test(code)) return errors.badRequest()
  const tabla = vanishedFrom(error)
  return tabla === undefined ? errors.internal() : errors.vanished(tabla)
}

const bodyOf = (answer: AppError) => ({ msg: answer.message, data: answer.problems })

/** What arrives over an open connection once the server was told to end: another one will answer it. */
function refuseWhileClosing(server: FastifyInstance): void {
  let isClosing = false
  server.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  server.addHook('onRequest', (_request, reply, done) => {
    if (isClosing) reply.header('connection', 'close')
    done(isClosing ? errors.unavailable() : undefined)
  })
}

/** Answers what is refused, and writes it down. */
function createRefuse(server: FastifyInstance, deps: Deps): (request: FastifyRequest, reply: FastifyReply, refused: AppError) => void {
  const noteRechazo = trackRechazos(server, deps)
  const desconocidos = new Desconocidos(deps)
  server.addHook('preClose', (done) => {
    desconocidos.release()
    done()
  })
  return (request, reply, refused) => {
    const { answer, waitMs, isLast } = desconocidos.answerTo(request, refused)
    noteRechazo(request, answer)
    if (answer.retryAfter) reply.header('retry-after', answer.retryAfter)
    if (isLast) reply.header('connection', 'close')
    reply.status(answer.status)
    const { errorPage } = request.routeOptions.config
    const send = () => void (errorPage ? errorPage(reply, answer) : reply.send({ status: String(answer.status), ...bodyOf(answer) }))
    if (waitMs > 0) desconocidos.hold(waitMs, send)
    else send()
  }
}

export interface App {
  server: FastifyInstance
  router: Router
}

/** Builds the server without listening: plugins, concept routes, the one error handler. */
export async function buildApp(deps: Deps): Promise<App> {
  const server = fastify({
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: 4096 },
    logger: false,
    requestTimeout: 60_000,
    // Only a proxy that the installation names is believed when it says who calls (PROXY_CONFIABLE).
    trustProxy: deps.config.proxyConfiable ?? false,
    // Never the caller's own: what stands in the log cannot be chosen from outside.
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    frameworkErrors: (_error, request, reply) =>
      refuse(request, (reply as unknown as FastifyReply).header('x-request-id', request.id), errors.badRequest()),
    clientErrorHandler: answerBrokenRequests(deps.config.modo === 'produccion'),
    // Its own answer is none of the catalogue: refuseWhileClosing gives ours.
    return503OnClosing: false,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  })
  server.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  const refuse = createRefuse(server, deps)
  refuseWhileClosing(server)
  addSecurityHeaders(server, deps.config.modo === 'produccion')
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(() => (data) => JSON.stringify(data))
  acceptStrictJson(server)
  await server.register(multipart, { limits: { fileSize: UPLOAD_LIMIT, files: 1, fields: 10, fieldSize: 2_000, parts: 12 } })

  server.setErrorHandler<FastifyError | AppError>((error, request, reply) => {
    // A client that left before the first line of a stream: nobody reads an answer, and nothing failed.
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed) return void reply.hijack()
    const answer = asAppError(error)
    const isUnknown = !(error instanceof AppError) || error.cause !== undefined
    if ((answer.status >= 500 || answer.code === 'VANISHED' || answer.code === 'FILE_LOST') && isUnknown)
      log.error('request failed', error, { request: request.id, method: request.method, route: request.routeOptions.url })
    return refuse(request, reply, answer)
  })
  server.setNotFoundHandler(() => {
    throw errors.notFound()
  })
  const router = new Router(server, deps)
  await registerFeatures(server, router, deps)
  const marca = createMarca(deps.db, deps.config.segmento)
  registerOpenApi(server, router.entries, deps.config.segmento, async () => (await marca()).producto)
  return { server, router }
}
