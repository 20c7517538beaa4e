import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { SECRETO_PASARELA } from './pasarela.ts'
import { share, WORKERS, type Product } from './product.ts'

const root = path.resolve(import.meta.dirname, '../..')
const START_MS = 300_000
const STOP_MS = 30_000
const LINES_SHOWN = 40

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
      .on('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as AddressInfo
        probe.close(() => resolve(port))
      })
  })

const answers = (url: string) =>
  fetch(url).then(
    (answer) => answer.ok,
    () => false,
  )

async function untilReady(url: string, product: ChildProcess, output: string[]) {
  const deadline = Date.now() + START_MS
  while (!(await answers(`${url}/`)) || !(await answers(`${url}/app/v1/salud`))) {
    if (product.exitCode !== null || Date.now() > deadline)
      throw new Error(`The product did not start:\n${output.join('').split('\n').slice(-LINES_SHOWN).join('\n')}`)
    await pause(250)
  }
}

async function stop(product: ChildProcess) {
  if (product.exitCode !== null) return
  const ended = new Promise((resolve) => product.once('exit', resolve))
  product.kill('SIGTERM')
  const inTime = await Promise.race([ended.then(() => true), pause(STOP_MS, false, { ref: false })])
  if (!inTime) product.kill('SIGKILL')
  await ended
}

interface Started extends Product {
  end: () => Promise<void>
}

/** Starts the whole product on free ports with its own data folder, as `npm start` does. */
async function start(): Promise<Started> {
  const [port, simulatorPort, pasarelaPort] = [await freePort(), await freePort(), await freePort()]
  const dataDir = await mkdtemp(path.join(tmpdir(), 'yupana-e2e-'))
  // As root the database runs as another user, who must be able to enter this folder; otherwise its data would go to /var/lib and stay
  // there.
  await chmod(dataDir, 0o711)
  const pasarela = `http://127.0.0.1:${pasarelaPort}`
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      SIMULADOR_PORT: String(simulatorPort),
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      // The ZIP of a year of the demonstration counts as large.
      ZIP_AL_MOMENTO: '20',
      // Mailboxes of the journeys are on this machine.
      BUZON_RED_INTERNA: '1',
      PASARELA_URL: pasarela,
      PASARELA_CLAVE: SECRETO_PASARELA,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => output.push(text.toString()))
  const end = async () => {
    await stop(child)
    await rm(dataDir, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}`
  try {
    await untilReady(url, child, output)
  } catch (error) {
    await end()
    throw error
  }
  return { url, simulador: `http://127.0.0.1:${simulatorPort}`, pasarela, end }
}

/**
 * Starts a product for each worker and stops them at the end. With E2E_URL the tests use the product at that address, with its authority
 * beside it (O-113) or at E2E_SIMULADOR_URL.
 */
// oxlint-disable-next-line import/no-default-export -- Playwright looks for the default export
export default async function startProducts() {
  const { E2E_URL: url, E2E_SIMULADOR_URL: simulador } = process.env
  if (url) {
    const { hostname, port } = new URL(url)
    share([{ url, simulador: simulador ?? `http://${hostname}:${Number(port) + 1}` }])
    return undefined
  }
  const started: Started[] = []
  const end = async () => void (await Promise.all(started.map((product) => product.end())))
  try {
    // One after the other: the first builds what is missing.
    while (started.length < WORKERS) started.push(await start())
  } catch (error) {
    await end()
    throw error
  }
  share(started)
  return end
}
