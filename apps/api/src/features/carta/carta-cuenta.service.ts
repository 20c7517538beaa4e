import { randomUUID } from 'node:crypto'
import { LISTING_EXACT_LIMIT, type CartaCuenta, type Listing } from '@yupana/contract'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { listingPageToLimit } from '../../http/listing.ts'
import { log } from '../../proceso/log.ts'
import { LEMA } from '../../instalacion/version.ts'
import { readProducto } from '../sistema/sistema.door.ts'
import * as sql from './carta-cuenta.sql.ts'
import { medioDe } from './destinos.sql.ts'
import { contextoCarta, contextoCartaHtml } from '../../secretos/contextos.ts'
import { esperaMs, negativaOf, Transporte } from './transporte.ts'

const ARRIENDO_MS = 120_000
const AT_ONCE = 8

/** Signature of every letter, with the operator's name for the installation (O-83). */
const firmaOf = async (db: Db) => `${await readProducto(db)} · ${LEMA}`

export interface Carta {
  para: string
  asunto: string
  /** Earliest time of sending. */
  desde?: Date
  /** Without the signature, which every letter of the installation gets. */
  texto: string
  /** For a letter in a company's name: its sender, and the same text as HTML. */
  comoEmpresa?: { de: string; responder_a: string[]; html: string }
  /** Environment of the company of the letter. */
  ambiente?: Ambiente
  /** The PDF attached to it. */
  adjunta?: Adjunta
  /** The package of a month: the worker for packages makes its text and files at sending. */
  paquete?: { empresaId: EmpresaId; id: string }
}

/** A quote, the account statement of a reminder, or the receipt of a payment. */
type QueAdjunta = 'cotizacion' | 'recordatorio' | 'pago'
export interface Adjunta {
  empresaId: EmpresaId
  que: QueAdjunta
  id: string
}
/** The reason why a letter is not sent: its attachment is not valid any more. */
export interface Retirada {
  retirada: string
}
interface Adjunto {
  filename: string
  content: Buffer
}
/** Draws the attachment of a letter; undefined when its source is gone. */
export type Adjuntar = (empresaId: EmpresaId, id: string) => Promise<Adjunto | Retirada | undefined>
export type Adjuntan = Readonly<Partial<Record<QueAdjunta, Adjuntar>>>

/**
 * Queues a letter about an account: a worker sends it, once a mail account exists. It stays in the outbox in a trial without one, and for a
 * company in the simulator (O-95). A user without a verified mail gets none.
 */
export async function postCarta(
  { config, clock, sobre }: Pick<Deps, 'config' | 'clock' | 'sobre'>,
  db: Db,
  { para, desde, asunto, texto, comoEmpresa, ambiente, adjunta, paquete }: Carta,
): Promise<void> {
  if (para === '') return
  const id = randomUUID()
  const sale = medioDe(config, ambiente) === 'SMTP'
  if (sale && !config.smtpUrl) log.warn('letter waits for SMTP_URL: nobody receives it yet', { carta: id })
  await sql.insertCarta(db, {
    id,
    para,
    asunto,
    estado: sale ? 'PENDIENTE' : 'BANDEJA',
    en: clock.now(),
    desde,
    de: comoEmpresa?.de ?? null,
    responder_a: comoEmpresa?.responder_a ?? [],
    texto: sobre.sellarCorto(Buffer.from(comoEmpresa ? texto : `${texto}\n${await firmaOf(db)}\n`), contextoCarta(id)),
    html: comoEmpresa ? sobre.sellarCorto(Buffer.from(comoEmpresa.html), contextoCartaHtml(id)) : null,
    adjunto_empresa: adjunta?.empresaId ?? paquete?.empresaId ?? null,
    adjunto_cotizacion: adjunta?.que === 'cotizacion' ? adjunta.id : null,
    adjunto_recordatorio: adjunta?.que === 'recordatorio' ? adjunta.id : null,
    adjunto_pago: adjunta?.que === 'pago' ? adjunta.id : null,
    adjunto_paquete: paquete?.id ?? null,
  })
}

/**
 * The outbox of a trial installation, newest first. Its letters have links that open accounts: in production they are not shown here.
 * @throws 404 in production
 */
export async function searchCartas(
  { config, db, sobre }: Deps,
  { page, size }: { page: number; size: number },
): Promise<Listing<CartaCuenta>> {
  if (config.modo === 'produccion') throw errors.notFound()
  const rows = await sql.pageCartas(db, page * size, size)
  const total = await sql.countCartas(db, LISTING_EXACT_LIMIT + 1)
  const content = rows.map(({ texto, ...row }) => ({
    ...row,
    texto: texto ? sobre.abrirCorto(texto, contextoCarta(row.id)).toString() : '',
  }))
  return listingPageToLimit(content, total, { page, size })
}

/** Sends the letters that are due. */
export class EntregaCartas {
  readonly #deps: Deps
  readonly #adjuntan: Adjuntan
  readonly #transporte: Transporte

  constructor(deps: Deps, adjuntan: Adjuntan = {}) {
    this.#deps = deps
    this.#adjuntan = adjuntan
    this.#transporte = new Transporte(deps.config.smtpUrl ?? '')
  }

  async deliverDue(): Promise<void> {
    const { config, clock, db } = this.#deps
    if (!config.smtpUrl) return
    const ahora = clock.now()
    const due = await sql.claimCartas(db, ahora, new Date(ahora.getTime() + ARRIENDO_MS), AT_ONCE)
    await Promise.all(due.map((carta) => this.#deliver(carta)))
  }

  async #deliver(carta: sql.CartaReclamada): Promise<void> {
    const { config, clock, db, sobre } = this.#deps
    try {
      const adjunto = await this.#draw(carta)
      if (adjunto && 'retirada' in adjunto) return await sql.saveNegativa(db, carta, adjunto.retirada, null)
      await this.#transporte.send({
        from: { name: carta.de ?? (await readProducto(db)), address: config.correoRemitente },
        replyTo: carta.responder_a,
        to: carta.para,
        subject: carta.asunto,
        ...(carta.html !== null && { html: sobre.abrirCorto(carta.html, contextoCartaHtml(carta.id)).toString() }),
        text: sobre.abrirCorto(carta.texto, contextoCarta(carta.id)).toString(),
        messageId: `<${carta.id}@yupana>`,
        ...(adjunto && { attachments: [adjunto] }),
      })
    } catch (error) {
      const { code, error: reason, definitivo } = negativaOf(error, carta.intentos)
      log.warn('letter not taken', { carta: carta.id, code })
      return sql.saveNegativa(db, carta, reason, definitivo ? null : new Date(clock.now().getTime() + esperaMs(carta.intentos)))
    }
    await sql.saveEntregada(db, carta)
  }

  async #draw(carta: sql.CartaReclamada) {
    const { adjunto_empresa: empresaId, adjunto_cotizacion: cotizacion, adjunto_recordatorio: recordatorio, adjunto_pago: pago } = carta
    if (empresaId === null) return undefined
    if (cotizacion !== null) return this.#adjuntan.cotizacion?.(empresaId, cotizacion)
    if (recordatorio !== null) return this.#adjuntan.recordatorio?.(empresaId, recordatorio)
    return pago === null ? undefined : this.#adjuntan.pago?.(empresaId, pago)
  }

  close(): Promise<void> {
    return this.#transporte.close()
  }
}
