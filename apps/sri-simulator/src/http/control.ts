// The control address: JSON over HTTP, for scripts and tests (README.md lists it).
import type { IncomingMessage, ServerResponse } from 'node:http'

import { applyAjustes, DEFAULTS } from '../ajustes.ts'
import { readBody } from '../fallas/transporte.ts'
import type { Simulador } from '../simulador.ts'
import { CODIGOS_EMISOR, CODIGOS_ESTABLECIMIENTO, CODIGOS_RECEPTOR } from '../guion.ts'
import type { Entrada } from '../libro/libro.ts'
import { instantText } from '../reloj.ts'

const MAX_CONTROL = 4 * 1024 * 1024
const MAX_CLOSED = 10 * 60_000

type Cuerpo = Readonly<Record<string, unknown>>
interface Llamada {
  readonly simulador: Simulador
  readonly cuerpo: unknown
  readonly params: readonly string[]
  readonly query: URLSearchParams
  readonly res: ServerResponse
}

class Rechazo extends Error {
  constructor(readonly status: number, message: string) {
    super(message)
  }
}

const objectOf = (cuerpo: unknown): Cuerpo => {
  if (typeof cuerpo !== 'object' || cuerpo === null || Array.isArray(cuerpo)) throw new Rechazo(400, 'se espera un objeto JSON')
  return cuerpo as Cuerpo
}

const text = (cuerpo: Cuerpo, key: string, pattern: RegExp): string => {
  const value = cuerpo[key]
  if (typeof value !== 'string' || !pattern.test(value)) throw new Rechazo(400, `campo inválido: ${key}`)
  return value
}

const intentoView = ({ at: _at, ...intento }: Entrada['intentos'][number], index: number) => ({ intento: index, ...intento })

const entradaView = (entrada: Entrada) => ({ clave: entrada.clave, anulado: entrada.anulado ?? null, consultas: entrada.consultas, intentos: entrada.intentos.map(intentoView) })

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

function setEmisor({ simulador, cuerpo }: Llamada): unknown {
  const body = objectOf(cuerpo)
  const ruc = text(body, 'ruc', /^\d{13}$/)
  const key = body['estab'] === undefined ? ruc : `${ruc}/${text(body, 'estab', /^\d{3}$/)}`
  const { emisores } = simulador.tribunal.guion
  if (body['codigo'] === null) emisores.delete(key)
  else {
    const codigo = text(body, 'codigo', /^\d{1,2}$/)
    if (!(key === ruc ? CODIGOS_EMISOR : CODIGOS_ESTABLECIMIENTO).has(codigo)) throw new Rechazo(400, 'campo inválido: codigo')
    emisores.set(key, codigo)
  }
  return Object.fromEntries(emisores)
}

function setReceptor({ simulador, cuerpo }: Llamada): unknown {
  const body = objectOf(cuerpo)
  const identificacion = text(body, 'identificacion', /^.{1,20}$/)
  const { receptores } = simulador.tribunal.guion
  if (body['codigo'] === null) receptores.delete(identificacion)
  else {
    const codigo = text(body, 'codigo', /^\d{1,2}$/)
    if (!CODIGOS_RECEPTOR.has(codigo)) throw new Rechazo(400, 'campo inválido: codigo')
    receptores.set(identificacion, codigo)
  }
  return Object.fromEntries(receptores)
}

async function annul({ simulador, cuerpo }: Llamada): Promise<unknown> {
  const body = objectOf(cuerpo)
  const estado = body['estado'] === null ? undefined : text({ estado: 'ANULADO', ...body }, 'estado', /^(ANULADO|PENDIENTE DE ANULAR)$/)
  if (!(await simulador.tribunal.libro.annul(text(body, 'clave', /^\d{49}$/), estado))) throw new Rechazo(404, 'clave desconocida')
  return { estado: estado ?? null }
}

// The whole ledger, a line of JSON per transmission, oldest document first.
async function listLibro({ simulador, query, res }: Llamada): Promise<undefined> {
  const [from, limit] = [Number(query.get('desde') ?? 0), Number(query.get('limite') ?? Infinity)]
  res.writeHead(200, { 'Content-Type': 'application/x-ndjson' })
  let index = 0
  let lines: string[] = []
  for (const entrada of simulador.tribunal.libro.entradas())
    for (const [n, intento] of entrada.intentos.entries()) {
      if (index >= from && index < from + limit) lines.push(`${JSON.stringify({ ...intentoView(intento, n), anulado: entrada.anulado ?? null })}\n`)
      index += 1
      if (lines.length >= 500) {
        if (!res.write(lines.join(''))) await new Promise((ready) => res.once('drain', ready).once('close', ready))
        lines = []
      }
      if (res.destroyed) return undefined
    }
  res.end(lines.join(''))
  return undefined
}

const found = (simulador: Simulador, clave: string | undefined): Entrada => {
  const entrada = simulador.tribunal.libro.entrada(clave ?? '')
  if (!entrada) throw new Rechazo(404, 'clave desconocida')
  return entrada
}

function sendBytes({ simulador, params, res }: Llamada): undefined {
  const intento = found(simulador, params[0]).intentos[Number(params[1])]
  if (!intento) throw new Rechazo(404, 'intento desconocido')
  res.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': intento.n }).end(simulador.tribunal.libro.bytesOf(intento))
  return undefined
}

function statistics({ simulador }: Llamada): unknown {
  const verdicts: Record<string, number> = {}
  const codigos: Record<string, number> = {}
  let [documentos, autorizados, consultas, distintos] = [0, 0, 0, 0]
  for (const entrada of simulador.tribunal.libro.entradas()) {
    documentos += 1
    consultas += entrada.consultas
    if (entrada.intentos.some((i) => i.autorizacion?.estado === 'AUTORIZADO')) autorizados += 1
    if (new Set(entrada.intentos.map((i) => i.sha256)).size > 1) distintos += 1
    for (const i of entrada.intentos) {
      verdicts[i.veredicto] = (verdicts[i.veredicto] ?? 0) + 1
      for (const m of [...i.mensajes, ...(i.autorizacion?.mensajes ?? [])]) codigos[m.identificador] = (codigos[m.identificador] ?? 0) + 1
    }
  }
  return { documentos, autorizados, intentos: simulador.tribunal.libro.total, consultas, conBytesDistintos: distintos, veredictos: verdicts, codigos }
}

async function resetAll({ simulador, cuerpo }: Llamada): Promise<unknown> {
  const { tribunal, fallas, reloj } = simulador
  if (objectOf(cuerpo ?? {})['libro'] !== false) await tribunal.libro.reset()
  fallas.remove(undefined)
  tribunal.guion.emisores.clear()
  tribunal.guion.receptores.clear()
  Object.assign(tribunal.ajustes, DEFAULTS, { modo: simulador.modo })
  reloj.skew = 0
  return { ok: true }
}

function closePort({ simulador, cuerpo, res }: Llamada): unknown {
  const ms = objectOf(cuerpo)['ms']
  if (typeof ms !== 'number' || ms < 1 || ms > MAX_CLOSED) throw new Rechazo(400, 'campo inválido: ms')
  res.on('finish', () => simulador.closePortFor(ms))
  return { ms }
}

const RUTAS: readonly (readonly [string, RegExp, (llamada: Llamada) => unknown])[] = [
  ['GET', /^salud$/, ({ simulador }) => ({ listo: true, hora: instantText(simulador.tribunal.now()), modo: simulador.tribunal.ajustes.modo })],
  ['GET', /^config$/, ({ simulador }) => simulador.tribunal.ajustes],
  ['POST', /^config$/, changeAjustes],
  ['GET', /^fallas$/, ({ simulador }) => simulador.fallas.list()],
  ['POST', /^fallas$/, addFallas],
  ['DELETE', /^fallas(?:\/(\d+))?$/, ({ simulador, params }) => (simulador.fallas.remove(params[0] === undefined ? undefined : Number(params[0])), { ok: true })],
  ['POST', /^emisor$/, setEmisor],
  ['POST', /^receptor$/, setReceptor],
  ['POST', /^anular$/, annul],
  ['POST', /^puerto$/, closePort],
  ['POST', /^reset$/, resetAll],
  ['GET', /^libro$/, listLibro],
  ['GET', /^libro\/(\d{49})$/, ({ simulador, params }) => entradaView(found(simulador, params[0]))],
  ['GET', /^libro\/(\d{49})\/(\d+)\/xml$/, sendBytes],
  ['GET', /^estadisticas$/, statistics],
]

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

export async function answerControl(simulador: Simulador, path: string, query: URLSearchParams, req: IncomingMessage, res: ServerResponse): Promise<void> {
  try {
    // Pages of other origins may not script the authority.
    if (req.headers.origin !== undefined) throw new Rechazo(403, 'origen no admitido')
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
