import { createHmac, timingSafeEqual } from 'node:crypto'
import { formatMonto, parseMonto, type Monto } from '@yupana/fiscal'
import * as z from 'zod/mini'

import type { Config } from '../../config/config.ts'
import { isLoopbackHost } from '../../config/config-conexiones.ts'
import { textOf } from '../../http/respuesta-ajena.ts'
import type { Clock } from '../../proceso/clock.ts'
import { log } from '../../proceso/log.ts'
import { ESTADOS_PASARELA, PasarelaError, type AvisoEnviado, type AvisoPasarela, type CobroDicho, type Pasarela } from './pasarela.ts'

const PLAZO_MS = 8_000
const MAX_BYTES = 65_536
/** Largest difference between the clocks of gateway and installation, transit of a notice included. */
const VENTANA_MS = 5 * 60_000

export const MOMENTO_HEADER = 'x-pasarela-momento'
export const FIRMA_HEADER = 'x-pasarela-firma'

/** Signature of both sides over time, call and body as sent. */
export const firmaOf = (
  secreto: string,
  { momento, method, path, cuerpo }: Record<'momento' | 'method' | 'path' | 'cuerpo', string>,
): string => createHmac('sha256', secreto).update(`${momento}\n${method}\n${path}\n${cuerpo}`).digest('hex')

/** Fields of a notice; anything else in it is ignored. */
const Aviso = z.object({ clave: z.uuid(), estado: z.enum(ESTADOS_PASARELA), monto: z.string() })
const Dicho = z.extend(Aviso, { pagina: z.optional(z.nullable(z.string())) })

/** Address of a page under TLS, unless the gateway runs on this machine. */
function paginaOf(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null
  const { protocol, hostname } = new URL(text)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopbackHost(hostname))) throw new Error('its page is not under https')
  return text
}

function montoOf(text: string): Monto {
  const monto = parseMonto(text, 2)
  if (monto === undefined) throw new Error('its amount is none')
  return monto
}

function dichoOf(cuerpo: string): CobroDicho & { cobroId: string } {
  const { clave: cobroId, estado, monto, pagina } = Dicho.parse(JSON.parse(cuerpo))
  return { cobroId, estado, monto: montoOf(monto), pagina: paginaOf(pagina) }
}

/** Compared as bytes: texts of the same length may differ in bytes, and timingSafeEqual throws on that. */
function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/**
 * A gateway by signed HTTP: PUT of `{PASARELA_URL}/cobros/{clave}` begins a charge, GET says how it stands, POST of `…/reverso` takes it
 * back. It answers 404 for a key it does not know, else 200 with the JSON `clave`, `estado`, `monto` («20.70») and, while it can be paid,
 * `pagina`.
 */
export function pasarelaHttp(
  { url, secreto }: NonNullable<Config['pasarela']>,
  clock: Pick<Clock, 'machine'>,
  plazoMs = PLAZO_MS,
): Pasarela {
  async function ask(method: string, cobroId: string, more: { path?: string; body?: object } = {}): Promise<CobroDicho | undefined> {
    const address = new URL(`${url}/cobros/${cobroId}${more.path ?? ''}`)
    const cuerpo = more.body ? JSON.stringify(more.body) : ''
    const momento = String(clock.machine().getTime())
    try {
      const answer = await fetch(address, {
        method,
        headers: {
          accept: 'application/json',
          ...(more.body && { 'content-type': 'application/json' }),
          [MOMENTO_HEADER]: momento,
          [FIRMA_HEADER]: firmaOf(secreto, { momento, method, path: address.pathname, cuerpo }),
        },
        ...(more.body && { body: cuerpo }),
        redirect: 'error',
        signal: AbortSignal.timeout(plazoMs),
      })
      if (answer.status === 404) {
        await answer.body?.cancel()
        return undefined
      }
      if (answer.status !== 200) throw new Error(`it answers ${answer.status}`)
      const { cobroId: suyo, ...dicho } = dichoOf(await textOf(answer, MAX_BYTES))
      if (suyo !== cobroId) throw new Error('it answers about another charge')
      return dicho
    } catch (error) {
      log.warn('card gateway does not answer', { method, charge: cobroId, message: (error as Error).message.slice(0, 200) })
      throw new PasarelaError((error as Error).message, { cause: error })
    }
  }
  return {
    async begin({ cobroId, monto, descripcion, vence, vuelta }) {
      const body = { monto: formatMonto(monto), moneda: 'USD', descripcion, vence: vence.toISOString(), vuelta }
      const dicho = await ask('PUT', cobroId, { body })
      if (!dicho) throw new PasarelaError('it answers 404')
      return dicho
    },
    find: (cobroId) => ask('GET', cobroId),
    async reverse(cobroId) {
      const dicho = await ask('POST', cobroId, { path: '/reverso' })
      if (dicho && dicho.estado !== 'REVERSADO') throw new PasarelaError(`it answers ${dicho.estado}`)
      return dicho !== undefined
    },
    readAviso: ({ headers, path, cuerpo }, ahora) => readAviso(secreto, { headers, path, cuerpo }, ahora),
  }
}

function readAviso(secreto: string, { headers, path, cuerpo }: AvisoEnviado, ahora: Date): AvisoPasarela | undefined {
  const momento = headers[MOMENTO_HEADER]
  const firma = headers[FIRMA_HEADER]
  if (typeof momento !== 'string' || typeof firma !== 'string' || !/^\d{13}$/.test(momento)) return undefined
  if (!isSame(firma, firmaOf(secreto, { momento, method: 'POST', path, cuerpo }))) return undefined
  if (Math.abs(ahora.getTime() - Number(momento)) > VENTANA_MS) return undefined
  try {
    const { clave: cobroId, estado, monto } = Aviso.parse(JSON.parse(cuerpo))
    return { cobroId, estado, monto: montoOf(monto), momento: new Date(Number(momento)) }
  } catch {
    return undefined
  }
}
