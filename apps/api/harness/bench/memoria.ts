import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Bench } from './bench.ts'
import { hasProc, rssOf } from './cpu.ts'
import { untilSettled } from './emision.ts'
import { figuraOf, median } from './figura.ts'
import { startGenerator } from './generator.ts'
import { COLLECT, startInstallation, type Installation } from './installation.ts'
import { prepareEmisores } from './prepare.ts'

const EMPRESAS = 20
const PRIMERAS = 2_000
const TOTAL = 10_000
const IDLE_SAMPLES = 15
const SAMPLE_MS = 1_000
const ARRANQUES = 3
const MAX_MS = 400_000

interface Resident {
  readonly api: number
  readonly worker: number
}

const sum = ({ api, worker }: Resident) => api + worker
const residentOf = ({ api, worker }: Installation): Resident => ({ api: rssOf(api.pid ?? 0), worker: rssOf(worker?.pid ?? 0) })

/** The lowest value within some idle seconds. */
async function idleOf(installation: Installation): Promise<Resident> {
  const samples: Resident[] = []
  for (let n = 0; n < IDLE_SAMPLES; n++) {
    await sleep(SAMPLE_MS)
    samples.push(residentOf(installation))
  }
  return { api: Math.min(...samples.map((sample) => sample.api)), worker: Math.min(...samples.map((sample) => sample.worker)) }
}

/** Memory after a full collection, so that the time of the last collection does not matter. */
function keptOf(installation: Installation): Promise<Resident> {
  for (const child of [installation.api, installation.worker]) child?.kill(COLLECT)
  return idleOf(installation)
}

/** Runs `run` and answers the highest resident memory during it. */
async function mostDuring(installation: Installation, run: () => Promise<void>): Promise<number> {
  let most = sum(residentOf(installation))
  const timer = setInterval(() => (most = Math.max(most, sum(residentOf(installation)))), SAMPLE_MS)
  try {
    await run()
    return most
  } finally {
    clearInterval(timer)
  }
}

/** Memory of two idle Node processes. */
async function bareNodes(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 60_000)'], { stdio: 'ignore' })
  try {
    await sleep(1_000)
    return 2 * rssOf(child.pid ?? 0)
  } finally {
    child.kill('SIGKILL')
  }
}

export const memoria: Bench = async ({ say, lineas, documentos = TOTAL }) => {
  if (!hasProc) return []
  const bare = await bareNodes()
  const installation = await startInstallation({ collects: true })
  const generator = await startGenerator()
  try {
    const readies = [installation.readyMs.worker]
    const emisores = await prepareEmisores(installation, { cuantas: EMPRESAS })
    const base = { baseUrl: installation.baseUrl, emisores, lineas, conexiones: 16, maxMs: MAX_MS }
    const few = 20
    await generator.run({ ...base, desde: 0, total: few })
    await untilSettled(installation, few, MAX_MS)
    const idle = await idleOf(installation)
    for (let n = 1; n < ARRANQUES; n++) readies.push(await installation.startAnotherWorker())

    await generator.run({ ...base, desde: few, total: PRIMERAS - few })
    await untilSettled(installation, PRIMERAS, MAX_MS)
    const early = await keptOf(installation)
    const most = await mostDuring(installation, async () => {
      await generator.run({ ...base, desde: PRIMERAS, total: documentos - PRIMERAS })
      await untilSettled(installation, documentos, MAX_MS)
    })
    const late = await keptOf(installation)
    const told = ({ api, worker }: Resident) => `${api.toFixed(0)} + ${worker.toFixed(0)}`
    say(
      `  API + trabajador, MB: en reposo ${told(idle)}, tras ${PRIMERAS} ${told(early)}, tras ${documentos} ${told(late)}, lo más entre ambas ${most.toFixed(0)}; API lista en ${installation.readyMs.api.toFixed(0)} ms`,
    )
    return [
      figuraOf({
        name: 'memoria.reposo',
        what: 'Resident memory of API + worker, idle after a start and a few requests',
        value: sum(idle),
        unit: 'MB',
        reference: { value: bare, what: 'two bare Node processes' },
        target: { sign: '<=', limit: 320 },
      }),
      figuraOf({
        name: 'memoria.tras-10000',
        what: 'Resident memory of API + worker after the 10,000th emission, collected',
        value: sum(late),
        unit: 'MB',
        reference: { value: sum(early), what: 'after the 2,000th' },
        target: { sign: '<=', limit: 1.1, ofRatio: true },
      }),
      figuraOf({
        name: 'memoria.en-carga',
        what: 'The most that was resident from the 2,000th to the 10,000th',
        value: most,
        unit: 'MB',
      }),
      figuraOf({
        name: 'memoria.trabajador-listo',
        what: 'Worker, from start to ready',
        value: median(readies) / 1000,
        unit: 's',
        target: { sign: '<=', limit: 1 },
      }),
      figuraOf({
        name: 'memoria.api-lista',
        what: 'API, from start to the first good answer',
        value: installation.readyMs.api / 1000,
        unit: 's',
      }),
    ]
  } finally {
    await generator.stop()
    await installation.stop()
  }
}
