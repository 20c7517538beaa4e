// Control of the ledger: received documents, and actions of the portal on them.
import type { Simulador } from '../simulador.ts'
import type { Entrada } from '../libro/libro.ts'
import { anulacionOf, answerAnulacion, requestAnulacion } from '../portal.ts'
import { CLAVE, flag, objectOf, Rechazo, text, type Atencion, type Llamada } from './llamada.ts'

const intentoView = ({ at: _at, ...intento }: Entrada['intentos'][number], index: number) => ({ intento: index, ...intento })

const estadoOf = (simulador: Simulador, entrada: Entrada) => anulacionOf(simulador.tribunal, entrada)?.estado ?? null

const told = (simulador: Simulador, result: Awaited<ReturnType<typeof answerAnulacion>>): unknown => {
  if (typeof result === 'string') throw new Rechazo(409, result)
  const { libro, now } = { libro: simulador.tribunal.libro, now: simulador.tribunal.now }
  return {
    estado: result?.estado ?? null,
    vence: result?.vence === undefined ? null : new Date(now() + result.vence - libro.elapsed()).toISOString(),
  }
}

const request: Atencion = async ({ simulador, cuerpo }) =>
  told(simulador, await requestAnulacion(simulador.tribunal, text(objectOf(cuerpo), 'clave', CLAVE)))

const answer: Atencion = async ({ simulador, cuerpo }) => {
  const body = objectOf(cuerpo)
  return told(simulador, await answerAnulacion(simulador.tribunal, text(body, 'clave', CLAVE), flag(body, 'acepta')))
}

// Ex officio: without any rule.
const annul: Atencion = async ({ simulador, cuerpo }) => {
  const body = objectOf(cuerpo)
  const estado = body['estado'] === null ? undefined : text({ estado: 'ANULADO', ...body }, 'estado', /^(ANULADO|PENDIENTE DE ANULAR)$/)
  const anulacion = estado === undefined ? undefined : { estado: estado as 'ANULADO' | 'PENDIENTE DE ANULAR' }
  if (!(await simulador.tribunal.libro.annul(text(body, 'clave', CLAVE), anulacion))) throw new Rechazo(404, 'clave desconocida')
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
      if (index >= from && index < from + limit)
        lines.push(`${JSON.stringify({ ...intentoView(intento, n), anulado: estadoOf(simulador, entrada) })}\n`)
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

const showEntrada: Atencion = ({ simulador, params }) => {
  const entrada = found(simulador, params[0])
  return {
    clave: entrada.clave,
    anulado: estadoOf(simulador, entrada),
    consultas: entrada.consultas,
    intentos: entrada.intentos.map(intentoView),
  }
}

function sendBytes({ simulador, params, res }: Llamada): undefined {
  const intento = found(simulador, params[0]).intentos[Number(params[1])]
  if (!intento) throw new Rechazo(404, 'intento desconocido')
  res
    .writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': intento.n })
    .end(simulador.tribunal.libro.bytesOf(intento))
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
  return {
    documentos,
    autorizados,
    intentos: simulador.tribunal.libro.total,
    consultas,
    conBytesDistintos: distintos,
    veredictos: verdicts,
    codigos,
  }
}

export const RUTAS_LIBRO: readonly (readonly [string, RegExp, Atencion])[] = [
  ['POST', /^anular$/, annul],
  ['POST', /^anulacion$/, request],
  ['POST', /^anulacion\/respuesta$/, answer],
  ['GET', /^libro$/, listLibro],
  ['GET', /^libro\/(\d{49})$/, showEntrada],
  ['GET', /^libro\/(\d{49})\/(\d+)\/xml$/, sendBytes],
  ['GET', /^estadisticas$/, statistics],
]
