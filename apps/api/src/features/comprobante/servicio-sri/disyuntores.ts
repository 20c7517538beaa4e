import type { Ambiente } from '../../../db/schema.ts'

/** Services an emission depends on: people are told when one is silent. */
export type Servicio = 'RECEPCION' | 'AUTORIZACION'
type Llamado = Servicio | 'CONSULTA'

const OPENS_AFTER = 6
/** Companies that must fail, with no success of anybody between, before a service counts as silent for all. */
const SEVERAL = 2
const OPEN_MS = 15_000
/** Failures in a row before people are told, long before the breaker opens: a shop may have only one document waiting. */
const TOLD_AFTER = 2
/** Time without any answer before a service counts as silent: one that fails now and then is not. */
const SILENT_MS = 5_000
/** How long a notice of silence holds: beyond the longest wait between two tries. A success takes it back at once. */
const TOLD_MS = 20 * 60_000
const PROBE_MS = 2_000

interface Racha {
  /** Failures in a row. */
  fallas: number
  /** When the first of these failures happened. */
  desde: number
  ultimaPrueba: number
  /** Until when the notice of silence to others holds. */
  dichoHasta: number
}

interface Emisora extends Racha {
  /** When the company last had to wait: it may take the probe soon. */
  esperaDesde: number
}

interface Estado extends Racha {
  /** Companies that failed since their last success, or that took a probe while all fail. */
  emisoras: Map<string, Emisora>
  /** Companies that failed since the last success of any. */
  fallan: Set<string>
}

/** Whom a change concerns: everybody, or the company alone. */
export type Alcance = 'TODAS' | 'PROPIA'

/** What people have to be told: a service is silent, in ms of the clock. */
export interface Callado {
  alcance: Alcance
  desde: number
  /** Until when the silence counts, if nothing else is heard. */
  hasta: number
}

const racha = (): Racha => ({ fallas: 0, desde: 0, ultimaPrueba: -Infinity, dichoHasta: 0 })

/**
 * A breaker for each service and company, and one for all that opens only when several companies fail (O-119). While it is open one call
 * in two seconds probes: a company that has not failed at once, the failing ones in turn. Any success closes the one for all.
 */
export class Disyuntores {
  readonly #estados = new Map<string, Estado>()
  /** Companies with a success in this process. The first success takes back a notice of a process that died. */
  readonly #oidas = new Set<string>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  #of(ambiente: Ambiente, servicio: Llamado): Estado {
    const key = `${ambiente}|${servicio}`
    const estado = this.#estados.get(key) ?? { ...racha(), emisoras: new Map(), fallan: new Set() }
    this.#estados.set(key, estado)
    return estado
  }

  #emisora({ emisoras }: Estado, empresaId: string): Emisora {
    const emisora = emisoras.get(empresaId) ?? { ...racha(), esperaDesde: -Infinity }
    emisoras.set(empresaId, emisora)
    return emisora
  }

  /** Milliseconds to wait before calling for this company; 0 lets the call through. */
  waitFor(ambiente: Ambiente, servicio: Llamado, empresaId: string): number {
    const estado = this.#of(ambiente, servicio)
    const isOpenForAll = isOpen(estado) && estado.fallan.size >= SEVERAL
    if (!isOpenForAll && !isOpen(estado.emisoras.get(empresaId) ?? racha())) return 0
    const emisora = this.#emisora(estado, empresaId)
    const now = this.#now()
    const isSick = emisora.fallas > 0
    const mayProbe = now - emisora.ultimaPrueba >= PROBE_MS && !(isOpenForAll && isSick && !isItsTurn(estado, emisora, now))
    if (!mayProbe) {
      emisora.esperaDesde = now
      return isSick ? OPEN_MS : PROBE_MS
    }
    emisora.ultimaPrueba = now
    if (isSick) estado.ultimaPrueba = now
    return 0
  }

  /** Notes a success. Answers whose notice of silence it ends. */
  succeeded(ambiente: Ambiente, servicio: Llamado, empresaId: string): Alcance | undefined {
    const estado = this.#of(ambiente, servicio)
    const wasToldToAll = estado.dichoHasta > 0 || this.#isFirst(`${ambiente}|${servicio}`)
    const wasTold = (estado.emisoras.get(empresaId)?.dichoHasta ?? 0) > 0 || this.#isFirst(`${ambiente}|${servicio}|${empresaId}`)
    estado.emisoras.delete(empresaId)
    estado.fallan.clear()
    Object.assign(estado, racha())
    return wasToldToAll ? 'TODAS' : wasTold ? 'PROPIA' : undefined
  }

  #isFirst(key: string): boolean {
    if (this.#oidas.has(key)) return false
    this.#oidas.add(key)
    return true
  }

  /** Notes a failure. Answers who must be told of the silence: when it begins, and before a notice runs out. */
  failed(ambiente: Ambiente, servicio: Llamado, empresaId: string): Callado | undefined {
    const estado = this.#of(ambiente, servicio)
    const emisora = this.#emisora(estado, empresaId)
    estado.fallan.add(empresaId)
    for (const racha of [estado, emisora]) {
      if (racha.fallas === 0) racha.desde = this.#now()
      racha.fallas++
    }
    if (isOpen(estado) && estado.fallan.size >= SEVERAL) return this.#toTell('TODAS', estado)
    return emisora.fallas >= TOLD_AFTER ? this.#toTell('PROPIA', emisora) : undefined
  }

  #toTell(alcance: Alcance, racha: Racha): Callado | undefined {
    const now = this.#now()
    if (now - racha.desde < SILENT_MS || racha.dichoHasta - now > TOLD_MS / 2) return undefined
    racha.dichoHasta = now + TOLD_MS
    return { alcance, desde: racha.desde, hasta: racha.dichoHasta }
  }

  /** Companies whose own breaker is open: one call each is enough to find out. */
  get abiertas(): Set<string> {
    return new Set(
      [...this.#estados.values()].flatMap(({ emisoras }) =>
        [...emisoras].filter(([, emisora]) => isOpen(emisora)).map(([empresaId]) => empresaId),
      ),
    )
  }
}

const isOpen = ({ fallas }: Racha) => fallas >= OPENS_AFTER

/** The probe goes to the failing company that waited longest; a company that does not come holds nobody up. */
function isItsTurn({ ultimaPrueba, emisoras }: Estado, emisora: Emisora, now: number): boolean {
  if (now - ultimaPrueba < PROBE_MS) return false
  const waiting = [...emisoras.values()].filter(({ fallas, esperaDesde }) => fallas > 0 && now - esperaDesde <= 2 * OPEN_MS)
  return now - ultimaPrueba >= 2 * PROBE_MS || waiting.every((other) => other.ultimaPrueba >= emisora.ultimaPrueba)
}
