import { DIAS_PRIMERA_LECTURA, RECIBIDO_MAX_BYTES } from '@yupana/contract'

import type { Db } from '../../db/connect.ts'
import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { crashPoint } from '../../proceso/crash-point.ts'
import { log } from '../../proceso/log.ts'
import { MAX_CLAVES } from '../../recibidos/leer-lista.ts'
import { RecibidoError } from '../../recibidos/recibidos.ts'
import { contextoBuzon } from '../../secretos/contextos.ts'
import { countPendientes, importArchivos, type Bandeja } from '../recibido/recibido.door.ts'
import { adjuntosOf, bytesOf, enLinea, type Adjunto } from './adjuntos.ts'
import { BuzonError } from './buzon-error.ts'
import * as sql from './buzon.sql.ts'
import { withCarpeta, type Carpeta, type Plazos } from './conexion.ts'

/** A lease outlasts one file: its download and the press. */
const ARRIENDO_MS = 120_000
/** Mails of one reading: the rest waits for the other mailboxes. */
const MAX_CORREOS = 200
const MAX_BYTES = 50_000_000
const MAX_MS = 60_000
/** Mails whose parts are requested together; one by one after a mail broke a reading. */
const JUNTOS = 50
const MAX_ADJUNTOS = 100
/** Readings that a mail may break before it is skipped. */
const MAX_INTENTOS = 3
const MAX_RECHAZOS = 50
const RECHAZOS_POR_CORREO = 20
const PRENSA_MS = 5_000
/** Minutes until the next attempt, by number of failures; a refused password begins later, so that its server locks no account. */
const ESPERAS_MIN = [1, 5, 15, 60, 240, 720]
const ESPERA_CONTRASENA = 2
/** base64 writes four bytes for three, and has line ends. */
const MAX_ESCRITO = Math.ceil(RECIBIDO_MAX_BYTES * 1.4)

export interface LecturaDeps extends Pick<Deps, 'clock' | 'config' | 'db' | 'imprenta' | 'sobre'> {
  /** Claims: losing one in a crash does no harm. */
  reclamos: Db
  plazos?: Plazos
  /** Whether the process is ending: another one does the rest. */
  isStopping?: () => boolean
}

/** A user saved or removed the mailbox meanwhile. */
class LecturaAjena extends Error {}
/** The press has no turn now. */
class PrensaOcupada extends Error {}
/** One of its mails broke the reading. */
class CorreoRoto extends Error {
  readonly falla: BuzonError
  constructor(falla: BuzonError) {
    super(falla.message)
    this.falla = falla
  }
}

interface Correo {
  uid: number
  remitente: string
  asunto: string
}

/** Brings the attachments of the companies' mailboxes into their inboxes, one mailbox after the other. */
export class Lectura {
  readonly #deps: LecturaDeps

  constructor(deps: LecturaDeps) {
    this.#deps = deps
  }

  /** Reads the mailbox that has waited longest. Answers whether there was one. */
  async readNext(): Promise<boolean> {
    const { clock, db, reclamos } = this.#deps
    const ahora = clock.now()
    const turno = await sql.claimBuzon(reclamos, ahora, new Date(ahora.getTime() + ARRIENDO_MS))
    if (!turno) return false
    const buzon = await inEmpresa(db, turno.empresa_id, (tx) => sql.readReclamado(tx, turno))
    if (buzon) await new Ronda(this.#deps, turno, buzon).run()
    return true
  }
}

/** One reading of one mailbox. */
class Ronda {
  readonly #deps: LecturaDeps
  readonly #turno: sql.Turno
  readonly #buzon: sql.Reclamado
  readonly #bandeja: Bandeja
  readonly #desde = performance.now()
  #correos = 0
  #bytes = 0
  #intentos: number

  constructor(deps: LecturaDeps, turno: sql.Turno, buzon: sql.Reclamado) {
    this.#deps = deps
    this.#turno = turno
    this.#buzon = buzon
    this.#bandeja = { empresaId: turno.empresa_id, ambiente: buzon.ambiente, usuarioId: buzon.usuario_id, automatico: true }
    this.#intentos = buzon.intentos
  }

  #in = (ms: number) => new Date(this.#deps.clock.now().getTime() + ms)
  #tx = <T>(work: Parameters<typeof inEmpresa<T>>[2]) => inEmpresa(this.#deps.db, this.#turno.empresa_id, work)

  async run(): Promise<void> {
    const { config, clock } = this.#deps
    try {
      const isWhole = await this.#read()
      const proximo = isWhole ? this.#in(config.buzon.minutos * 60_000) : clock.now()
      await this.#tx((tx) => sql.saveLectura(tx, this.#turno, { en: clock.now(), proximo, isWhole }))
    } catch (error) {
      if (error instanceof LecturaAjena) return
      if (error instanceof PrensaOcupada) return void (await this.#tx((tx) => sql.savePausa(tx, this.#turno, this.#in(PRENSA_MS))))
      if (!(error instanceof BuzonError || error instanceof CorreoRoto)) throw error
      await this.#fail(error instanceof CorreoRoto ? error.falla : error, error instanceof CorreoRoto)
    }
  }

  async #fail({ message: fallo, campo }: BuzonError, isCarta: boolean): Promise<void> {
    const at = Math.min(this.#buzon.fallos + (campo === 'contrasena' ? ESPERA_CONTRASENA : 0), ESPERAS_MIN.length - 1)
    const proximo = this.#in((ESPERAS_MIN[at] ?? 0) * 60_000)
    log.warn('mailbox not read', { empresa: this.#turno.empresa_id, campo })
    await this.#tx((tx) => sql.saveFallo(tx, this.#turno, { fallo, en: this.#deps.clock.now(), proximo, isCarta }))
  }

  #contrasena(): string {
    try {
      return this.#deps.sobre.abrirCorto(this.#buzon.contrasena, contextoBuzon(this.#turno.empresa_id)).toString()
    } catch {
      throw new BuzonError('contrasena', 'La contraseña guardada no se puede abrir: escríbala de nuevo.')
    }
  }

  /** False when mails are left for the next reading. */
  #read(): Promise<boolean> {
    const { config, plazos } = this.#deps
    const { servidor, puerto, seguridad, usuario, carpeta } = this.#buzon
    const cuenta = { servidor, puerto, seguridad, usuario, carpeta, contrasena: this.#contrasena() }
    const { enRedInterna } = config.buzon
    return withCarpeta(cuenta, { enRedInterna, ...(plazos && { plazos }) }, (abierta) => this.#take(abierta))
  }

  async #take(carpeta: Carpeta): Promise<boolean> {
    const { uid_validez: validez, uid_ultimo: ultimo } = this.#buzon
    const isKnown = validez === carpeta.validez && ultimo !== null
    const dia = new Date(this.#deps.clock.now().getTime() - DIAS_PRIMERA_LECTURA * 86_400_000)
    const uids = await carpeta.numeros(isKnown ? { despuesDe: ultimo } : { dia })
    // In a folder read for the first time, older mails are skipped for good.
    if (!isKnown) await this.#remember(carpeta, (uids[0] ?? Math.max(carpeta.siguiente, 1)) - 1, 0, [])
    for (let at = 0; at < uids.length;) {
      if (this.#isFull()) return false
      const lote = uids.slice(at, at + (this.#intentos > 1 ? 1 : Math.min(JUNTOS, MAX_CORREOS - this.#correos)))
      await this.#takeLote(carpeta, lote)
      at += lote.length
    }
    return true
  }

  #isFull = () =>
    this.#deps.isStopping?.() === true ||
    this.#correos >= MAX_CORREOS ||
    this.#bytes >= MAX_BYTES ||
    performance.now() - this.#desde >= MAX_MS

  async #takeLote(carpeta: Carpeta, uids: readonly number[]): Promise<void> {
    const [first = 0] = uids
    if (this.#intentos > MAX_INTENTOS) {
      const motivo = `No se pudo leer en ${MAX_INTENTOS} intentos: revíselo en el buzón.`
      await this.#remember(carpeta, first, 0, [{ uid: first, archivo: '', remitente: '', asunto: '', motivo }])
      return
    }
    const cabezas = await carpeta.cabezas(uids).catch(breaks)
    let quiet: number | undefined
    for (const uid of uids) {
      const mail = cabezas.get(uid)
      const adjuntos = adjuntosOf(mail?.bodyStructure)
      this.#correos += 1
      if (adjuntos.length === 0) {
        quiet = uid
        continue
      }
      // The progress before is stored: a mail that ends the process is the first of the next reading.
      if (quiet !== undefined) await this.#remember(carpeta, quiet, 0, [])
      quiet = undefined
      const [from] = mail?.envelope?.from ?? []
      const correo = { uid, remitente: enLinea(from?.address ?? from?.name ?? ''), asunto: enLinea(mail?.envelope?.subject ?? '') }
      await this.#takeCorreo(carpeta, correo, adjuntos)
    }
    if (quiet !== undefined) await this.#remember(carpeta, quiet, 0, [])
  }

  async #takeCorreo(carpeta: Carpeta, correo: Correo, adjuntos: readonly Adjunto[]): Promise<void> {
    let nuevos = 0
    const rechazos: sql.Rechazo[] = []
    const refuse = (archivo: string, motivo: string) => {
      if (rechazos.length < RECHAZOS_POR_CORREO) rechazos.push({ ...correo, archivo, motivo })
    }
    for (const adjunto of adjuntos.slice(0, MAX_ADJUNTOS)) {
      try {
        const { nuevos: documentos, pedidos, archivos } = await this.#takeAdjunto(carpeta, correo.uid, adjunto)
        nuevos += documentos + pedidos
        for (const { archivo, resultado, motivo } of archivos) if (resultado === 'RECHAZADO') refuse(enLinea(archivo), motivo ?? '')
      } catch (error) {
        if (!(error instanceof RecibidoError)) throw error
        refuse(adjunto.nombre, error.message)
      }
    }
    if (adjuntos.length > MAX_ADJUNTOS)
      refuse('', `El correo trae ${adjuntos.length} archivos: se leyeron los primeros ${MAX_ADJUNTOS}. Envíelos en un ZIP.`)
    crashPoint('C16')
    await this.#remember(carpeta, correo.uid, nuevos, rechazos)
  }

  /** @throws RecibidoError when the file as a whole is refused, PrensaOcupada, CorreoRoto */
  async #takeAdjunto(carpeta: Carpeta, uid: number, { parte, nombre, codificacion, bytes }: Adjunto) {
    const grande = () => new RecibidoError(`El archivo pasa de ${RECIBIDO_MAX_BYTES / 1_000_000} MB.`)
    if (bytes > MAX_ESCRITO) throw grande()
    if (!(await this.#tx((tx) => sql.holdTurno(tx, this.#turno, this.#in(ARRIENDO_MS))))) throw new LecturaAjena()
    const written = await carpeta.parte(uid, parte, MAX_ESCRITO + 1).catch(breaks)
    if (!written) throw new RecibidoError('El servidor no entregó el archivo.')
    this.#bytes += written.length
    const content = bytesOf(written, codificacion)
    if (content.length > RECIBIDO_MAX_BYTES) throw grande()
    if (/\.txt$/i.test(nombre) && !(await this.#mayAsk(content))) return { nuevos: 0, pedidos: 0, archivos: [] }
    try {
      return await importArchivos(this.#deps, this.#bandeja, [{ filename: nombre, bytes: content }])
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code !== 'PRINTING_FAILED') throw new PrensaOcupada()
      // A busy machine is no fault of the file: it is tried again before it is skipped.
      if (this.#intentos < MAX_INTENTOS)
        throw new CorreoRoto(new BuzonError('servidor', `${nombre} no se pudo leer a tiempo: se vuelve a intentar.`))
      throw new RecibidoError('El archivo pide demasiado trabajo: envíelo en partes.')
    }
  }

  /** Whether a text is a list of claves: other texts are skipped. @throws RecibidoError when too many claves wait already */
  async #mayAsk(content: Buffer): Promise<boolean> {
    // In UTF-16 every second byte of a list is zero.
    if (!/\d{49}/.test(content.toString('latin1').replaceAll('\u0000', ''))) return false
    if ((await this.#tx((tx) => countPendientes(tx, this.#bandeja, MAX_CLAVES))) < MAX_CLAVES) return true
    throw new RecibidoError(`Ya hay ${MAX_CLAVES} claves en camino: reenvíe la lista cuando hayan llegado.`)
  }

  /** @throws LecturaAjena */
  async #remember({ validez }: Carpeta, ultimo: number, nuevos: number, rechazos: readonly sql.Rechazo[]): Promise<void> {
    const en = this.#deps.clock.now()
    await this.#tx(async (tx) => {
      if (!(await sql.saveAvance(tx, this.#turno, { validez, ultimo, nuevos, hasta: this.#in(ARRIENDO_MS) }))) throw new LecturaAjena()
      await sql.insertRechazos(tx, this.#turno.empresa_id, { validez, en, caben: MAX_RECHAZOS }, rechazos)
    })
    this.#intentos = 0
  }
}

/** The connection ended in the middle of a mail. */
function breaks(error: unknown): never {
  throw error instanceof BuzonError ? new CorreoRoto(error) : error
}
