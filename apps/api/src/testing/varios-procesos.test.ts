import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { authBusiness, emitFactura, pathOf, type Endpoint, type Session } from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { newestBuild } from '../instalacion/built.ts'
import { CLAVE_MAESTRA, PASSWORD_USUARIO } from './builders.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { buildEmisor, facturaForm, type Emisor } from './emisor.ts'
import { freePort, startSimulador, type SimuladorDePrueba } from './simulador.ts'

const DOCUMENTOS = 80
const dist = (script: string) => path.join(newestBuild('api'), script)

let app: TestApp
let sri: SimuladorDePrueba
let emisor: Emisor
let folder: string
const ports: number[] = []
const apis: ChildProcess[] = []
const workers: ChildProcess[] = []

function start(script: string, env: Record<string, string>): ChildProcess {
  const settings = { MODO: 'prueba', CLAVE_MAESTRA, DATA_DIR: folder, SIMULADOR_PORT: String(sri.port), ...env }
  return spawn(process.execPath, [dist(script)], { env: { PATH: process.env['PATH'], ...settings }, stdio: 'ignore' })
}

const call = async (port: number, endpoint: Endpoint, body: unknown, { id = '', key = '', token = '' } = {}) => {
  const answer = await fetch(`http://127.0.0.1:${port}/app${pathOf(endpoint, { id })}`, {
    method: endpoint.method,
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(5_000),
    headers: {
      'content-type': 'application/json',
      ...(key && { 'idempotency-key': key }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
  })
  return { status: answer.status, data: ((await answer.json()) as { data: unknown }).data }
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'yupana-varios-'))
  const now = new Date().toISOString()
  ;[app, sri] = await Promise.all([buildTestApp({ now }), startSimulador()])
  emisor = await buildEmisor(app, sri)
  for (let n = 0; n < 2; n++) {
    const port = await freePort()
    ports.push(port)
    apis.push(start('main.js', { PORT: String(port), DATABASE_URL: app.database.appUrl }))
    workers.push(start('worker.js', { PORT: String(await freePort()), DATABASE_URL: app.database.workerUrl }))
  }
  await vi.waitFor(
    async () => {
      for (const port of ports) expect((await fetch(`http://127.0.0.1:${port}/app/v1/salud`)).ok).toBe(true)
    },
    { timeout: 60_000, interval: 200 },
  )
}, 120_000)
afterAll(async () => {
  for (const child of [...apis, ...workers]) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await app?.close()
  await sri?.stop()
  await rm(folder, { recursive: true, force: true })
})

it('two API and two worker processes share one database while one of each is killed: nothing lost, nothing twice, no gap', async () => {
  const body = { email: emisor.usuario.username, pass: app.encode(PASSWORD_USUARIO) }
  const signedIn = (await call(ports[0] ?? 0, authBusiness, body)) as { data: { session: Session } }
  const { token } = signedIn.data.session
  const told = new Map<string, string>()

  // Like a browser: the same request again, at the other server, until it is answered.
  const emit = async (n: number) => {
    const [id, key] = [randomUUID(), randomUUID()]
    for (let attempt = 0; attempt < 50; attempt++) {
      const answer = await call(ports[(n + attempt) % 2] ?? 0, emitFactura, facturaForm(), { id, key, token }).catch(() => undefined)
      if (answer?.status === 200) return void told.set(id, (answer.data as { numero: string }).numero)
      await pause(100)
    }
    throw new Error('never acknowledged')
  }
  const client = async (from: number) => {
    for (let n = from; n < DOCUMENTOS; n += 8) {
      await emit(n)
      if (told.size === DOCUMENTOS / 4) apis[0]?.kill('SIGKILL')
      if (told.size === DOCUMENTOS / 2) workers[1]?.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: 8 }, (_, from) => client(from)))
  expect([apis[0]?.signalCode, workers[1]?.signalCode]).toEqual(['SIGKILL', 'SIGKILL'])
  expect(new Set(told.values()).size).toBe(DOCUMENTOS)

  // What the dead held is taken over when its lease runs out, and sent again once the SRI was asked for long enough: now, instead of in
  // minutes.
  const dead = [apis[0], workers[1]].map((child) => `${os.hostname()}:${child?.pid}`)
  const at = new Date()
  await app.owner
    .updateTable('documento_envio')
    .set({ arriendo_hasta: at, proximo_intento: at })
    .where('arrendatario', 'in', dead)
    .where('arriendo_hasta', 'is not', null)
    .execute()
  const doubtful = app.owner.selectFrom('documento').select('id').where('estado', '=', 'INCIERTO')
  const hasten = app.owner
    .updateTable('documento_envio')
    .set({ enviado_en: new Date(at.getTime() - 3_600_000), proximo_intento: at })
    .where('documento_id', 'in', doubtful)
    .where('arriendo_hasta', 'is', null)
  await vi.waitFor(
    async () => {
      await hasten.execute()
      const rows = await app.owner
        .selectFrom('documento')
        .select(['estado', sql<number>`count(*)::int`.as('n')])
        .groupBy('estado')
        .execute()
      expect(rows).toEqual([{ estado: 'AUTORIZADO', n: DOCUMENTOS }])
    },
    { timeout: 120_000, interval: 500 },
  )
  const { rows } = await sql<{ primero: number; ultimo: number; procesos: number }>`
    select min(secuencial) as primero, max(secuencial) as ultimo, (select count(distinct proceso)::int from documento_evento where a = 'FIRMADO') as procesos from documento`.execute(
    app.owner,
  )
  expect(rows).toEqual([{ primero: 1, ultimo: DOCUMENTOS, procesos: 2 }])
}, 240_000)
