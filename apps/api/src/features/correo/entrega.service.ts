import type { EmpresaId } from '../../db/empresa-id.ts'
import { crashPoint } from '../../proceso/crash-point.ts'
import { inEmpresa, sendInEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { log } from '../../proceso/log.ts'
import { requireArchivos, ride, xmlFile } from '../comprobante/lectura/lectura.door.ts'
import { enlaceDeCorreo } from '../documento-publico/documento-publico.door.ts'
import { writeCarta } from './carta.ts'
import * as sql from './correo.sql.ts'
import { esperaMs, MAX_INTENTOS, negativaOf, remitenteOf, Transporte } from '../carta/carta.door.ts'

const ARRIENDO_MS = 120_000
/** After this number of deliveries without a note the number of copies is unknown. */
const MAX_SIN_CONSTANCIA = 2
/** Results waiting for the database; beyond this number the oldest are dropped. */
const MAX_POR_ANOTAR = 10_000
const SIN_CONSTANCIA = 'Se entregó dos veces al servidor de correo sin que quedara constancia. Si no llegó, vuelva a enviarlo.'
const SIN_RIDE = 'El RIDE no se pudo preparar a tiempo; se volverá a intentar.'

/**
 * Sends due mails, one message for each address, with the same Message-ID at every try. The result of a delivery is noted before the next
 * one: by this process, which remembers it while the database is away, or, after the end of the process, by one more try.
 */
export class Entrega {
  readonly #deps: Deps
  readonly #transporte: Transporte
  readonly #porAnotar = new Map<string, readonly sql.Entrega[]>()

  constructor(deps: Deps) {
    this.#deps = deps
    this.#transporte = new Transporte(deps.config.smtpUrl ?? '')
  }

  /** Without an account due mails wait. */
  get hasCuenta(): boolean {
    return this.#deps.config.smtpUrl !== undefined
  }

  /** Sends one mail if it is due. */
  async deliver(empresaId: EmpresaId, id: string): Promise<void> {
    if (!this.hasCuenta) return
    const { clock, db } = this.#deps
    const ahora = clock.now()
    const pending = await inEmpresa(db, empresaId, async (tx) => {
      const correo = await sql.claimCorreo(tx, empresaId, id, ahora, new Date(ahora.getTime() + ARRIENDO_MS))
      if (!correo) return undefined
      const archivos = await requireArchivos(tx, empresaId, correo.documento_id)
      const documento = { empresaId, id: correo.documento_id, secreto: correo.secreto }
      return { correo, archivos, enlace: await enlaceDeCorreo(this.#deps, tx, documento, 'leaving') }
    })
    if (!pending) return
    const { correo, archivos, enlace } = pending
    const sabidas = this.#porAnotar.get(id)
    if (sabidas) return this.#save(empresaId, id, correo, sabidas)
    if (correo.sin_constancia >= MAX_SIN_CONSTANCIA)
      return this.#save(
        empresaId,
        id,
        correo,
        correo.pendientes.map((direccion) => ({ direccion, error: SIN_CONSTANCIA, definitivo: true })),
      )
    const carta = writeCarta({ ...correo, enlace }, correo.ajuste)
    const pdf = await ride(this.#deps, empresaId, archivos, 'A4').catch(
      (error: unknown) => void log.error('mail without its printed form', error, { correo: correo.documento_id }),
    )
    crashPoint('C15')
    if (!pdf)
      return this.#save(
        empresaId,
        id,
        correo,
        correo.pendientes.map((direccion) => ({ direccion, error: SIN_RIDE, definitivo: correo.intentos >= MAX_INTENTOS })),
      )
    if (!(await sendInEmpresa(db, empresaId, 1, (tx) => sql.beginEntrega(tx, { empresaId, id, cerco: correo.cerco, pdf })))) return
    const contents = [Buffer.from(pdf), Buffer.from(xmlFile(archivos))]
    const attachments = carta.adjuntos.map((adjunto, at) => ({ ...adjunto, content: contents[at] ?? Buffer.alloc(0) }))
    const entregas = await Promise.all(
      correo.pendientes.map((direccion) => {
        // By its place among all addresses: at a later try fewer wait, and its Message-ID must stay.
        const messageId = `${correo.message_id.slice(0, -1)}.${correo.direcciones.indexOf(direccion)}>`
        return this.#hand(direccion, messageId, correo, carta, attachments)
      }),
    )
    crashPoint('C14')
    await this.#save(empresaId, id, correo, entregas)
  }

  /** Remembered until noted: the mail server has it, even if the database is away. */
  async #save(
    empresaId: EmpresaId,
    id: string,
    { cerco, documento_id: documentoId, intentos }: sql.CorreoPendiente,
    entregas: readonly sql.Entrega[],
  ): Promise<void> {
    const { clock, db } = this.#deps
    this.#porAnotar.set(id, entregas)
    const [oldest] = this.#porAnotar.keys()
    if (oldest !== undefined && this.#porAnotar.size > MAX_POR_ANOTAR) this.#porAnotar.delete(oldest)
    await sendInEmpresa(db, empresaId, 1, (tx) =>
      sql.saveEntregas(
        tx,
        { empresaId, id, cerco, documentoId },
        entregas,
        clock.now(),
        new Date(clock.now().getTime() + esperaMs(intentos)),
      ),
    )
    this.#porAnotar.delete(id)
  }

  async #hand(
    direccion: string,
    messageId: string,
    correo: sql.CorreoPendiente,
    carta: ReturnType<typeof writeCarta>,
    attachments: { filename: string; content: Buffer }[],
  ): Promise<sql.Entrega> {
    try {
      const { ajuste, direcciones, copias, empresa_correo: propio } = correo
      const from = { name: remitenteOf(ajuste?.remitente ?? correo.empresa, correo.producto), address: this.#deps.config.correoRemitente }
      const isCopia = copias.includes(direccion)
      await this.#transporte.send({
        from,
        replyTo: ajuste && ajuste.responder_a.length > 0 ? ajuste.responder_a : propio ? [propio] : [],
        // A copy shows the receivers of the mail; the client's own mail shows no copies.
        to: isCopia ? direcciones.filter((one) => !copias.includes(one)) : direccion,
        ...(isCopia && { envelope: { from: from.address, to: [direccion] } }),
        subject: carta.asunto,
        text: carta.texto,
        html: carta.html,
        messageId,
        attachments,
      })
      return { direccion, error: null, definitivo: true }
    } catch (error) {
      const { code, ...negativa } = negativaOf(error, correo.intentos)
      log.warn('mail not taken', { correo: correo.documento_id, code })
      return { direccion, ...negativa }
    }
  }

  close(): Promise<void> {
    return this.#transporte.close()
  }
}
