// The tools behind `npm run check` and `npm test`, each with its result in numbers.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'

import { inRoot } from './sources.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM']
const NOTHING = { passed: 0, failed: 0, skipped: 0, official: 0, failures: [] }

/** The program behind a package's command, run by this Node itself: no shell, the same on every system. */
function binOf(packageName, command) {
  const manifest = inRoot('node_modules', packageName, 'package.json')
  const { bin } = createRequire(import.meta.url)(manifest)
  return path.join(path.dirname(manifest), typeof bin === 'string' ? bin : bin[command])
}

/** Runs a tool and answers whether it ended well. Whoever stops this program stops the tool, and with it what would have come next. */
export function run(script, args, env = process.env) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], { cwd: inRoot(), stdio: ['ignore', 'inherit', 'inherit'], env })
    let stoppedBy
    const end = (signal) => child.kill((stoppedBy = signal))
    const answer = (isGood) => {
      for (const signal of SIGNALS) process.off(signal, end)
      if (stoppedBy) process.exit(128 + os.constants.signals[stoppedBy])
      resolve(isGood)
    }
    for (const signal of SIGNALS) process.once(signal, end)
    child.on('error', () => answer(false))
    child.on('close', (code) => answer(code === 0))
  })
}

/** Where what is written in TypeScript lies: packages, programs and the tests in the browser. */
export const workspaces = () =>
  [...['packages', 'apps'].flatMap((folder) => readdirSync(inRoot(folder)).map((name) => `${folder}/${name}`)), 'e2e'].filter((folder) =>
    existsSync(inRoot(folder, 'tsconfig.json')),
  )

/** What the compiler remembers of files that have not changed since. Whoever judges a fresh clone looks at everything. */
const typesMemory = (folder) =>
  process.env.CI ? [] : ['--incremental', '--tsBuildInfoFile', inRoot('node_modules/.cache/tsc', `${folder.replace('/', '-')}.json`)]

/** Types, style and layout of every workspace, or of the given ones, a few at once. True when all are clean; every complaint is shown. */
export async function checkTypesAndLint(folders = workspaces()) {
  const linted = folders.length < workspaces().length ? folders : ['.']
  const lint = {
    name: 'Estilo e importaciones (oxlint)',
    start: () => run(binOf('oxlint', 'oxlint'), ['-c', 'oxlint.config.js', ...linted]),
  }
  const layout = { name: 'Forma (oxfmt)', start: () => run(binOf('oxfmt', 'oxfmt'), ['--check', ...linted]) }
  const types = folders
    .filter((folder) => hasSources(inRoot(folder)))
    .map((folder) => ({ name: `Tipos: ${folder}`, start: () => run(binOf('typescript', 'tsc'), ['-p', folder, ...typesMemory(folder)]) }))
  // The longest first.
  const waiting = [...types, lint, layout]
  let sound = true
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      console.log(`· ${job.name}`)
      sound = (await job.start()) && sound
    }
  }
  await Promise.all(Array.from({ length: Math.min(4, os.availableParallelism()) }, work))
  return sound
}

const hasSources = (folder) => {
  const sources = path.basename(folder) === 'e2e' ? folder : path.join(folder, 'src')
  return existsSync(sources) && readdirSync(sources, { recursive: true }).some((name) => /\.tsx?$/.test(String(name)))
}

/** Runs vitest: all projects or the named ones, and of these all files or those whose path contains one of the texts. */
export async function runVitest({ projects = [], paths = [], env = process.env } = {}) {
  console.log(`· Pruebas (vitest)${projects.length > 0 ? `: ${[...projects, ...paths].join(', ')}` : ''}`)
  return withReport(async (report) => {
    const only = [...projects.flatMap((name) => ['--project', name]), ...paths]
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    return run(binOf('vitest', 'vitest'), ['run', ...(paths.length > 0 ? [] : ['--passWithNoTests']), ...only, ...reporters], env)
  }, countVitest)
}

/** Runs the browser tests when there are any: all, or those of the files whose path contains one of the texts. */
export async function runPlaywright({ paths = [], env = process.env } = {}) {
  if (!existsSync(inRoot('e2e')) || !readdirSync(inRoot('e2e'), { recursive: true }).some((name) => String(name).endsWith('.spec.ts')))
    return { ...NOTHING, ok: true }
  console.log('· Pruebas en el navegador (playwright)')
  return withReport((report) => {
    const config = ['e2e/playwright.config.ts', 'playwright.config.ts'].find((file) => existsSync(inRoot(file)))
    const args = ['test', '--reporter=list,json', ...(config ? ['--config', config] : []), ...paths]
    return run(binOf('@playwright/test', 'playwright'), args, {
      ...env,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    })
  }, countPlaywright)
}

/** A folder that goes with this process, however it ends. */
export function temporaryFolder(name) {
  const folder = mkdtempSync(path.join(os.tmpdir(), `${name}-`))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A runner that ends badly without a failed test (it could not start, a file did not load) counts as one failure. */
async function withReport(runner, count) {
  const file = path.join(temporaryFolder('yupana-pruebas'), 'informe.json')
  const endedWell = await runner(file)
  const counts = existsSync(file) ? count(JSON.parse(readFileSync(file, 'utf8'))) : NOTHING
  const failed = endedWell ? counts.failed : Math.max(1, counts.failed)
  return { ...counts, failed, ok: endedWell && failed === 0 }
}

// Titles of tests that hold ours against the official texts name them.
const OFFICIAL = /official (XSD|WSDL)/

const nameOf = (file, title) => `${path.relative(inRoot(), file)} › ${title}`

/** A file that failed outside its tests (it did not load, a hook broke) counts as one failed test more. */
export function countVitest({ numPassedTests, numFailedTests, numPendingTests = 0, numTodoTests = 0, testResults = [] }) {
  const tests = testResults.flatMap(({ name, assertionResults }) => assertionResults.map((test) => ({ ...test, file: name })))
  const failed = tests.filter(({ status }) => status === 'failed')
  const broken = testResults.filter(({ name, status }) => status === 'failed' && !failed.some(({ file }) => file === name))
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
    official: tests.filter(({ status, title }) => status === 'skipped' && OFFICIAL.test(title)).length,
    failures: [
      ...failed.map(({ file, fullName }) => nameOf(file, fullName)),
      ...broken.map(({ name }) => nameOf(name, 'outside its tests')),
    ],
  }
}

const specsOf = (suites) => suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsOf(inner)])

export function countPlaywright({ stats, errors = [], suites = [] }) {
  // `flaky` passed in the end, after having failed: that is no pass.
  const isFailure = ({ status }) => status === 'unexpected' || status === 'flaky'
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    official: 0,
    failures: specsOf(suites)
      .filter(({ tests }) => tests.some(isFailure))
      .map(({ file, title }) => nameOf(inRoot('e2e', file), title)),
  }
}
