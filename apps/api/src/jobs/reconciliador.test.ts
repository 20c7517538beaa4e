import { randomUUID } from 'node:crypto'
import { emitFactura, sriMantenimiento, type Emitido } from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../testing/emisor.ts'
import { startSimulador, type SimuladorDePrueba } from '../testing/simulador.ts'

let app: TestApp
let sri: SimuladorDePrueba
let worker: ReturnType<typeof buildWorker>
beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp(), startSimulador({ reloj: '2026-06-16T10:00:00-05:00' })])
  worker = buildWorker(app, sri)
})
afterAll(async () => {
  await worker?.close()
  await app?.close()
  await sri?.stop()
})

const emit = async ({ token }: Emisor) =>
  (
    await app.call<Emitido>(emitFactura, {
      token,
      params: { id: randomUUID() },
      headers: { 'idempotency-key': randomUUID() },
      body: facturaForm(),
    })
  ).data

it('I14 gives the one document of a company its turn, however many another company has waiting for longer', async () => {
  const [busy, quiet] = [await buildEmisor(app, sri), await buildEmisor(app, sri)]
  for (let n = 0; n < 40; n++) await emit(busy)
  app.clock.advance(60_000)
  const { id } = await emit(quiet)
  app.clock.advance(5_000)
  const reclamos = await worker.avance.claim(16, 8)
  const perEmpresa = (empresa: Emisor) => reclamos.filter((reclamo) => reclamo.empresa_id === empresa.id).length
  expect([perEmpresa(busy), perEmpresa(quiet)]).toEqual([8, 1])
  expect(reclamos.find((reclamo) => reclamo.empresa_id === quiet.id)?.documento_id).toBe(id)
  // Its documents under way are part of its share already.
  expect(await worker.avance.claim(16, 8, new Map([[busy.id, 8]]))).toEqual([])
  expect(await worker.avance.claim(16, 8, new Map([[busy.id, 5]]))).toHaveLength(3)
})

it('nothing is claimed twice while its lease runs, nor at all behind the fence', async () => {
  expect((await worker.avance.claim(100, 100)).length).toBe(29)
  expect(await worker.avance.claim(100, 100)).toEqual([])
  app.clock.advance(61_000)
  await sql`update instalacion set cercada = true`.execute(app.owner)
  expect(await worker.avance.claim(100, 100)).toEqual([])
  await sql`update instalacion set cercada = false`.execute(app.owner)
  expect((await worker.avance.claim(100, 100)).length).toBe(41)
})

it('O-119 one company without an answer holds up nobody: its own breaker opens, only its people are told, and what is new comes before its backlog', async () => {
  const [sick, well] = [await buildEmisor(app, sri), await buildEmisor(app, sri)]
  await app.owner.updateTable('documento_envio').set({ proximo_intento: null }).execute()
  await sri.control('POST', '/fallas', { ruc: sick.ruc, tipo: 'http-503', fase: 'todas', veces: null })
  for (let n = 0; n < 12; n++) await emit(sick)
  await worker.tick()
  app.clock.advance(5_000)
  for (let n = 0; n < 5; n++) await worker.tick()
  const told = async ({ token }: Emisor) => (await app.call<{ activo: boolean }>(sriMantenimiento, { token })).data.activo
  expect([await told(sick), await told(well)]).toEqual([true, false])
  // With its breaker open it takes one place at a time; another company's sale passes at once.
  app.clock.advance(20_000)
  const { id } = await emit(well)
  await worker.tick()
  app.clock.advance(2_000)
  await worker.tick()
  expect(await app.owner.selectFrom('documento').select('estado').where('id', '=', id).executeTakeFirst()).toEqual({ estado: 'AUTORIZADO' })
  for (let n = 0; n < 12; n++) {
    app.clock.advance(20_000)
    await worker.tick()
  }
  await sri.control('DELETE', '/fallas')
  app.clock.advance(300_000)
  const sold = await emit(sick)
  app.clock.advance(5_000)
  const [first, ...others] = await worker.avance.claim(8, 8)
  expect([first?.documento_id, others]).toEqual([sold.id, []])
  if (first) await worker.avance.step(first)
  // After the answer the whole backlog is due at once, and then no notice is left.
  await worker.settle()
  expect(await told(sick)).toBe(false)
  const { rows } = await sql`select distinct estado from documento where empresa_id = ${sick.id}`.execute(app.owner)
  expect(rows).toEqual([{ estado: 'AUTORIZADO' }])
})
