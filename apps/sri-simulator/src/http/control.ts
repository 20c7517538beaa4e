// The control address: JSON over HTTP, for scripts and tests (README.md lists it), and a page for people.
import type { IncomingMessage, ServerResponse } from 'node:http'

import { applyAjustes, DEFAULTS } from '../ajustes.ts'
import { readBody } from '../fallas/transporte.ts'
import { clearGuion } from '../guion.ts'
import { instantText } from '../reloj.ts'
import type { Simulador } from '../simulador.ts'
import { RUTAS_GUION } from './control-guion.ts'
import { RUTAS_LIBRO } from './control-libro.ts'
import { milliseconds, objectOf, Rechazo, type Atencion, type Llamada } from './llamada.ts'
import { sendPagina } from './pagina.ts'

const MAX_CONTROL = 4 * 1024 * 1024
const MAX_CLOSED = 10 * 60_000
const MAX_ADVANCE = 366 * 86_400_000

function addFallas({ simulador, cuerpo }: Llamada): unknown {
  const list = Array.isArray(cuerpo) ? cuerpo : [cuerpo]
  const ids = list.map((item) => simulador.fallas.add(item))
  const wrong = ids.find((id) => typeof id === 'string')
  if (wrong === undefined) return { ids }
  for (const id of ids) if (typeof id === 'number') simulador.fallas.remove(id)
  throw new Rechazo(400, String(wrong))
}

function changeAjustes({ simulador, cuerpo }: Llamada): unknown {
  const wrong = applyAjustes(simulador.tribunal.ajustes, objectOf(cuerpo))
  if (wrong.length > 0) throw new Rechazo(400, `ajustes inválidos: ${wrong.join(', ')}`)
  simulador.reloj.skew = simulador.tribunal.ajustes.desfaseReloj
  return simulador.tribunal.ajustes
}

async function resetAll({ simulador, cuerpo }: Llamada): Promise<unknown> {
  const { tribunal, fallas, reloj } = simulador
  if (objectOf(cuerpo ?? {})['libro'] !== false) await tribunal.libro.reset()
  fallas.remove(undefined)
  clearGuion(tribunal.guion)
  Object.assign(tribunal.ajustes, DEFAULTS, { modo: simulador.modo })
  reloj.skew = 0
  return { ok: true }
}

function holdPort({ simulador, cuerpo, res }: Llamada): unknown {
  const body = objectOf(cuerpo)
  const ms = milliseconds(body, MAX_CLOSED)
  const modo = body['modo'] ?? 'cerrado'
  if (modo !== 'cerrado' && modo !== 'sordo') throw new Rechazo(400, 'campo inválido: modo')
  const { puerto, tribunal } = simulador
  res.on('finish', () => {
    const held = modo === 'sordo' ? puerto.deafen() : puerto.shut()
    // The time counts from the closing of the port; it opens again by itself, because no call can reach it.
    held.then(
      () => setTimeout(() => void puerto.reopen(), ms),
      () => void puerto.reopen(),
    )
  })
  return { ms, modo, hora: instantText(tribunal.now()) }
}

const advance: Atencion = async ({ simulador, cuerpo }) => {
  await simulador.tribunal.libro.advance(milliseconds(objectOf(cuerpo), MAX_ADVANCE))
  return { hora: instantText(simulador.tribunal.now()) }
}

const RUTAS: readonly (readonly [string, RegExp, Atencion])[] = [
  ['GET', /^$/, sendPagina],
  ['GET', /^pagina\.js$/, sendPagina],
  [
    'GET',
    /^salud$/,
    ({ simulador }) => ({ listo: true, hora: instantText(simulador.tribunal.now()), modo: simulador.tribunal.ajustes.modo }),
  ],
  ['GET', /^config$/, ({ simulador }) => simulador.tribunal.ajustes],
  ['POST', /^config$/, changeAjustes],
  ['POST', /^avanzar$/, advance],
  ['GET', /^fallas$/, ({ simulador }) => simulador.fallas.list()],
  ['POST', /^fallas$/, addFallas],
  [
    'DELETE',
    /^fallas(?:\/(\d+))?$/,
    ({ simulador, params }) => (simulador.fallas.remove(params[0] === undefined ? undefined : Number(params[0])), { ok: true }),
  ],
  ['POST', /^puerto$/, holdPort],
  ['POST', /^reset$/, resetAll],
  ...RUTAS_GUION,
  ...RUTAS_LIBRO,
]

/**
 * Whether the host is localhost or a numeric address: a foreign name may be pointed here at any time, and would then be no foreign origin.
 */
const isOwnHost = ({ headers: { host } }: IncomingMessage): boolean =>
  host !== undefined && /^(localhost|\d{1,3}(\.\d{1,3}){3}|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host)

/** Whether the page was served by this address. */
const isOwnPage = ({ headers: { origin, host } }: IncomingMessage): boolean => origin === `http://${host}`

const sendJson = (res: ServerResponse, status: number, value: unknown): void => {
  const body = Buffer.from(JSON.stringify(value))
  res.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.length }).end(body)
}

async function bodyOf(req: IncomingMessage): Promise<unknown> {
  const bytes = await readBody(req, MAX_CONTROL)
  if (!bytes) throw new Rechazo(413, 'demasiado grande')
  if (bytes.length === 0) return undefined
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new Rechazo(400, 'JSON inválido')
  }
}

export async function answerControl(
  simulador: Simulador,
  path: string,
  query: URLSearchParams,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  try {
    if (!isOwnHost(req)) throw new Rechazo(403, 'nombre de equipo no admitido: use localhost o la dirección IP')
    // Pages of other origins may not script the authority; its own page may.
    if (req.headers.origin !== undefined && !isOwnPage(req)) throw new Rechazo(403, 'origen no admitido')
    const route = RUTAS.find(([method, pattern]) => method === req.method && pattern.test(path))
    if (!route) throw new Rechazo(404, 'ruta desconocida')
    const params = (route[1].exec(path) ?? []).slice(1)
    const value = await route[2]({ simulador, cuerpo: await bodyOf(req), params, query, res })
    if (value !== undefined) sendJson(res, 200, value)
  } catch (error) {
    if (!(error instanceof Rechazo)) throw error
    sendJson(res, error.status, { error: error.message })
  }
}
