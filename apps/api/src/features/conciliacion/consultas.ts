import { SriError, type RespuestaAutorizacion } from '@yupana/sri'

import type { Ambiente } from '../../db/schema.ts'
import { Ritmo, type ServiciosSri } from '../comprobante/servicio-sri/servicio-sri.door.ts'

/** Milliseconds before each further attempt. */
const ESPERAS = [1_000, 3_000, 10_000]

/** Consecutive claves with senseless answers that prove a fault of the service. */
const CLAVES_MAL_RESPONDIDAS = 3

/** The authority of an environment does not answer, so its documents stay unknown. With a `clave`: about that clave alone. */
export class SinRespuesta extends Error {
  readonly ambiente: Ambiente
  readonly clave: string | undefined

  constructor(ambiente: Ambiente, cause: unknown, clave?: string) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'SinRespuesta'
    this.ambiente = ambiente
    this.clave = clave
  }
}

export interface ConsultasOptions {
  sri: ServiciosSri
  /** Whether this environment is the real SRI, which is asked at a limited pace. */
  isPaced(ambiente: Ambiente): boolean
  pause(milliseconds: number): Promise<void>
}

/** Asks the SRI about one clave after another, with retries; gives an environment up after enough consecutive failures. */
export class Consultas {
  readonly #options: ConsultasOptions
  readonly #ritmo = new Ritmo()
  readonly #down = new Map<Ambiente, SinRespuesta>()
  readonly #wrong = new Map<Ambiente, number>()
  total = 0

  constructor(options: ConsultasOptions) {
    this.#options = options
  }

  /** @throws SinRespuesta */
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
        this.#wrong.set(ambiente, 0)
        return respuesta
      } catch (error) {
        if (!(error instanceof SriError)) throw error
        const wait = ESPERAS[attempt]
        if (wait === undefined) {
          const wrong = error.code === 'UNREADABLE' ? (this.#wrong.get(ambiente) ?? 0) + 1 : CLAVES_MAL_RESPONDIDAS
          this.#wrong.set(ambiente, wrong)
          if (wrong < CLAVES_MAL_RESPONDIDAS) throw new SinRespuesta(ambiente, error, clave)
          const problem = new SinRespuesta(ambiente, error)
          this.#down.set(ambiente, problem)
          throw problem
        }
        await pause(wait)
      }
    }
  }
}
