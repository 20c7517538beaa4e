import { addMonths, fechaIn, firstOfMonth, readClaveAcceso } from '@yupana/fiscal'
import { SriError, type Autorizacion } from '@yupana/sri'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { log } from '../../proceso/log.ts'
import { RecibidoError } from '../../recibidos/recibidos.ts'
import { readConsultado } from '../comprobante/anulacion/anulacion.door.ts'
import { Disyuntores, Ritmo, type ServiciosSri } from '../comprobante/servicio-sri/servicio-sri.door.ts'
import { importOne } from './entrada.service.ts'
import * as sql from './pedido.sql.ts'

/** Claves asked about at the same time. */
const A_LA_VEZ = 8
/** A lease outlasts the slowest call and the press. */
const ARRIENDO_MS = 120_000
/** Seconds until the next question after no answer of the SRI. */
const ESPERAS_S = [10, 30, 60, 300, 900, 3_600]
const PRENSA_MS = 5_000
/** Time between two checks of a received document, and months back that are checked. */
const VIGILIA_MS = 3 * 86_400_000
const SILENCIO_MS = 3_600_000
const MESES = 2

export interface TraidaDeps extends Pick<Deps, 'clock' | 'db' | 'imprenta'> {
  sri: ServiciosSri
  /** Claims: losing one in a crash does no harm. */
  reclamos: Db
  /** Whether this environment is the real SRI, which is asked at a limited pace. */
  isPaced: (ambiente: Ambiente) => boolean
}

/** The environment that authorised a document, by its clave and not by the company's setting (O-96). */
const ambienteOf = (ambiente: Ambiente, clave: string): Ambiente =>
  ambiente === 'SIMULADOR' ? ambiente : readClaveAcceso(clave)?.ambiente === '2' ? 'PRODUCCION' : 'PRUEBAS'

/** The file of an authorised document, as issuers send it. */
function fileOf({ estado, numeroAutorizacion = '', fechaAutorizacion = '', ambiente = '' }: Autorizacion, comprobante: string): string {
  const tag = (name: string, text: string) => `<${name}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${name}>`
  const about = [
    tag('estado', estado),
    tag('numeroAutorizacion', numeroAutorizacion),
    tag('fechaAutorizacion', fechaAutorizacion),
    tag('ambiente', ambiente),
  ]
  const inner = comprobante.replaceAll(']]>', ']]]]><![CDATA[>')
  return `<autorizacion>${about.join('')}<comprobante><![CDATA[${inner}]]></comprobante></autorizacion>`
}

/** Fetches documents by their claves from the SRI, and checks whether received ones were voided since. */
export class Traida {
  readonly #deps: TraidaDeps
  readonly #ritmo = new Ritmo()
  readonly #disyuntores: Disyuntores

  constructor(deps: TraidaDeps) {
    this.#deps = deps
    this.#disyuntores = new Disyuntores(() => deps.clock.now().getTime())
  }

  #in = (ms: number) => new Date(this.#deps.clock.now().getTime() + ms)

  /** Fetches the next waiting claves, or puts them off. Answers their number. */
  async bring(): Promise<number> {
    const { clock, reclamos } = this.#deps
    const pedidos = await sql.claimPedidos(reclamos, clock.now(), this.#in(ARRIENDO_MS), A_LA_VEZ)
    await Promise.all(
      pedidos.map((pedido) => this.#bring(pedido).catch((error: unknown) => log.error('document of others not brought', error))),
    )
    return pedidos.length
  }

  async #bring(pedido: sql.PedidoReclamado): Promise<void> {
    const { empresa_id: empresaId, ambiente, clave, usuario_id: usuarioId, intentos } = pedido
    const settle = (how: Parameters<typeof sql.settlePedido>[2]) =>
      inEmpresa(this.#deps.db, empresaId, (tx) => sql.settlePedido(tx, pedido, how))
    const respuesta = await this.#ask(ambienteOf(ambiente, clave), empresaId, clave)
    if (respuesta === undefined) {
      const wait = ESPERAS_S[Math.min(intentos, ESPERAS_S.length) - 1] ?? 0
      return settle({ estado: 'PENDIENTE', motivo: 'El SRI no responde: se vuelve a pedir.', proximoIntento: this.#in(wait * 1_000) })
    }
    const autorizada = respuesta.find(({ estado }) => estado === 'AUTORIZADO') ?? respuesta.at(-1)
    if (autorizada?.comprobante === undefined)
      return settle({ estado: 'SIN_CONSTANCIA', motivo: 'El SRI no tiene este comprobante. Si es de hoy, pídalo de nuevo más tarde.' })
    try {
      const archivo = { filename: `${clave}.xml`, bytes: Buffer.from(fileOf(autorizada, autorizada.comprobante)) }
      const [hecho] = await importOne(this.#deps, { empresaId, ambiente, usuarioId }, archivo)
      if (hecho?.resultado === 'RECHAZADO') await settle({ estado: 'RECHAZADO', motivo: hecho.motivo })
      else await settle({ estado: 'TRAIDO' })
    } catch (error) {
      if (error instanceof RecibidoError) await settle({ estado: 'RECHAZADO', motivo: error.message })
      // The press is busy, the document is not at fault: later.
      else if (error instanceof AppError) await settle({ estado: 'PENDIENTE', proximoIntento: this.#in(PRENSA_MS) })
      else throw error
    }
  }

  /** Undefined when the SRI did not answer. */
  async #ask(ambiente: Ambiente, empresaId: EmpresaId, clave: string): Promise<readonly Autorizacion[] | undefined> {
    if (this.#disyuntores.waitFor(ambiente, 'AUTORIZACION', empresaId) > 0) return undefined
    try {
      const call = () => this.#deps.sri[ambiente].autorizacionComprobante(clave)
      const { autorizaciones } = await (this.#deps.isPaced(ambiente) ? this.#ritmo.run(empresaId, call) : call())
      this.#disyuntores.succeeded(ambiente, 'AUTORIZACION', empresaId)
      return autorizaciones
    } catch (error) {
      if (!(error instanceof SriError)) throw error
      this.#disyuntores.failed(ambiente, 'AUTORIZACION', empresaId)
      return undefined
    }
  }

  /** Checks whether the document checked longest ago, received or typed, was voided. Answers whether there was one. */
  async watch(): Promise<boolean> {
    const { clock, db, reclamos } = this.#deps
    const ahora = clock.now()
    const desde = firstOfMonth(addMonths(fechaIn(ahora), -MESES))
    const recibido = await sql.claimRecibido(reclamos, ahora, this.#in(ARRIENDO_MS), desde)
    if (recibido) {
      const cambio = await this.#consult(recibido)
      await inEmpresa(db, recibido.empresa_id, (tx) => sql.saveConsulta(tx, recibido, cambio))
      return true
    }
    const escrito = await sql.claimEscrito(reclamos, ahora, this.#in(ARRIENDO_MS), desde)
    if (!escrito) return false
    if (!escrito.se_vigila) return true
    const cambio = await this.#consult(escrito)
    await inEmpresa(db, escrito.empresa_id, (tx) => sql.saveEscrito(tx, escrito, cambio))
    return true
  }

  /** Voided, or the time of its next check. */
  async #consult({ ambiente, clave }: sql.RecibidoReclamado) {
    const consultado = await this.#deps.sri[ambienteOf(ambiente, clave)].consultarEstadoAutorizacion(clave).then(
      (respuesta) => readConsultado(respuesta, clave),
      (error: unknown) => {
        if (!(error instanceof SriError)) throw error
        return 'SIN_RESPUESTA' as const
      },
    )
    if (consultado === 'ANULADO') return { anulado_en: this.#deps.clock.now() }
    return { proxima_consulta: this.#in(consultado === 'SIN_RESPUESTA' ? SILENCIO_MS : VIGILIA_MS) }
  }
}
