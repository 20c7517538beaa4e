import { randomUUID } from 'node:crypto'
import { emitFactura, type Emitido } from '@yupana/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../../../testing/emisor.ts'
import { startSimulador, type SimuladorDePrueba } from '../../../testing/simulador.ts'
import { Desfases } from './desfase.ts'

const SIX_MINUTES = 360_000

describe('what an answer says of the hour', () => {
  const ours = new Date('2026-06-15T15:00:00Z')

  it('is told once while it stays the same, again after four minutes, and at once when it crosses a bound', () => {
    const desfases = new Desfases()
    expect(desfases.heard('PRUEBAS', 'Mon, 15 Jun 2026 15:00:02 GMT', ours)).toBe(2)
    expect(desfases.heard('PRUEBAS', 'Mon, 15 Jun 2026 15:00:01 GMT', ours)).toBeUndefined()
    expect(desfases.heard('PRODUCCION', 'Mon, 15 Jun 2026 15:00:01 GMT', ours)).toBe(1)
    expect(desfases.heard('PRUEBAS', 'Mon, 15 Jun 2026 15:01:01 GMT', ours)).toBe(61)
    expect(desfases.heard('PRUEBAS', 'Mon, 15 Jun 2026 14:54:59 GMT', ours)).toBe(-301)
    const later = new Date(ours.getTime() + 240_000)
    expect(desfases.heard('PRUEBAS', 'Mon, 15 Jun 2026 14:58:59 GMT', later)).toBe(-301)
  })

  it('says nothing where no hour, or none that can be read, came with it', () => {
    expect(new Desfases().heard('PRUEBAS', undefined, ours)).toBeUndefined()
    expect(new Desfases().heard('PRUEBAS', 'mañana', ours)).toBeUndefined()
  })
})

describe('a clock that is wrong', () => {
  let app: TestApp
  let sri: SimuladorDePrueba
  let emisor: Emisor
  let worker: ReturnType<typeof buildWorker>

  beforeAll(async () => {
    const now = '2026-06-15T10:00:00-05:00'
    ;[app, sri] = await Promise.all([buildTestApp({ now }), startSimulador({ reloj: now })])
    emisor = await buildEmisor(app, sri)
    worker = buildWorker(app, sri, 'prueba', () => true)
  })
  afterAll(async () => {
    await worker?.close()
    await app?.close()
    await sri?.stop()
  })

  const emit = () =>
    app.call<Emitido>(emitFactura, {
      token: emisor.token,
      params: { id: randomUUID() },
      headers: { 'idempotency-key': randomUUID() },
      body: facturaForm(),
    })
  const documents = async () => (await app.owner.selectFrom('documento').select('id').execute()).length

  it('more than five minutes away from the database issues nothing', async () => {
    app.clock.drift(-SIX_MINUTES)
    const refused = await emit()
    expect(refused.status).toBe(503)
    expect(refused.msg).toContain('reloj del servidor')
    expect(await documents()).toBe(0)
    app.clock.drift(SIX_MINUTES / 2)
    expect((await emit()).status).toBe(200)
    app.clock.drift(0)
  })

  it('more than five minutes away from the SRI issues nothing until an answer shows it mended', async () => {
    const [first, second] = [await emit(), await emit()]
    app.clock.advance(SIX_MINUTES)
    await worker.avance.ring(emisor.id, first.data.id)
    app.clock.advance(-SIX_MINUTES)
    expect((await emit()).status).toBe(503)
    await worker.avance.ring(emisor.id, second.data.id)
    expect((await emit()).status).toBe(200)
    await worker.settle()
  })
})
