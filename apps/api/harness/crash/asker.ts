import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { authBusiness, encodePassword, pathOf, type Endpoint, type Envelope, type Session } from '@yupana/contract'

import { codecKeyOf } from '../../src/secretos/codec-key.ts'
import { errors } from '../../src/errors.ts'
import type { Random } from '../../src/testing/random.ts'

const UNAVAILABLE = errors.unavailable().message
const PATIENCE_MS = 10_000
export const AGAIN_MS = [50, 250] as const

export interface Server {
  url: string
  claveMaestra: string
  /** True while the queue of the worker is long enough. */
  isFull(): boolean
}

export interface Account {
  username: string
  password: string
}

const send = (server: Server, endpoint: Endpoint, params: Record<string, string>, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${pathOf(endpoint, params)}`, {
    method: endpoint.method,
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    headers: { ...(!(body instanceof FormData) && { 'content-type': 'application/json' }), ...headers },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })

/** A signed-in user who repeats the same request until the server has answered it. */
export class Asker {
  /** Answers of a failing server other than the catalogue's «no está disponible». */
  readonly odd: string[] = []
  /** Refused requests; the subclasses decide whether a refusal is allowed. */
  readonly refused: string[] = []
  readonly #server: Server
  readonly #account: Account
  readonly #random: Random
  #token = ''

  constructor(server: Server, account: Account, random: Random) {
    this.#server = server
    this.#account = account
    this.#random = random
  }

  pause([min, max]: readonly [number, number]) {
    return sleep(this.#random.between(min, max))
  }

  async signIn(abort: AbortSignal): Promise<void> {
    const { username, password } = this.#account
    while (!abort.aborted) {
      const pass = encodePassword(password, codecKeyOf(this.#server.claveMaestra))
      const answer = await send(this.#server, authBusiness, {}, { email: username, pass }).catch(() => undefined)
      if (answer?.ok) {
        this.#token = ((await answer.json()) as Envelope<{ session: Session }>).data.session.token
        return
      }
      // With a repetition too soon, the count of sign-ins would never fall.
      const seconds = Number(answer?.headers.get('retry-after') ?? 0)
      if (seconds > 0) await sleep(seconds * 1_000, undefined, { signal: abort }).catch(() => undefined)
      else await this.pause(AGAIN_MS)
    }
  }

  /** Repeats with one key until there is an answer; undefined for a refusal. */
  async untilAnswered<T>(
    abort: AbortSignal,
    endpoint: Endpoint,
    params: Record<string, string> = {},
    body?: object,
    key: string = randomUUID(),
  ): Promise<T | undefined> {
    while (!abort.aborted) {
      const answer = await this.request(endpoint, params, body, key)
      if (answer?.status === 200) return (JSON.parse(answer.text) as Envelope<T>).data
      if (answer) {
        this.refused.push(`${endpoint.method} ${endpoint.path}: ${answer.status} ${answer.text.slice(0, 200)}`)
        return undefined
      }
      await this.pause(AGAIN_MS)
    }
    return undefined
  }

  /** Undefined for an unknown outcome: the request must be repeated. */
  async request(endpoint: Endpoint, params: Record<string, string>, body: object | undefined, key: string) {
    try {
      const answer = await send(this.#server, endpoint, params, body, { authorization: `Bearer ${this.#token}`, 'idempotency-key': key })
      const text = await answer.text()
      if (answer.status >= 500 && !(answer.status === 503 && text.includes(UNAVAILABLE)))
        this.odd.push(`respondió ${answer.status} ${text.slice(0, 200)}`)
      return answer.status >= 500 || answer.status === 429 ? undefined : { status: answer.status, text }
    } catch {
      return undefined
    }
  }
}
