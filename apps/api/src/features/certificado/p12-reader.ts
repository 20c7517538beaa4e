import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { P12Error } from '@yupana/sri'

import { errors } from '../../errors.ts'
import { log } from '../../proceso/log.ts'
import { rootFolder } from '../../instalacion/root-folder.ts'
import { type P12Abierto, type P12Peticion, type P12Respuesta, READY } from './p12-mensaje.ts'

// A .p12 is an untrusted file that may take hours of work or all memory: it is opened in a thread that can be killed.

const DEADLINE_MS = 2_000
const START_MS = 10_000
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }
const AT_ONCE = 2
const THREAD = 'p12.thread.js'

/** The built thread file: beside this chunk, or above it when this is part of a command; from source, the one built for the tests. */
function threadFile(): string {
  const here = fileURLToPath(import.meta.url)
  if (here.endsWith('.ts')) return path.join(rootFolder(), 'node_modules/.yupana/threads', THREAD)
  const beside = path.join(path.dirname(here), THREAD)
  return existsSync(beside) ? beside : path.join(path.dirname(here), '..', THREAD)
}

let running = 0

/** Opens the file and examines its certificate. @throws P12Error · 429 when two are being opened already */
export async function openP12(
  peticion: P12Peticion,
  { thread = threadFile(), deadlineMs = DEADLINE_MS }: { thread?: string | URL; deadlineMs?: number } = {},
): Promise<P12Abierto> {
  if (running >= AT_ONCE) throw errors.tooMany(3)
  running++
  try {
    const respuesta = await ask(new Worker(thread, { resourceLimits: LIMITS, env: {}, execArgv: [] }), peticion, deadlineMs)
    if (respuesta.ok) return respuesta
    throw new P12Error(respuesta.codigo)
  } finally {
    running--
  }
}

function ask(thread: Worker, peticion: P12Peticion, deadlineMs: number): Promise<P12Respuesta> {
  return new Promise<P12Respuesta>((resolve, reject) => {
    let deadline = setTimeout(() => reject(new Error('the thread did not start')), START_MS)
    thread.on('message', (message: P12Respuesta | typeof READY) => {
      clearTimeout(deadline)
      if (message !== READY) return resolve(message)
      deadline = setTimeout(() => resolve({ ok: false, codigo: 'DERIVACION_EXCESIVA' }), deadlineMs)
      thread.postMessage(peticion)
    })
    // Lack of memory is an error event too: no real file needs that much.
    thread.once('error', (error) => {
      clearTimeout(deadline)
      log.warn('p12 thread failed', { error: error.message, code: (error as NodeJS.ErrnoException).code })
      resolve({ ok: false, codigo: 'DANADO' })
    })
    thread.once('exit', () => clearTimeout(deadline))
  }).finally(() => void thread.terminate())
}
