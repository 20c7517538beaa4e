import { addDays, addDiasHabiles, addMonths, fechaIn, firstOfMonth, type Fecha } from '@yupana/fiscal'
import { SriError, type RespuestaConsulta } from '@yupana/sri'

import type { Db } from '../../../db/connect.ts'
import type { EmpresaId } from '../../../db/empresa-id.ts'
import type { Ambiente } from '../../../db/schema.ts'
import { inEmpresa, type Tx } from '../../../db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { log } from '../../../proceso/log.ts'
import { anular, consejoOf } from './anular.service.ts'
import { insertSolicitud, readAnulable } from './anular.sql.ts'
import { Disyuntores, type ServiciosSri } from '../servicio-sri/servicio-sri.door.ts'
import type { Arriendo } from '../avance/avance.door.ts'
import * as sql from './vigilancia.sql.ts'

/** A lease outlasts the slowest call. */
const ARRIENDO_MS = 60_000
/** Seconds until the next question about a request, by how often it was asked: soon, then with growing waits. */
const ESPERAS_S = [60, 120, 300, 900, 3_600, 4 * 3_600, 12 * 3_600]
/** Days after the last day of a request in which the SRI may still report its decision. */
const DIAS_DE_GRACIA = 3
/** Pauses between two documents of a walk, and between two walks. */
const PASO_MS = 30_000
const VUELTA_MS = 6 * 3_600_000
/** Months before the present one that a walk covers: the portal may still void them, or report late. */
const MESES = 2

const esperaAfter = (intentos: number): number => ESPERAS_S[Math.min(intentos, ESPERAS_S.length - 1)] ?? 0

export interface VigilanciaDeps extends Deps {
  sri: ServiciosSri
  quien: string
  /** Connection for claims: losing a claim in a crash costs nothing. */
  reclamos: Db
}

export type Consultado = 'ANULADO' | 'POR_ACEPTAR' | 'VIGENTE' | 'SIN_RESPUESTA'

/** What an answer of the consultation service says of our document; anything else is no answer. */
export function readConsultado({ estado, claveAcceso }: Pick<RespuestaConsulta, 'estado' | 'claveAcceso'>, clave: string): Consultado {
  if (claveAcceso !== undefined && claveAcceso !== '' && claveAcceso !== clave) return 'SIN_RESPUESTA'
  if (/^ANULAD[OA]$/.test(estado)) return 'ANULADO'
  if (/^PENDIENTE DE ANULA(R|CI[OÓ]N)$/.test(estado)) return 'POR_ACEPTAR'
  return /^AUTORIZAD[OA]$/.test(estado) ? 'VIGENTE' : 'SIN_RESPUESTA'
}

/** Asks the consultation service: about each open request until it is settled, and slowly about every document of the last months. */
export class Vigilancia {
  readonly #deps: VigilanciaDeps
  readonly #disyuntores: Disyuntores

  constructor(deps: VigilanciaDeps) {
    this.#deps = deps
    this.#disyuntores = new Disyuntores(() => deps.clock.now().getTime())
  }

  #arriendo(): Arriendo {
    const ahora = this.#deps.clock.now()
    return { ahora, hasta: new Date(ahora.getTime() + ARRIENDO_MS), quien: this.#deps.quien }
  }

  #later(milliseconds: number): Date {
    return new Date(this.#deps.clock.now().getTime() + milliseconds * (0.9 + Math.random() * 0.2))
  }

  /** The service of the document's own environment, whatever the company's setting is now (O-96); undefined where it did not answer. */
  async #ask(ambiente: Ambiente, empresaId: EmpresaId, clave: string): Promise<Consultado | undefined> {
    if (this.#disyuntores.waitFor(ambiente, 'CONSULTA', empresaId) > 0) return undefined
    try {
      const respuesta = await this.#deps.sri[ambiente].consultarEstadoAutorizacion(clave)
      this.#disyuntores.succeeded(ambiente, 'CONSULTA', empresaId)
      return readConsultado(respuesta, clave)
    } catch (error) {
      if (!(error instanceof SriError)) throw error
      this.#disyuntores.failed(ambiente, 'CONSULTA', empresaId)
      return undefined
    }
  }

  /** Asks about one due request, then settles it or puts it off. Answers whether a request was due. */
  async follow(): Promise<boolean> {
    const solicitud = await sql.claimSolicitud(this.#deps.reclamos, this.#arriendo())
    if (!solicitud) return false
    const { empresa_id: empresaId, documento_id: id, ambiente, clave } = solicitud
    const consultado = solicitud.estado === 'AUTORIZADO' ? await this.#ask(ambiente, empresaId, clave) : 'VIGENTE'
    const ahora = this.#deps.clock.now()
    await inEmpresa(this.#deps.db, empresaId, async (tx) => {
      if (consultado === 'ANULADO')
        await anular(
          this.#deps,
          tx,
          { proceso: this.#deps.quien },
          { empresaId, id, ambiente, clave },
          'ANULADO por el SRI, como se solicitó',
          ahora,
        )
      else await sql.saveSeguimiento(tx, solicitud, this.#next(solicitud, consultado, ahora))
    })
    return true
  }

  #next(
    { pedida, plazo, aceptacion_dias: dias, intentos }: sql.SolicitudReclamada,
    consultado: Consultado | undefined,
    ahora: Date,
  ): sql.Seguimiento {
    const consultadaEn = consultado === undefined ? undefined : ahora
    const settled = (estado: 'NO_ACEPTADA' | 'VENCIDA'): sql.Seguimiento => ({
      estado,
      consultadaEn,
      resueltaEn: ahora,
      proximoIntento: null,
      intentos: intentos + 1,
    })
    if (consultado === 'VIGENTE' && pedida === 'POR_ACEPTAR') return settled('NO_ACEPTADA')
    if (consultado === 'VIGENTE' && fechaIn(ahora) > lastDayOf(plazo, dias)) return settled('VENCIDA')
    // A silent service gives no answer, so the pace does not change.
    const asked = consultado === undefined ? intentos : intentos + 1
    const estado = consultado === 'POR_ACEPTAR' ? 'POR_ACEPTAR' : pedida
    return { estado, consultadaEn, resueltaEn: null, proximoIntento: this.#later(esperaAfter(asked) * 1000), intentos: asked }
  }

  /** Takes one step of the walk that has waited longest. Answers whether there was a walk to take. */
  async sample(): Promise<boolean> {
    const hoy = fechaIn(this.#deps.clock.now())
    const muestra = await sql.claimMuestra(this.#deps.reclamos, this.#arriendo(), firstOfMonth(addMonths(hoy, -MESES)))
    if (!muestra) return false
    const { empresa_id: empresaId, ambiente, documento_id: id, clave } = muestra
    if (id === null || clave === null) {
      await inEmpresa(this.#deps.db, empresaId, (tx) => sql.saveMuestreo(tx, muestra, null, this.#later(VUELTA_MS)))
      return true
    }
    const consultado = await this.#ask(ambiente, empresaId, clave)
    await inEmpresa(this.#deps.db, empresaId, async (tx) => {
      if (consultado === 'ANULADO') {
        const found = await anular(
          this.#deps,
          tx,
          { proceso: this.#deps.quien },
          { empresaId, id, ambiente, clave },
          'ANULADO en el SRI: lo halló la conciliación',
          this.#deps.clock.now(),
        )
        if (found) log.info('document voided at the SRI', { documento: id })
      } else if (consultado === 'POR_ACEPTAR') await this.#adopt(tx, empresaId, id, hoy)
      await sql.saveMuestreo(tx, muestra, consultado === undefined ? undefined : id, this.#later(PASO_MS))
    })
    return true
  }

  /** Follows a voiding that somebody requested in the portal without telling us. */
  async #adopt(tx: Tx, empresaId: EmpresaId, id: string, hoy: Fecha): Promise<void> {
    const documento = await readAnulable(tx, empresaId, id)
    if (!documento) return
    const { plazo, aceptacionDias } = consejoOf(documento, hoy)
    await insertSolicitud(tx, {
      empresaId,
      id,
      usuarioId: null,
      en: this.#deps.clock.now(),
      motivo: 'Pedida en el portal del SRI',
      ...plazo,
      aceptacionDias: aceptacionDias ?? null,
      estado: 'POR_ACEPTAR',
      proximoIntento: this.#later(esperaAfter(0) * 1000),
    })
  }
}

/** The last day on which the SRI may still void a document: the portal's deadline, the receiver's days and some grace. */
const lastDayOf = (plazo: Fecha, aceptacionDias: number | null): Fecha =>
  addDays(addDiasHabiles(plazo, aceptacionDias ?? 0), DIAS_DE_GRACIA)
