import { randomUUID } from 'node:crypto'
import { searchCuenta } from '@yupana/contract'
import { fechaIn } from '@yupana/fiscal'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { createPool } from '../../src/db/connect.ts'
import type { EmpresaId } from '../../src/db/empresa-id.ts'
import { CONSULTAS } from '../../src/invariantes/consultas.ts'
import { buildTestApp, type TestApp } from '../../src/testing/build-test-app.ts'
import { buildEmisor } from '../../src/testing/emisor.ts'
import { Random } from '../../src/testing/random.ts'
import { startSimulador, type SimuladorDePrueba } from '../../src/testing/simulador.ts'
import type { Pregunta, Respuesta, Servidor } from './pregunta.ts'
import { openTienda, workTienda } from './tienda.ts'

// `npm run libros` does the same with many more, and kills API and worker meanwhile.

/** Calls of a shop that change something. */
const CALLS = 9

let app: TestApp
let owner: pg.Pool
let sri: SimuladorDePrueba

beforeAll(async () => {
  const now = '2026-06-15T10:00:00-05:00'
  ;[app, sri] = await Promise.all([buildTestApp({ now }), startSimulador({ reloj: now })])
  owner = createPool(app.database.adminUrl, 'yupana_owner', { max: 2 })
})
afterAll(async () => {
  await owner?.end()
  await app?.close()
  await sri?.stop()
})

type Llamada = Parameters<TestApp['call']>[0]
type Send = (endpoint: Llamada, pregunta: Pregunta, idempotencyKey: string) => ReturnType<TestApp['call']>

/** The API of one new company. */
async function openServidor(): Promise<{ empresaId: EmpresaId; servidor: Servidor; send: Send }> {
  const { token, id: empresaId } = await buildEmisor(app, sri)
  const doubles = new Random(1)
  const autorizadas = new Set<string>()
  const send = (endpoint: Llamada, pregunta: Pregunta, idempotencyKey: string) =>
    app.call<never>(endpoint, { token, headers: { 'idempotency-key': idempotencyKey }, ...pregunta })
  const servidor: Servidor = {
    async ask<T>(endpoint: Llamada, pregunta: Pregunta): Promise<Respuesta<T>> {
      const idempotencyKey = randomUUID()
      // Sometimes a double click: the same request twice at once.
      const times = doubles.chance(0.1) ? 2 : 1
      const answers = await Promise.all(Array.from({ length: times }, () => send(endpoint, pregunta, idempotencyKey)))
      const { status, data, raw } = answers.find((one) => one.status === 200) ?? answers[0]!
      return { status, data, text: raw.toString(), idempotencyKey, wasUnknown: false }
    },
    estadoOf: async (tabla, id) =>
      (await owner.query<{ estado: string }>(`select estado from ${tabla} where id = $1`, [id])).rows[0]?.estado,
    async autorizar(id) {
      if (autorizadas.has(id)) return
      autorizadas.add(id)
      for (const estado of ['FIRMADO', 'ENVIANDO', 'RECIBIDA', 'AUTORIZADO'])
        await owner.query('update documento set estado = $1, autorizado_en = $2 where id = $3', [
          estado,
          estado === 'AUTORIZADO' ? app.clock.now() : null,
          id,
        ])
    },
    hoy: () => fechaIn(app.clock.now()),
  }
  return { empresaId, servidor, send }
}

const violations = async () => {
  const found: unknown[] = []
  for (const { id, viola } of CONSULTAS) if (id === 'I11' || id === 'I17') found.push(...(await owner.query(viola)).rows)
  return found
}

it('I11 I17 many hands at once, of every kind: stock and debts are what was acknowledged, and the sum of their rows', async () => {
  const { empresaId, servidor } = await openServidor()
  const tienda = await openTienda(servidor, empresaId)
  const libros = await workTienda(servidor, tienda, { operaciones: 300, tenderos: 8, seed: 20_260_615 })
  expect(libros.odd).toEqual([])
  expect([...libros.hechas.keys()].sort()).toEqual(
    [
      'anulacion',
      'compra',
      'compraAnulada',
      'conteo',
      'egreso',
      'ingreso',
      'nota',
      'pago',
      'recepcion',
      'reverso',
      'transferencia',
      'venta',
    ].sort(),
  )
  expect(await libros.differences(owner, empresaId)).toEqual([])
  expect(await violations()).toEqual([])
  // A difference is reported.
  await owner.query('update existencia set cantidad = cantidad + 1000000 where bodega_id = $1 and producto_id = $2', [
    tienda.norte,
    tienda.productos[0],
  ])
  const venta = tienda.ventas.find(({ esCredito }) => esCredito)!
  libros.debe(venta.id, 1)
  const told = await libros.differences(owner, empresaId)
  expect(told).toHaveLength(2)
  expect(told[1]).toMatch(new RegExp(`^por cobrar de ${venta.id}: hay \\d+ y deben ser \\d*1\\n +${venta.numero} asiento 1 .* clave `))
})

it('what nobody knew, was refused when repeated and came late after all, is found by its key or its row', async () => {
  const { empresaId, servidor, send } = await openServidor()
  const tienda = await openTienda(servidor, empresaId)
  const asked = new Map<string, number>()
  const abandoned: { endpoint: Llamada; pregunta: Pregunta; idempotencyKey: string }[] = []
  const forgetful: Servidor = {
    ...servidor,
    ask<T>(endpoint: Llamada, pregunta: Pregunta): Promise<Respuesta<T>> {
      const times = asked.get(endpoint.path) ?? 0
      asked.set(endpoint.path, times + 1)
      if (endpoint.method === 'GET' || times % 3 > 0) return servidor.ask<T>(endpoint, pregunta)
      const idempotencyKey = randomUUID()
      abandoned.push({ endpoint, pregunta, idempotencyKey })
      return Promise.resolve({ status: 422, data: undefined as T, text: '', idempotencyKey, wasUnknown: true })
    },
  }
  const libros = await workTienda(forgetful, tienda, { operaciones: 250, tenderos: 1, seed: 20_261_127 })
  expect(await libros.differences(owner, empresaId)).toEqual([])
  let done = 0
  for (const { endpoint, pregunta, idempotencyKey } of abandoned.filter((_, at) => at % 5 > 0))
    if ((await send(endpoint, pregunta, idempotencyKey)).status === 200) done++
  expect(new Set(abandoned.map(({ endpoint }) => endpoint.path)).size).toBe(CALLS)
  expect(await libros.differences(owner, empresaId)).not.toEqual([])
  await libros.settle(owner, empresaId)
  expect(await libros.differences(owner, empresaId)).toEqual([])
  expect(libros.tardias).toBe(done)
  expect(libros.odd).toEqual([])
})

it('a payment that came when its account was in favour is refused, and gives nothing back', async () => {
  const { empresaId, servidor } = await openServidor()
  const tienda = await openTienda(servidor, empresaId)
  const seen = new Map<string, Respuesta<unknown>>()
  // The debt is read once and paid later, when it may have been paid, credited or voided.
  const slow: Servidor = {
    ...servidor,
    async ask<T>(endpoint: Llamada, pregunta: Pregunta): Promise<Respuesta<T>> {
      const key = `${endpoint.path} ${pregunta.query?.['q']}`
      const before = endpoint.path === searchCuenta.path ? seen.get(key) : undefined
      const answer = (before as Respuesta<T> | undefined) ?? (await servidor.ask<T>(endpoint, pregunta))
      seen.set(key, answer)
      return answer
    },
  }
  const libros = await workTienda(slow, tienda, { operaciones: 500, tenderos: 1, seed: 20_261_128 })
  expect(libros.odd).toEqual([])
  expect(await libros.differences(owner, empresaId)).toEqual([])
})
