import type { TipoTrabajo } from '@yupana/contract'

import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { log } from '../../proceso/log.ts'
import { ArchivoGrande, discard, keep, putStream, type ArchivoPuesto } from '../archivo/archivo.door.ts'
import type { TipoDeTrabajo } from './tipo.ts'
import { GUARDADO_MS } from './trabajo.service.ts'
import * as sql from './trabajo.sql.ts'

/** A worker that notes nothing for this long counts as dead. */
const ARRIENDO_MS = 30_000
/** How often a worker notes its progress, and learns whether the job is still its own. */
const LATIDO_MS = 1_000
/** How often a job is begun that kills its worker, or fails without a reason. */
const MAX_INTENTOS = 3
const ESPERA_MS = 10_000

const SIN_TERMINAR = 'No se pudo terminar. Vuelva a intentarlo; si se repite, pida menos días.'
const MUY_GRANDE = 'El archivo pasa de 500 MB: pida menos días.'

/** The job was cancelled, or belongs to another worker. */
class TrabajoAjeno extends Error {}
/** The process ends, and another one begins the job anew. */
class Detenido extends Error {}

interface Opciones {
  latidoMs?: number
}

/** Makes the requested files, one at a time: a job whose worker died is begun anew, and each ends once. */
export class Trabajos {
  readonly #deps: Deps
  readonly #tipos: ReadonlyMap<TipoTrabajo, TipoDeTrabajo>
  readonly #latidoMs: number

  constructor(deps: Deps, tipos: readonly TipoDeTrabajo[], { latidoMs = LATIDO_MS }: Opciones = {}) {
    this.#deps = deps
    this.#tipos = new Map(tipos.map((tipo) => [tipo.id, tipo]))
    this.#latidoMs = latidoMs
  }

  #in = (ms: number) => new Date(this.#deps.clock.now().getTime() + ms)

  /** Works on the next due job until its end or the signal. Answers whether there was one. */
  async tick(parar: AbortSignal): Promise<boolean> {
    if (parar.aborted) return false
    const reclamo = await sql.reclamar(this.#deps.db, this.#deps.clock.now(), this.#in(ARRIENDO_MS))
    if (!reclamo) return false
    try {
      if (reclamo.intentos > MAX_INTENTOS) await this.#fail(reclamo, SIN_TERMINAR)
      else await this.#make(reclamo, parar)
    } catch (error) {
      await this.#end(reclamo, error)
    }
    return true
  }

  /** Removes every expired file, each lot in a transaction of its own. */
  async clean(): Promise<void> {
    for (let fuera = 1; fuera > 0;) fuera = await sql.limpiar(this.#deps.db, this.#deps.clock.now())
  }

  #write = (reclamo: sql.Reclamo, cambio: Parameters<typeof sql.writeAsHolder>[2]) =>
    inEmpresa(this.#deps.db, reclamo.empresa_id, (tx) => sql.writeAsHolder(tx, reclamo, cambio))

  #fail = (reclamo: sql.Reclamo, motivo: string) =>
    this.#write(reclamo, { estado: 'FALLIDO', motivo, arriendo_hasta: null, vence_en: this.#in(GUARDADO_MS) })

  /** Notes why a job made no file. */
  async #end(reclamo: sql.Reclamo, error: unknown): Promise<void> {
    if (error instanceof TrabajoAjeno) return
    const { id, intentos } = reclamo
    if (error instanceof Detenido) {
      await this.#write(reclamo, { estado: 'PENDIENTE', hechos: 0, intentos: intentos - 1, arriendo_hasta: null })
      return
    }
    log.error('job not made', error, { job: id })
    const motivo =
      error instanceof ArchivoGrande
        ? MUY_GRANDE
        : error instanceof AppError && error.status < 500
          ? (error.problems[0]?.message ?? error.message)
          : undefined
    if (motivo !== undefined || intentos >= MAX_INTENTOS) await this.#fail(reclamo, motivo ?? SIN_TERMINAR)
    else await this.#write(reclamo, { estado: 'PENDIENTE', hechos: 0, arriendo_hasta: this.#in(ESPERA_MS * intentos) })
  }

  async #make(reclamo: sql.Reclamo, parar: AbortSignal): Promise<void> {
    const tipo = this.#tipos.get(reclamo.tipo)
    if (!tipo) throw new Error(`a job of a kind that nobody makes: ${reclamo.tipo}`)
    const { empresa_id: empresaId, ambiente, pedido, archivo: nombre } = reclamo
    let hechos = 0
    const lost = new AbortController()
    let noting: Promise<unknown> | undefined
    const note = async () => {
      try {
        if (!(await this.#write(reclamo, { hechos, arriendo_hasta: this.#in(ARRIENDO_MS) }))) lost.abort()
      } catch (error) {
        log.error('job not noted', error)
      }
      noting = undefined
    }
    const latido = setInterval(() => (noting ??= note()), this.#latidoMs)
    const whileMine = async function* (contenido: AsyncIterable<string | Uint8Array>) {
      for await (const parte of contenido) {
        if (lost.signal.aborted) throw new TrabajoAjeno()
        if (parar.aborted) throw new Detenido()
        yield parte
      }
    }
    try {
      const { mime, contenido } = await tipo.make(this.#deps, { empresaId, ambiente, pedido }, (n) => void (hechos = n))
      const nuevo = { empresaId, nombre, tipo: mime, en: this.#deps.clock.now() }
      const puesto = await putStream(this.#deps, nuevo, whileMine(contenido))
      await this.#keep(reclamo, puesto, hechos)
    } finally {
      clearInterval(latido)
      await noting
    }
  }

  /** File and end of the job are one transaction: a worker that lost its lease stores neither. */
  async #keep(reclamo: sql.Reclamo, puesto: ArchivoPuesto, hechos: number): Promise<void> {
    const { db } = this.#deps
    try {
      await inEmpresa(db, reclamo.empresa_id, async (tx) => {
        const archivoId = await keep(tx, puesto)
        const fin = { archivo_id: archivoId, tamano: puesto.fila.tamano, hechos, arriendo_hasta: null, vence_en: this.#in(GUARDADO_MS) }
        if (!(await sql.writeAsHolder(tx, reclamo, { estado: 'LISTO', ...fin }))) throw new TrabajoAjeno()
      })
    } catch (error) {
      // A commit without an answer may have happened: the parts belong to a file then, or are cleaned up as orphans.
      if (error instanceof TrabajoAjeno) await discard(this.#deps, puesto)
      throw error
    }
  }
}
