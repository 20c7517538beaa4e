import { errors } from '../../errors.ts'

interface Limites {
  alaVez: number
  /** With more than so many waiting only one is answered at a time. */
  aMano?: number
  enEspera: number
  esperaMs: number
  /** What a person reads before «vuelva a intentar en …». */
  motivo: string
}

/**
 * Printed forms of one person that are answered at once, those that wait behind them, and how long one waits at most. Who opens more than
 * a hand does is served one at a time, so that the processor is not taken whole.
 */
export const FILA = { alaVez: 2, aMano: 4, enEspera: 60, esperaMs: 30_000, motivo: 'Abrió demasiados documentos a la vez' } as const
/** Files of many rows. */
export const FILA_EXPORTACION = { ...FILA, motivo: 'Pidió demasiados archivos a la vez' } as const
/** Calls that are computed from all documents of a period (`enFila`), of one person and of one company. */
export const FILA_CALCULO = { ...FILA, aMano: Infinity, motivo: 'Pidió demasiados cálculos a la vez' } as const
export const FILA_CALCULO_EMPRESA = { ...FILA_CALCULO, alaVez: 3, motivo: 'Su empresa pidió demasiados cálculos a la vez' } as const
const AGAIN_S = 5

interface Turnos {
  working: number
  waiting: Set<() => void>
}

/**
 * A line for each person, or each company: of calls that cost much a few are answered at once, the others wait before the database is
 * touched. Forty documents opened together hold up whoever opened them, and nobody else.
 */
export class Fila {
  readonly #personas = new Map<string, Turnos>()
  readonly #limits: Readonly<Limites>

  constructor(limits: Readonly<Limites> = FILA) {
    this.#limits = limits
  }

  /** People who are served or wait now. */
  get size(): number {
    return this.#personas.size
  }

  /**
   * Waits for a turn, which lasts until `over`: the answer is sent, or its caller left.
   * @returns whether anybody still waits for the answer · @throws 429 when too many of the same person wait, or for too long
   */
  async take(quien: string, over: AbortSignal): Promise<boolean> {
    if (over.aborted) return false
    const persona = this.#personas.get(quien) ?? { working: 0, waiting: new Set() }
    this.#personas.set(quien, persona)
    // Nobody passes those who wait already.
    if (persona.waiting.size === 0 && persona.working < this.#limits.alaVez) persona.working++
    else if (!(await this.#untilServed(persona, over))) return false
    over.addEventListener('abort', () => this.#giveBack(quien, persona), { once: true })
    if (!over.aborted) return true
    // The caller left in the moment of being served: no event tells of it any more.
    this.#giveBack(quien, persona)
    return false
  }

  /** Does a work in a turn of its own. @throws 429 as `take` */
  async during<T>(quien: string, work: () => Promise<T>): Promise<T> {
    const over = new AbortController()
    await this.take(quien, over.signal)
    try {
      return await work()
    } finally {
      over.abort()
    }
  }

  /** @returns whether the turn of somebody else was handed over */
  #untilServed({ waiting }: Turnos, over: AbortSignal): Promise<boolean> {
    if (waiting.size >= this.#limits.enEspera) throw this.#tooMany()
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer)
        over.removeEventListener('abort', leave)
        waiting.delete(serve)
        settle()
      }
      const serve = () => end(() => resolve(true))
      const leave = () => end(() => resolve(false))
      const timer = setTimeout(() => end(() => reject(this.#tooMany())), this.#limits.esperaMs)
      over.addEventListener('abort', leave)
      waiting.add(serve)
    })
  }

  #giveBack(quien: string, persona: Turnos): void {
    const { alaVez, aMano = Infinity } = this.#limits
    const places = persona.waiting.size > aMano ? 1 : alaVez
    persona.working--
    for (const next of persona.waiting) {
      if (persona.working >= places) break
      persona.working++
      next()
    }
    if (persona.working === 0) this.#personas.delete(quien)
  }

  #tooMany() {
    return errors.limitReached(this.#limits.motivo, `${AGAIN_S} segundos`, AGAIN_S)
  }
}
