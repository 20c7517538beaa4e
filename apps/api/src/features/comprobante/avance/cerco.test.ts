import { randomUUID } from 'node:crypto'
import { emitFactura, type Emitido } from '@yupana/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../../../testing/emisor.ts'
import { startSimulador, type SimuladorDePrueba } from '../../../testing/simulador.ts'
import type { Reclamo } from './pipeline.sql.ts'

const NOW = '2026-06-15T10:00:00-05:00'
const LEASE_MS = 61_000

let app: TestApp
let sri: SimuladorDePrueba
let emisor: Emisor
let slow: ReturnType<typeof buildWorker>
let heir: ReturnType<typeof buildWorker>

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp({ now: NOW }), startSimulador({ reloj: '2026-06-16T10:00:00-05:00' })])
  ;[slow, heir] = [buildWorker(app, sri, 'lento'), buildWorker(app, sri, 'heredero')]
})
beforeEach(async () => {
  emisor = await buildEmisor(app, sri)
})
afterAll(async () => {
  await slow?.close()
  await heir?.close()
  await app?.close()
  await sri?.stop()
})

const emit = async (): Promise<Emitido> =>
  (
    await app.call<Emitido>(emitFactura, {
      token: emisor.token,
      params: { id: randomUUID() },
      headers: { 'idempotency-key': randomUUID() },
      body: facturaForm(),
    })
  ).data

async function claim(worker: typeof slow, id: string): Promise<Reclamo> {
  const claimed = (await worker.avance.claim(50, 50)).find((reclamo) => reclamo.documento_id === id)
  if (!claimed) throw new Error('nothing to claim')
  return claimed
}

/** Both leases of a document, the lost one first: the second worker took it over when the time of the first was up. */
async function takeOver(id: string): Promise<[Reclamo, Reclamo]> {
  app.clock.advance(2_000)
  const lost = await claim(slow, id)
  app.clock.advance(LEASE_MS)
  return [lost, await claim(heir, id)]
}

const envio = (id: string) => app.owner.selectFrom('documento_envio').selectAll().where('documento_id', '=', id).executeTakeFirstOrThrow()
const estado = async (id: string) =>
  (await app.owner.selectFrom('documento').select('estado').where('id', '=', id).executeTakeFirstOrThrow()).estado

describe('a worker whose lease another one took (reliability §2.2-5)', () => {
  it('C19: who lost the lease neither signs nor sends, though the state is what it was', async () => {
    const { id, clave } = await emit()
    const [lost, held] = await takeOver(id)
    await slow.avance.step(lost)
    expect(await estado(id)).toBe('EMITIDO')
    await expect(sri.control('GET', `/libro/${clave}`)).rejects.toThrow()
    await heir.avance.step(held)
    expect(await estado(id)).toBe('RECIBIDA')
  })

  it('C19: who lost the lease writes no result, though the state is what it was', async () => {
    await sri.control('POST', '/config', { retrasoMs: 3_600_000 })
    const { id } = await emit()
    await slow.tick()
    expect(await estado(id)).toBe('RECIBIDA')
    const [lost, held] = await takeOver(id)
    const before = await envio(id)
    await slow.avance.step(lost)
    expect(await envio(id)).toEqual(before)
    await heir.avance.step(held)
    expect((await envio(id)).arriendo_hasta).toBeNull()
    await sri.control('POST', '/config', { retrasoMs: 0 })
  })
})
