import { newestBuild } from '../instalacion/built.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'

const dist = (script: string) => path.join(newestBuild('sri-simulator'), script)

/** A program of the authority, in a thread: as a process, starting it took longer than what it does. */
async function run(script: string, argv: readonly string[]): Promise<void> {
  const thread = new Worker(dist(script), { argv: [...argv], execArgv: [], env: {}, stdout: true })
  const [code] = (await once(thread, 'exit')) as [number]
  if (code !== 0) throw new Error(`${script} ended with ${code}`)
}

/** What takes long to make, below the folder of an authority: its key, and that of the certificates. Those of a process share them. */
const LLAVES = ['simulador/autoridad.pem', 'llave.pem'] as const
const made = new Map<string, Buffer>()

async function putLlaves(dataDir: string) {
  await mkdir(path.join(dataDir, 'simulador'), { mode: 0o700 })
  for (const [name, bytes] of made) await writeFile(path.join(dataDir, name), bytes, { mode: 0o600 })
}

async function keepLlaves(dataDir: string) {
  for (const name of LLAVES) {
    const bytes = made.has(name) ? undefined : await readFile(path.join(dataDir, name)).catch(() => undefined)
    if (bytes) made.set(name, bytes)
  }
}

export interface SimuladorDePrueba {
  url: string
  port: number
  /** A call to its control address; see apps/sri-simulator/README.md. */
  control<T = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T>
  /** A .p12 of the test authority. */
  issueP12(options: { ruc: string; passwordP12: string; desde?: string; hasta?: string }): Promise<Buffer>
  stop(): Promise<void>
}

/** A port nobody listens on right now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** Between looking for a free port and taking it another test file may have taken it: then with another one. */
async function launch(env: NodeJS.ProcessEnv, attempts = 5): Promise<{ child: ChildProcess; port: number }> {
  const port = await freePort()
  const child = spawn(process.execPath, [dist('main.js')], {
    env: { ...env, SIMULADOR_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const isUp = await Promise.race([once(child.stdout, 'data').then(() => true), once(child, 'exit').then(() => false)])
  if (isUp) return { child, port }
  if (attempts <= 1) throw new Error('the simulator did not start')
  return launch(env, attempts - 1)
}

/** The authority as a process of its own, on a folder of its own. `reloj` is what its clock shows at the start. */
export async function startSimulador({ reloj }: { reloj?: string } = {}): Promise<SimuladorDePrueba> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'yupana-sri-'))
  await putLlaves(dataDir)
  const { child, port } = await launch({ ...process.env, DATA_DIR: dataDir, HOST: '127.0.0.1', ...(reloj && { RELOJ: reloj }) })
  const root = `http://127.0.0.1:${port}`
  // It answers at once: its own clock must not race with the one that tests move.
  await fetch(`${root}/control/config`, {
    method: 'POST',
    body: JSON.stringify({ retrasoMs: 0 }),
    headers: { 'content-type': 'application/json' },
  })
  return {
    url: `${root}/comprobantes-electronicos-ws`,
    port,
    async control<T>(method: string, at: string, body?: unknown) {
      const answer = await fetch(`${root}/control${at}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
      if (!answer.ok) throw new Error(`control ${method} ${at}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as T
    },
    async issueP12({ ruc, passwordP12, desde, hasta }) {
      const file = path.join(dataDir, `${ruc}-${Math.random().toString(36).slice(2)}.p12`)
      const dates = [...(desde ? ['--desde', desde] : []), ...(hasta ? ['--hasta', hasta] : [])]
      await run('certificado.js', [
        '--datos',
        dataDir,
        '--ruc',
        ruc,
        '--nombre',
        'PERSONA DE PRUEBA',
        '--clave',
        passwordP12,
        '--salida',
        file,
        '--llave',
        path.join(dataDir, 'llave.pem'),
        ...dates,
      ])
      return readFile(file)
    },
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      await keepLlaves(dataDir)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
