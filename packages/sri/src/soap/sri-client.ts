import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'

import { decodeXml } from '../xml/decode.ts'
import { XmlError } from '../xml/xml-error.ts'
import { checkBaseUrl } from './base-url.ts'
import { AUTORIZACION, CONSULTA, envelopeOf, VALIDAR, type Operation } from './envelope.ts'
import { CALL_LIMITS, post, type Answer, type CallLimits } from './post.ts'
import { readAutorizacion, readConsulta, readRecepcion, throwIfFault } from './read-respuesta.ts'
import type { RespuestaAutorizacion, RespuestaConsulta, RespuestaRecepcion } from './respuestas.ts'
import { SriError } from './sri-error.ts'

export interface SriClientOptions {
  /** Ends in /comprobantes-electronicos-ws. No other host is ever called. */
  readonly baseUrl: string
  /** More allowed hosts besides the SRI's and this machine, also without TLS: an own simulator, for example. */
  readonly allowedHosts?: readonly string[]
  readonly limits?: Partial<CallLimits>
  /** Connections open at once; 64 by default. */
  readonly maxSockets?: number
  /** Trusted authorities instead of the system's, PEM; for tests. */
  readonly ca?: string
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Called when half of the request was handed to the system: a place for a crash in tests (C08). */
  readonly onHalfSent?: (() => void) | undefined
}

/** Calls throw `SriError` without a usable answer; a refusal by the SRI is an answer. */
export interface SriClient {
  /** Hands over the signed bytes. */
  validarComprobante(bytes: Uint8Array, options?: CallOptions): Promise<RespuestaRecepcion>
  /** Asks for the authorization of a clave. */
  autorizacionComprobante(clave: string, options?: CallOptions): Promise<RespuestaAutorizacion>
  /** Asks for the present state of a clave, annulments included. */
  consultarEstadoAutorizacion(clave: string, options?: CallOptions): Promise<RespuestaConsulta>
  /** Closes the connections kept alive. */
  close(): void
}

// Shorter than the five seconds after which common servers hang up: no call may use a connection that is just closing.
const IDLE_MS = 4_000

function createAgent(protocol: string, { maxSockets = 64, ca }: SriClientOptions): HttpAgent {
  const options = { keepAlive: true, maxSockets, maxFreeSockets: 16, timeout: IDLE_MS }
  return protocol === 'https:'
    ? new HttpsAgent({ ...options, minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) })
    : new HttpAgent(options)
}

function textOfAnswer({ bytes, charset, status }: Answer): string {
  try {
    return decodeXml(bytes, charset)
  } catch (cause) {
    if (!(cause instanceof XmlError)) throw cause
    const raw = bytes.toString('latin1')
    throw new SriError('UNREADABLE', `La respuesta del SRI no se entiende: ${cause.message}`, { maybeDelivered: true, status, raw, cause })
  }
}

/** The text of an answer, after checking that it comes from the service. */
function acceptAnswer(answer: Answer): string {
  if (answer.status === 200) return textOfAnswer(answer)
  const raw = answer.bytes.toString('utf8')
  throwIfFault(raw)
  throw new SriError('HTTP_STATUS', `El servicio del SRI respondió con el estado ${answer.status}.`, {
    maybeDelivered: true,
    status: answer.status,
    raw,
  })
}

function checkClave(clave: string): string {
  if (!/^\d{49}$/.test(clave)) throw new RangeError('La clave de acceso debe tener 49 dígitos.')
  return clave
}

/** Client of the three services at one address. Throws RangeError for an address that is not allowed. */
export function createSriClient(options: SriClientOptions): SriClient {
  const base = checkBaseUrl(options.baseUrl, options.allowedHosts ?? [])
  const root = base.href.replace(/\/+$/, '')
  const agent = createAgent(base.protocol, options)
  const limits = { ...CALL_LIMITS, ...options.limits }

  async function call<T>(operation: Operation, parameter: string, read: (raw: string) => T, { signal, onHalfSent }: CallOptions = {}) {
    const url = new URL(root + operation.path)
    const answer = await post({ url, agent, body: envelopeOf(operation, parameter), limits, signal, onHalfSent })
    return { ...read(acceptAnswer(answer)), serverDate: answer.date }
  }

  return {
    validarComprobante: (bytes, callOptions) =>
      call(VALIDAR, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64'), readRecepcion, callOptions),
    autorizacionComprobante: async (clave, callOptions) => call(AUTORIZACION, checkClave(clave), readAutorizacion, callOptions),
    consultarEstadoAutorizacion: async (clave, callOptions) => call(CONSULTA, checkClave(clave), readConsulta, callOptions),
    close: () => agent.destroy(),
  }
}
