/** A queue in which everybody who waits comes next after everybody else: one with a hundred pieces of work delays the others by one. */
export class Turnos<T> {
  // A map keeps the order of insertion: whoever was served goes to its end.
  readonly #colas = new Map<string, T[]>()
  #total = 0

  get total(): number {
    return this.#total
  }

  waitingOf(quien: string): number {
    return this.#colas.get(quien)?.length ?? 0
  }

  add(quien: string, trabajo: T): void {
    const cola = this.#colas.get(quien)
    if (cola) cola.push(trabajo)
    else this.#colas.set(quien, [trabajo])
    this.#total++
  }

  /** The next piece of work among those that may be served now. */
  take(mayServe: (quien: string, next: T) => boolean): T | undefined {
    for (const [quien, cola] of this.#colas) {
      if (!mayServe(quien, cola[0]!)) continue
      const trabajo = cola.shift()
      this.#colas.delete(quien)
      if (cola.length > 0) this.#colas.set(quien, cola)
      this.#total--
      return trabajo
    }
    return undefined
  }

  /** Takes one piece of work out before its turn. */
  remove(quien: string, trabajo: T): void {
    const cola = this.#colas.get(quien) ?? []
    const at = cola.indexOf(trabajo)
    if (at < 0) return
    cola.splice(at, 1)
    if (cola.length === 0) this.#colas.delete(quien)
    this.#total--
  }

  /** All that waits, taken out. */
  drain(): T[] {
    const all = [...this.#colas.values()].flat()
    this.#colas.clear()
    this.#total = 0
    return all
  }
}
