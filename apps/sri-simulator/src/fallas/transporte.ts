// Faults that a client meets on the wire. Everything here is bounded in bytes and in time.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

import { faultXml } from '../soap/respuestas.ts'
import type { Falla } from './falla.ts'

const MAX_SILENCE = 10 * 60_000
const MAX_DRIP = 10 * 60_000
const XML = 'text/xml;charset=UTF-8'

type Efecto = (falla: Falla, res: ServerResponse, body: Buffer) => void

const send = (res: ServerResponse, status: number, headers: Record<string, string | number>, body: string | Uint8Array = ''): void => {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  res.writeHead(status, { 'Content-Length': bytes.length, ...headers })
  res.end(bytes)
}

const reset = (res: ServerResponse): void => {
  res.socket?.resetAndDestroy()
}

function silence(ms: number, res: ServerResponse): void {
  const timer = setTimeout(() => reset(res), Math.min(ms, MAX_SILENCE))
  res.on('close', () => clearTimeout(timer))
}

function drip(ms: number, res: ServerResponse, body: Buffer): void {
  let sent = 0
  const started = Date.now()
  res.writeHead(200, { 'Content-Type': XML, 'Content-Length': body.length })
  const timer = setInterval(() => {
    if (Date.now() - started > MAX_DRIP) return reset(res)
    res.write(body.subarray(sent, sent + 1))
    sent += 1
    if (sent === body.length) {
      clearInterval(timer)
      res.end()
    }
  }, ms)
  res.on('close', () => clearInterval(timer))
}

// Garbage by a fixed rule, so that a failing test can be repeated.
const garbage = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, i) => (i * i * 31 + i * 7 + 129) % 256))

const EFECTOS: Readonly<Partial<Record<Falla['tipo'], Efecto>>> = {
  silencio: (falla, res) => silence(falla.ms ?? 60_000, res),
  'corte-antes': (_falla, res) => reset(res),
  'corte-despues': (_falla, res) => reset(res),
  'corte-a-mitad': (_falla, res, body) => {
    res.writeHead(200, { 'Content-Type': XML, 'Content-Length': body.length })
    res.write(body.subarray(0, Math.floor(body.length / 2)), () => reset(res))
  },
  goteo: (falla, res, body) => drip(Math.max(1, falla.ms ?? 1000), res, body),
  'http-500': (_falla, res) => send(res, 500, { 'Content-Type': 'text/plain' }, 'Internal Server Error'),
  'http-502': (_falla, res) =>
    send(
      res,
      502,
      { 'Content-Type': 'text/html' },
      '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>',
    ),
  'http-503': (_falla, res) =>
    send(res, 503, { 'Content-Type': 'text/html', 'Retry-After': 5 }, '<html><body>Servicio en mantenimiento</body></html>'),
  'http-302': (_falla, res) => send(res, 302, { Location: 'http://127.0.0.1:9/mantenimiento' }),
  vacio: (_falla, res) => send(res, 200, { 'Content-Type': XML }),
  'xml-truncado': (_falla, res, body) => send(res, 200, { 'Content-Type': XML }, body.subarray(0, Math.floor(body.length * 0.6))),
  basura: (_falla, res) => send(res, 200, { 'Content-Type': XML }, garbage(2048)),
  charset: (_falla, res, body) =>
    send(
      res,
      200,
      { 'Content-Type': 'text/xml;charset=UTF-8' },
      Buffer.from(`<?xml version="1.0" encoding="UTF-16"?>${body.toString('utf8')} ñandú`, 'latin1'),
    ),
  bom: (_falla, res, body) => send(res, 200, { 'Content-Type': XML }, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body])),
  'tipo-contenido': (_falla, res, body) => send(res, 200, { 'Content-Type': 'application/octet-stream' }, body),
  gigante: (falla, res) => send(res, 200, { 'Content-Type': XML }, Buffer.alloc(falla.tamano ?? 8 * 1024 * 1024, ' ')),
  'bomba-gzip': (falla, res) =>
    send(
      res,
      200,
      { 'Content-Type': XML, 'Content-Encoding': 'gzip' },
      gzipSync(Buffer.alloc(falla.tamano ?? 64 * 1024 * 1024, ' '), { level: 1 }),
    ),
  'soap-fault': (falla, res) => send(res, 500, { 'Content-Type': XML }, faultXml(falla.informacion ?? 'Error interno')),
  'respuesta-doble': (_falla, res, body) => send(res, 200, { 'Content-Type': XML }, Buffer.concat([body, body])),
}

export const isTransporte = (falla: Falla): boolean => EFECTOS[falla.tipo] !== undefined

export function applyTransporte(falla: Falla, res: ServerResponse, body: Buffer): void {
  EFECTOS[falla.tipo]?.(falla, res, body)
}

export const sendXml = (res: ServerResponse, body: Buffer, status = 200): void => send(res, status, { 'Content-Type': XML }, body)

/** Body of a request; undefined beyond `max` bytes. */
export async function readBody(req: IncomingMessage, max: number): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of req as AsyncIterable<Buffer>) {
    size += part.length
    if (size > max) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}
