import { randomUUID } from 'node:crypto'
import {
  emitFactura,
  readComprobante,
  readSaludCorreo,
  readSaludInstalacion,
  recoverPass,
  type ComprobanteDetalle,
  type Emitido,
  type SaludCorreo,
  type SaludInstalacion,
} from '@yupana/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { readConfig } from '../../config/config.ts'
import { createDb, createPool } from '../../db/connect.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildUsuario } from '../../testing/builders.ts'
import { startBuzon, type Buzon } from '../../testing/buzon.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../../testing/emisor.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'
import { EntregaCartas } from '../carta/carta-cuenta.service.ts'

// A production without a mail account: letters wait, none is lost, and the user who can change it gets a notice.

let app: TestApp
let sri: SimuladorDePrueba
let buzon: Buzon
let emisor: Emisor
let operador: string
let soporte: string
let documento: Emitido

beforeAll(async () => {
  buzon = await startBuzon()
  const now = '2026-06-15T10:00:00-05:00'
  ;[app, sri] = await Promise.all([buildTestApp({ now }), startSimulador({ reloj: '2026-06-20T10:00:00-05:00' })])
  const { modo, correoSale } = readConfig({ MODO: 'produccion', PERMITIR_HTTP: '1', CLAVE_MAESTRA: randomUUID() + randomUUID() })
  Object.assign(app.deps.config, { modo, correoSale })
  emisor = await buildEmisor(app, sri)
  await app.owner.updateTable('empresa').set({ ambiente: 'PRODUCCION' }).where('id', '=', emisor.id).execute()
  emisor = { ...emisor, token: (await app.signIn(emisor.usuario.username)).token }
  operador = (await buildUsuario(app, { empresas: [], superAdmin: true })).username
  soporte = await signInOperador()
})
afterAll(async () => {
  await app?.close()
  await sri?.stop()
  await buzon?.close()
})

/** Without the second factor that production requires of support (O-103), a separate rule. */
async function signInOperador(): Promise<string> {
  const { modo } = app.deps.config
  Object.assign(app.deps.config, { modo: 'prueba' })
  const { token } = await app.signIn(operador)
  Object.assign(app.deps.config, { modo })
  return token
}

const recover = (email: string, red: string) => app.call(recoverPass, { body: { email }, red })
const salud = async () => (await app.call<SaludCorreo>(readSaludCorreo, { token: soporte })).data
const detail = async () => (await app.call<ComprobanteDetalle>(readComprobante, { token: emisor.token, params: { id: documento.id } })).data

it('R-7.1.9 O-09 recovering an account answers as ever, for a known and an unknown e-mail', async () => {
  const [known, unknown] = [await recover(emisor.usuario.mail, '10.1.1.1'), await recover('nadie@ejemplo.ec', '10.1.1.2')]
  expect(known).toMatchObject({ status: 200, data: null })
  expect([unknown.status, unknown.msg, unknown.data, unknown.headers['content-length']]).toEqual([
    known.status,
    known.msg,
    known.data,
    known.headers['content-length'],
  ])
})

it('O-65 the mail of a document waits too, and a worker without an account neither takes nor loses it', async () => {
  const { data } = await app.call<Emitido>(emitFactura, {
    token: emisor.token,
    params: { id: randomUUID() },
    headers: { 'idempotency-key': randomUUID() },
    body: facturaForm(),
  })
  documento = data
  const worker = buildWorker(app, sri)
  await worker.settle()
  expect(await worker.tick()).toBe(0)
  await worker.close()
  expect(await detail()).toMatchObject({
    estado: 'AUTORIZADO',
    correo_estado: 'PENDIENTE',
    correos: [{ medio: 'SMTP', destinatarios: [{ estado: 'PENDIENTE' }] }],
  })
})

it('health says that the account is missing, and how many wait', async () => {
  expect(await salud()).toEqual({ cuenta: 'FALTA', en_espera: 2 })
  const { data } = await app.call<SaludInstalacion>(readSaludInstalacion, { token: soporte })
  expect(data.correo).toMatchObject({ cuenta: 'FALTA', en_espera: 2, fallidos: 0 })
})

it('all of it goes out once, when the account is there', async () => {
  app.clock.advance(90 * 86_400_000)
  const config = { ...app.deps.config, smtpUrl: buzon.url }
  const pool = createPool(app.database.workerUrl, 'yupana_worker', { max: 2 })
  const cartas = new EntregaCartas({ ...app.deps, config, db: createDb(pool) })
  const worker = buildWorker({ ...app, deps: { ...app.deps, config } }, sri)
  await Promise.all([cartas.deliverDue(), worker.tick()])
  await Promise.all([cartas.deliverDue(), worker.tick()])
  await Promise.all([cartas.close(), worker.close()])
  await pool.end()
  expect(buzon.recibidas.map(({ para }) => para).sort()).toEqual(['ana@ejemplo.ec', emisor.usuario.mail].sort())
  expect(await app.owner.selectFrom('carta_cuenta').select('estado').execute()).toEqual([{ estado: 'ENVIADO' }])
  soporte = await signInOperador()
  expect(await salud()).toEqual({ cuenta: 'FALTA', en_espera: 0 })
})
