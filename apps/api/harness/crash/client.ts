import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  authBusiness,
  emitFactura,
  encodePassword,
  pathOf,
  type Emitido,
  type Endpoint,
  type Envelope,
  type FacturaFormInput,
  type Session,
} from '@yupana/contract'
import { fechaIn } from '@yupana/fiscal'

import type { EmpresaId } from '../../src/db/empresa-id.ts'
import { codecKeyOf } from '../../src/secretos/codec-key.ts'
import { errors } from '../../src/errors.ts'
import { TIPOS } from '../../src/testing/tipos-de-documento.ts'
import type { Random } from '../../src/testing/random.ts'

export interface Company {
  id: EmpresaId
  username: string
  password: string
  puntos: readonly string[]
}

/** What a client asked once, and everything it was told about it. */
export interface Asked {
  empresaId: EmpresaId
  id: string
  key: string
  told: Pick<Emitido, 'numero' | 'clave'>[]
  /** An answer no client should get for a good request. */
  refused?: string
}

const UNAVAILABLE = errors.unavailable().message
const PATIENCE_MS = 10_000
const AGAIN_MS = [50, 250] as const
const THINK_MS = [40, 220] as const
/** Part of the documents that are no plain facturas. */
const OTROS = 0.3

/** What is sent, and where to. */
interface Pedido {
  endpoint: Endpoint
  form: object
}

interface Server {
  url: string
  claveMaestra: string
  /** True while so much waits for the worker that more would only lengthen the queue. */
  isFull(): boolean
}

const send = (server: Server, endpoint: Endpoint, params: Record<string, string>, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${pathOf(endpoint, params)}`, {
    method: endpoint.method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })

/** A user in front of a browser: emits, and repeats the very same request until the server has acknowledged it. */
export class Client {
  readonly history: Asked[] = []
  /** Answers of a server in trouble that are not the catalogue's «no está disponible». */
  readonly odd: string[] = []
  readonly #server: Server
  readonly #company: Company
  readonly #random: Random
  #token = ''

  constructor(server: Server, company: Company, random: Random) {
    this.#server = server
    this.#company = company
    this.#random = random
  }

  /** Until the signal; what was begun is brought to its end. */
  async run(stop: AbortSignal, abort: AbortSignal): Promise<void> {
    await this.#signIn(abort)
    while (!stop.aborted && !abort.aborted) {
      if (!this.#server.isFull()) await this.#emit(abort)
      await this.#pause(THINK_MS)
    }
  }

  #pause([min, max]: readonly [number, number]) {
    return sleep(this.#random.between(min, max))
  }

  async #signIn(abort: AbortSignal): Promise<void> {
    const { username, password } = this.#company
    while (!abort.aborted) {
      const pass = encodePassword(password, codecKeyOf(this.#server.claveMaestra))
      const answer = await send(this.#server, authBusiness, {}, { email: username, pass }).catch(() => undefined)
      if (answer?.ok) {
        this.#token = ((await answer.json()) as Envelope<{ session: Session }>).data.session.token
        return
      }
      await this.#pause(AGAIN_MS)
    }
  }

  async #emit(abort: AbortSignal): Promise<void> {
    const asked: Asked = { empresaId: this.#company.id, id: randomUUID(), key: randomUUID(), told: [] }
    const pedido = this.#pedido()
    this.history.push(asked)
    while (asked.told.length === 0 && asked.refused === undefined && !abort.aborted) {
      // Now and then a double click: the same request twice at once.
      await Promise.all(Array.from({ length: this.#random.chance(0.1) ? 2 : 1 }, () => this.#ask(asked, pedido)))
      if (asked.told.length === 0) await this.#pause(AGAIN_MS)
    }
    // And now and then once more, because the screen showed nothing.
    if (this.#random.chance(0.1)) await this.#ask(asked, pedido)
  }

  async #ask(asked: Asked, { endpoint, form }: Pedido): Promise<void> {
    try {
      const answer = await send(this.#server, endpoint, { id: asked.id }, form, {
        authorization: `Bearer ${this.#token}`,
        'idempotency-key': asked.key,
      })
      const text = await answer.text()
      if (answer.status >= 500 && !(answer.status === 503 && text.includes(UNAVAILABLE)))
        this.odd.push(`respondió ${answer.status} ${text.slice(0, 200)}`)
      if (answer.status >= 500 || answer.status === 429) return
      if (answer.status !== 200) {
        asked.refused = `${answer.status} ${text.slice(0, 300)}`
        return
      }
      const { numero, clave } = (JSON.parse(text) as Envelope<Emitido>).data
      asked.told.push({ numero, clave })
    } catch {
      // Not answered: nobody knows. Ask again.
    }
  }

  /** Now and then another type, as a company's day brings them. */
  #pedido(): Pedido {
    const otro = this.#random.chance(OTROS) ? TIPOS[this.#random.between(1, TIPOS.length - 1)] : undefined
    if (!otro) return { endpoint: emitFactura, form: this.#factura() }
    return { endpoint: otro.emit, form: { ...otro.form(this.#random, fechaIn(new Date())), punto: this.#punto() } }
  }

  #punto(): string {
    return this.#company.puntos[this.#random.between(0, this.#company.puntos.length - 1)] ?? '001'
  }

  #factura(): FacturaFormInput {
    const cents = this.#random.between(1, 30) * 100
    const isFinal = this.#random.chance(0.3)
    return {
      establecimiento: '001',
      punto: this.#punto(),
      comprador: isFinal
        ? { tipo_identificacion: '07', identificacion: '9999999999999', razon_social: 'CONSUMIDOR FINAL' }
        : { tipo_identificacion: '05', identificacion: '1710034065', razon_social: 'María Pérez', correos: ['maria@ejemplo.ec'] },
      // Whole dollars, so that 15 % is whole cents.
      lineas: [{ codigo: 'P1', descripcion: 'Resma de papel', cantidad: 1_000_000, precio_unitario: cents * 10_000, iva: 6 }],
      pagos: [{ forma_pago: '01', total: cents * 11_500 }],
    }
  }
}
