import { randomUUID } from 'node:crypto'
import { createCotizacion, deleteCotizacion, editCotizacion, mailCotizacion, type Cotizacion } from '@yupana/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { createDb, createPool } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { startBuzon, type Buzon } from '../../testing/buzon.ts'
import { facturaForm } from '../../testing/emisor.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { EntregaCartas } from '../carta/carta.door.ts'
import { adjuntarCotizacion } from './cotizacion.door.ts'

// A mailed quote: the worker that sends the letter draws its PDF.

let app: TestApp
let buzon: Buzon
let pool: ReturnType<typeof createPool>
let entrega: EntregaCartas
let empresa: { id: EmpresaId }
let token: string

beforeAll(async () => {
  buzon = await startBuzon()
  app = await buildTestApp({ env: { SMTP_URL: buzon.url } })
  pool = createPool(app.database.workerUrl, 'yupana_worker', { max: 2 })
  const deps = { ...app.deps, db: createDb(pool) }
  entrega = new EntregaCartas(deps, { cotizacion: adjuntarCotizacion(deps) })
})
beforeEach(async () => {
  buzon.recibidas.length = 0
  empresa = await buildEmpresa(app, { ambiente: 'PRUEBAS' })
  token = (await app.signIn((await buildUsuario(app, { empresas: [empresa] })).username)).token
})
afterAll(async () => {
  await entrega?.close()
  await pool?.end()
  await app?.close()
  await buzon?.close()
})

const key = () => ({ 'idempotency-key': randomUUID() })
const { comprador, lineas } = facturaForm()
const quote = async () => {
  const body = { establecimiento: '001', punto: '001', validez_dias: 15, comprador, lineas }
  return (await app.call<Cotizacion>(createCotizacion, { token, headers: key(), body })).data
}
const mail = ({ id, version }: Pick<Cotizacion, 'id' | 'version'>, change: object = {}, headers = key()) =>
  app.call<Cotizacion>(mailCotizacion, { token, params: { id }, body: { version, correos: ['ana@ejemplo.ec'], ...change }, headers })

/** A mail as its reader sees it: lines joined, characters decoded. */
const legible = (crudo = '') =>
  Buffer.from(
    crudo.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

it('O-74 reaches each address once, with its PDF and the link that answers it; the draft is sent with that', async () => {
  const draft = await quote()
  const headers = key()
  const envio = { correos: ['ana@ejemplo.ec', 'ANA@ejemplo.ec', 'luis@ejemplo.ec'], mensaje: 'Incluye el transporte.' }
  const answers = await Promise.all([mail(draft, envio, headers), mail(draft, envio, headers)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[0].data).toMatchObject({ estado: 'ENVIADA', con_enlace: true })
  await entrega.deliverDue()
  expect(buzon.recibidas.map(({ para }) => para).sort()).toEqual(['ana@ejemplo.ec', 'luis@ejemplo.ec'])
  const carta = legible(buzon.recibidas[0]?.texto)
  expect(carta).toContain(`cotización ${draft.numero}`)
  expect(carta).toContain('Incluye el transporte.')
  const path = /https?:\/\/[^\s]+(\/c\/[\w-]{43})/.exec(carta)?.[1] ?? ''
  expect((await app.server.inject({ method: 'GET', url: path })).statusCode).toBe(200)
  expect(carta).toContain(`filename=cotizacion-${draft.numero}.pdf`)
  expect(carta).toContain('Content-Type: application/pdf')
  const hechos = await app.owner
    .selectFrom('auditoria')
    .select('detalle')
    .where('objeto', '=', draft.id)
    .where('accion', '=', 'cotizacion.enviar')
    .execute()
  expect(hechos).toEqual([{ detalle: { numero: draft.numero, correos: ['ana@ejemplo.ec', 'luis@ejemplo.ec'] } }])
})

it('O-95 of a company in the simulator it stays in the outbox: nobody receives a trial', async () => {
  const prueba = await buildEmpresa(app)
  token = (await app.signIn((await buildUsuario(app, { empresas: [prueba] })).username)).token
  expect((await mail(await quote())).status).toBe(200)
  await entrega.deliverDue()
  expect(buzon.recibidas).toEqual([])
  const cartas = await app.owner.selectFrom('carta_cuenta').select('estado').where('adjunto_empresa', '=', prueba.id).execute()
  expect(cartas).toEqual([{ estado: 'BANDEJA' }])
})

it('of a quote that was deleted before it left, the letter goes without the PDF', async () => {
  const draft = await quote()
  await mail(draft)
  await app.call(deleteCotizacion, { token, params: { id: draft.id } })
  await entrega.deliverDue()
  expect(buzon.recibidas).toHaveLength(1)
  expect(buzon.recibidas[0]?.texto).not.toContain('application/pdf')
})

it('of a quote that is being rewritten before it left, the client sees no more by mail than by the link: nothing', async () => {
  const draft = await quote()
  const { version } = (await mail(draft)).data
  const body = { establecimiento: '001', punto: '001', validez_dias: 15, comprador, lineas, version }
  expect((await app.call(editCotizacion, { token, params: { id: draft.id }, body })).status).toBe(200)
  await entrega.deliverDue()
  expect(buzon.recibidas).toHaveLength(1)
  expect(buzon.recibidas[0]?.texto).not.toContain('application/pdf')
})

it('writes to one address ten times a day at most, of whatever quotes', async () => {
  const [one, another] = [await quote(), await quote()]
  let { version } = one
  for (let n = 0; n < 10; n++)
    version = (await mail({ id: one.id, version }, { correos: [n % 2 ? 'Ana@ejemplo.ec' : 'ana@ejemplo.ec'] })).data.version
  const refused = await mail(another, { correos: ['luis@ejemplo.ec', 'ana@ejemplo.ec'] })
  expect([refused.status, refused.msg]).toEqual([429, expect.stringMatching(/^Ya envió diez cotizaciones a ese correo en un día/)])
  expect((await mail(another, { correos: ['luis@ejemplo.ec'] })).data).toMatchObject({ estado: 'ENVIADA' })
  // Eight at a time.
  for (let round = 0; round < 2; round++) await entrega.deliverDue()
  expect(buzon.recibidas.map(({ para }) => para).sort()).toEqual([...Array<string>(10).fill('ana@ejemplo.ec'), 'luis@ejemplo.ec'])
})

it('refuses what somebody else changed meanwhile, no address, too many, and who may not; nobody is written to', async () => {
  const draft = await quote()
  expect((await mail({ id: draft.id, version: 9 })).status).toBe(409)
  for (const correos of [[], ['x'], Array.from({ length: 6 }, (_, n) => `a${n}@ejemplo.ec`)])
    expect((await mail(draft, { correos })).status).toBe(422)
  const options = { params: { id: draft.id }, body: { version: 1, correos: ['ana@ejemplo.ec'] }, headers: key() }
  await expectGuarded(app, empresa, mailCotizacion, options, [ROL.USUARIO, ROL.EMPLEADO])
  const otra = await buildEmpresa(app)
  const ajeno = (await app.signIn((await buildUsuario(app, { empresas: [otra] })).username)).token
  expect((await app.call(mailCotizacion, { ...options, token: ajeno })).status).toBe(404)
  await entrega.deliverDue()
  expect(buzon.recibidas).toEqual([])
})
