import { errors } from '../../errors.ts'

interface Limites {
  alaVez: number
  /** Above this number of waiting calls only one is answered at a time. */
  aMano?: number
  enEspera: number
  esperaMs: number
  /** Text for the user before «vuelva a intentar en …». */
  motivo: string
}

/**
 * Printed forms of one user answered at once, the number that wait behind them, and the longest wait. A user who opens more than a handful
 * is served one at a time, so that he never takes the whole processor.
 */
export const FILA = { alaVez: 2, aMano: 4, enEspera: 60, esperaMs: 30_000, motivo: 'Abrió demasiados documentos a la vez' } as const
/** Files of many rows. */
export const FILA_EXPORTACION = { ...FILA, motivo: 'Pidió demasiados archivos a la vez' } as const
/** Calls computed from all documents of a period (`enFila`), by user and by company. */
export const FILA_CALCULO = { ...FILA, aMano: Infinity, motivo: 'Pidió demasiados cálculos a la vez' } as const
export const FILA_CALCULO_EMPRESA = { ...FILA_CALCULO, alaVez: 3, motivo: 'Su empresa pidió demasiados cálculos a la vez' } as const
const AGAIN_S = 5

interface Turnos {
  working: number
  waiting: Set<() => void>
}

/**
 * A queue for each user, or each company: a few of their expensive calls are answered at once, the others wait before the database is
 * touched. Forty documents opened together hold up only the user who opened them.
 */
export class Fila {
  readonly #personas = new Map<string, Turnos>()
  readonly #limits: Readonly<Limites>

  constructor(limits: Readonly<Limites> = FILA) {
    this.#limits = limits
  }

  /** Number of users served or waiting now. */
  get size(): number {
    return this.#personas.size
  }

  /**
   * Waits for a turn, which lasts until `over`: the answer is sent, or the caller left.
   * @returns whether the caller still waits for the answer · @throws 429 when too many calls of the same user wait, or for too long
   */
  async take(quien: string, over: AbortSignal): Promise<boolean> {
    if (over.aborted) return false
    const persona = this.#personas.get(quien) ?? { working: 0, waiting: new Set() }
    this.#personas.set(quien, persona)
    // A new call never passes those that wait already.
    if (persona.waiting.size === 0 && persona.working < this.#limits.alaVez) persona.working++
    else if (!(await this.#untilServed(persona, over))) return false
    over.addEventListener('abort', () => this.#giveBack(quien, persona), { once: true })
    if (!over.aborted) return true
    // The caller left at the moment of its turn: no event will come for it.
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

  /** @returns whether it got the turn of another call */
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
