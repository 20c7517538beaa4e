// The record behind docs/reliability.md: every long run of record adds one entry to docs/reliability.json, and the page's tables
// are made from all of them. `node scripts/registro.mjs` writes the page again from the record.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

import { tablesOf } from './registro-tablas.mjs'
import { inBuild, inRoot } from './sources.mjs'

const RECORD = inRoot('docs/reliability.json')
const PAGE = inRoot('docs/reliability.md')
const BEGIN = '<!-- measured: begin (written by the commands themselves) -->'
const END = '<!-- measured: end -->'
const INTERRUPTED = 130

function commit() {
  const git = (...args) => execFileSync('git', ['-C', inRoot(), ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '--', 'apps', 'packages') === '' ? '' : ' with changes')
  } catch {
    return 'unknown'
  }
}

function machine() {
  const [cpu] = os.cpus()
  const name = cpu?.model.replace(/\s+/g, ' ').trim()
  return `${os.cpus().length} × ${name || 'CPU'}, ${Math.round(os.totalmem() / 2 ** 30)} GB, ${os.type()} ${os.arch()}, Node ${process.versions.node}`
}

const readRecord = () => (existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, 'utf8')) : [])

function writePage(runs) {
  const [head, rest = ''] = readFileSync(PAGE, 'utf8').split(BEGIN)
  const [, tail = '\n'] = rest.split(END)
  writeFileSync(PAGE, `${head}${BEGIN}\n\n${tablesOf(runs)}\n\n${END}${tail}`)
}

/**
 * Adds one run to the record and makes the page anew. The same command on the same commit replaces its earlier run, so that
 * totals grow with seeds and not with repetitions.
 * @param que what was run: a name of `npm run`
 * @param informe the numbers of its last line
 * @param args what followed `npm run … --`, its seed included
 */
export function recordRun(que, informe, args = process.argv.slice(2)) {
  const entry = { que, args, commit: commit(), maquina: machine(), fecha: `${new Date().toISOString().slice(0, 16)}Z`, informe }
  try {
    const isSame = (run) => run.que === que && run.commit === entry.commit && JSON.stringify(run.args) === JSON.stringify(args)
    const runs = [...readRecord().filter((run) => !isSame(run)), entry]
    // One run to a line: runs of several people merge.
    writeFileSync(RECORD, `[\n${runs.map((run) => JSON.stringify(run)).join(',\n')}\n]\n`)
    writePage(runs)
  } catch (error) {
    console.error(`· La corrida no quedó en docs/reliability.json: ${error.message}`)
  }
}

/** The arguments that repeat a run: its own, and the seed it drew where it was given none. */
const repeatable = (args, option, seed) => (seed === undefined || args.includes(option) ? args : [...args, option, String(seed)])

/**
 * Runs one built program of the API as a child, shows what it says, and records the numbers of its last line. Ends this process
 * with the program's own code.
 * @param seedOf option and value of its seed
 */
export async function runRecorded(que, program, seedOf) {
  const file = inBuild('api', program)
  const args = process.argv.slice(2)
  const child = spawn(process.execPath, ['--enable-source-maps', file, ...args], { stdio: ['inherit', 'pipe', 'inherit'] })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  let last = ''
  createInterface(child.stdout).on('line', (line) => {
    if (line.startsWith('{')) last = line
    console.log(line)
  })
  const [status, signal] = await new Promise((resolve) => child.once('close', (...end) => resolve(end)))
  const hasReported = last.startsWith('{')
  const code = hasReported ? (status ?? 1) : status || 1
  if (!hasReported && code !== INTERRUPTED)
    console.error(`✖ ${que} terminó sin informe (${signal ? `señal ${signal}` : `código ${status}`}).`)
  if (code !== INTERRUPTED && hasReported) {
    const informe = JSON.parse(last)
    const [option, seed] = seedOf(informe)
    recordRun(que, informe, repeatable(args, option, seed))
  }
  process.exit(code)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writePage(readRecord())
