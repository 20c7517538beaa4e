import { describeError } from '../../src/instalacion/start-error.ts'

/** As much of `process` as an ending needs. */
export interface Ending {
  on(event: 'uncaughtException' | 'unhandledRejection' | 'beforeExit' | 'exit', listener: (what: unknown) => void): unknown
  exit(code: number): void
}

/**
 * Makes a long run say how it ended, whatever ends it: what nobody caught, a wait that nothing can end any more, an exit from anywhere.
 * Answers a function for whoever has reported.
 * @param say writes one line at once
 */
export function endWithReport(ending: Ending, say: (line: string) => void): () => void {
  let isReported = false
  const fail = (why: string) => {
    isReported = true
    say(`✖ ${why}`)
    ending.exit(1)
  }
  ending.on('uncaughtException', (error) => fail(`Error inesperado: ${describeError(error)}`))
  ending.on('unhandledRejection', (error) => fail(`Error inesperado: ${describeError(error)}`))
  ending.on('beforeExit', () => fail('Terminó sin informe: espera algo que ya nadie puede dar.'))
  ending.on('exit', (code) => {
    if (!isReported) say(`✖ Terminó sin informe (código ${String(code)}).`)
  })
  return () => {
    isReported = true
  }
}
