import type { Agent as HttpAgent, ClientRequest, IncomingMessage } from 'node:http'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { promisify } from 'node:util'
import { gunzip, inflate } from 'node:zlib'

import { SriError, type SriErrorCode } from './sri-error.ts'

/** Milliseconds and bytes within which a call must end (reliability §2.2, point 8). */
export interface CallLimits {
  readonly connectMs: number
  readonly firstByteMs: number
  readonly wholeMs: number
  /** Bytes of the answer, before and after decompression. */
  readonly maxBytes: number
}

export const CALL_LIMITS: CallLimits = { connectMs: 3_000, firstByteMs: 10_000, wholeMs: 20_000, maxBytes: 1_048_576 }

export interface Call {
  readonly url: URL
  readonly agent: HttpAgent
  readonly body: Buffer
  readonly limits: CallLimits
  readonly signal?: AbortSignal | undefined
  /** Called when half of the body was handed to the system: a place for a crash in tests (C08). */
  readonly onHalfSent?: (() => void) | undefined
}

export interface Answer {
  readonly status: number
  readonly bytes: Buffer
  readonly charset: string | undefined
  readonly date: string | undefined
}

const decoders = { gzip: promisify(gunzip), deflate: promisify(inflate) }

async function decompress(bytes: Buffer, encoding: string, limits: CallLimits): Promise<Buffer> {
  if (encoding === '' || encoding === 'identity') return bytes
  const failure = (code: SriErrorCode, message: string, cause?: unknown) => new SriError(code, message, { maybeDelivered: true, cause })
  if (encoding !== 'gzip' && encoding !== 'deflate')
    throw failure('UNREADABLE', `El SRI respondió con una compresión desconocida: ${encoding}.`)
  try {
    return await decoders[encoding](bytes, { maxOutputLength: limits.maxBytes })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw failure('TOO_LARGE', 'La respuesta del SRI es demasiado grande.', cause)
    throw failure('UNREADABLE', 'La respuesta del SRI está comprimida y no se puede leer.', cause)
  }
}

function send(request: ClientRequest, body: Buffer, onHalfSent: (() => void) | undefined): void {
  if (!onHalfSent) return void request.end(body)
  const half = body.length >> 1
  request.write(body.subarray(0, half), () => {
    onHalfSent()
    request.end(body.subarray(half))
  })
}

/** One exchange: timers, counters, and whether the bytes may have left, which decides afterwards. */
class Exchange {
  readonly #call: Call
  readonly #request: ClientRequest
  readonly #resolve: (answer: Promise<Answer>) => void
  readonly #reject: (error: SriError) => void
  readonly #timers: NodeJS.Timeout[] = []
  #isConnected = false
  #firstByteTimer: NodeJS.Timeout | undefined

  constructor(call: Call, resolve: (answer: Promise<Answer>) => void, reject: (error: SriError) => void) {
    const { url, agent, body, limits } = call
    this.#call = call
    this.#resolve = resolve
    this.#reject = reject
    const open = url.protocol === 'https:' ? httpsRequest : httpRequest
    this.#request = open(url, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'text/xml; charset=utf-8',
        'content-length': body.length,
        accept: 'text/xml',
        'accept-encoding': 'gzip',
        soapaction: '""',
      },
    })
    this.#after(limits.wholeMs, () => this.#fail('RESPONSE_TIMEOUT', 'El SRI no terminó de responder a tiempo.'))
    const connectTimer = this.#after(limits.connectMs, () => this.#fail('CONNECT_TIMEOUT', 'No se pudo conectar con el SRI a tiempo.'))
    this.#request.on('socket', (socket) => this.#watch(socket, connectTimer))
    this.#request.on('error', (cause) => this.#broken(cause))
    this.#request.on('response', (response) => this.#receive(response))
    call.signal?.addEventListener('abort', this.#abort, { once: true })
    if (call.signal?.aborted) this.#abort()
    else send(this.#request, body, call.onHalfSent)
  }

  #after(ms: number, act: () => void): NodeJS.Timeout {
    const timer = setTimeout(act, ms)
    this.#timers.push(timer)
    return timer
  }

  #settle(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#call.signal?.removeEventListener('abort', this.#abort)
  }

  readonly #abort = (): void => this.#fail('ABORTED', 'La llamada al SRI fue interrumpida.')

  #fail(code: SriErrorCode, message: string, cause?: unknown, status?: number): void {
    this.#settle()
    this.#reject(new SriError(code, message, { maybeDelivered: this.#isConnected, cause, status }))
    this.#request.destroy()
  }

  #broken(cause: Error): void {
    if (this.#isConnected) this.#fail('CONNECTION_LOST', 'La conexión con el SRI se cortó.', cause)
    else this.#fail('CONNECT_FAILED', 'No se pudo conectar con el SRI.', cause)
  }

  #watch(socket: Socket, connectTimer: NodeJS.Timeout): void {
    const connected = () => {
      this.#isConnected = true
      clearTimeout(connectTimer)
      this.#firstByteTimer = this.#after(this.#call.limits.firstByteMs, () =>
        this.#fail('RESPONSE_TIMEOUT', 'El SRI no respondió a tiempo.'),
      )
    }
    // A connection kept alive is already open, so the bytes may have left in any case.
    if (this.#request.reusedSocket) connected()
    else socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', connected)
  }

  #receive(response: IncomingMessage): void {
    clearTimeout(this.#firstByteTimer)
    const { maxBytes } = this.#call.limits
    const status = response.statusCode ?? 0
    if (status >= 300 && status < 400)
      return this.#fail('REDIRECT', 'El SRI respondió con una redirección, que no se sigue.', undefined, status)
    const chunks: Buffer[] = []
    let size = 0
    response.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) this.#fail('TOO_LARGE', 'La respuesta del SRI es demasiado grande.', undefined, status)
      else chunks.push(chunk)
    })
    response.on('error', (cause) => this.#broken(cause))
    response.on('end', () => {
      if (!response.complete) return this.#fail('CONNECTION_LOST', 'La respuesta del SRI llegó incompleta.')
      this.#settle()
      this.#resolve(this.#answer(response, Buffer.concat(chunks)))
    })
  }

  async #answer(response: IncomingMessage, bytes: Buffer): Promise<Answer> {
    const { headers, statusCode = 0 } = response
    const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase()
    return {
      status: statusCode,
      bytes: await decompress(bytes, encoding, this.#call.limits),
      charset: /charset\s*=\s*"?([\w.-]+)/i.exec(headers['content-type'] ?? '')?.[1],
      date: headers.date,
    }
  }
}

/** Posts a body and returns the whole answer, of any status. Follows no redirect. Throws `SriError`. */
export const post = (call: Call): Promise<Answer> => new Promise((resolve, reject) => void new Exchange(call, resolve, reject))
