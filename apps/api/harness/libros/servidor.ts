import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { authBusiness, encodePassword, pathOf, type Endpoint, type Envelope, type Session } from '@yupana/contract'
import { fechaIn } from '@yupana/fiscal'
import type pg from 'pg'

import { codecKeyOf } from '../../src/secretos/codec-key.ts'
import type { Random } from '../../src/testing/random.ts'
import type { Company } from '../crash/client.ts'
import type { Scene } from '../crash/scene.ts'
import type { Tabla } from './libros.ts'
import type { Pregunta, Respuesta, Servidor } from './pregunta.ts'

const PATIENCE_MS = 10_000
const AGAIN_MS = 100
const DOUBLE = 0.1

interface Answer {
  status: number
  text: string
}

/** The API over HTTP, which is killed meanwhile: a request without an answer is repeated with its key. */
export class ServidorRemoto implements Servidor {
  readonly #scene: Scene
  readonly #company: Company
  readonly #owner: pg.Pool
  readonly #random: Random
  readonly #signal: AbortSignal
  #token = ''

  constructor(scene: Scene, company: Company, owner: pg.Pool, random: Random, signal: AbortSignal) {
    this.#scene = scene
    this.#company = company
    this.#owner = owner
    this.#random = random
    this.#signal = signal
  }

  async signIn(): Promise<void> {
    const { username, password } = this.#company
    const pass = encodePassword(password, codecKeyOf(this.#scene.claveMaestra))
    const { text } = await this.#until(authBusiness, { body: { email: username, pass } }, randomUUID())
    this.#token = (JSON.parse(text) as Envelope<{ session: Session }>).data.session.token
  }

  async ask<T>(endpoint: Endpoint, pregunta: Pregunta): Promise<Respuesta<T>> {
    const idempotencyKey = randomUUID()
    const answer = await this.#until(endpoint, pregunta, idempotencyKey)
    return { ...answer, idempotencyKey, data: (JSON.parse(answer.text) as Envelope<T>).data }
  }

  async #until(endpoint: Endpoint, pregunta: Pregunta, key: string): Promise<Answer & { wasUnknown: boolean }> {
    let wasUnknown = false
    while (!this.#signal.aborted) {
      // Sometimes a double click: the same request twice at once.
      const times = this.#random.chance(DOUBLE) ? 2 : 1
      const answers = await Promise.all(Array.from({ length: times }, () => this.#send(endpoint, pregunta, key)))
      const known = answers.filter((answer) => answer !== undefined)
      wasUnknown ||= known.length < answers.length
      const best = known.find(({ status }) => status === 200) ?? known[0]
      // One of two simultaneous requests may be refused before the outcome of the other is known.
      if (best && (best.status === 200 || known.length === answers.length)) return { ...best, wasUnknown }
      await sleep(AGAIN_MS)
    }
    throw new Error('interrupted')
  }

  /** Undefined for an unknown outcome: the request must be repeated. */
  async #send(endpoint: Endpoint, { params, query, body }: Pregunta, key: string): Promise<Answer | undefined> {
    const { config } = this.#scene
    const asked = query ? `?${new URLSearchParams(query).toString()}` : ''
    try {
      const answer = await fetch(`http://127.0.0.1:${config.port}/${config.segmento}${pathOf(endpoint, params)}${asked}`, {
        method: endpoint.method,
        ...(body && { body: JSON.stringify(body) }),
        headers: { ...(body && { 'content-type': 'application/json' }), authorization: `Bearer ${this.#token}`, 'idempotency-key': key },
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const text = await answer.text()
      if (answer.status === 429) await sleep(AGAIN_MS * 5)
      return answer.status >= 500 || answer.status === 429 ? undefined : { status: answer.status, text }
    } catch {
      return undefined
    }
  }

  async estadoOf(tabla: Tabla, id: string): Promise<string | undefined> {
    const { rows } = await this.#owner.query<{ estado: string }>(`select estado from ${tabla} where id = $1`, [id])
    return rows[0]?.estado
  }

  /** Nothing to do: the worker authorises. */
  autorizar(): Promise<void> {
    return Promise.resolve()
  }

  hoy(): string {
    return fechaIn(new Date())
  }
}
