import { randomUUID } from 'node:crypto'
import {
  createPago,
  createPersona,
  createSaldoInicial,
  exemptRecordatorio,
  mailEstadoCuenta,
  readRecordatorio,
  readRecordatoriosDePersona,
  saveRecordatorio,
  type Cuenta,
  type RecordatorioGuardado,
  type RecordatoriosDePersona,
} from '@yupana/contract'
import { addDays, fechaIn, fromUnits } from '@yupana/fiscal'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createDb, createPool } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { startBuzon, type Buzon } from '../../testing/buzon.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { cedulaOf } from '../../testing/identificaciones.ts'
import { EntregaCartas } from '../carta/carta.door.ts'
import { remindDue } from './cartera.door.ts'

// Automatic reminders of a company in production, with two workers.

let app: TestApp
let buzon: Buzon
let entrega: EntregaCartas
const pools: ReturnType<typeof createPool>[] = []
let empresa: { id: EmpresaId }
let token: string
let n = 0

beforeAll(async () => {
  buzon = await startBuzon()
  app = await buildTestApp({ env: { SMTP_URL: buzon.url, LIMITE_DESTINATARIOS_EMPRESA: '6' } })
  pools.push(...[0, 1].map(() => createPool(app.database.workerUrl, 'yupana_worker', { max: 2 })))
  entrega = new EntregaCartas({ ...app.deps, db: createDb(pools[0]!) })
})
afterAll(async () => {
  await entrega?.close()
  await Promise.all(pools.map((pool) => pool.end()))
  await app?.close()
  await buzon?.close()
})
beforeEach(async () => {
  await app.owner.deleteFrom('carta_cuenta').execute()
  await app.owner.updateTable('recordatorio_ajuste').set({ activo: false }).execute()
  await sql`truncate limite_uso`.execute(app.owner)
  buzon.recibidas.length = 0
  ;({ empresa, token } = await company())
})

/** A company in production and its ADMIN. */
async function company() {
  const built = await buildEmpresa(app)
  await app.owner.updateTable('empresa').set({ ambiente: 'PRODUCCION' }).where('id', '=', built.id).execute()
  return { empresa: built, token: (await app.signIn((await buildUsuario(app, { empresas: [built] })).username)).token }
}

const hoy = () => fechaIn(app.clock.now())
const key = () => ({ 'idempotency-key': randomUUID() })
const save = (change: object = {}, bearer = token) =>
  app.call<RecordatorioGuardado>(saveRecordatorio, { token: bearer, body: { version: 0, activo: true, pasos: [-3, 0, 7], ...change } })
async function client(correos: string[] = ['ana@ejemplo.ec'], bearer = token): Promise<string> {
  const body = { tipo_identificacion: '05', identificacion: cedulaOf(800 + ++n), razon_social: `CLIENTA ${n}`, roles: ['cliente'], correos }
  return (await app.call<{ id: string }>(createPersona, { token: bearer, headers: key(), body })).data.id
}
async function owe(persona: string, numero: number, vence: string, valor = 20, bearer = token): Promise<string> {
  const body = {
    sentido: 'COBRAR',
    persona_id: persona,
    numero: `001-001-${String(numero).padStart(9, '0')}`,
    fecha: addDays(hoy(), -90),
    vence,
    valor: fromUnits(valor),
  }
  return (await app.call<Cuenta>(createSaldoInicial, { token: bearer, headers: key(), body })).data.id
}
const remind = async () => {
  await Promise.all(pools.map((pool) => remindDue({ ...app.deps, db: createDb(pool) })))
  await entrega.deliverDue()
}
const of = async (persona: string, bearer = token) =>
  (await app.call<RecordatoriosDePersona>(readRecordatoriosDePersona, { token: bearer, params: { id: persona } })).data
const textOf = (at = 0) => (buzon.recibidas[at]?.texto ?? '').replace(/=\r?\n/g, '')
const nextDay = async (days = 1) => {
  app.clock.advance(days * 86_400_000)
  const { username } = await buildUsuario(app, { empresas: [empresa] })
  token = (await app.signIn(username)).token
}

describe('the setting', () => {
  it('is off until somebody sets it, refuses other days, and tells the second of two who save', async () => {
    const read = async () => (await app.call<RecordatorioGuardado>(readRecordatorio, { token })).data
    expect(await read()).toEqual({ version: 0, activo: false, pasos: [], mensaje: null, guardado: null })
    for (const change of [{ pasos: [] }, { pasos: [2] }, { pasos: ['3'] }, { mensaje: 'x'.repeat(1001) }])
      expect((await save(change)).status).toBe(422)
    expect((await Promise.all([save({ pasos: [7, -3, 7] }), save()])).map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await read()).toMatchObject({ version: 1, activo: true, guardado: { usuario: expect.stringMatching(/./) } })
    const other = await company()
    expect((await app.call<RecordatorioGuardado>(readRecordatorio, { token: other.token })).data.version).toBe(0)
  })

  it('is for who registers payments, and a client is of his own company', async () => {
    const persona = await client()
    const body = { version: 0, activo: false, pasos: [] }
    await expectGuarded(app, empresa, saveRecordatorio, { body }, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
    await expectGuarded(app, empresa, readRecordatorio, {}, [ROL.USUARIO])
    const one = { params: { id: persona } }
    await expectGuarded(app, empresa, readRecordatoriosDePersona, one, [ROL.USUARIO])
    await expectGuarded(app, empresa, exemptRecordatorio, { ...one, body: { exento: true } }, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
    const other = await company()
    expect((await app.call(readRecordatoriosDePersona, { ...one, token: other.token })).status).toBe(404)
    expect((await app.call(exemptRecordatorio, { ...one, token: other.token, body: { exento: true } })).status).toBe(404)
  })
})

describe('a client', () => {
  it('is told once for each day that was chosen, whichever of two workers looks, of what is due until then', async () => {
    await save({ mensaje: 'Cuenta de ahorros 123' })
    const persona = await client()
    await owe(persona, 1, addDays(hoy(), -5), 10)
    await owe(persona, 2, addDays(hoy(), 3), 20)
    await owe(persona, 3, addDays(hoy(), 40), 40)
    await remind()
    await remind()
    expect(buzon.recibidas.map(({ para }) => para)).toEqual(['ana@ejemplo.ec'])
    expect(textOf()).toContain('001-001-000000001: $10.00')
    expect(textOf()).toContain('001-001-000000002: $20.00')
    expect(textOf()).not.toContain('001-001-000000003')
    expect(textOf()).toContain('Cuenta de ahorros 123')
    expect((await of(persona)).enviados).toEqual([
      {
        id: expect.any(String),
        en: expect.any(String),
        correos: ['ana@ejemplo.ec'],
        total: fromUnits(30),
        usuario: null,
        con_estado: false,
        estado: null,
      },
    ])
    // The first client is seven days late two days later; the second is due on the third day.
    await nextDay(2)
    await remind()
    await nextDay()
    await remind()
    expect(buzon.recibidas).toHaveLength(3)
    const hechos = await app.owner
      .selectFrom('auditoria')
      .select(['usuario_id', 'detalle'])
      .where('objeto', '=', persona)
      .where('accion', '=', 'cartera.recordar')
      .execute()
    expect(hechos).toHaveLength(3)
    expect(hechos[0]).toMatchObject({ usuario_id: null, detalle: { total: fromUnits(30), automatico: true } })
  })

  it('who paid, paid ahead, has no mail or is left out is told nothing; what somebody sends by hand stands in the same list', async () => {
    await save()
    const [paid, mute, left, ahead] = [await client(), await client([]), await client(), await client()]
    await owe(ahead, 4, hoy(), 10)
    const anticipo = {
      sentido: 'COBRAR',
      persona_id: ahead,
      metodos: [{ metodo: 'EFECTIVO', valor: fromUnits(10) }],
      aplicaciones: [],
      anticipo: fromUnits(10),
    }
    expect((await app.call(createPago, { token, headers: key(), body: anticipo })).status).toBe(200)
    const cuenta = await owe(paid, 1, hoy(), 10)
    await owe(mute, 2, hoy())
    await owe(left, 3, hoy())
    const pago = {
      sentido: 'COBRAR',
      persona_id: paid,
      metodos: [{ metodo: 'EFECTIVO', valor: fromUnits(10) }],
      aplicaciones: [{ cuenta_id: cuenta, valor: fromUnits(10) }],
    }
    expect((await app.call(createPago, { token, headers: key(), body: pago })).status).toBe(200)
    const exempt = (exento: boolean) =>
      app.call<RecordatoriosDePersona>(exemptRecordatorio, { token, params: { id: left }, body: { exento } })
    expect((await exempt(true)).data).toMatchObject({ activo: true, exento: true })
    await remind()
    expect(buzon.recibidas).toEqual([])
    expect(await of(mute)).toMatchObject({ correos: [], enviados: [] })
    expect((await exempt(false)).data.exento).toBe(false)
    await remind()
    expect(buzon.recibidas).toEqual([])
    await app.call(mailEstadoCuenta, { token, headers: key(), params: { id: left }, body: { correos: ['otra@ejemplo.ec'] } })
    expect((await of(left)).enviados).toMatchObject([{ correos: ['otra@ejemplo.ec'], usuario: expect.stringMatching(/./) }])
    const hechos = await app.owner.selectFrom('auditoria').select('detalle').where('accion', '=', 'cartera.recordatorios_cliente').execute()
    expect(hechos).toHaveLength(2)
  })

  it('is told two days late at most after a stop, and nothing of days before it was switched on', async () => {
    const persona = await client()
    await owe(persona, 1, addDays(hoy(), -7))
    await save()
    await owe(await client(['antes@ejemplo.ec']), 2, addDays(hoy(), -8))
    await remind()
    expect(buzon.recibidas.map(({ para }) => para)).toEqual(['ana@ejemplo.ec'])
    await owe(persona, 3, addDays(hoy(), 4))
    await nextDay(3)
    await remind()
    expect(buzon.recibidas).toHaveLength(2)
    const late = await client(['luz@ejemplo.ec'])
    await owe(late, 4, addDays(hoy(), 3))
    await nextDay(6)
    await remind()
    expect(buzon.recibidas.filter(({ para }) => para === 'luz@ejemplo.ec')).toEqual([])
  })

  it('who was written to three times today waits until tomorrow, without holding up the others', async () => {
    await save()
    const correos = new Map<string, string>()
    for (const correo of ['v1@ejemplo.ec', 'v2@ejemplo.ec']) correos.set(await client([correo]), correo)
    // Turns go by id: the first client is the one that waits.
    const [first = '', second = ''] = [...correos.keys()].toSorted()
    await owe(first, 1, hoy())
    await owe(second, 2, hoy())
    const [full = '', free = ''] = [correos.get(first), correos.get(second)]
    const call = { token, params: { id: first }, body: { correos: [full] } }
    for (let times = 1; times <= 3; times++) expect((await app.call(mailEstadoCuenta, { ...call, headers: key() })).status).toBe(200)
    const to = (correo: string) => buzon.recibidas.filter(({ para }) => para === correo).length
    await remind()
    expect([to(full), to(free)]).toEqual([3, 1])
    await nextDay()
    app.clock.advance(1_000)
    await remind()
    expect([to(full), to(free)]).toEqual([4, 1])
  })

  it('O-122 of a trial is never written to; reminders take two thirds of its company, hold up no other, and go on the next day', async () => {
    const trial = await company()
    await app.owner.updateTable('empresa').set({ ambiente: 'PRUEBAS' }).where('id', '=', trial.empresa.id).execute()
    await save({}, trial.token)
    await owe(await client(['prueba@ejemplo.ec'], trial.token), 1, hoy(), 20, trial.token)
    await save()
    let last = ''
    for (let at = 1; at <= 6; at++) {
      last = await client([`c${at}@ejemplo.ec`])
      await owe(last, at, hoy())
    }
    const other = await company()
    await save({}, other.token)
    await owe(await client(['otra@ejemplo.ec'], other.token), 1, hoy(), 20, other.token)
    await remind()
    // The limit is six a day here, and counts manual mails too.
    expect(buzon.recibidas).toHaveLength(5)
    expect(buzon.recibidas.map(({ para }) => para)).toContain('otra@ejemplo.ec')
    const byHand = async (...correos: string[]) =>
      (await app.call(mailEstadoCuenta, { token, headers: key(), params: { id: last }, body: { correos } })).status
    const places = [await byHand('h1@ejemplo.ec', 'h2@ejemplo.ec', 'h3@ejemplo.ec'), await byHand('h1@ejemplo.ec', 'h2@ejemplo.ec')]
    expect([...places, await byHand('h4@ejemplo.ec')]).toEqual([429, 200, 429])
    await nextDay()
    app.clock.advance(1_000)
    await remind()
    expect(
      buzon.recibidas
        .map(({ para }) => para)
        .filter((para) => !para.startsWith('h'))
        .sort(),
    ).toEqual(['c1@ejemplo.ec', 'c2@ejemplo.ec', 'c3@ejemplo.ec', 'c4@ejemplo.ec', 'c5@ejemplo.ec', 'c6@ejemplo.ec', 'otra@ejemplo.ec'])
  })

  it('is told in daylight, though a hundred clients stand before and the letter of one fails; people may still write', async () => {
    await save()
    const persona = await client()
    const manana = addDays(hoy(), 1)
    await owe(persona, 1, manana)
    const copies = sql`
      with copia as (
        insert into persona select (jsonb_populate_record(p, jsonb_build_object('id', ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
                                    'identificacion', 'P' || n, 'tipo_identificacion', '06', 'correos', '{}'::text[]))).*
          from persona p, generate_series(1, 120) n where p.empresa_id = ${empresa.id} and p.id = ${persona} returning id)
      insert into cuenta select (jsonb_populate_record(c, jsonb_build_object('id', x.id, 'origen_id', x.id, 'persona_id', x.id))).*
        from cuenta c, copia x where c.empresa_id = ${empresa.id} and c.persona_id = ${persona}`
    await copies.execute(app.owner)
    await sql`
      create function falla_de_prueba() returns trigger language plpgsql as $$ begin raise 'planted'; end $$`.execute(app.owner)
    await sql`
      create trigger falla_de_prueba before insert on recordatorio_paso for each row
        when (new.cuenta_id = '00000000-0000-4000-8000-000000000007') execute function falla_de_prueba()`.execute(app.owner)
    const until = (hora: string) => app.clock.advance(Date.parse(`${manana}T${hora}:00-05:00`) - app.clock.now().getTime())
    until('07:59')
    await remind()
    expect(buzon.recibidas).toEqual([])
    until('08:00')
    await remind()
    await sql`drop function falla_de_prueba cascade`.execute(app.owner)
    expect(buzon.recibidas.map(({ para }) => para)).toEqual(['ana@ejemplo.ec'])
    const { count } = await app.owner
      .selectFrom('recordatorio_paso')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('empresa_id', '=', empresa.id)
      .executeTakeFirstOrThrow()
    expect(count).toBe(120)
    // The reminder took one of six places.
    await nextDay(0)
    const correos = [1, 2, 3, 4, 5].map((n) => `p${n}@ejemplo.ec`)
    expect((await app.call(mailEstadoCuenta, { token, headers: key(), params: { id: persona }, body: { correos } })).status).toBe(200)
  })
})
