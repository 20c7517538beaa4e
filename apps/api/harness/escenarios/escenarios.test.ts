import { randomUUID } from 'node:crypto'
import type { Emitido, Endpoint } from '@yupana/contract'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { Random } from '../../src/testing/random.ts'
import { createPool } from '../../src/db/connect.ts'
import { reviewInvariantes, type Informe } from '../../src/invariantes/revisar.ts'
import { buildTestApp, type TestApp } from '../../src/testing/build-test-app.ts'
import { buildEmisor, buildWorker } from '../../src/testing/emisor.ts'
import { startSimulador, type SimuladorDePrueba } from '../../src/testing/simulador.ts'
import { CONDICION_RETENEDOR, TIPOS } from '../../src/testing/tipos-de-documento.ts'
import { FALLAS } from './fallas.ts'
import { runLote } from './lote.ts'
import { hoyAt, type Emisora, type Mundo } from './mundo.ts'
import { readOptions } from './options.ts'
import { runEscenarios } from './run.ts'

const NOW = '2026-06-15T10:00:00-05:00'
const SEED = 20_260_615
const POR_FALLA = 3
/** Each fault is tried with three types, in turn; each type gets ten faults. */
const tiposOf = (numero: number) => Array.from({ length: POR_FALLA }, (_, at) => TIPOS[(numero * POR_FALLA + at) % TIPOS.length]!)

let app: TestApp
let sri: SimuladorDePrueba
let worker: ReturnType<typeof buildWorker>
let owner: pg.Pool
let mundo: Mundo
let emisora: Emisora | undefined
const emisoras = new Set<Emisora>()

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp({ now: NOW }), startSimulador({ reloj: NOW })])
  worker = buildWorker(app, sri)
  owner = createPool(app.database.adminUrl, 'yupana_owner', { max: 2 })
  mundo = {
    owner,
    now: () => app.clock.now().getTime(),
    moved: () => app.clock.now().getTime(),
    hoy: () => hoyAt(app.clock.now().getTime()),
    async advance(milliseconds) {
      app.clock.advance(milliseconds)
      await sri.control('POST', '/avanzar', { ms: Math.ceil(milliseconds) })
    },
    async fundar() {
      const { id, ruc, usuario } = await buildEmisor(app, sri)
      await app.owner
        .insertInto('empresa_condicion')
        .values({ empresa_id: id, hasta: null, ...CONDICION_RETENEDOR })
        .execute()
      return { id, ruc, username: usuario.username }
    },
    ingresar: async ({ username }) => (await app.signIn(username)).token,
    async ask<T>(token: string, endpoint: Endpoint, body?: object) {
      const { status, data, msg } = await app.call<T>(endpoint, {
        token,
        ...(body && { headers: { 'idempotency-key': randomUUID() }, body }),
      })
      if (status !== 200) throw new Error(`${status} ${msg}`)
      return data
    },
    async emit(token, tipo, form) {
      const { status, data, msg } = await app.call<Emitido>(tipo.emit, {
        token,
        params: { id: randomUUID() },
        headers: { 'idempotency-key': randomUUID() },
        body: form,
      })
      if (status !== 200) throw new Error(`${status} ${msg}`)
      return data
    },
    tick: () => worker.tick(),
    control: (method, place, body) => sri.control(method, `/${place}`, body),
  }
})
afterAll(async () => {
  await owner?.end()
  await worker?.close()
  await app?.close()
  await sri?.stop()
})

describe('faults of the authority', () => {
  it('are the 24 of reliability §2.5, each with a name of its own', () => {
    expect(FALLAS.map(({ numero }) => numero)).toEqual(Array.from({ length: 24 }, (_, n) => n + 1))
    expect(new Set(FALLAS.map(({ nombre }) => nombre)).size).toBe(24)
  })

  it('meet the six types of document, the factura in both versions', () => {
    expect(TIPOS.map(({ nombre }) => nombre)).toEqual([
      'factura-1.1.0',
      'factura-2.1.0',
      'liquidacionCompra-1.1.0',
      'notaCredito-1.1.0',
      'notaDebito-1.0.0',
      'guiaRemision-1.1.0',
      'comprobanteRetencion-2.0.0',
    ])
    const met = FALLAS.flatMap(({ numero }) => tiposOf(numero)).map(({ nombre }) => nombre)
    for (const { nombre } of TIPOS) expect(met.filter((one) => one === nombre).length, nombre).toBeGreaterThanOrEqual(10)
  })

  // `npm run escenarios` does the same with every type and many seeds.
  it.each(FALLAS.map((falla) => [falla.nombre, falla] as const))(
    'I10 %s: every kind of document ends where it should',
    async (_nombre, falla) => {
      emisora ??= await mundo.fundar()
      emisoras.add(emisora)
      const escenarios = await runLote(mundo, emisora, falla, tiposOf(falla.numero), new Random(SEED + falla.numero))
      if (falla.detiene) emisora = undefined
      expect(escenarios.filter(({ convergio }) => !convergio)).toEqual([])
      expect(escenarios).toHaveLength(POR_FALLA)
    },
  )

  it('I11 I17 leave every invariant whole, and the stock and debts of what was issued', async () => {
    const [asApp, asWorker] = [
      createPool(app.database.appUrl, 'yupana_app', { max: 1 }),
      createPool(app.database.workerUrl, 'yupana_worker', { max: 1 }),
    ] as const
    const informe = await reviewInvariantes({
      owner,
      app: asApp,
      worker: asWorker,
      now: () => app.clock.now(),
      control: `http://127.0.0.1:${sri.port}/control`,
      onProgress: () => undefined,
    })
    await Promise.all([asApp.end(), asWorker.end()])
    expect(informe.hallazgos.filter(({ fallas }) => fallas > 0)).toEqual([])
    const surtidos = [...emisoras].flatMap(({ id, surtido }) => (surtido ? [{ id, ...surtido }] : []))
    expect(surtidos.some(({ libros }) => libros.porCobrar > 0)).toBe(true)
    for (const { id, libros } of surtidos) expect(await libros.differences(owner, id)).toEqual([])
    const { rows } = await owner.query<{ concepto: string }>('select distinct concepto from kardex')
    expect(rows.map(({ concepto }) => concepto)).toContain('VEN')
  })
})

describe('a kind of fault that breaks off', () => {
  const [primera, segunda] = [FALLAS[3]!, FALLAS[4]!]
  const options = { semilla: 1, semillas: 1, fallas: [primera.nombre, segunda.nombre], tipos: [TIPOS[0]!.nombre] }
  const informe: Informe = { hallazgos: [], checked: 0, violations: 0, seconds: 0 }
  const roto = (fundar: Mundo['fundar']): Mundo => ({ ...mundo, fundar, ingresar: async () => 'x', control: async <T>() => [] as T })

  it.each<[string, Mundo['fundar'], RegExp]>([
    ['by an error', () => Promise.reject(new Error('sin base')), /sin base/],
    ['by never ending', () => new Promise(() => undefined), /no terminó en/],
  ])('%s is in the report, and the others follow', async (_how, fundar, complaint) => {
    const said: string[] = []
    const report = await runEscenarios(roto(fundar), options, {
      say: (line) => said.push(line),
      signal: new AbortController().signal,
      review: async () => informe,
      pacienciaMs: 50,
    })
    expect(report).toMatchObject({ sinTerminar: options.fallas, escenarios: 0 })
    expect(said.filter((line) => complaint.test(line))).toHaveLength(2)
  })
})

describe('options of the command', () => {
  it('are all optional: every fault, every type, twenty seeds', () => {
    expect(readOptions([], 5)).toEqual({
      semilla: 5,
      semillas: 20,
      fallas: FALLAS.map(({ nombre }) => nombre),
      tipos: TIPOS.map(({ nombre }) => nombre),
    })
    expect(readOptions(['--semilla', '9', '--semillas', '2', '--fallas', 'codigo-45,silencio', '--tipos', 'factura-2.1.0'], 5)).toEqual({
      semilla: 9,
      semillas: 2,
      fallas: ['silencio', 'codigo-45'],
      tipos: ['factura-2.1.0'],
    })
  })

  it.each([[['--semillas', '0']], [['--semilla', 'x']], [['--fallas', 'otra']], [['--tipos', '']], [['--otra']]])(
    '%j shows how to use it',
    (args) => {
      expect(() => readOptions(args, 1)).toThrow('npm run escenarios')
    },
  )
})
