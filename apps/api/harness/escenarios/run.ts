import { Random } from '../../src/testing/random.ts'
import { linesOf, type Informe } from '../../src/invariantes/revisar.ts'
import { describeError } from '../../src/instalacion/start-error.ts'
import { TIPOS } from '../../src/testing/tipos-de-documento.ts'
import { FALLAS } from './fallas.ts'
import { runLote, type Escenario } from './lote.ts'
import type { Emisora, Mundo } from './mundo.ts'
import type { EscenarioOptions } from './options.ts'

export interface EscenarioReport {
  fallas: number
  tipos: number
  escenarios: number
  convergieron: number
  violations: number
  /** Stocks and debts that differ from the effects of the documents. */
  differences: number
  /** Kinds of fault whose run broke off, with unknown results. */
  sinTerminar: string[]
  /** Simulated minutes from the authority's recovery to the end of the slowest document. */
  masLentoMin: number
  semilla: number
  seconds: number
}

/** Real time for the documents of one kind, ms: after it a hanging run is reported. */
const PACIENCIA_MS = 20 * 60_000

const tenth = (value: number) => Math.round(value * 10) / 10

/** Random numbers of one kind of fault, independent of the others, so that a failed kind can be repeated alone. */
const randomFor = (semilla: number, numero: number) => new Random((semilla + numero * 1_000_003) >>> 0)

function* complaints(escenarios: readonly Escenario[]): Generator<string> {
  for (const { falla, tipo, clave, espera, estado, minutos } of escenarios.filter(({ convergio }) => !convergio))
    yield `✖ ${falla}, ${tipo}, ${clave}: quedó ${estado} (se esperaba ${espera}) a los ${tenth(minutos)} min`
}

async function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no terminó en ${milliseconds / 60_000} minutos`)), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

interface Corrida {
  say(line: string): void
  signal: AbortSignal
  review(): Promise<Informe>
  pacienciaMs?: number
}

/**
 * Runs every kind of fault with every kind of document and the requested number of seeds, then checks all invariants. A broken-off kind is
 * reported like the rest.
 */
export async function runEscenarios(
  mundo: Mundo,
  options: EscenarioOptions,
  { say, signal, review, pacienciaMs = PACIENCIA_MS }: Corrida,
): Promise<EscenarioReport> {
  const began = performance.now()
  const all: Escenario[] = []
  const sinTerminar: string[] = []
  const tipos = TIPOS.filter(({ nombre }) => options.tipos.includes(nombre))
  const documentos = Array.from({ length: options.semillas }, () => tipos).flat()
  let emisora: Emisora | undefined
  const emisoras = new Set<Emisora>()
  for (const falla of FALLAS.filter(({ nombre }) => options.fallas.includes(nombre))) {
    if (signal.aborted) break
    let escenarios: Escenario[]
    try {
      emisora ??= await within(mundo.fundar(), pacienciaMs)
      emisoras.add(emisora)
      escenarios = await within(runLote(mundo, emisora, falla, documentos, randomFor(options.semilla, falla.numero)), pacienciaMs)
    } catch (error) {
      if (signal.aborted) break
      sinTerminar.push(falla.nombre)
      say(`✖ ${String(falla.numero).padStart(2)} ${falla.nombre}: ${describeError(error)}`)
      // Later kinds use another company, because the leftovers of this one are not fully known.
      if (emisora) emisoras.delete(emisora)
      emisora = undefined
      await mundo.control('DELETE', 'fallas').catch(() => undefined)
      continue
    }
    if (falla.detiene) emisora = undefined
    all.push(...escenarios)
    const failed = escenarios.filter(({ convergio }) => !convergio).length
    const slowest = Math.max(...escenarios.map(({ minutos }) => minutos))
    say(
      `${failed === 0 ? '✔' : '✖'} ${String(falla.numero).padStart(2)} ${falla.nombre}: ${escenarios.length - failed} de ${escenarios.length}, el más lento a los ${tenth(slowest)} min`,
    )
    for (const line of complaints(escenarios)) say(line)
  }
  const informe = await within(review(), pacienciaMs)
  for (const line of linesOf(informe)) say(line)
  const differences: string[] = []
  for (const { id, surtido } of emisoras) differences.push(...((await surtido?.libros.differences(mundo.owner, id)) ?? []))
  for (const line of differences.slice(0, 10)) say(`✖ ${line}`)
  return {
    fallas: new Set(all.map(({ falla }) => falla)).size,
    tipos: tipos.length,
    escenarios: all.length,
    convergieron: all.filter(({ convergio }) => convergio).length,
    violations: informe.violations,
    differences: differences.length,
    sinTerminar,
    masLentoMin: tenth(Math.max(0, ...all.map(({ minutos }) => minutos))),
    semilla: options.semilla,
    seconds: Math.round((performance.now() - began) / 100) / 10,
  }
}
