import { errors } from '../errors.ts'

/** Calls of one person that are answered at once, those that wait behind them, and how long one waits at most. */
export const FILA = { alaVez: 2, enEspera: 60, esperaMs: 30_000 } as const
const AGAIN_S = 5

interface Persona {
  working: number
  waiting: Set<() => void>
}

/**
 * A line for each person: of calls that cost much a few are answered at once, the others wait before the database is touched. Forty
 * documents opened together hold up whoever opened them, and nobody else.
 */
export class Fila {
  readonly #personas = new Map<string, Persona>()
  readonly #limits: Readonly<Record<keyof typeof FILA, number>>

  constructor(limits: Readonly<Record<keyof typeof FILA, number>> = FILA) {
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
    if (persona.working < this.#limits.alaVez) persona.working++
    else if (!(await this.#untilServed(persona, over))) return false
    over.addEventListener('abort', () => this.#giveBack(quien, persona), { once: true })
    if (!over.aborted) return true
    // The caller left in the moment of being served: no event tells of it any more.
    this.#giveBack(quien, persona)
    return false
  }

  /** @returns whether the turn of somebody else was handed over */
  #untilServed({ waiting }: Persona, over: AbortSignal): Promise<boolean> {
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

  #giveBack(quien: string, persona: Persona): void {
    const [next] = persona.waiting
    if (next) next()
    else if (--persona.working === 0) this.#personas.delete(quien)
  }

  #tooMany() {
    return errors.limitReached('Abrió demasiados documentos a la vez', `${AGAIN_S} segundos`, AGAIN_S)
  }
}
