import { randomUUID } from 'node:crypto'
import {
  createPago,
  createPersona,
  createSaldoInicial,
  mailEstadoCuenta,
  readRecordatoriosDePersona,
  searchCuenta,
  type Cuenta,
  type Listing,
  type RecordatoriosDePersona,
} from '@yupana/contract'
import { addDays, fechaIn, fromUnits } from '@yupana/fiscal'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { createDb, createPool } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { startBuzon, type Buzon } from '../../testing/buzon.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { cedulaOf } from '../../testing/identificaciones.ts'
import { EntregaCartas } from '../carta/carta.door.ts'
import { adjuntarEstado } from './estado-adjunto.service.ts'

// A client's debts, mailed on request.

let app: TestApp
let buzon: Buzon
let pool: ReturnType<typeof createPool>
let entrega: EntregaCartas
let empresa: { id: EmpresaId }
let token: string
let persona: string
let n = 0

beforeAll(async () => {
  buzon = await startBuzon()
  app = await buildTestApp({ env: { SMTP_URL: buzon.url } })
  pool = createPool(app.database.workerUrl, 'yupana_worker', { max: 2 })
  const deps = { ...app.deps, db: createDb(pool) }
  entrega = new EntregaCartas(deps, { recordatorio: adjuntarEstado(deps) })
})
afterAll(async () => {
  await entrega?.close()
  await pool?.end()
  await app?.close()
  await buzon?.close()
})
beforeEach(() => begin('PRUEBAS'))

async function begin(ambiente: 'PRUEBAS' | 'SIMULADOR') {
  buzon.recibidas.length = 0
  empresa = await buildEmpresa(app, { ambiente })
  token = (await app.signIn((await buildUsuario(app, { empresas: [empresa] })).username)).token
  const body = { tipo_identificacion: '05', identificacion: cedulaOf(700 + ++n), razon_social: 'ANA PEREZ', roles: ['cliente'] }
  persona = (await app.call<{ id: string }>(createPersona, { token, headers: key(), body })).data.id
}

const key = () => ({ 'idempotency-key': randomUUID() })
const hoy = () => fechaIn(app.clock.now())
const owe = async (numero: string, valor: number, vence: string) => {
  const body = { sentido: 'COBRAR', persona_id: persona, numero, fecha: addDays(hoy(), -40), vence, valor: fromUnits(valor) }
  return (await app.call<Cuenta>(createSaldoInicial, { token, headers: key(), body })).data
}
const mail = (change: object = {}, headers = key()) =>
  app.call<{ cuentas: number; total: number }>(mailEstadoCuenta, {
    token,
    params: { id: persona },
    body: { correos: ['ana@ejemplo.ec'], ...change },
    headers,
  })

it('names what is owed, the oldest first, and reaches each address once', async () => {
  await owe('001-001-000000002', 30, addDays(hoy(), 5))
  await owe('001-001-000000001', 20, addDays(hoy(), -10))
  const headers = key()
  const envio = { correos: ['ana@ejemplo.ec', 'ANA@ejemplo.ec'], mensaje: 'Cuenta de ahorros 123' }
  const answers = await Promise.all([mail(envio, headers), mail(envio, headers)])
  for (const { status, data } of answers) expect([status, data]).toEqual([200, { cuentas: 2, total: fromUnits(50) }])
  await entrega.deliverDue()
  expect(buzon.recibidas.map(({ para }) => para)).toEqual(['ana@ejemplo.ec'])
  const texto = (buzon.recibidas[0]?.texto ?? '').replace(/=\r?\n/g, '')
  expect(texto).toMatch(/001-001-000000001: \$20\.00, venci=C3=B3 el .*hace 10 d=C3=ADas[\s\S]*001-001-000000002: \$30\.00, vence el/)
  expect(texto).toContain('Cuenta de ahorros 123')
  const hechos = await app.owner
    .selectFrom('auditoria')
    .select('detalle')
    .where('objeto', '=', persona)
    .where('accion', '=', 'cartera.recordar')
    .execute()
  expect(hechos).toEqual([{ detalle: { persona: 'ANA PEREZ', total: fromUnits(50), correos: ['ana@ejemplo.ec'] } }])
})

it('asks for what is left after what the client has in favour, and for nothing where that covers the debt', async () => {
  await owe('001-001-000000004', 30, hoy())
  const advance = (valor: number) =>
    app.call(createPago, {
      token,
      headers: key(),
      body: {
        sentido: 'COBRAR',
        persona_id: persona,
        metodos: [{ metodo: 'EFECTIVO', valor: fromUnits(valor) }],
        aplicaciones: [],
        anticipo: fromUnits(valor),
      },
    })
  expect((await advance(12)).status).toBe(200)
  expect(await mail()).toMatchObject({ status: 200, data: { cuentas: 2, total: fromUnits(18) } })
  await entrega.deliverDue()
  const texto = (buzon.recibidas[0]?.texto ?? '').replace(/=\r?\n/g, '')
  expect(texto).toContain('Tiene $12.00 a su favor: le queda por pagar $18.00.')
  expect((await advance(18)).status).toBe(200)
  expect((await mail()).problems).toEqual([{ campo: 'id', message: 'ANA PEREZ no debe nada: lo que tiene a su favor cubre su deuda.' }])
})

it('brings the account statement along where that is asked for, once for each key, and the history says so', async () => {
  await owe('001-001-000000001', 20, addDays(hoy(), -10))
  const headers = key()
  for (const { status } of await Promise.all([mail({ con_estado: true }, headers), mail({ con_estado: true }, headers)]))
    expect(status).toBe(200)
  expect((await mail({ correos: ['luis@ejemplo.ec'] })).status).toBe(200)
  await entrega.deliverDue()
  const de = (para: string) => buzon.recibidas.filter((one) => one.para === para).map(({ texto }) => texto.replace(/=\r?\n/g, ''))
  expect(buzon.recibidas).toHaveLength(2)
  const [con] = de('ana@ejemplo.ec')
  expect(con).toContain('Adjuntamos su estado de cuenta en PDF')
  expect(con).toMatch(/filename="?estado-de-cuenta-\d{10}\.pdf/)
  // %PDF in base64.
  expect(con).toContain('JVBERi')
  expect(de('luis@ejemplo.ec')[0]).not.toContain('estado-de-cuenta')
  const { data } = await app.call<RecordatoriosDePersona>(readRecordatoriosDePersona, { token, params: { id: persona } })
  expect(data.enviados.map(({ correos, con_estado }) => [correos, con_estado])).toEqual(
    expect.arrayContaining([
      [['luis@ejemplo.ec'], false],
      [['ana@ejemplo.ec'], true],
    ]),
  )
})

it('sends the account statement of some days to a supplier as to a client, with nothing owed too, and the list tells it from a reminder', async () => {
  const body = { sentido: 'PAGAR', persona_id: persona, numero: '001-001-000000009', fecha: addDays(hoy(), -40), valor: fromUnits(75) }
  expect((await app.call(createSaldoInicial, { token, headers: key(), body })).status).toBe(200)
  const [desde, hasta] = [addDays(hoy(), -10), addDays(hoy(), -1)]
  const headers = key()
  const envio = { estado: { sentido: 'PAGAR', desde, hasta }, mensaje: 'Para conciliar' }
  for (const { status } of await Promise.all([mail(envio, headers), mail(envio, headers)])) expect(status).toBe(200)
  expect((await mail({ estado: { sentido: 'COBRAR' }, correos: ['luis@ejemplo.ec'] })).status).toBe(200)
  await entrega.deliverDue()
  expect(buzon.recibidas).toHaveLength(2)
  const texto = (buzon.recibidas.find(({ para }) => para === 'ana@ejemplo.ec')?.texto ?? '').replace(/=\r?\n/g, '')
  expect(texto).toContain('el estado de su cuenta de proveedor')
  expect(texto).toContain('Para conciliar')
  expect(texto).toMatch(/Saldo anterior[\s\S]*\$75\.00/)
  expect(texto).toContain('JVBERi')
  const { data } = await app.call<RecordatoriosDePersona>(readRecordatoriosDePersona, { token, params: { id: persona } })
  expect(data.enviados.map(({ estado, total }) => [estado, total])).toEqual(
    expect.arrayContaining([
      [{ sentido: 'PAGAR', desde, hasta }, fromUnits(75)],
      [{ sentido: 'COBRAR', desde: null, hasta: null }, 0],
    ]),
  )
})

it('O-95 of a company in the simulator it stays in the outbox', async () => {
  await begin('SIMULADOR')
  await owe('001-001-000000001', 20, hoy())
  expect((await mail()).status).toBe(200)
  await entrega.deliverDue()
  expect(buzon.recibidas).toEqual([])
})

it('reminds one address three times a day at most, whoever of the company asks; another company and another address are counted apart', async () => {
  await owe('001-001-000000001', 20, hoy())
  for (const correo of ['ana@ejemplo.ec', 'ANA@ejemplo.ec', 'ana@ejemplo.ec']) expect((await mail({ correos: [correo] })).status).toBe(200)
  token = (await app.signIn((await buildUsuario(app, { empresas: [empresa] })).username)).token
  const refused = await mail({ correos: ['luis@ejemplo.ec', 'ana@ejemplo.ec'] })
  expect([refused.status, refused.msg]).toEqual([
    429,
    expect.stringMatching(/^Ya envió tres recordatorios a ese correo en un día.* 24 horas/),
  ])
  expect((await mail({ correos: ['luis@ejemplo.ec'] })).status).toBe(200)
  await entrega.deliverDue()
  expect(buzon.recibidas.map(({ para }) => para).sort()).toEqual([...Array<string>(3).fill('ana@ejemplo.ec'), 'luis@ejemplo.ec'])
  empresa = await buildEmpresa(app, { ambiente: 'PRUEBAS' })
  token = (await app.signIn((await buildUsuario(app, { empresas: [empresa] })).username)).token
  const body = { tipo_identificacion: '05', identificacion: cedulaOf(700 + ++n), razon_social: 'ANA PEREZ', roles: ['cliente'] }
  persona = (await app.call<{ id: string }>(createPersona, { token, headers: key(), body })).data.id
  await owe('001-001-000000001', 20, hoy())
  expect((await mail()).status).toBe(200)
  await entrega.deliverDue()
})

it('says nothing to who owes nothing, nor without an address, nor for who may not, nor of another company', async () => {
  expect((await mail()).problems).toEqual([{ campo: 'id', message: 'ANA PEREZ no debe nada: no hay qué recordarle.' }])
  const { id } = await owe('001-001-000000003', 10, hoy())
  const pago = {
    sentido: 'COBRAR',
    persona_id: persona,
    metodos: [{ metodo: 'EFECTIVO', valor: fromUnits(10) }],
    aplicaciones: [{ cuenta_id: id, valor: fromUnits(10) }],
  }
  expect((await app.call(createPago, { token, headers: key(), body: pago })).status).toBe(200)
  expect((await app.call<Listing<Cuenta>>(searchCuenta, { token, query: { sentido: 'COBRAR' } })).data.content).toEqual([])
  expect((await mail()).status).toBe(422)
  expect((await mail({ correos: [] })).status).toBe(422)
  const options = { params: { id: persona }, body: { correos: ['ana@ejemplo.ec'] }, headers: key() }
  await expectGuarded(app, empresa, mailEstadoCuenta, options, [ROL.USUARIO, ROL.EMPLEADO, ROL.VENDEDOR])
  const otra = await buildEmpresa(app)
  const ajeno = (await app.signIn((await buildUsuario(app, { empresas: [otra] })).username)).token
  expect((await app.call(mailEstadoCuenta, { ...options, token: ajeno })).status).toBe(404)
  await entrega.deliverDue()
  expect(buzon.recibidas).toEqual([])
})
