/**
 * Something the operator has to put right before anything can start.
 * Its message is one plain Spanish line per problem, meant for the terminal.
 */
export class StartError extends Error {
  readonly problems: readonly string[]

  constructor(...problems: string[]) {
    super(problems.join('\n'))
    this.name = 'StartError'
    this.problems = problems
  }
}

/** Writes what went wrong, one line per problem, and ends the process with code 1. */
export function exitWithProblem(error: unknown): never {
  const problems = error instanceof StartError ? error.problems : [`Error inesperado: ${describeError(error)}`]
  for (const problem of problems) process.stderr.write(`✖ ${problem}\n`)
  process.exit(1)
}

/** What happened, whole: for whom reads a terminal. */
export const describeError = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))
