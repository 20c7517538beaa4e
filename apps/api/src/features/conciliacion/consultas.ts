import { SriError, type RespuestaAutorizacion } from '@yupana/sri'

import type { Ambiente } from '../../db/schema.ts'
import { Ritmo, type ServiciosSri } from '../comprobante/respuesta.service.ts'

/** Milliseconds before each further try. */
const ESPERAS = [1_000, 3_000, 10_000]

/** The authority of an environment does not answer: nothing can be said about its documents now. */
export class SinRespuesta extends Error {
  readonly ambiente: Ambiente

  constructor(ambiente: Ambiente, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'SinRespuesta'
    this.ambiente = ambiente
  }
}

export interface ConsultasOptions {
  sri: ServiciosSri
  /** Whether this environment is the real SRI, to be asked at its pace. */
  isPaced(ambiente: Ambiente): boolean
  pause(milliseconds: number): Promise<void>
}

/** Asks the SRI about one clave after another, patiently; gives an environment up once it failed often enough in a row. */
export class Consultas {
  readonly #options: ConsultasOptions
  readonly #ritmo = new Ritmo()
  readonly #down = new Map<Ambiente, SinRespuesta>()
  total = 0

  constructor(options: ConsultasOptions) {
    this.#options = options
  }

  /** Throws SinRespuesta. */
  async ask(ambiente: Ambiente, ruc: string, clave: string): Promise<RespuestaAutorizacion> {
    const { sri, isPaced, pause } = this.#options
    for (let attempt = 0; ; attempt++) {
      const down = this.#down.get(ambiente)
      if (down) throw down
      try {
        this.total++
        const call = () => sri[ambiente].autorizacionComprobante(clave)
        const respuesta = await (isPaced(ambiente) ? this.#ritmo.run(ruc, call) : call())
        if (respuesta.claveAccesoConsultada !== undefined && respuesta.claveAccesoConsultada !== clave)
          throw new SriError('UNREADABLE', 'El SRI respondió por otra clave.', { maybeDelivered: true })
        return respuesta
      } catch (error) {
        if (!(error instanceof SriError)) throw error
        const wait = ESPERAS[attempt]
        if (wait === undefined) {
          const problem = new SinRespuesta(ambiente, error)
          this.#down.set(ambiente, problem)
          throw problem
        }
        await pause(wait)
      }
    }
  }
}
