import { randomInt } from 'node:crypto'
import { writeSync } from 'node:fs'

import { exitWithProblem } from '../../src/instalacion/start-error.ts'
import { readOptions } from '../libros/options.ts'
import { runLibros } from '../libros/run.ts'
import { endWithReport } from './end-with-report.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const reported = endWithReport(process, (line) => writeSync(2, `${line}\n`))
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort())

try {
  const options = readOptions(process.argv.slice(2), randomInt(1_000_000_000))
  const report = await runLibros(options, { say, signal: interrupted.signal })
  say(JSON.stringify(report))
  reported()
  const { differences, violations, odd } = report
  process.exit(interrupted.signal.aborted ? 130 : differences + violations + odd > 0 ? 1 : 0)
} catch (error) {
  reported()
  exitWithProblem(error)
}
