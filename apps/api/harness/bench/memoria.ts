import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Bench } from './bench.ts'
import { hasProc, rssOf } from './cpu.ts'
import { untilSettled } from './emision.ts'
import { figuraOf, median } from './figura.ts'
import { startGenerator } from './generator.ts'
import { startInstallation, type Installation } from './installation.ts'
import { prepareEmisores } from './prepare.ts'

const EMPRESAS = 20
const PRIMERAS = 2_000
const TOTAL = 10_000
const IDLE_SAMPLES = 15
const ARRANQUES = 3
const MAX_MS = 400_000

interface Resident {
  readonly api: number
  readonly worker: number
}

const sum = ({ api, worker }: Resident) => api + worker

/** The least of some idle seconds: when the collector last ran says nothing about what is kept. */
async function residentOf({ api, worker }: Installation): Promise<Resident> {
  const samples: Resident[] = []
  for (let n = 0; n < IDLE_SAMPLES; n++) {
    await sleep(1_000)
    samples.push({ api: rssOf(api.pid ?? 0), worker: rssOf(worker?.pid ?? 0) })
  }
  return { api: Math.min(...samples.map((sample) => sample.api)), worker: Math.min(...samples.map((sample) => sample.worker)) }
}

/** What two Node processes take that do nothing at all. */
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
  const installation = await startInstallation()
  const generator = await startGenerator()
  try {
    const readies = [installation.readyMs.worker]
    const emisores = await prepareEmisores(installation, { cuantas: EMPRESAS })
    const base = { baseUrl: installation.baseUrl, emisores, lineas, conexiones: 16, maxMs: MAX_MS }
    const few = 20
    await generator.run({ ...base, desde: 0, total: few })
    await untilSettled(installation, few, MAX_MS)
    const idle = await residentOf(installation)
    for (let n = 1; n < ARRANQUES; n++) readies.push(await installation.startAnotherWorker())

    await generator.run({ ...base, desde: few, total: PRIMERAS - few })
    await untilSettled(installation, PRIMERAS, MAX_MS)
    const early = await residentOf(installation)
    await generator.run({ ...base, desde: PRIMERAS, total: documentos - PRIMERAS })
    await untilSettled(installation, documentos, MAX_MS)
    const late = await residentOf(installation)
    const told = ({ api, worker }: Resident) => `${api.toFixed(0)} + ${worker.toFixed(0)}`
    say(
      `  API + trabajador, MB: en reposo ${told(idle)}, tras ${PRIMERAS} ${told(early)}, tras ${documentos} ${told(late)}; API lista en ${installation.readyMs.api.toFixed(0)} ms`,
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
        what: 'Resident memory of API + worker after the 10,000th emission',
        value: sum(late),
        unit: 'MB',
        reference: { value: sum(early), what: 'after the 2,000th' },
        target: { sign: '<=', limit: 1.1, ofRatio: true },
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
