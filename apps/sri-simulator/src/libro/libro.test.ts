import { spawn, type ChildProcess } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ensureAutoridad } from '../autoridad/raiz.ts'
import { instantText } from '../reloj.ts'
import { autorizarBody, call, claveFor, estadoOf, facturaXml, issueFor, validarBody } from '../testing/escenario.ts'
import { signForTest } from '../testing/firmar.ts'
import { openLibro, type Libro } from './libro.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'libro-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const fail = (error: unknown): never => {
  throw error
}
const note = (libro: Libro, secuencial: number, bytes: Uint8Array): Promise<void> =>
  libro.record(
    {
      clave: claveFor({ secuencial }),
      en: 1,
      fecha: 'f',
      veredicto: 'RECIBIDA',
      mensajes: [],
      autorizacion: { estado: 'AUTORIZADO', desde: 1, fecha: 'f', mensajes: [] },
    },
    bytes,
  )

describe('ledger', () => {
  it('comes back whole after opening it again, bytes included', async () => {
    const file = path.join(folder, 'whole.dat')
    const libro = openLibro(file, fail)
    const bytes = Array.from({ length: 50 }, (_, i) => Buffer.from(`<a>${'ñ\n'.repeat(i * 40)}</a>`))
    await Promise.all(bytes.map((b, i) => note(libro, i, b)))
    await libro.annul(claveFor({ secuencial: 3 }), { estado: 'ANULADO' })
    await libro.annul(claveFor({ secuencial: 4 }), { estado: 'PENDIENTE DE ANULAR', vence: 9 })
    await libro.advance(3_600_000)
    await libro.close()
    const again = openLibro(file, fail)
    expect(again.total).toBe(50)
    expect(again.entrada(claveFor({ secuencial: 3 }))?.anulacion).toEqual({ estado: 'ANULADO' })
    expect(again.entrada(claveFor({ secuencial: 4 }))?.anulacion).toEqual({ estado: 'PENDIENTE DE ANULAR', vence: 9 })
    expect(again.elapsed()).toBeGreaterThanOrEqual(Date.now() + 3_590_000)
    for (const [i, b] of bytes.entries()) {
      const intento = again.entrada(claveFor({ secuencial: i }))?.intentos[0]
      expect(intento && again.bytesOf(intento).equals(b)).toBe(true)
    }
    expect(again.claveOfNumber(claveFor({ secuencial: 7, codigo: '00000000' }))).toBe(claveFor({ secuencial: 7 }))
    await again.close()
  })

  it('cuts a torn tail at every length and goes on from there', async () => {
    const file = path.join(folder, 'torn.dat')
    const libro = openLibro(file, fail)
    await note(libro, 1, Buffer.from('uno'))
    const first = statSync(file).size
    await note(libro, 2, Buffer.from('dos'))
    await libro.close()
    const whole = readFileSync(file)
    for (let length = first; length < whole.length; length += 7) {
      truncateSync(file, 0)
      appendFileSync(file, whole.subarray(0, length))
      const again = openLibro(file, fail)
      expect(again.total).toBe(1)
      await note(again, 3, Buffer.from('tres'))
      await again.close()
      const third = openLibro(file, fail)
      expect(third.total).toBe(2)
      await third.close()
    }
  })

  it('a reset empties it for good', async () => {
    const file = path.join(folder, 'reset.dat')
    const libro = openLibro(file, fail)
    await note(libro, 1, Buffer.from('uno'))
    await libro.reset()
    await libro.close()
    const again = openLibro(file, fail)
    expect([again.total, again.entrada(claveFor({ secuencial: 1 }))]).toEqual([0, undefined])
    await again.close()
  })
})

describe('process', () => {
  let child: ChildProcess | undefined
  afterAll(() => child?.kill('SIGKILL'))

  const freePort = (): Promise<number> =>
    new Promise((done) => {
      const server = createServer().listen(0, '127.0.0.1', () => {
        const { port } = server.address() as AddressInfo
        server.close(() => done(port))
      })
    })

  async function start(main: string, dataDir: string, port: number): Promise<ChildProcess> {
    const started = spawn(process.execPath, [main], {
      env: { ...process.env, DATA_DIR: dataDir, SIMULADOR_PORT: String(port), HOST: '127.0.0.1', RELOJ: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child = started
    await new Promise<void>((ready, ended) => {
      started.stdout.once('data', () => ready())
      started.once('exit', (code) => ended(new Error(`exit ${code}`)))
    })
    return started
  }

  const ended = (started: ChildProcess): Promise<number | null> => new Promise((done) => started.once('exit', (code) => done(code)))

  it('what was acknowledged is there after kill -9, and SIGTERM ends it with 0', async () => {
    const dist = path.join(folder, 'dist')
    const bundle = await rolldown({ input: { main: path.resolve(import.meta.dirname, '../main.ts') }, platform: 'node' })
    await bundle.write({ dir: dist, format: 'esm' })
    const dataDir = path.join(folder, 'datos')
    const { key, certificado } = await issueFor(await ensureAutoridad(path.join(dataDir, 'simulador')))
    const port = await freePort()
    const acknowledged: string[] = []
    for (let round = 0; round < 3; round += 1) {
      const running = await start(path.join(dist, 'main.js'), dataDir, port)
      let count = 0
      const sending = Array.from({ length: 40 }, async (_, i) => {
        const secuencial = round * 100 + i + 1
        const signed = signForTest(facturaXml({ secuencial }), { certificado, privateKey: key, at: instantText(Date.now()) })
        const answer = await call(port, 'POST', '/comprobantes-electronicos-ws/RecepcionComprobantesOffline', validarBody(signed))
        if (estadoOf(answer) !== 'RECIBIDA') return
        acknowledged.push(claveFor({ secuencial }))
        count += 1
        if (count === 20) running.kill('SIGKILL')
      })
      await Promise.all([Promise.allSettled(sending), ended(running)])
    }
    const last = await start(path.join(dist, 'main.js'), dataDir, port)
    expect(acknowledged.length).toBeGreaterThanOrEqual(60)
    for (const clave of acknowledged)
      await expect
        .poll(
          async () =>
            estadoOf(await call(port, 'POST', '/comprobantes-electronicos-ws/AutorizacionComprobantesOffline', autorizarBody(clave))),
          { interval: 20, timeout: 5000 },
        )
        .toBe('AUTORIZADO')
    last.kill('SIGTERM')
    expect(await ended(last)).toBe(0)
  }, 60_000)
})
