import { COD_DOC, fechaIn, formatNumero, nombreComprobante, type Fecha } from '@yupana/fiscal'

import type { Ambiente } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import * as sql from './conciliacion.sql.ts'
import { Consultas, SinRespuesta, type ConsultasOptions } from './consultas.ts'
import { LECTORES } from './importado.ts'
import { importLost, settleKnown } from './importar.service.ts'
import { readRespuesta } from './respuesta-leida.ts'
import { fechasBetween, searchSerie, type Hallazgo } from './serie-buscada.ts'

export interface ConciliarOptions extends ConsultasOptions {
  /** `db` works as yupana_owner. */
  deps: Deps
  ambientes: readonly Ambiente[]
  /** Number of consecutive unknown numbers that ends the search in a series. */
  margen: number
  /** Days before the backup to ask about, when a company's own setting is shorter. */
  diasAnteriores: number
  /** Lifts the fence although some documents of the SRI are not available yet: their numbers are skipped. */
  acceptsPendientes: boolean
  onProgress(line: string): void
}

export interface Conciliacion {
  series: number
  consultas: number
  importados: number
  /** Documents of the backup that were further on at the SRI. */
  aclarados: number
  /** Skipped numbers, each in the gap report. */
  saltados: number
  /** Claves that the SRI knows without returning the document, or still processes. */
  pendientes: string[]
  /** Environments in use that did not answer. */
  sinRespuesta: Ambiente[]
  /** Series that stay behind a fence of their own: an answer about one of their claves made no sense. */
  cercadas: string[]
  levantada: boolean
}

const EMISORES_A_LA_VEZ = 4
const PAGINA = 200
const NOTAS: readonly string[] = [COD_DOC.NOTA_CREDITO, COD_DOC.NOTA_DEBITO]
const OTROS = Object.keys(LECTORES).filter((tipo) => !NOTAS.includes(tipo))

/**
 * Asks the SRI about every document that a restored database may lack, imports those found, moves the counters past them, and lifts the
 * fence once every question is answered. May be repeated: finished work stays. Answers undefined when the installation is not fenced.
 */
export async function conciliar(options: ConciliarOptions): Promise<Conciliacion | undefined> {
  const { db, clock } = options.deps
  const { cercada, cercada_desde: desde } = await sql.readFence(db)
  if (!cercada) return conciliarSeries(options)
  const run = new Run(options, desde === null ? clock.now() : new Date(desde), await sql.ambientesInUse(db))
  await run.settleBackup(OTROS)
  await run.searchSeries()
  // A note corrected after the backup may change a factura issued after it.
  await run.settleBackup(NOTAS)
  const { conciliacion } = run
  if (conciliacion.sinRespuesta.length === 0 && (conciliacion.pendientes.length === 0 || options.acceptsPendientes)) {
    await sql.liftFence(db, clock.now())
    conciliacion.levantada = true
  }
  return conciliacion
}

/** Searches the series that an earlier run left fenced. */
async function conciliarSeries(options: ConciliarOptions): Promise<Conciliacion | undefined> {
  const { db } = options.deps
  const desde = await sql.oldestSerieCercada(db)
  if (desde === undefined) return undefined
  const run = new Run(options, desde, await sql.ambientesInUse(db))
  await run.searchSeries(true)
  const { conciliacion } = run
  conciliacion.levantada =
    conciliacion.sinRespuesta.length === 0 && conciliacion.cercadas.length === 0 && conciliacion.pendientes.length === 0
  return conciliacion
}

class Run {
  readonly #options: ConciliarOptions
  readonly #consultas: Consultas
  readonly #respaldo: Date
  readonly #hoy: Fecha
  readonly #inUse: ReadonlySet<Ambiente>
  readonly #unasked = new Set<Ambiente>()
  readonly #result: Conciliacion = {
    series: 0,
    consultas: 0,
    importados: 0,
    aclarados: 0,
    saltados: 0,
    pendientes: [],
    sinRespuesta: [],
    cercadas: [],
    levantada: false,
  }

  constructor(options: ConciliarOptions, respaldo: Date, inUse: ReadonlySet<Ambiente>) {
    this.#options = options
    this.#inUse = inUse
    this.#consultas = new Consultas(options)
    this.#respaldo = respaldo
    this.#hoy = fechaIn(options.deps.clock.now())
  }

  get conciliacion(): Conciliacion {
    this.#result.consultas = this.#consultas.total
    return this.#result
  }

  /** Settles documents of the backup that were under way, or could be resumed after it. */
  async settleBackup(tipos: readonly string[]): Promise<void> {
    const { deps, ambientes } = this.#options
    for (let page: sql.PorAclarar[] = []; ;) {
      page = await sql.pagePorAclarar(deps.db, ambientes, tipos, page.at(-1), PAGINA)
      await inParallel(page, EMISORES_A_LA_VEZ, async (pendiente) => void (await this.#answered(() => this.#settle(pendiente))))
      if (page.length < PAGINA) return
    }
  }

  async #settle(pendiente: sql.PorAclarar): Promise<void> {
    const respuesta = await this.#consultas.ask(pendiente.ambiente, pendiente.ruc, pendiente.clave)
    const leida = readRespuesta(respuesta, pendiente)
    if (!leida) return
    const aclarado = await settleKnown(this.#options.deps, pendiente, leida, respuesta)
    if (aclarado === 'MOVIDO') this.#result.aclarados++
    if (aclarado === 'PENDIENTE') this.#result.pendientes.push(pendiente.clave)
  }

  async searchSeries(onlyCercadas = false): Promise<void> {
    const { deps, ambientes } = this.#options
    const series = await sql.listSeries(deps.db, Object.keys(LECTORES), ambientes, onlyCercadas)
    await inParallel(groupByEmpresa(series), EMISORES_A_LA_VEZ, async (own) => {
      // Facturas come first, by their code. While one of them is not available yet, no note can be tied to it: the notes wait too.
      const waiting = new Map<Ambiente, 'CERCADA' | 'PENDIENTE'>()
      for (const serie of own) {
        const held = NOTAS.includes(serie.tipo) ? waiting.get(serie.ambiente) : undefined
        if (held === 'CERCADA') await this.#fence(serie)
        if (held) continue
        const found = await this.#answered(() => this.#search(serie))
        if (serie.tipo === COD_DOC.FACTURA && found !== 'LISTA' && found !== undefined) waiting.set(serie.ambiente, found)
      }
    })
  }

  async #search(serie: sql.Serie): Promise<'LISTA' | 'PENDIENTE'> {
    const { deps, margen, diasAnteriores, acceptsPendientes, onProgress } = this.#options
    const known = await sql.numbersBeyond(deps.db, serie)
    const motivos = new Map<number, string>()
    let importados = 0
    let hasPendientes = false
    const ultimo = await searchSerie(serie, {
      sobre: deps.sobre,
      consultas: this.#consultas,
      fechas: fechasBetween(this.#respaldo, this.#hoy, Math.max(diasAnteriores, serie.dias_fecha_anterior)),
      margen,
      isKnown: (secuencial) => known.has(secuencial),
      found: async (hallazgo) => {
        const motivo = await this.#take(serie, hallazgo)
        if (motivo) {
          motivos.set(hallazgo.secuencial, motivo.texto)
          hasPendientes ||= motivo.isPendiente
          return
        }
        importados++
        known.add(hallazgo.secuencial)
      },
    })
    this.#result.series++
    if (ultimo === undefined) {
      await sql.releaseSerie(deps.db, serie)
      return 'LISTA'
    }
    this.#result.importados += importados
    // The counter stays, so that the next run asks the same question again.
    if (hasPendientes && !acceptsPendientes) return 'PENDIENTE'
    const saltos = saltosOf(serie.siguiente, ultimo, known, motivos)
    await sql.advanceSerie(deps.db, serie, ultimo, saltos, deps.clock.now())
    await sql.releaseSerie(deps.db, serie)
    const saltados = saltos.reduce((total, { desde, hasta }) => total + hasta - desde + 1, 0)
    this.#result.saltados += saltados
    const siguiente = formatNumero({ estab: serie.establecimiento, ptoEmi: serie.punto, secuencial: ultimo + 1 })
    onProgress(
      `${serie.ruc} ${serie.ambiente}, ${nombreComprobante(serie.tipo)}: ${importados} recuperados del SRI, ${saltados} números sin documento; el siguiente es ${siguiente}.`,
    )
    return 'LISTA'
  }

  /** Imports the found document; answers the reason when its number is used up without one. */
  async #take(
    serie: sql.Serie,
    { secuencial, clave, leida, respuesta }: Hallazgo,
  ): Promise<{ texto: string; isPendiente: boolean } | undefined> {
    if (leida.devuelto) {
      await importLost(this.#options.deps, serie, secuencial, leida, leida.devuelto, respuesta)
      return undefined
    }
    const { a, causa } = leida.decision
    if (a === 'RECHAZADO' || a === 'RETENIDO')
      return { texto: `El SRI no lo autorizó (${causa}) y su contenido se perdió con la base anterior`, isPendiente: false }
    this.#result.pendientes.push(clave)
    return { texto: `El SRI lo conoce (${causa}) y no devolvió su contenido`, isPendiente: true }
  }

  /** Fences this series alone, so that none of its numbers is taken twice; every other series goes on. */
  async #fence(serie: Pick<sql.Serie, 'ruc' | 'ambiente' | 'tipo' | 'establecimiento' | 'punto'>): Promise<void> {
    await sql.fenceSerie(this.#options.deps.db, serie, this.#respaldo)
    const nombre = `${serie.ruc} ${serie.ambiente}, ${nombreComprobante(serie.tipo)} ${serie.establecimiento}-${serie.punto}`
    if (!this.#result.cercadas.includes(nombre)) this.#result.cercadas.push(nombre)
  }

  /** The questions open when an environment stopped answering are asked again in the next run. */
  async #answered<T>(work: () => Promise<T>): Promise<T | 'CERCADA' | undefined> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof SinRespuesta)) throw error
      const { ambiente, clave } = error
      if (clave !== undefined) {
        this.#options.onProgress(`El SRI de ${ambiente} respondió mal por la clave ${clave}: ${error.message} Su serie queda cercada.`)
        await this.#fence({
          ruc: clave.slice(10, 23),
          ambiente,
          tipo: clave.slice(8, 10),
          establecimiento: clave.slice(24, 27),
          punto: clave.slice(27, 30),
        })
        return 'CERCADA'
      }
      if (this.#unasked.has(ambiente)) return undefined
      this.#unasked.add(ambiente)
      // A company that moved to this environment after the backup would get code 45 or 43 there: stopped and shown, never numbered twice.
      const isOptional = !this.#inUse.has(ambiente)
      if (!isOptional) this.#result.sinRespuesta.push(ambiente)
      this.#options.onProgress(
        `El SRI de ${ambiente} no responde: ${error.message}${isOptional ? ' Ninguna empresa del respaldo lo usaba: se continúa sin él.' : ''}`,
      )
      return undefined
    }
  }
}

function groupByEmpresa(series: readonly sql.Serie[]): sql.Serie[][] {
  const groups = new Map<string, sql.Serie[]>()
  for (const serie of series) groups.set(serie.empresa_id, [...(groups.get(serie.empresa_id) ?? []), serie])
  return [...groups.values()]
}

const DESCONOCIDO = 'El SRI no lo conoce: si se emitió, se perdió con la base anterior antes de enviarse'

/** Ranges of numbers up to `ultimo` without a document, each with its reason. */
export function saltosOf(desde: number, ultimo: number, known: ReadonlySet<number>, motivos: ReadonlyMap<number, string>): sql.Salto[] {
  const saltos: sql.Salto[] = []
  for (let n = desde; n <= ultimo; n++) {
    if (known.has(n)) continue
    const motivo = motivos.get(n) ?? DESCONOCIDO
    const last = saltos.at(-1)
    if (last && last.hasta === n - 1 && last.motivo === motivo) last.hasta = n
    else saltos.push({ desde: n, hasta: n, motivo })
  }
  return saltos
}

async function inParallel<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of queue) await work(item)
    }),
  )
}
