import { setTimeout as pause } from 'node:timers/promises'
import { ESTADO_AUTORIZACION, generationStatusOf, isFinal, taxStatusOf, type Estado } from '@yupana/fiscal'
import type { ComprobanteNovedad } from '@yupana/contract'

import type { Db } from '../../../db/connect.ts'
import type { EmpresaId } from '../../../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../../db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { errors } from '../../../errors.ts'
import { readSeguidos } from './detalle.sql.ts'
import { claveOf } from '../identidad/identidad.door.ts'

const LOOK_MS = 500
/** A stream ends by itself after this long; the page opens another. */
const LONGEST_MS = 10 * 60_000

const settled = ({ estado, correo_estado: correo }: ComprobanteNovedad) =>
  (isFinal(estado as Estado) || estado === 'RECHAZADO' || estado === 'RETENIDO' || estado === 'CUARENTENA') && correo !== 'PENDIENTE'

/** States of documents on which the SRI has not decided. */
const ESPERAN: readonly number[] = [ESTADO_AUTORIZACION.EN_ESPERA, ESTADO_AUTORIZACION.EN_PROCESO]

/** Present state of these documents; those of another company are left out. */
export const readEstados = async (tx: Tx, empresaId: EmpresaId, ids: readonly string[], now: Date): Promise<ComprobanteNovedad[]> =>
  (await readSeguidos(tx, empresaId, ids, now)).map((row) => {
    const estado = row.estado as Estado
    const tributario = taxStatusOf(estado) ?? ESTADO_AUTORIZACION.EN_ESPERA
    return {
      ...row,
      clave: claveOf(row.clave),
      estado_generacion: generationStatusOf(estado),
      estado_tributario: tributario,
      sri_callado: row.sri_callado && ESPERAN.includes(tributario),
    }
  })

/** A company's next look at its documents, shared by its streams, and the time of the last one. */
interface Mirada {
  streams: Set<readonly string[]>
  next: Promise<ReadonlyMap<string, ComprobanteNovedad>> | undefined
  last: number
}

/** Most streams open in this process. A company with streams costs the database two looks a second, of a millisecond each. */
export const SEGUIMIENTOS = { usuario: 5, empresa: 50, proceso: 200 } as const
/** Milliseconds between two looks of a company, for each company that is followed: at most a hundred looks a second. */
const LOOK_MS_PER_COMPANY = 10
const AGAIN_S = 30

/** The streams that are open in this process. */
export class Seguimientos {
  readonly #db: Db
  readonly #clock: Deps['clock']
  readonly #miradas = new Map<string, Mirada>()
  readonly #open = new Map<string, number>()

  constructor({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
    this.#db = db
    this.#clock = clock
  }

  /** How many streams are open. */
  get size(): number {
    return this.#open.get('') ?? 0
  }

  /**
   * Takes a place for one stream. @returns what gives it back, any number of times
   * @throws 429 where user, company or process have as many as they may: the page then asks from time to time
   */
  take(usuarioId: string, empresaId: string): () => void {
    const places = [
      [`usuario|${usuarioId}`, SEGUIMIENTOS.usuario],
      [`empresa|${empresaId}`, SEGUIMIENTOS.empresa],
      ['', SEGUIMIENTOS.proceso],
    ] as const
    const open = (key: string) => this.#open.get(key) ?? 0
    if (places.some(([key, most]) => open(key) >= most))
      throw errors.limitReached('Tiene demasiadas ventanas siguiendo documentos en vivo', `${AGAIN_S} segundos`, AGAIN_S)
    for (const [key] of places) this.#open.set(key, open(key) + 1)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      for (const [key] of places) {
        if (open(key) > 1) this.#open.set(key, open(key) - 1)
        else this.#open.delete(key)
      }
    }
  }

  /**
   * What changes of the followed documents, each time it does, until nothing more will (O-108). Looks by the index twice a
   * second: notifications on every commit would cost two thirds of the commit rate.
   * @param isAlive whether the session still holds; asked at every look
   */
  async *seguir(
    empresaId: EmpresaId,
    ids: readonly string[],
    isAlive: () => Promise<boolean>,
    signal: AbortSignal,
  ): AsyncGenerator<ComprobanteNovedad> {
    const mirada = this.#miradas.get(empresaId) ?? { streams: new Set(), next: undefined, last: -Infinity }
    this.#miradas.set(empresaId, mirada)
    const own = [...ids]
    mirada.streams.add(own)
    const known = new Map<string, string>()
    const deadline = performance.now() + LONGEST_MS
    try {
      while (!signal.aborted && performance.now() < deadline && (await isAlive())) {
        const seen = await this.#look(empresaId, mirada)
        if (signal.aborted) return
        const news = own.flatMap((id) => seen.get(id) ?? [])
        for (const novedad of news) {
          const text = JSON.stringify(novedad)
          if (known.get(novedad.id) === text) continue
          known.set(novedad.id, text)
          yield novedad
        }
        if (news.every(settled)) return
      }
    } finally {
      mirada.streams.delete(own)
      if (mirada.streams.size === 0) this.#miradas.delete(empresaId)
    }
  }

  /** One query for every document that the company's streams follow. */
  #look(empresaId: EmpresaId, mirada: Mirada): Promise<ReadonlyMap<string, ComprobanteNovedad>> {
    mirada.next ??= (async () => {
      // A pause always comes first, even of zero: streams must register before the look takes them.
      await pause(Math.max(0, mirada.last + Math.max(LOOK_MS, this.#miradas.size * LOOK_MS_PER_COMPANY) - performance.now()))
      mirada.last = performance.now()
      mirada.next = undefined
      const ids = [...new Set([...mirada.streams].flat())]
      const news = await inEmpresa(this.#db, empresaId, (tx) => readEstados(tx, empresaId, ids, this.#clock.now()))
      return new Map(news.map((novedad) => [novedad.id, novedad]))
    })()
    return mirada.next
  }
}
