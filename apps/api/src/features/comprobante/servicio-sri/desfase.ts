/** A clock that is wrong writes wrong dates into documents and signatures (reliability §2.2-7). */
const AVISO_SEGUNDOS = 60
const MAXIMO_SEGUNDOS = 300
/** Pause before an unchanged difference is reported again. */
const RECORDAR_MS = 240_000

/** Seconds that `other` is ahead of `ours`. */
export const desfaseOf = (other: Date, ours: Date): number => Math.round((other.getTime() - ours.getTime()) / 1000)

export const isNotable = (segundos: number): boolean => Math.abs(segundos) > AVISO_SEGUNDOS
/** Whether a clock is too far off to issue. */
export const isTooFar = (segundos: number | null): boolean => segundos !== null && Math.abs(segundos) > MAXIMO_SEGUNDOS

/** Remembers the last reported difference of each source, so that an answer does not repeat it. */
export class Desfases {
  readonly #told = new Map<string, { segundos: number; en: number }>()

  /** Seconds to report, or undefined when an answer has no date or nothing new. */
  heard(fuente: string, date: string | undefined, ours: Date): number | undefined {
    const other = new Date(date ?? '')
    if (Number.isNaN(other.getTime())) return undefined
    const segundos = desfaseOf(other, ours)
    const last = this.#told.get(fuente)
    if (
      last &&
      isTooFar(last.segundos) === isTooFar(segundos) &&
      isNotable(last.segundos) === isNotable(segundos) &&
      ours.getTime() - last.en < RECORDAR_MS
    )
      return undefined
    this.#told.set(fuente, { segundos, en: ours.getTime() })
    return segundos
  }
}
