import { randomUUID } from 'node:crypto'
import {
  countComprobante,
  downloadRide,
  downloadXml,
  emitFactura,
  gapReport,
  mailComprobante,
  NOTA_CALLS,
  readComprobante,
  recordAnulacion,
  registerFactura,
  requestAnulacion,
  PASOS_ANULACION,
  searchFactura,
  readSaldo,
  type ComprobanteDetalle,
  type ComprobanteFila,
  type Emitido,
  type Listing,
  type Registro,
  type SaldoFactura,
} from '@yupana/contract'
import { buildClaveAcceso } from '@yupana/fiscal'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createPool } from '../../../db/connect.ts'
import { reviewInvariantes } from '../../../invariantes/revisar.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../../../testing/emisor.ts'
import { startSimulador, type SimuladorDePrueba } from '../../../testing/simulador.ts'

const NOW = '2026-06-15T10:00:00-05:00'
let app: TestApp
let sri: SimuladorDePrueba
let emisor: Emisor
let worker: ReturnType<typeof buildWorker>

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp({ now: NOW }), startSimulador({ reloj: '2026-06-16T10:00:00-05:00' })])
  worker = buildWorker(app, sri)
})
beforeEach(async () => {
  emisor = await buildEmisor(app, sri)
})
afterAll(async () => {
  await worker?.close()
  await app?.close()
  await sri?.stop()
})

const PREIMPRESA: Registro = { modo: 'FISICA', numero: '001-001-000000001', autorizacion: '1234567890', fecha: '2026-06-01' }
const portal = (cambio: Partial<Registro> = {}): Registro => {
  const numero = cambio.numero ?? '001-001-000000007'
  const [estab = '', ptoEmi = '', secuencial = ''] = numero.split('-')
  const autorizacion = buildClaveAcceso({
    fechaEmision: cambio.fecha ?? '2026-06-02',
    codDoc: '01',
    ruc: emisor.ruc,
    ambiente: '1',
    estab,
    ptoEmi,
    secuencial,
    codigoNumerico: '12345678',
  })
  return { modo: 'PORTAL', numero, autorizacion, fecha: '2026-06-02', ...cambio }
}
const one = (id: string) => ({ token: emisor.token, params: { id } })
const register = (registro: Registro, { id = randomUUID(), key = randomUUID(), form = facturaForm() } = {}) =>
  app.call<Emitido>(registerFactura, { ...one(id), headers: { 'idempotency-key': key }, body: { ...form, registro } })
const emit = () =>
  app.call<Emitido>(emitFactura, { ...one(randomUUID()), headers: { 'idempotency-key': randomUUID() }, body: facturaForm() })
const detail = async (id: string) => (await app.call<ComprobanteDetalle>(readComprobante, one(id))).data

async function review() {
  const pools = {
    owner: createPool(app.database.adminUrl, 'yupana_owner', { max: 2 }),
    app: createPool(app.database.appUrl, 'yupana_app', { max: 2 }),
    worker: createPool(app.database.workerUrl, 'yupana_worker', { max: 2 }),
  }
  const informe = await reviewInvariantes({
    ...pools,
    now: app.clock.now,
    control: `http://127.0.0.1:${sri.port}/control`,
    onProgress: () => undefined,
  })
  await Promise.all(Object.values(pools).map((pool) => pool.end()))
  return informe.hallazgos.filter(({ fallas }) => fallas > 0)
}

describe('O-101: what was issued outside is registered', () => {
  it('nothing of a month that was declared: it is told at the date, and taken once the month is open again', async () => {
    const cerrado = { empresa_id: emisor.id, ambiente: 'SIMULADOR' as const, mes: '2026-05-01' }
    await app.owner
      .insertInto('mes_cerrado')
      .values({ ...cerrado, usuario_id: emisor.usuario.id, cerrado_en: app.clock.now() })
      .execute()
    const deMayo: Registro = { ...PREIMPRESA, numero: '001-001-000000777', fecha: '2026-05-20' }
    const refused = await register(deMayo)
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused)).toContain('El mes 05/2026 está cerrado: ábralo o use otra fecha.')
    await app.owner.deleteFrom('mes_cerrado').where('empresa_id', '=', emisor.id).execute()
    expect((await register(deMayo)).status).toBe(200)
  })

  it('a pre-printed one is AUTORIZADO from the start, with its own mode, number and authorisation, and never leaves', async () => {
    const { status, data } = await register(PREIMPRESA)
    expect([status, data]).toMatchObject([
      200,
      {
        estado: 'AUTORIZADO',
        estado_generacion: 1,
        estado_tributario: 1,
        numero: PREIMPRESA.numero,
        fecha_emision: '2026-06-01',
        clave: '',
        total: 11_500_000,
      },
    ])
    await worker.settle()
    expect(await detail(data.id)).toMatchObject({
      modo_emision: 1,
      origen: 'FISICA',
      autorizacion: '1234567890',
      clave: '',
      accion: 'NINGUNA',
      correos: [],
      lineas: [{ descripcion: 'Servicio de prueba' }],
      eventos: [
        {
          de: null,
          a: 'AUTORIZADO',
          quien: emisor.usuario.username,
          causa: 'Registro de un comprobante preimpreso: autorización 1234567890',
        },
      ],
    })
  })

  it('one of the portal carries its clave de acceso', async () => {
    const registro = portal()
    const { data } = await register(registro)
    expect(await detail(data.id)).toMatchObject({
      modo_emision: 2,
      origen: 'PORTAL',
      clave: registro.autorizacion,
      autorizacion: registro.autorizacion,
      estado: 'AUTORIZADO',
    })
  })

  it('stands in lists and counts, and leaves the counter of the series where it was', async () => {
    await register(PREIMPRESA)
    await register(portal())
    const { data } = await emit()
    expect(data.numero).toBe('001-001-000000001')
    await worker.settle()
    const rows = (await app.call<Listing<ComprobanteFila>>(searchFactura, { token: emisor.token, query: { tributario: '1' } })).data.content
    expect(rows.map(({ origen, numero }) => `${origen} ${numero}`)).toEqual([
      'SISTEMA 001-001-000000001',
      'PORTAL 001-001-000000007',
      'FISICA 001-001-000000001',
    ])
    const counts = (await app.call<{ tributario: number; total: number }[]>(countComprobante, { token: emisor.token })).data
    expect(counts.find(({ tributario }) => tributario === 1)?.total).toBe(3)
    expect((await app.call<unknown[]>(gapReport, { token: emisor.token })).data).toEqual([])
    expect(await review()).toEqual([])
  })

  it('O-91: the same key registers once; the same document is not registered twice', async () => {
    const [id, key] = [randomUUID(), randomUUID()]
    expect((await register(PREIMPRESA, { id, key })).data).toEqual((await register(PREIMPRESA, { id, key })).data)
    expect(await register({ ...PREIMPRESA, fecha: '2026-06-02' }, { id, key })).toMatchObject({ status: 422 })
    expect((await register(PREIMPRESA)).problems).toEqual([{ campo: 'registro.numero', message: 'Este comprobante ya está registrado.' }])
    expect((await register({ ...PREIMPRESA, autorizacion: '9999999999' })).status).toBe(200)
  })

  it.each([
    ['a future date', () => ({ ...PREIMPRESA, fecha: '2026-06-16' }), 'registro.fecha'],
    ['a number of another point', () => ({ ...PREIMPRESA, numero: '002-001-000000001' }), 'registro.numero'],
    ['number zero', () => ({ ...PREIMPRESA, numero: '001-001-000000000' }), 'registro.numero'],
    ['49 digits on paper', () => ({ ...PREIMPRESA, autorizacion: portal().autorizacion }), 'registro.autorizacion'],
    ['ten digits from the portal', () => portal({ autorizacion: '1234567890' }), 'registro.autorizacion'],
    ['a clave of another day', () => ({ ...portal(), fecha: '2026-06-03' }), 'registro.autorizacion'],
    ['a clave with a wrong digit', () => portal({ autorizacion: '1'.repeat(49) }), 'registro.autorizacion'],
    ['eleven digits', () => ({ ...PREIMPRESA, autorizacion: '12345678901' }), 'registro.autorizacion'],
  ])('refuses %s', async (_name, registro, campo) => {
    const { status, problems } = await register(registro())
    expect([status, problems[0]?.campo]).toEqual([422, campo])
  })

  it('is checked as any other of its kind', async () => {
    const { status, problems } = await register(PREIMPRESA, {
      form: facturaForm({ comprador: { tipo_identificacion: '05', identificacion: '1712345670', razon_social: 'X' } }),
    })
    expect([status, problems[0]?.campo]).toEqual([422, 'comprador.identificacion'])
  })

  it('has no RIDE, XML nor mail here, and says where they are', async () => {
    const {
      data: { id },
    } = await register(PREIMPRESA)
    for (const endpoint of [downloadRide, downloadXml])
      expect(await app.call(endpoint, one(id))).toMatchObject({ status: 422, msg: expect.stringContaining('se emitió fuera del sistema') })
    expect((await app.call(mailComprobante, { ...one(id), body: { correos: ['a@ejemplo.ec'] } })).status).toBe(422)
  })

  it('takes credit notes, its own or registered, and its balance follows', async () => {
    const {
      data: { id },
    } = await register(PREIMPRESA)
    const { data: saldo } = await app.call<SaldoFactura>(readSaldo, one(id))
    expect(saldo).toMatchObject({ total: 11_500_000, impedimento: null })
    const nota = {
      tipo: '04',
      establecimiento: '001',
      punto: '001',
      comprador: facturaForm().comprador,
      modificado: saldo.modificado,
      clase: 'DEVOLUCION',
      motivo: 'Devolución',
      creditos: [{ linea: 0, cantidad: 500_000 }],
      registro: { ...PREIMPRESA, autorizacion: '2222222222', fecha: '2026-06-05' },
    }
    expect(
      (await app.call(NOTA_CALLS.register, { ...one(randomUUID()), headers: { 'idempotency-key': randomUUID() }, body: nota })).status,
    ).toBe(200)
    expect((await app.call<SaldoFactura>(readSaldo, one(id))).data.total).toBe(5_750_000)
  })

  it('O-56: is voided by an ADMIN with proof; the portal is offered for its own documents only', async () => {
    const [fisica, enPortal] = [(await register(PREIMPRESA)).data, (await register(portal())).data]
    expect(await detail(fisica.id)).toMatchObject({ puede_anular: { ofrecida: false } })
    expect(await detail(enPortal.id)).toMatchObject({ puede_anular: { ofrecida: true } })
    expect((await app.call(requestAnulacion, { ...one(fisica.id), body: { motivo: 'Mal impresa', pasos: PASOS_ANULACION } })).status).toBe(
      422,
    )
    expect((await app.call(recordAnulacion, { ...one(fisica.id), body: { prueba: 'Baja del comprobante, trámite 1' } })).status).toBe(200)
    expect(await detail(fisica.id)).toMatchObject({ estado: 'ANULADO', estado_tributario: 6, correos: [] })
    expect(await review()).toEqual([])
  })
})
