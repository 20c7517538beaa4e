import { createHash, randomUUID } from 'node:crypto'
import { signXml, SriError, verifyOwnBytes, type RespuestaAutorizacion } from '@yupana/sri'

import { crashIsArmed, crashPoint } from '../../../proceso/crash-point.ts'
import type { Db } from '../../../db/connect.ts'
import type { Ambiente } from '../../../db/schema.ts'
import { inEmpresa, sendInEmpresa, type Tx } from '../../../db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { log, mask } from '../../../proceso/log.ts'
import { deflate, inflate } from '../../../db/bytes.ts'
import type { EmpresaId } from '../../../db/empresa-id.ts'
import {
  decideAutorizacion,
  decideRecepcion,
  esperaAfter,
  segundosHastaReenvio,
  toMensajes,
  untilReenvio,
  type Decision,
} from './decision.ts'
import { medioSiSale } from '../../carta/carta.door.ts'
import {
  Desfases,
  Disyuntores,
  isNotable,
  Ritmo,
  type Alcance,
  type Callado,
  type Servicio,
  type ServiciosSri,
} from '../servicio-sri/servicio-sri.door.ts'
import { Firmantes, LlaveInservible, type FirmanteAbierto } from './firmantes.ts'
import { ambienteSri, asuntoComprobante } from '../identidad/identidad.door.ts'
import { ESPERA_FIRMA } from './espera-firma.ts'
import { isRetencion } from './sustento.sql.ts'
import * as sql from './pipeline.sql.ts'
import { carriesOurSignature, cutOut, sameBytes } from './respuesta-bytes.ts'

/** A lease outlasts the slowest call: connection, complete answer and the pace before them. */
const ARRIENDO_MS = 60_000
const SIN_CERTIFICADO_MS = 60_000
/** Documents of one company that bells of this process may advance at once; the reconciler takes the rest. */
const POR_EMPRESA = 4

export interface AvanceDeps extends Deps {
  sri: ServiciosSri
  /** Name of this worker process, in events and leases. */
  quien: string
  /** Connection for claims: losing a claim in a crash costs nothing, so a claim need not wait for the disk. */
  reclamos: Db
  /** Whether calls to this environment go to the real SRI and must be paced. */
  isPaced(ambiente: Ambiente): boolean
}

/**
 * The longest wait, in seconds. It is only ever shortened, by the time an open breaker may still hold: every document is looked at within
 * it once the SRI is well again (I10).
 */
const MAXIMA_ESPERA = 600
const jitter = (seconds: number) => seconds * (0.8 + Math.random() * (seconds < MAXIMA_ESPERA ? 0.4 : 0.1))

/** Takes documents from EMITIDO to their end: signs, sends, asks, decides. Safe to run twice, by several workers. */
export class Avance {
  readonly #deps: AvanceDeps
  readonly #firmantes: Firmantes
  readonly #disyuntores: Disyuntores
  readonly #ritmo = new Ritmo()
  readonly #desfases = new Desfases()
  readonly #enCurso = new Map<string, number>()

  constructor(deps: AvanceDeps) {
    this.#deps = deps
    this.#firmantes = new Firmantes(deps.sobre)
    this.#disyuntores = new Disyuntores(() => deps.clock.now().getTime())
  }

  #arriendo(): sql.Arriendo {
    const ahora = this.#deps.clock.now()
    return { ahora, hasta: new Date(ahora.getTime() + ARRIENDO_MS), quien: this.#deps.quien }
  }

  #later(seconds: number): Date {
    return new Date(this.#deps.clock.now().getTime() + seconds * 1000)
  }

  /** Advances one document whose bell rang, if it is due. */
  async ring(empresaId: EmpresaId, id: string): Promise<void> {
    const enCurso = this.#enCurso.get(empresaId) ?? 0
    if (enCurso >= POR_EMPRESA) return
    this.#enCurso.set(empresaId, enCurso + 1)
    try {
      const reclamo = await sql.claimOne(this.#deps.reclamos, empresaId, id, this.#arriendo())
      crashPoint('C05')
      if (reclamo) await this.step(reclamo)
    } finally {
      const left = (this.#enCurso.get(empresaId) ?? 1) - 1
      if (left > 0) this.#enCurso.set(empresaId, left)
      else this.#enCurso.delete(empresaId)
    }
  }

  /** Claims due documents of all companies under lease. `ocupadas`: how much of its share, `porEmpresa`, each company already uses. */
  claim(limite: number, porEmpresa: number, ocupadas: ReadonlyMap<string, number> = new Map()): Promise<sql.Reclamo[]> {
    const held = Object.fromEntries(ocupadas)
    // A company that gets no answer is tried with one document: a backlog would be claimed only to be put back.
    for (const empresaId of this.#disyuntores.abiertas) held[empresaId] = Math.max(held[empresaId] ?? 0, porEmpresa - 1)
    return sql.claimDue(this.#deps.reclamos, this.#arriendo(), limite, porEmpresa, held)
  }

  /** Takes one step of a claimed document. After a failure the lease runs out and the document is tried again. */
  async step(reclamo: sql.Reclamo): Promise<void> {
    try {
      switch (reclamo.estado) {
        case 'EMITIDO':
          return await this.#signAndSend(reclamo)
        case 'FIRMADO':
          return await this.#send(reclamo, 'FIRMADO')
        case 'ENVIANDO':
          return await this.#resume(reclamo)
        case 'INCIERTO':
          return await this.#clarify(reclamo)
        case 'RECIBIDA':
          return void (await this.#ask(reclamo, 'RECIBIDA'))
        default:
          return await this.#inTx(reclamo, (tx) => sql.rest(tx, reclamo))
      }
    } catch (error) {
      log.error('document step failed', error, { documento: reclamo.documento_id, estado: reclamo.estado })
    }
  }

  #inTx<T>(reclamo: sql.Reclamo, work: (tx: Tx) => Promise<T>): Promise<T> {
    return inEmpresa(this.#deps.db, reclamo.empresa_id, work)
  }

  /** Whether the service's breaker is open; the document then waits without an attempt. */
  async #mustWait(reclamo: sql.Reclamo, servicio: Servicio): Promise<boolean> {
    const wait = this.#disyuntores.waitFor(reclamo.ambiente, servicio, reclamo.empresa_id)
    if (wait > 0) await this.#inTx(reclamo, (tx) => sql.postpone(tx, reclamo, this.#later(jitter(wait / 1000))))
    return wait > 0
  }

  async #signAndSend(reclamo: sql.Reclamo): Promise<void> {
    if (await this.#mustWait(reclamo, 'RECEPCION')) return
    const { xml, certificado_id: certificadoId, certificado_hasta: hasta } = reclamo
    const ahora = this.#deps.clock.now()
    if (xml === null) throw new Error('the version to sign is gone')
    if (isRetencion(reclamo) && (await this.#inTx(reclamo, (tx) => sql.waitForSustento(tx, reclamo, ahora)))) return
    if (certificadoId === null || hasta === null) return this.#waitForFirma(reclamo, ESPERA_FIRMA.falta)
    if (new Date(hasta) <= ahora) return this.#waitForFirma(reclamo, ESPERA_FIRMA.vencida(new Date(hasta)))
    const firmante = await this.#firmanteOf(reclamo, certificadoId)
    if (firmante instanceof LlaveInservible) return this.#waitForFirma(reclamo, ESPERA_FIRMA.noAbre, certificadoId)
    const bytes = Buffer.from(signXml(firmante, inflate(xml).toString('utf8'), ahora))
    const sha256 = createHash('sha256').update(bytes).digest()
    crashPoint('C06')
    const firma = { certificadoId, sello: firmante.sello, xml: deflate(bytes), sha256, en: ahora, quien: this.#deps.quien }
    // Signature and attempt are on disk before a byte leaves; no signature, no attempt.
    const saved = await sendInEmpresa(this.#deps.db, reclamo.empresa_id, 2, (tx) =>
      Promise.all([sql.saveFirma(tx, reclamo, firma), sql.openIntento(tx, reclamo, 'FIRMADO', firma)]),
    )
    crashPoint('C07')
    if (saved.every(Boolean)) return this.#deliver(reclamo, { bytes, der: firmante.certificado, sha256 })
    // The lease has ended, or the stored key was replaced since it was opened. The new key is opened at the next turn.
    this.#firmantes.forget(reclamo.empresa_id, certificadoId)
    await this.#inTx(reclamo, (tx) => sql.postpone(tx, reclamo, ahora))
  }

  async #firmanteOf(reclamo: sql.Reclamo, certificadoId: string): Promise<FirmanteAbierto | LlaveInservible> {
    const known = this.#firmantes.known(reclamo.empresa_id, certificadoId)
    if (known) return known
    return this.#inTx(reclamo, async (tx) => {
      const firmante = await this.#firmantes.open(tx, reclamo.empresa_id, certificadoId)
      if (!(firmante instanceof LlaveInservible)) await sql.markInservible(tx, reclamo.empresa_id, certificadoId, null)
      return firmante
    })
  }

  /** Tries again from time to time until a person provides a certificate or the key that opens it. */
  async #waitForFirma(reclamo: sql.Reclamo, motivo: string, inservible?: string): Promise<void> {
    const isNew = await this.#inTx(reclamo, async (tx) => {
      await sql.postpone(tx, reclamo, this.#later(SIN_CERTIFICADO_MS / 1000), motivo)
      return inservible !== undefined && sql.markInservible(tx, reclamo.empresa_id, inservible, motivo)
    })
    if (isNew) log.error('the key of a company does not open', undefined, { empresa: reclamo.empresa_id, certificado: inservible })
  }

  /** Notes an answer that came after the lease had ended: it changes nothing but the document's history. */
  async #refuseLate(reclamo: sql.Reclamo, causa: string): Promise<void> {
    log.warn('late answer refused', { documento: reclamo.documento_id })
    await this.#inTx(reclamo, (tx) => sql.noteTardia(tx, reclamo, { en: this.#deps.clock.now(), proceso: this.#deps.quien, causa }))
  }

  /** Sends the bytes that were signed, always the same ones. */
  async #send(reclamo: sql.Reclamo, de: 'FIRMADO' | 'ENVIANDO' | 'INCIERTO'): Promise<void> {
    if (await this.#mustWait(reclamo, 'RECEPCION')) return
    const signed = await this.#inTx(reclamo, async (tx) => {
      const firma = await sql.readFirma(tx, reclamo)
      if (!firma) throw new Error('the signature to send is gone')
      const opened = await sql.openIntento(tx, reclamo, de, { en: this.#deps.clock.now(), quien: this.#deps.quien })
      return opened ? { bytes: inflate(firma.xml), der: firma.der, sha256: firma.sha256 } : undefined
    })
    if (signed) await this.#deliver(reclamo, signed)
  }

  async #deliver(reclamo: sql.Reclamo, { bytes, der, sha256 }: { bytes: Buffer; der: Buffer; sha256: Buffer }): Promise<void> {
    const changed = !createHash('sha256').update(bytes).digest().equals(sha256)
    const problemas = changed ? ['Los bytes firmados cambiaron en el almacén.'] : verifyOwnBytes(bytes, der)
    if (problemas.length > 0) {
      await this.#save(
        reclamo,
        'ENVIANDO',
        { a: 'CUARENTENA', causa: `No se envió: ${problemas.join(' ')}`, mensajes: [], alarma: true },
        { cierraIntento: true },
      )
      return
    }
    const client = this.#deps.sri[reclamo.ambiente]
    const onHalfSent = crashIsArmed('C08') ? () => crashPoint('C08') : undefined
    const respuesta = await this.#call(reclamo, 'RECEPCION', () => client.validarComprobante(bytes, { onHalfSent }))
    if (respuesta instanceof SriError) {
      const decision: Decision = { a: 'INCIERTO', causa: causeOf(respuesta), mensajes: [], enSegundos: esperaAfter(reclamo.intentos) }
      await this.#save(reclamo, 'ENVIANDO', decision, { cierraIntento: true, noLlego: !respuesta.maybeDelivered })
      return
    }
    crashPoint('C10')
    await this.#save(reclamo, 'ENVIANDO', decideRecepcion(respuesta, reclamo.intentos), { cierraIntento: true })
  }

  /**
   * Continues after a send without a recorded answer: its outcome is unknown, never failed. A document that a person put back has no such
   * send and goes out.
   */
  async #resume(reclamo: sql.Reclamo): Promise<void> {
    const isOpen = await this.#inTx(reclamo, (tx) => sql.hasOpenIntento(tx, reclamo))
    if (!isOpen) return this.#send(reclamo, 'ENVIANDO')
    await this.#save(
      reclamo,
      'ENVIANDO',
      { a: 'INCIERTO', causa: 'El envío quedó sin respuesta', mensajes: [], enSegundos: 0 },
      { cierraIntento: true },
    )
  }

  /** Asks before it resends; only a document that certainly never arrived goes out without asking. */
  async #clarify(reclamo: sql.Reclamo): Promise<void> {
    if (!reclamo.pudo_llegar) return this.#send(reclamo, 'INCIERTO')
    const decision = await this.#ask(reclamo, 'INCIERTO', segundosHastaReenvio(reclamo.enviado_en, this.#deps.clock.now()))
    if (decision === 'RESEND') await this.#send(reclamo, 'INCIERTO')
  }

  /** `reenvioEn`: seconds until the same bytes may leave again when the SRI shows no trace of them. */
  async #ask(reclamo: sql.Reclamo, de: 'INCIERTO' | 'RECIBIDA', reenvioEn = Infinity): Promise<'RESEND' | undefined> {
    if (await this.#mustWait(reclamo, 'AUTORIZACION')) return undefined
    crashPoint('C11')
    const client = this.#deps.sri[reclamo.ambiente]
    const respuesta = await this.#call(reclamo, 'AUTORIZACION', () => client.autorizacionComprobante(reclamo.clave))
    if (respuesta instanceof SriError) {
      await this.#save(reclamo, de, { a: de, causa: causeOf(respuesta), mensajes: [], enSegundos: esperaAfter(reclamo.intentos) })
      return undefined
    }
    crashPoint('C12')
    const answered = await this.#decide(reclamo, de, respuesta)
    const isEmpty = respuesta.autorizaciones.length === 0 && (respuesta.claveAccesoConsultada ?? reclamo.clave) === reclamo.clave
    const isLost = isEmpty && answered.a === 'INCIERTO'
    if (isLost && reenvioEn <= 0) return 'RESEND'
    const decision = isLost ? untilReenvio(answered, reenvioEn) : answered
    if (decision.autorizacion) await this.#authorize(reclamo, de, decision, respuesta)
    else await this.#save(reclamo, de, decision)
    return undefined
  }

  async #decide(reclamo: sql.Reclamo, de: 'INCIERTO' | 'RECIBIDA', respuesta: RespuestaAutorizacion): Promise<Decision> {
    const sha256 = reclamo.firma_sha256 ?? Buffer.alloc(0)
    const firma = respuesta.autorizaciones.some((entrada) => entrada.comprobante !== undefined && !sameBytes(entrada.comprobante, sha256))
      ? await this.#inTx(reclamo, (tx) => sql.readFirma(tx, reclamo))
      : undefined
    const propio = {
      clave: reclamo.clave,
      ruc: reclamo.ruc,
      ambiente: ambienteSri(reclamo.ambiente),
      sha256,
      isOurs: (comprobante: string) => firma !== undefined && carriesOurSignature(comprobante, inflate(firma.xml).toString('utf8')),
    }
    return decideAutorizacion(respuesta, propio, de === 'RECIBIDA', reclamo.intentos)
  }

  async #authorize(reclamo: sql.Reclamo, de: string, decision: Decision, respuesta: RespuestaAutorizacion): Promise<void> {
    const { autorizacion } = decision
    if (!autorizacion) return
    const id = randomUUID()
    const stored = autorizacion.identico ? cutOut(respuesta.raw, autorizacion.comprobante) : respuesta.raw
    const saved = await sendInEmpresa(this.#deps.db, reclamo.empresa_id, 1, (tx) =>
      sql.saveAutorizacion(tx, reclamo, {
        de,
        numero: autorizacion.numero,
        fecha: autorizacion.fecha,
        autorizadoEn: autorizacion.en,
        ambiente: autorizacion.ambiente,
        identico: autorizacion.identico,
        respuesta: deflate(Buffer.from(stored)),
        mensajes: toMensajes(decision),
        en: this.#deps.clock.now(),
        quien: this.#deps.quien,
        correo: {
          id,
          messageId: `<${id}@yupana>`,
          asunto: asuntoComprobante(reclamo.ambiente, reclamo.clave),
          medioSiSale: medioSiSale(this.#deps.config),
        },
      }),
    )
    crashPoint('C13')
    if (!saved) await this.#refuseLate(reclamo, decision.causa)
  }

  async #save(
    reclamo: sql.Reclamo,
    de: string,
    decision: Decision,
    options: { cierraIntento?: boolean; noLlego?: boolean } = {},
  ): Promise<void> {
    const { a, causa, codigo, enSegundos, pausa } = decision
    const seconds = enSegundos === undefined ? undefined : jitter(enSegundos)
    const intentos = a === de || a === 'INCIERTO' ? reclamo.intentos + 1 : 0
    const resultado: sql.Resultado = {
      de,
      a,
      causa,
      codigo,
      mensajes: toMensajes(decision),
      en: this.#deps.clock.now(),
      quien: this.#deps.quien,
      proximoIntento: seconds === undefined ? null : this.#later(seconds),
      intentos,
      ...options,
    }
    const saved = pausa
      ? await this.#inTx(
          reclamo,
          async (tx) =>
            (await sql.saveResultado(tx, reclamo, resultado)) && (await sql.pauseEmision(tx, reclamo, pausa.que, pausa.motivo), true),
        )
      : await sendInEmpresa(this.#deps.db, reclamo.empresa_id, 1, (tx) => sql.saveResultado(tx, reclamo, resultado))
    if (!saved) await this.#refuseLate(reclamo, causa)
    if (decision.alarma) log.warn('document needs attention', { documento: reclamo.documento_id, estado: a, causa: mask(causa), codigo })
  }

  async #call<T extends { serverDate?: string | undefined }>(
    reclamo: sql.Reclamo,
    servicio: Servicio,
    call: () => Promise<T>,
  ): Promise<T | SriError> {
    const { ambiente, empresa_id: empresaId } = reclamo
    try {
      const answer = this.#deps.isPaced(ambiente) ? await this.#ritmo.run(reclamo.ruc, call) : await call()
      if (servicio === 'RECEPCION') crashPoint('C09')
      await this.#answersAgain(this.#disyuntores.succeeded(ambiente, servicio, empresaId), reclamo, servicio)
      await this.#hearHour(ambiente, servicio, answer.serverDate)
      return answer
    } catch (error) {
      if (!(error instanceof SriError)) throw error
      await this.#isSilent(this.#disyuntores.failed(ambiente, servicio, empresaId), reclamo, servicio)
      return error
    }
  }

  /** Compares the time in an answer of the real SRI with ours; emission reads the stored difference (reliability §2.2-7). */
  async #hearHour(ambiente: Ambiente, servicio: Servicio, date: string | undefined): Promise<void> {
    if (!this.#deps.isPaced(ambiente)) return
    const segundos = this.#desfases.heard(`${ambiente}|${servicio}`, date, this.#deps.clock.now())
    if (segundos === undefined) return
    if (isNotable(segundos)) log.warn('clock differs from the SRI', { ambiente, servicio, segundos })
    await sql.saveDesfase(this.#deps.db, ambiente, servicio, segundos)
  }

  /** Notes that a service is silent; sri_mantenimiento shows it until the next success. */
  async #isSilent(callado: Callado | undefined, { ambiente, empresa_id: empresaId }: sql.Reclamo, servicio: Servicio): Promise<void> {
    if (callado === undefined) return
    const { db } = this.#deps
    const isOfAll = callado.alcance === 'TODAS'
    log.warn('SRI service does not answer', { ambiente, servicio, ...(isOfAll ? {} : { empresa: empresaId }) })
    const silencio = { desde: new Date(callado.desde), hasta: new Date(callado.hasta), ahora: this.#deps.clock.now() }
    if (isOfAll) await sql.tellSilencioToAll(db, ambiente, servicio, silencio)
    else await inEmpresa(db, empresaId, (tx) => sql.tellSilencio(tx, empresaId, ambiente, servicio, silencio))
  }

  /** Takes back the notice of silence, and makes due every document that waits for the service. */
  async #answersAgain(alcance: Alcance | undefined, { ambiente, empresa_id: empresaId }: sql.Reclamo, servicio: Servicio): Promise<void> {
    if (alcance === undefined) return
    const { db, reclamos, clock } = this.#deps
    const wasTold = await inEmpresa(db, empresaId, (tx) => sql.takeBackSilencio(tx, empresaId, ambiente, servicio))
    const wasToldToAll = alcance === 'TODAS' && (await sql.takeBackSilencioOfAll(db, ambiente, servicio))
    if (!wasTold && !wasToldToAll) return
    log.warn('SRI service answers again', { ambiente, servicio, ...(wasToldToAll ? {} : { empresa: empresaId }) })
    await sql.bringForward(reclamos, ambiente, wasToldToAll ? null : empresaId, clock.now())
  }
}

const causeOf = (error: SriError) =>
  error.maybeDelivered ? `Sin respuesta cierta del SRI: ${error.message}` : `No se pudo conectar con el SRI: ${error.message}`
