import type { Padron, PersonaForm } from '@yupana/contract'
import { checkIdentificacion } from '@yupana/fiscal'

import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { SIN_RESPUESTA, type ServicioPadron } from './padron-http.ts'

const GUARDADOS = 1_000
const GUARDADO_MS = 15 * 60_000
/** Lookups of all users under way at once: a service that hangs holds no more calls. */
const A_LA_VEZ = 8

/** Asks for each identification once in a quarter of an hour; simultaneous calls wait for the same answer. */
export class Consultas {
  readonly #servicio: ServicioPadron
  readonly #clock: Deps['clock']
  readonly #guardados = new Map<string, { hasta: number; padron: Promise<Padron> }>()
  #enCurso = 0

  constructor(servicio: ServicioPadron, clock: Deps['clock']) {
    this.#servicio = servicio
    this.#clock = clock
  }

  find(identificacion: string): Promise<Padron> {
    const now = this.#clock.now().getTime()
    const kept = this.#guardados.get(identificacion)
    if (kept && kept.hasta > now) return kept.padron
    if (this.#enCurso >= A_LA_VEZ) return Promise.resolve(SIN_RESPUESTA)
    const padron = this.#ask(identificacion)
    this.#guardados.delete(identificacion)
    this.#guardados.set(identificacion, { hasta: now + GUARDADO_MS, padron })
    const [oldest] = this.#guardados.keys()
    if (this.#guardados.size > GUARDADOS && oldest !== undefined) this.#guardados.delete(oldest)
    return padron
  }

  async #ask(identificacion: string): Promise<Padron> {
    this.#enCurso++
    try {
      const padron = await this.#servicio.find(identificacion)
      if (padron.resultado === 'SIN_RESPUESTA') this.#guardados.delete(identificacion)
      return padron
    } finally {
      this.#enCurso--
    }
  }
}

/** The owner of an identification. @throws 422 for an invalid number */
export async function consult(
  consultas: Consultas | undefined,
  { tipo_identificacion: tipo, identificacion }: Pick<PersonaForm, 'tipo_identificacion' | 'identificacion'>,
): Promise<Padron> {
  const { valid, problem } = checkIdentificacion(tipo, identificacion)
  if (!valid) throw errors.invalid([{ campo: 'identificacion', message: problem ?? 'Identificación no válida.' }])
  return consultas ? consultas.find(identificacion) : { resultado: 'NO_SE_CONSULTA', persona: null }
}
