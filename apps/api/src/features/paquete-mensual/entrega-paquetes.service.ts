import { inEmpresa } from '../../db/transaction.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Deps } from '../../deps.ts'
import { log } from '../../proceso/log.ts'
import {
  claimPaquete,
  esperaMs,
  estadoDePaquete,
  MAX_INTENTOS,
  negativaOf,
  saveEntregada,
  saveNegativa,
  Transporte,
  type CartaDePaquete,
} from '../carta/carta.door.ts'
import { readProducto } from '../sistema/sistema.door.ts'
import * as sql from './paquete-mensual.sql.ts'
import { prepararPaquete, type PaqueteListo } from './preparar.service.ts'

/** Longer than drawing the files and the answer of the mail server. */
const ARRIENDO_MS = 600_000

/** The result of a letter: delivered, or the reason why not, and the files left out. */
interface Salida {
  negativa?: ReturnType<typeof negativaOf>
  aparte?: string[]
}

/**
 * Sends packages of a month, one after the other: the files are drawn once for all addresses, and no other letter waits behind them. A
 * process that ends in between leaves its lease to expire, and another begins anew.
 */
export class EntregaPaquetes {
  readonly #deps: Deps
  readonly #transporte: Transporte
  readonly #bytes: number | undefined
  /** Delivered letters whose note in the database is still open. */
  readonly #porAnotar = new Map<string, Salida>()

  /** `bytes`: room for the files of one letter. */
  constructor(deps: Deps, bytes?: number) {
    this.#deps = deps
    this.#bytes = bytes
    this.#transporte = new Transporte(deps.config.smtpUrl ?? '')
  }

  /** Sends one package, if any is due. */
  async deliverDue(): Promise<void> {
    const { config, clock, db } = this.#deps
    if (!config.smtpUrl) return
    const ahora = clock.now()
    const cartas = await claimPaquete(db, ahora, new Date(ahora.getTime() + ARRIENDO_MS))
    const [first] = cartas
    if (!first) return
    const { empresa_id: empresaId, paquete_id: id } = first
    const fresh = cartas.filter((carta) => !this.#porAnotar.has(carta.id))
    const listo = fresh.length > 0 ? await this.#prepare(empresaId, id, fresh) : undefined
    // Each letter is noted at once: after a slow address no other gets its letter twice.
    const noted = await Promise.allSettled(
      cartas.map(async (carta) => {
        if (listo && !this.#porAnotar.has(carta.id)) this.#porAnotar.set(carta.id, await this.#hand(carta, listo))
        await this.#save(empresaId, id, carta)
      }),
    )
    for (const one of noted) if (one.status === 'rejected') throw one.reason
  }

  /** Undefined when it cannot be made now: its letters are noted so. */
  async #prepare(empresaId: EmpresaId, id: string, cartas: readonly CartaDePaquete[]): Promise<PaqueteListo | undefined> {
    const tries = Math.max(...cartas.map(({ intentos }) => intentos))
    try {
      // A package that ends its process each time is given up as well.
      if (tries <= MAX_INTENTOS) return await prepararPaquete(this.#deps, empresaId, id, this.#bytes)
    } catch (error) {
      log.error('monthly package not prepared', error, { paquete: id })
    }
    const negativa = { code: 0, error: 'El paquete no se pudo preparar.', definitivo: tries >= MAX_INTENTOS }
    for (const carta of cartas) this.#porAnotar.set(carta.id, { negativa })
    return undefined
  }

  async #hand(carta: CartaDePaquete, { carta: { asunto, texto, comoEmpresa }, adjuntos, aparte }: PaqueteListo): Promise<Salida> {
    const { config, db } = this.#deps
    try {
      await this.#transporte.send({
        from: { name: comoEmpresa?.de ?? (await readProducto(db)) ?? '', address: config.correoRemitente },
        replyTo: comoEmpresa?.responder_a ?? [],
        to: carta.para,
        subject: asunto,
        text: texto,
        ...(comoEmpresa && { html: comoEmpresa.html }),
        messageId: `<${carta.id}@yupana>`,
        attachments: adjuntos,
      })
      return { aparte }
    } catch (error) {
      const negativa = negativaOf(error, carta.intentos)
      log.warn('monthly package not taken', { carta: carta.id, code: negativa.code })
      return { negativa, aparte }
    }
  }

  async #save(empresaId: EmpresaId, id: string, carta: CartaDePaquete): Promise<void> {
    const { clock, db } = this.#deps
    const { negativa, aparte } = this.#porAnotar.get(carta.id) ?? {}
    await inEmpresa(db, empresaId, async (tx) => {
      // One note after the other: the last one sees all of them, from every worker.
      await sql.lockEnvio(tx, empresaId, id)
      if (!negativa) await saveEntregada(tx, carta)
      else {
        const siguiente = negativa.definitivo ? null : new Date(clock.now().getTime() + esperaMs(carta.intentos))
        await saveNegativa(tx, carta, negativa.error, siguiente)
      }
      const { pendientes, fallidos } = await estadoDePaquete(tx, empresaId, id)
      const estado = pendientes > 0 ? 'PENDIENTE' : fallidos.length > 0 ? 'FALLIDO' : 'ENVIADO'
      await sql.saveEnvio(tx, empresaId, id, { estado, fallidos, ...(aparte && { aparte }) })
    })
    this.#porAnotar.delete(carta.id)
  }

  close(): Promise<void> {
    return this.#transporte.close()
  }
}
