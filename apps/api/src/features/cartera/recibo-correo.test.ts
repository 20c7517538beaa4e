import { randomUUID } from 'node:crypto'
import {
  createPago,
  createPersona,
  createSaldoInicial,
  editAjusteCorreo,
  mailPago,
  readAjusteCorreo,
  readPagoCartera,
  reversePago,
  type AjusteCorreoGuardado,
  type Collection,
  type Cuenta,
  type Pago,
} from '@yupana/contract'
import { addDays, fechaIn, fromUnits } from '@yupana/fiscal'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createDb, createPool } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import { LIMITES, requirePlaces, type Limite } from '../../plugins/limites/limites.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { startBuzon, type Buzon } from '../../testing/buzon.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { cedulaOf } from '../../testing/identificaciones.ts'
import { EntregaCartas } from '../carta/carta.door.ts'
import { adjuntarRecibo } from './recibo-correo.service.ts'

// The receipt of a payment by mail: on request, or automatically with a collection.

let app: TestApp
let buzon: Buzon
let pool: ReturnType<typeof createPool>
let entrega: EntregaCartas
let empresa: { id: EmpresaId }
let token: string
let persona: string
let cajero: string
let n = 0

beforeAll(async () => {
  buzon = await startBuzon()
  app = await buildTestApp({ env: { SMTP_URL: buzon.url, LIMITE_DESTINATARIOS_USUARIO: '60', LIMITE_DESTINATARIOS_EMPRESA: '300' } })
  pool = createPool(app.database.workerUrl, 'yupana_worker', { max: 2 })
  const deps = { ...app.deps, db: createDb(pool) }
  entrega = new EntregaCartas(deps, { pago: adjuntarRecibo(deps) })
})
afterAll(async () => {
  await entrega?.close()
  await pool?.end()
  await app?.close()
  await buzon?.close()
})
beforeEach(() => begin('PRODUCCION'))

async function begin(ambiente: Ambiente, correos: string[] = ['ana@ejemplo.ec']) {
  await entrega.deliverDue()
  buzon.recibidas.length = 0
  empresa = await buildEmpresa(app, { ambiente })
  const { id, username } = await buildUsuario(app, { empresas: [empresa] })
  cajero = id
  token = (await app.signIn(username)).token
  const cliente = { tipo_identificacion: '05', identificacion: cedulaOf(800 + ++n), razon_social: 'ANA PEREZ', roles: ['cliente'], correos }
  persona = (await app.call<{ id: string }>(createPersona, { token, headers: key(), body: cliente })).data.id
}

const key = () => ({ 'idempotency-key': randomUUID() })
const hoy = () => fechaIn(app.clock.now())
const textoDe = (para: string) => (buzon.recibidas.find((one) => one.para === para)?.texto ?? '').replace(/=\r?\n/g, '')

/** A collection of 60 over a debt of 100, with an advance of 5. */
async function cobrar(sentido: 'COBRAR' | 'PAGAR' = 'COBRAR', headers = key()) {
  const saldo = { sentido, persona_id: persona, numero: `001-001-${String(++n).padStart(9, '0')}`, fecha: addDays(hoy(), -40) }
  const debe = (await app.call<Cuenta>(createSaldoInicial, { token, headers: key(), body: { ...saldo, valor: fromUnits(100) } })).data
  const body = {
    sentido,
    persona_id: persona,
    aplicaciones: [{ cuenta_id: debe.id, valor: fromUnits(60) }],
    metodos: [{ metodo: 'TRANSFERENCIA', valor: fromUnits(65), banco: 'Pichincha', referencia: '998877' }],
    anticipo: fromUnits(5),
  }
  const answers = await Promise.all([1, 2].map(() => app.call<Pago & { sin_correo?: string }>(createPago, { token, headers, body })))
  for (const { status } of answers) expect(status).toBe(200)
  // The answer of the call that collected carries the reason; the other call only reads the payment.
  return answers.find(({ data }) => data.sin_correo !== undefined)?.data ?? answers[0]!.data
}
const mail = (id: string, change: object = {}, headers = key()) =>
  app.call<Pago>(mailPago, { token, params: { id }, body: { correos: ['ana@ejemplo.ec'], ...change }, headers })
const read = async (id: string) => (await app.call<Pago>(readPagoCartera, { token, params: { id } })).data
const reversar = (id: string) => app.call(reversePago, { token, params: { id }, body: { motivo: 'Cheque devuelto' } })

it('brings the receipt to each address once, says what was paid and what is left, and the payment tells whom it reached', async () => {
  const pago = await cobrar()
  const headers = key()
  const envio = { correos: ['ana@ejemplo.ec', 'ANA@ejemplo.ec', 'luis@ejemplo.ec'], mensaje: 'Gracias por su pago' }
  for (const { status } of await Promise.all([mail(pago.id, envio, headers), mail(pago.id, envio, headers)])) expect(status).toBe(200)
  expect((await read(pago.id)).correos.map(({ para, estado }) => [para, estado])).toEqual(
    expect.arrayContaining([
      ['ana@ejemplo.ec', 'PENDIENTE'],
      ['luis@ejemplo.ec', 'PENDIENTE'],
    ]),
  )
  // Two workers at once.
  await Promise.all([entrega.deliverDue(), entrega.deliverDue()])
  expect(buzon.recibidas.map(({ para }) => para).sort()).toEqual(['ana@ejemplo.ec', 'luis@ejemplo.ec'])
  const texto = textoDe('ana@ejemplo.ec')
  expect(texto).toMatch(/recibi=C3=B3 de usted \$65\.00 el/)
  expect(texto).toMatch(/: \$60\.00, quedan por pagar \$40\.00[\s\S]*Anticipo: \$5\.00[\s\S]*Gracias por su pago/)
  expect(texto).toMatch(new RegExp(`filename="?recibo-${pago.numero}\\.pdf`))
  // %PDF in base64.
  expect(texto).toContain('JVBERi')
  expect((await read(pago.id)).correos.map(({ estado }) => estado)).toEqual(['ENVIADO', 'ENVIADO'])
  const hechos = await app.owner
    .selectFrom('auditoria')
    .select('detalle')
    .where('objeto', '=', pago.id)
    .where('accion', '=', 'pago.correo')
    .execute()
  expect(hechos).toEqual([{ detalle: { numero: pago.numero, persona: 'ANA PEREZ', correos: ['ana@ejemplo.ec', 'luis@ejemplo.ec'] } }])
  // Sent again, with another key.
  expect((await mail(pago.id)).status).toBe(200)
  await entrega.deliverDue()
  expect(buzon.recibidas.filter(({ para }) => para === 'ana@ejemplo.ec')).toHaveLength(2)
})

it('tells a supplier what was paid to him', async () => {
  const { id, numero } = await cobrar('PAGAR')
  expect((await mail(id)).status).toBe(200)
  await entrega.deliverDue()
  expect(textoDe('ana@ejemplo.ec')).toMatch(new RegExp(`Comprobante de pago ${numero}[\\s\\S]*le pag=C3=B3 \\$65\\.00`))
})

it('a reversed payment is not mailed, and a letter that waited when it was reversed is not sent', async () => {
  const { id, numero } = await cobrar()
  expect((await mail(id)).status).toBe(200)
  expect((await reversar(id)).status).toBe(200)
  expect((await mail(id)).problems).toEqual([
    { campo: 'id', message: `${numero} está reversado: su recibo ya no vale y no se envía por correo.` },
  ])
  await entrega.deliverDue()
  expect(buzon.recibidas).toEqual([])
  expect((await read(id)).correos).toMatchObject([
    { para: 'ana@ejemplo.ec', estado: 'FALLIDO', error: 'Se reversó antes de enviarse: su recibo ya no vale.' },
  ])
})

it('reaches one address ten times a day at most, and five addresses at once', async () => {
  const { id } = await cobrar()
  const answers = await Promise.all(Array.from({ length: 30 }, () => mail(id)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(20)
  expect(refused[0]?.msg).toMatch(/^Ya envió diez recibos a ese correo en un día/)
  expect((await read(id)).correos).toHaveLength(10)
  const seis = Array.from({ length: 6 }, (_, at) => `a${at}@ejemplo.ec`)
  expect((await mail(id, { correos: seis })).status).toBe(422)
})

it('is of who may register payments and of nobody else, and a receipt of another company is not found', async () => {
  const { id } = await cobrar()
  const options = { params: { id }, body: { correos: ['ana@ejemplo.ec'] }, headers: key() }
  await expectGuarded(app, empresa, mailPago, options, [ROL.USUARIO, ROL.EMPLEADO, ROL.VENDEDOR])
  await entrega.deliverDue()
  buzon.recibidas.length = 0
  const otra = await buildEmpresa(app)
  const ajeno = (await app.signIn((await buildUsuario(app, { empresas: [otra] })).username)).token
  expect((await app.call(mailPago, { ...options, token: ajeno })).status).toBe(404)
  const { id: usuario, username } = await buildUsuario(app, { empresas: [empresa], rol: ROL.VENDEDOR })
  const collections: Collection[] = ['persona:crear', 'pago:registrar']
  await app.owner.updateTable('usuario_empresa').set({ collections }).where('usuario_id', '=', usuario).execute()
  const { token: sinPagar } = await app.signIn(username)
  const suyo = await cobrar('PAGAR')
  expect((await app.call(mailPago, { ...options, params: { id: suyo.id }, token: sinPagar })).status).toBe(403)
  await entrega.deliverDue()
  expect(buzon.recibidas).toEqual([])
})

describe('by itself', () => {
  async function automatic() {
    const { data } = await app.call<AjusteCorreoGuardado>(readAjusteCorreo, { token })
    expect(data.recibo_al_cobrar).toBe(false)
    const { normal: _, ...form } = data
    const saved = await app.call<AjusteCorreoGuardado>(editAjusteCorreo, { token, body: { ...form, recibo_al_cobrar: true } })
    expect(saved.data.recibo_al_cobrar).toBe(true)
  }

  it('a receipt goes once with each collection where the company says so, and not before it does', async () => {
    expect((await cobrar()).correos).toEqual([])
    await automatic()
    expect((await cobrar()).correos).toMatchObject([{ para: 'ana@ejemplo.ec', estado: 'PENDIENTE' }])
    expect((await cobrar('PAGAR')).correos).toEqual([])
    await entrega.deliverDue()
    expect(buzon.recibidas.map(({ para }) => para)).toEqual(['ana@ejemplo.ec'])
  })

  it('of a client without an address nothing is sent nor said', async () => {
    await begin('PRODUCCION', [])
    await automatic()
    const pago = await cobrar()
    expect([pago.correos, pago.sin_correo]).toEqual([[], undefined])
  })

  it('O-95 in pruebas it goes to the company, in the simulator it stays in the outbox', async () => {
    await begin('PRUEBAS')
    await automatic()
    await app.owner.updateTable('empresa').set({ correo: 'casa@ejemplo.ec' }).where('id', '=', empresa.id).execute()
    expect((await cobrar()).correos).toMatchObject([{ para: 'casa@ejemplo.ec' }])
    await begin('SIMULADOR')
    await automatic()
    expect((await cobrar()).correos).toMatchObject([{ para: 'ana@ejemplo.ec', estado: 'BANDEJA' }])
    await entrega.deliverDue()
    expect(buzon.recibidas).toEqual([])
  })

  it('beyond the limit the collection stands, and it is told that its receipt did not go', async () => {
    await automatic()
    for (let at = 0; at < 10; at += 1) expect((await cobrar()).sin_correo).toBeUndefined()
    const pago = await cobrar()
    expect(pago.estado).toBe('REGISTRADO')
    expect(pago.sin_correo).toMatch(/^Ya envió diez recibos a ese correo en un día/)
    expect(pago.correos).toEqual([])
  })

  it('O-122 what goes by itself takes no place of the cashier, and leaves a third of the company’s to people', async () => {
    const take = (limite: Limite, quien: string, places: number) => requirePlaces(app.deps, app.deps.db, limite, quien, places)
    await automatic()
    await take(LIMITES.destinatario, cajero, 60)
    expect(await cobrar()).toMatchObject({ correos: [{ para: 'ana@ejemplo.ec' }] })
    await take(LIMITES.destinatarioEmpresa, empresa.id, 199)
    const pago = await cobrar()
    expect([pago.estado, pago.correos]).toEqual(['REGISTRADO', []])
    expect(pago.sin_correo).toBeDefined()
    await expect(take(LIMITES.destinatarioEmpresa, empresa.id, 100)).resolves.toBeUndefined()
  })
})
