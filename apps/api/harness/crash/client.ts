import { randomUUID } from 'node:crypto'
import {
  abrirCaja,
  cerrarCaja,
  createProducto,
  emitFactura,
  moverCaja,
  readContextoCaja,
  type Anotacion,
  type Caja,
  type ContextoCaja,
  type Emitido,
  type Endpoint,
  type Envelope,
  type FacturaFormInput,
  type Producto,
} from '@yupana/contract'
import { fechaIn } from '@yupana/fiscal'

import type { EmpresaId } from '../../src/db/empresa-id.ts'
import { TIPOS } from '../../src/testing/tipos-de-documento.ts'
import type { Random } from '../../src/testing/random.ts'
import { AGAIN_MS, Asker, type Account, type Server } from './asker.ts'
import { ADJUNTAR, newAdjunto, toldOf, type AdjuntoDicho } from './adjuntos.ts'
import { conMercaderia, PRODUCTO } from './mercaderia.ts'

export interface Company extends Account {
  id: EmpresaId
  puntos: readonly string[]
}

/** A request of a client, and all answers to it. */
export interface Asked {
  empresaId: EmpresaId
  id: string
  key: string
  told: Pick<Emitido, 'numero' | 'clave'>[]
  /** A refusal of a valid request, which is an error. */
  refused?: string
}

/** Last acknowledged state of a till. */
export type CajaDicha = Pick<Caja, 'id' | 'esperado' | 'cerrada_en'>

const THINK_MS = [40, 220] as const
/** Share of documents other than plain facturas. */
const OTROS = 0.3
/** The clients of a company ask for its product with one key. */
const PRODUCTO_KEY = '7d8f4a52-3f1c-4d3e-9a57-1f0f0c2b6e11'
/** Share of pauses with an action on the till. */
const CAJA = 0.2
/** Share of documents with an attached file. */
const ADJUNTO = 0.15
/**
 * Highest number of files of a company in a run, without repetitions: beyond 60 an hour per user a request is refused, and repeated for
 * ever.
 */
const MAX_ADJUNTOS = 40
const [APERTURA, SENCILLO] = [50_000_000, 5_000_000] as const

/** A request: its address and its body. */
interface Pedido {
  endpoint: Endpoint
  form: object
}

/** A user with a browser: issues documents, and repeats the same request until the server has acknowledged it. */
export class Client {
  readonly history: Asked[] = []
  readonly cajas = new Map<string, CajaDicha>()
  readonly adjuntos: AdjuntoDicho[] = []
  static readonly #attached = new Map<string, number>()
  readonly #asker: Asker
  readonly #server: Server
  readonly #company: Company
  readonly #random: Random
  #producto: string | undefined

  constructor(server: Server, company: Company, random: Random) {
    this.#server = server
    this.#company = company
    this.#random = random
    this.#asker = new Asker(server, company, random)
  }

  get odd(): readonly string[] {
    return this.#asker.odd
  }

  /** Works until the signal, then finishes the begun requests. */
  async run(stop: AbortSignal, abort: AbortSignal): Promise<void> {
    await this.#asker.signIn(abort)
    this.#producto = (await this.#asker.untilAnswered<Producto>(abort, createProducto, {}, PRODUCTO, PRODUCTO_KEY))?.id
    while (!stop.aborted && !abort.aborted) {
      if (!this.#server.isFull()) await this.#emit(abort)
      if (this.#random.chance(CAJA)) await this.#count(abort)
      await this.#asker.pause(THINK_MS)
    }
  }

  async #emit(abort: AbortSignal): Promise<void> {
    const asked: Asked = { empresaId: this.#company.id, id: randomUUID(), key: randomUUID(), told: [] }
    const pedido = this.#pedido()
    this.history.push(asked)
    while (asked.told.length === 0 && asked.refused === undefined && !abort.aborted) {
      // Sometimes a double click: the same request twice at once.
      await Promise.all(Array.from({ length: this.#random.chance(0.1) ? 2 : 1 }, () => this.#ask(asked, pedido)))
      if (asked.told.length === 0) await this.#asker.pause(AGAIN_MS)
    }
    // Sometimes a repetition, as if the screen had shown nothing.
    if (this.#random.chance(0.1)) await this.#ask(asked, pedido)
    if (asked.told.length > 0 && this.#random.chance(ADJUNTO)) await this.#attach(asked.id, abort)
  }

  /** Attaches a file to the document, sometimes a large one, which is stored in two parts. */
  async #attach(id: string, abort: AbortSignal): Promise<void> {
    const attached = Client.#attached.get(this.#company.id) ?? 0
    if (attached >= MAX_ADJUNTOS) return
    Client.#attached.set(this.#company.id, attached + 1)
    const nuevo = newAdjunto(this.#random)
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(nuevo.bytes)]), nuevo.nombre)
    const anotacion = await this.#asker.untilAnswered<Anotacion>(abort, ADJUNTAR, { id }, form)
    const dicho = anotacion && toldOf(this.#company.id, anotacion, nuevo)
    if (dicho) this.adjuntos.push(dicho)
  }

  async #ask(asked: Asked, { endpoint, form }: Pedido): Promise<void> {
    const answer = await this.#asker.request(endpoint, { id: asked.id }, form, asked.key)
    if (!answer) return
    if (answer.status !== 200) {
      asked.refused = `${answer.status} ${answer.text.slice(0, 300)}`
      return
    }
    const { numero, clave } = (JSON.parse(answer.text) as Envelope<Emitido>).data
    asked.told.push({ numero, clave })
  }

  /** Opens the till of the company's user, adds change, or counts and closes it; another client may do so at the same time. */
  async #count(abort: AbortSignal): Promise<void> {
    const contexto = await this.#asker.untilAnswered<ContextoCaja>(abort, readContextoCaja, {})
    if (!contexto) return
    const { abierta } = contexto
    const caja = !abierta
      ? await this.#asker.untilAnswered<Caja>(abort, abrirCaja, {}, { apertura: APERTURA })
      : this.#random.chance(0.5)
        ? await this.#asker.untilAnswered<Caja>(
            abort,
            moverCaja,
            { id: abierta.id },
            { tipo: 'INGRESO', valor: SENCILLO, motivo: 'Sencillo' },
          )
        : await this.#asker.untilAnswered<Caja>(
            abort,
            cerrarCaja,
            { id: abierta.id },
            { esperado: abierta.esperado, contado: abierta.esperado },
          )
    if (caja) this.cajas.set(caja.id, caja)
  }

  /** Sometimes another type, as on a company's normal day. */
  #pedido(): Pedido {
    const otro = this.#random.chance(OTROS) ? TIPOS[this.#random.between(1, TIPOS.length - 1)] : undefined
    const form = otro ? { ...otro.form(this.#random, fechaIn(new Date())), punto: this.#punto() } : this.#factura()
    return { endpoint: otro?.emit ?? emitFactura, form: conMercaderia(form, this.#random, this.#producto) }
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
      // Whole dollars, so that 15 % gives whole cents.
      lineas: [
        {
          codigo: 'P1',
          descripcion: 'Resma de papel',
          cantidad: 1_000_000,
          precio_unitario: cents * 10_000,
          iva: 6,
        },
      ],
      pagos: [{ forma_pago: '01', total: cents * 11_500 }],
    }
  }
}
