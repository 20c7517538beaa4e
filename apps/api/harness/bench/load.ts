import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { facturaForm } from './factura-form.ts'
import { PUNTOS, type Emisor } from './prepare.ts'

/** Orders for the generator, bounded in count and time. */
export interface Carga {
  readonly kind: 'carga'
  readonly baseUrl: string
  readonly emisores: readonly Emisor[]
  /** Number of the first document, so that runs use different ones. */
  readonly desde: number
  readonly total: number
  readonly lineas: number
  readonly conexiones: number
  /** Arrivals per second, independent of the answers; if absent, each connection sends after its answer. */
  readonly porSegundo?: number | undefined
  readonly maxMs: number
}

export interface Cargado {
  readonly kind: 'cargado'
  readonly hechos: number
  readonly errores: number
  readonly primerError: string | undefined
  readonly ms: number
  /** Milliseconds from the due time to the whole answer. */
  readonly latencias: number[]
}

export const isCarga = (message: unknown): message is Carga => (message as Carga | undefined)?.kind === 'carga'
export const isCargado = (message: unknown): message is Cargado => (message as Cargado | undefined)?.kind === 'cargado'

const ANSWER_MS = 30_000

function post(agent: http.Agent, url: string, token: string, body: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': randomUUID(),
    }
    const request = http.request(url, { method: 'POST', agent, headers, timeout: ANSWER_MS }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }))
      response.on('error', reject)
    })
    request.on('timeout', () => request.destroy(new Error('no answer')))
    request.on('error', reject)
    request.end(body)
  })
}

/** Emits facturas over HTTP, like the tills of several companies at once. */
export async function runCarga(carga: Carga): Promise<Cargado> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: carga.conexiones })
  const began = performance.now()
  const latencias: number[] = []
  let errores = 0
  let primerError: string | undefined

  const emit = async (n: number, due: number) => {
    const emisor = carga.emisores[n % carga.emisores.length]
    const punto = PUNTOS[Math.floor(n / carga.emisores.length) % PUNTOS.length] ?? '001'
    if (!emisor) return
    try {
      const form = JSON.stringify(facturaForm(Math.floor(n / carga.emisores.length), punto, carga.lineas))
      const { status, text } = await post(agent, `${carga.baseUrl}/v1/documento/emitir/${randomUUID()}`, emisor.token, form)
      if (status !== 200) throw new Error(`${status} ${text.slice(0, 300)}`)
      latencias.push(performance.now() - due)
    } catch (error) {
      errores++
      primerError ??= error instanceof Error ? error.message : String(error)
    }
  }

  const isOver = () => performance.now() - began > carga.maxMs
  if (carga.porSegundo === undefined) {
    let next = 0
    const connection = async () => {
      while (next < carga.total && !isOver()) await emit(carga.desde + next++, performance.now())
    }
    await Promise.all(Array.from({ length: carga.conexiones }, connection))
  } else {
    const open: Promise<void>[] = []
    for (let n = 0; n < carga.total && !isOver(); n++) {
      const due = began + (n * 1000) / carga.porSegundo
      const wait = due - performance.now()
      if (wait > 0) await sleep(wait)
      open.push(emit(carga.desde + n, due))
    }
    await Promise.all(open)
  }
  agent.destroy()
  return { kind: 'cargado', hechos: latencias.length, errores, primerError, ms: performance.now() - began, latencias }
}

/** The generator's process: follows orders until its channel closes. */
export function serveCargas(): void {
  // The channel keeps the process alive.
  process.channel?.ref()
  process.on('message', (message) => {
    if (isCarga(message)) void runCarga(message).then((cargado) => process.send?.(cargado))
  })
  process.send?.('ready')
}
