/**
 * A problem the operator has to correct before a start.
 * Its message is one plain Spanish line per problem, for the terminal.
 */
export class StartError extends Error {
  readonly problems: readonly string[]

  constructor(...problems: string[]) {
    super(problems.join('\n'))
    this.name = 'StartError'
    this.problems = problems
  }
}

/** Writes the error, one line per problem, and ends the process with code 1. */
export function exitWithProblem(error: unknown): never {
  const problems = error instanceof StartError ? error.problems : [`Error inesperado: ${describeError(error)}`]
  for (const problem of problems) process.stderr.write(`✖ ${problem}\n`)
  process.exit(1)
}

/** The full error, for the reader of a terminal. */
export const describeError = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))
