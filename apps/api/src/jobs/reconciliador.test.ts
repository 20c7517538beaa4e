import { randomUUID } from 'node:crypto'
import { emitFactura, type Emitido } from '@yupana/contract'
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
  (await app.call<Emitido>(emitFactura, { token, params: { id: randomUUID() }, headers: { 'idempotency-key': randomUUID() }, body: facturaForm() })).data

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
})

it('nothing is claimed twice while its lease runs, nor at all behind the fence', async () => {
  expect((await worker.avance.claim(100, 100)).length).toBe(32)
  expect(await worker.avance.claim(100, 100)).toEqual([])
  app.clock.advance(61_000)
  await sql`update instalacion set cercada = true`.execute(app.owner)
  expect(await worker.avance.claim(100, 100)).toEqual([])
  await sql`update instalacion set cercada = false`.execute(app.owner)
  expect((await worker.avance.claim(100, 100)).length).toBe(41)
})
