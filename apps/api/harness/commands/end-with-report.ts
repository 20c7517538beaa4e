import { describeError } from '../../src/instalacion/start-error.ts'

/** The part of `process` needed here. */
export interface Ending {
  on(event: 'uncaughtException' | 'unhandledRejection' | 'beforeExit' | 'exit', listener: (what: unknown) => void): unknown
  exit(code: number): void
}

/**
 * Makes a long run report its end in every case: an uncaught error, an endless wait, an exit from anywhere. Answers a function to call
 * after a report was made.
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
