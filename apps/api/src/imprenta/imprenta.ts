import type {
  CotizacionImpresa,
  GastosImpresos,
  HojaComercial,
  InformeImpreso,
  OpcionesCotizacion,
  OpcionesHoja,
  OpcionesRide,
} from '@yupana/sri'

import { HojaError } from '../hoja/hoja.ts'
import { type Exigencia, ImagenError, type ImagenHecha } from '../imagen/imagen.ts'
import { errors } from '../errors.ts'
import { log } from '../proceso/log.ts'
import { RecibidoError, type ArchivoTraido, type Destino } from '../recibidos/recibidos.ts'
import { hacer } from './hacer.ts'
import { Hilo, HiloError, threadFile } from './hilo.ts'
import type { Pedido, Respuesta } from './mensaje.ts'
import { Turnos } from './turnos.ts'

/**
 * Longest that one piece of work may take, on a crowded machine twice as long by the clock. The longest document with the largest logo
 * takes a tenth of it.
 */
const PLAZO_MS = 10_000
/** A picture of the largest size takes a second or two of an idle machine. */
const PLAZO_IMAGEN_MS = 30_000
/** Longest that it waits for its turn. */
const ESPERA_MS = 30_000
/** Pieces of work that wait, of one company and of all; each holds its document and its logo. */
const EN_COLA_POR_EMPRESA = 60
const EN_COLA = 200
/** Pictures that wait, of one: each may take a second or two, and who sends them waits for the answer. */
const IMAGENES_EN_COLA = 8
/** What strangers wrote takes most, one at a time: a picture of the largest size, a sheet of fifty thousand rows. */
const isStranger = ({ que }: Pedido) => que === 'imagen' || que === 'hoja' || que === 'recibidos' || que === 'gastosLeidos'
/** A thread that has nothing to do for so long gives its memory back. */
const OCIO_MS = 120_000

export interface ImprentaOptions {
  /** Threads at most; with 0 the work is done in the caller's own thread, without a deadline. */
  readonly hilos: number
  readonly thread?: string | URL
  readonly plazoMs?: number
  readonly esperaMs?: number
}

interface Trabajo {
  readonly quien: string
  readonly pedido: Pedido
  readonly begin: () => void
  readonly resolve: (respuesta: Respuesta) => void
  readonly reject: (error: unknown) => void
}

/**
 * The press: draws what is printed in a few threads, so that no document and no picture holds up whoever answers people. Companies take
 * turns, and none of them ever has all threads: one is left for the others.
 */
export class Imprenta {
  readonly #options: Required<ImprentaOptions>
  readonly #turnos = new Turnos<Trabajo>()
  readonly #libres: { hilo: Hilo; ocio: NodeJS.Timeout }[] = []
  readonly #ocupados = new Set<Hilo>()
  readonly #enCurso = new Map<string, number>()
  /** One picture at a time: the largest takes 300 MB while it is made anew. */
  #isWithImagen = false
  #isClosed = false

  constructor({ hilos, thread = threadFile(), plazoMs = PLAZO_MS, esperaMs = ESPERA_MS }: ImprentaOptions) {
    this.#options = { hilos, thread, plazoMs, esperaMs }
  }

  /** The printed form of a document. @throws 429 or 503 when too many wait, 503 when it cannot be drawn in time */
  async ride(empresaId: string, xml: string, opciones: OpcionesRide): Promise<Uint8Array> {
    return this.#print(empresaId, { que: 'ride', xml, opciones })
  }

  /** A printed quote. @throws 429 or 503 as `ride` */
  async cotizacion(empresaId: string, cotizacion: CotizacionImpresa, opciones: OpcionesCotizacion): Promise<Uint8Array> {
    return this.#print(empresaId, { que: 'cotizacion', cotizacion, opciones })
  }

  /** A receipt or an account statement. @throws 429 or 503 as `ride` */
  async comercial(empresaId: string, hoja: HojaComercial, opciones: OpcionesHoja): Promise<Uint8Array> {
    return this.#print(empresaId, { que: 'comercial', hoja, opciones })
  }

  /** Form SRI-GP of a person. @throws 429 or 503 as `ride` */
  async gastos(empresaId: string, gastos: GastosImpresos, opciones: { readonly producto: string }): Promise<Uint8Array> {
    return this.#print(empresaId, { que: 'gastos', gastos, opciones })
  }

  /** A report or a working paper. @throws 429 or 503 as `ride` */
  async informe(empresaId: string, informe: InformeImpreso, opciones: { readonly producto: string }): Promise<Uint8Array> {
    return this.#print(empresaId, { que: 'informe', informe, opciones })
  }

  async #print(empresaId: string, pedido: Pedido): Promise<Uint8Array> {
    const respuesta = await this.#ask(empresaId, pedido)
    if (respuesta.ok) return respuesta.bytes
    throw new Error(respuesta.error)
  }

  /** A stranger's picture made anew. @throws ImagenError with the reason · 429 or 503 when too many wait, 503 when it takes too long */
  async imagen(quien: string, bytes: Uint8Array, exigencia: Exigencia): Promise<ImagenHecha> {
    const respuesta = await this.#ask(quien, { que: 'imagen', bytes, exigencia })
    if (!respuesta.ok) throw respuesta.motivo === undefined ? new Error(respuesta.error) : new ImagenError(respuesta.motivo)
    if (respuesta.tipo === 'application/pdf' || respuesta.tipo === 'application/x-ndjson') throw new Error('a picture was asked for')
    return { tipo: respuesta.tipo, bytes: respuesta.bytes }
  }

  /** The rows of a stranger's sheet, as lines. @throws HojaError with the reason · 429 or 503 as `imagen` */
  async hoja(quien: string, bytes: Uint8Array): Promise<Uint8Array> {
    const respuesta = await this.#ask(quien, { que: 'hoja', bytes })
    if (respuesta.ok) return respuesta.bytes
    throw respuesta.motivo === undefined ? new Error(respuesta.error) : new HojaError(respuesta.motivo)
  }

  /** The documents of a stranger's files, as lines. @throws RecibidoError with the reason · 429 or 503 as `imagen` */
  async recibidos(quien: string, archivos: readonly ArchivoTraido[], destino: Destino): Promise<Uint8Array> {
    return this.#documentos(quien, { que: 'recibidos', archivos, destino })
  }

  /** What of a stranger's files may be a personal expense, as lines. @throws RecibidoError with the reason · 429 or 503 as `imagen` */
  async gastosLeidos(quien: string, archivos: readonly ArchivoTraido[]): Promise<Uint8Array> {
    return this.#documentos(quien, { que: 'gastosLeidos', archivos })
  }

  async #documentos(quien: string, pedido: Pedido): Promise<Uint8Array> {
    const respuesta = await this.#ask(quien, pedido)
    if (respuesta.ok) return respuesta.bytes
    throw respuesta.motivo === undefined ? new Error(respuesta.error) : new RecibidoError(respuesta.motivo)
  }

  #ask(quien: string, pedido: Pedido): Promise<Respuesta> {
    if (this.#options.hilos === 0) return hacer(pedido)
    this.#requirePlace(quien, pedido)
    const isBehindOwn = this.#turnos.waitingOf(quien) > 0
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#turnos.remove(quien, trabajo)
        log.warn('printing waited too long', { quien })
        reject(isBehindOwn ? this.#tooManyOf(pedido) : errors.printingBusy())
      }, this.#options.esperaMs)
      const trabajo: Trabajo = { quien, pedido, begin: () => clearTimeout(timer), resolve, reject }
      this.#turnos.add(quien, trabajo)
      this.#serve()
    })
  }

  #requirePlace(quien: string, pedido: Pedido): void {
    if (this.#isClosed) throw errors.unavailable()
    const isOwn = this.#turnos.waitingOf(quien) >= (isStranger(pedido) ? IMAGENES_EN_COLA : EN_COLA_POR_EMPRESA)
    if (!isOwn && this.#turnos.total < EN_COLA) return
    log.warn('printing refused', { quien, waiting: this.#turnos.total })
    throw isOwn ? this.#tooManyOf(pedido) : errors.printingBusy()
  }

  /** Held up by what the same one asked for before. */
  #tooManyOf(pedido: Pedido) {
    return errors.limitReached(
      isStranger(pedido) ? 'Subió demasiados archivos a la vez' : 'Su empresa espera demasiadas impresiones a la vez',
      '5 segundos',
      5,
    )
  }

  /** How many threads one company may have at once. */
  get #tope(): number {
    return Math.max(1, this.#options.hilos - 1)
  }

  #serve(): void {
    while (this.#ocupados.size < this.#options.hilos) {
      const trabajo = this.#turnos.take(
        (quien, { pedido }) => (this.#enCurso.get(quien) ?? 0) < this.#tope && !(isStranger(pedido) && this.#isWithImagen),
      )
      if (!trabajo) return
      trabajo.begin()
      void this.#run(trabajo)
    }
  }

  async #run({ quien, pedido, resolve, reject }: Trabajo): Promise<void> {
    const hilo = this.#takeHilo()
    const isImagen = isStranger(pedido)
    this.#ocupados.add(hilo)
    if (isImagen) this.#isWithImagen = true
    this.#enCurso.set(quien, (this.#enCurso.get(quien) ?? 0) + 1)
    try {
      resolve(await hilo.hacer(pedido, isImagen ? PLAZO_IMAGEN_MS : this.#options.plazoMs))
    } catch (error) {
      reject(this.#isClosed ? errors.unavailable() : error instanceof HiloError ? this.#failed(quien, error) : error)
    } finally {
      if (isImagen) this.#isWithImagen = false
      const left = (this.#enCurso.get(quien) ?? 1) - 1
      if (left > 0) this.#enCurso.set(quien, left)
      else this.#enCurso.delete(quien)
      this.#ocupados.delete(hilo)
      // What a large picture leaves behind goes with its thread, at once.
      if (isImagen) void hilo.end()
      else this.#rest(hilo)
      this.#serve()
    }
  }

  #failed(quien: string, error: HiloError) {
    log.error('printing failed', error, { quien })
    return errors.printingFailed()
  }

  #takeHilo(): Hilo {
    for (let free = this.#libres.pop(); free; free = this.#libres.pop()) {
      clearTimeout(free.ocio)
      if (!free.hilo.isDead) return free.hilo
    }
    return new Hilo(this.#options.thread)
  }

  #rest(hilo: Hilo): void {
    if (hilo.isDead) return
    const ocio = setTimeout(() => {
      this.#libres.splice(
        this.#libres.findIndex((libre) => libre.hilo === hilo),
        1,
      )
      void hilo.end()
    }, OCIO_MS)
    ocio.unref()
    this.#libres.push({ hilo, ocio })
  }

  /** Ends the threads; what waits or is being drawn is answered as unavailable. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const { begin, reject } of this.#turnos.drain()) {
      begin()
      reject(errors.unavailable())
    }
    for (const { ocio } of this.#libres) clearTimeout(ocio)
    await Promise.all([...this.#libres.splice(0).map(({ hilo }) => hilo), ...this.#ocupados].map((hilo) => hilo.end()))
  }
}
