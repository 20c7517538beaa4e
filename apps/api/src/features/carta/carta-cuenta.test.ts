import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { createDb, createPool } from '../../db/connect.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { startBuzon, type Buzon } from '../../testing/buzon.ts'
import { EntregaCartas, postCarta } from './carta-cuenta.service.ts'

let app: TestApp
let buzon: Buzon
let pool: ReturnType<typeof createPool>
let entrega: EntregaCartas

beforeAll(async () => {
  buzon = await startBuzon()
  app = await buildTestApp({ env: { SMTP_URL: buzon.url } })
  pool = createPool(app.database.workerUrl, 'yupana_worker', { max: 2 })
  entrega = new EntregaCartas({ ...app.deps, db: createDb(pool) })
})
beforeEach(async () => {
  buzon.recibidas.length = 0
  buzon.refuse([])
  await app.owner.deleteFrom('carta_cuenta').execute()
})
afterAll(async () => {
  await entrega?.close()
  await pool?.end()
  await app?.close()
  await buzon?.close()
})

const post = (para: string) => postCarta(app.deps, app.deps.db, { para, asunto: 'Restablecer su contraseña', texto: 'Abra este enlace\n' })
const rows = () => app.owner.selectFrom('carta_cuenta').select(['para', 'estado', 'texto', 'error']).orderBy('para').execute()

it('sends a letter without a company once, and erases what it said', async () => {
  await post('ana@ejemplo.ec')
  await Promise.all([entrega.deliverDue(), entrega.deliverDue()])
  expect(buzon.recibidas).toMatchObject([{ para: 'ana@ejemplo.ec', texto: expect.stringContaining('Abra este enlace') }])
  expect(await rows()).toEqual([{ para: 'ana@ejemplo.ec', estado: 'ENVIADO', texto: null, error: null }])
})

it('tries again with the same Message-ID where the server asks to wait, and gives up on an address that does not exist', async () => {
  await post('luz@ejemplo.ec')
  buzon.refuse([{ data: 451 }])
  await entrega.deliverDue()
  expect(await rows()).toMatchObject([{ estado: 'PENDIENTE', texto: expect.any(Buffer) }])
  app.clock.advance(60_000)
  buzon.refuse([{ rcpt: 550 }])
  await entrega.deliverDue()
  expect(await rows()).toMatchObject([{ estado: 'FALLIDO', texto: null, error: expect.stringContaining('refused') }])
  app.clock.advance(24 * 3_600_000)
  await entrega.deliverDue()
  expect(buzon.recibidas).toEqual([])
})

it('sends nothing from a restored installation until it is reconciled', async () => {
  await post('ana@ejemplo.ec')
  await app.owner.updateTable('instalacion').set({ cercada: true }).execute()
  await entrega.deliverDue()
  await app.owner.updateTable('instalacion').set({ cercada: false }).execute()
  expect(buzon.recibidas).toEqual([])
  await entrega.deliverDue()
  expect(buzon.recibidas).toHaveLength(1)
})
