import { randomInt } from 'node:crypto'
import { writeSync } from 'node:fs'

import { found, foundTienda, replaceCertificate } from '../crash/fundar.ts'
import { readOptions } from '../crash/options.ts'
import { runCrash } from '../crash/run.ts'
import { exitWithProblem } from '../../src/instalacion/start-error.ts'
import { endWithReport } from './end-with-report.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const reported = endWithReport(process, (line) => writeSync(2, `${line}\n`))

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort())

try {
  const options = readOptions(process.argv.slice(2), randomInt(1_000_000_000))
  const report = await runCrash({ options, found, foundTienda, replaceCertificate, say, signal: interrupted.signal })
  say(JSON.stringify(report))
  reported()
  const { lost, duplicated, gaps, violations, kills, acknowledged } = report
  process.exit(
    interrupted.signal.aborted ? 130 : lost + duplicated + gaps + violations > 0 || kills < options.kills || acknowledged === 0 ? 1 : 0,
  )
} catch (error) {
  reported()
  exitWithProblem(error)
}
