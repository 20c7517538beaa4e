import {
  createNorma,
  createProducto,
  editNorma,
  emitFactura,
  NORMAS_HEADER,
  normasVigentes,
  readNorma,
  searchNorma,
  withdrawNorma,
  type Emitido,
  type Listing,
  type NormaDetalle,
  type NormaFila,
} from '@yupana/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'
import { buildEmisor, facturaForm, type Emisor } from '../../testing/emisor.ts'
import { passSecond } from '../../testing/pass-second.ts'
import { inflate } from '../../db/bytes.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'

// Dated legal facts are data: SUPER_ADMIN adds a validity, it holds at once for all, and issued documents stay as they are.

let app: TestApp
let sri: SimuladorDePrueba
let emisor: Emisor
let jefe: string
let vendedor: string

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp(), startSimulador()])
  emisor = await buildEmisor(app, sri)
  const empresa = await buildEmpresa(app)
  jefe = await tokenOfNew(app, { empresas: [empresa], rol: ROL.SUPER_ADMIN, superAdmin: true })
  vendedor = await tokenOfNew(app, { empresas: [empresa], rol: ROL.VENDEDOR })
})
afterAll(async () => {
  await app?.close()
  await sri?.stop()
})

const read = async (id: string) => (await app.call<NormaDetalle>(readNorma, { token: jefe, params: { id } })).data
/** The initial form: 16 % of IVA from next year on; the clock is at 2026-06-15. */
const form = async (change: Record<string, unknown> = {}) => {
  const { version } = (await app.call<{ version: number }>(normasVigentes, { token: jefe })).data
  return {
    tema: 'IVA',
    codigo: '4',
    nombre: '16%',
    valor: '16',
    desde: '2027-01-01',
    hasta: null,
    fuente: 'Ley de prueba, R.O. 1',
    confianza: 'V',
    motivo: 'Sube la tarifa',
    version,
    ...change,
  }
}
const create = async (change: Record<string, unknown> = {}) =>
  app.call<NormaDetalle>(createNorma, { token: jefe, body: await form(change) })
const emit = (iva = 6, total = 11_500_000) => {
  const body = facturaForm()
  return app.call<Emitido>(emitFactura, {
    token: emisor.token,
    params: { id: randomUUID() },
    headers: { 'idempotency-key': randomUUID() },
    body: { ...body, lineas: [{ ...body.lineas[0]!, iva }], pagos: [{ forma_pago: '20', total }] },
  })
}
const periods = ({ periodos }: NormaDetalle) => periodos.map(({ texto, desde, hasta }) => [texto, desde, hasta])

describe('reading', () => {
  it('what holds on a day, with value, validity, source and what is unconfirmed, for whoever is signed in', async () => {
    const { data } = await app.call<Listing<NormaFila>>(searchNorma, {
      token: vendedor,
      query: { tema: 'PARAMETRO', fecha: '2026-06-15', size: '50' },
    })
    expect(data.content.find(({ codigo }) => codigo === 'consumidorFinalMaximo')).toMatchObject({
      texto: '$50.00',
      fuente: 'Ficha técnica offline v2.34',
      por_confirmar: false,
      desde: null,
      hasta: null,
    })
    expect(data.content.find(({ codigo }) => codigo === 'toleranciaIva')).toMatchObject({ por_confirmar: true, confianza: 'R' })
    const found = await app.call<Listing<NormaFila>>(searchNorma, {
      token: vendedor,
      query: { q: 'bienes muebles 312', fecha: '2026-02-01' },
    })
    expect(found.data.content.map(({ texto, hasta }) => [texto, hasta])).toEqual([['1.75%', '2026-02-28']])
    const unconfirmed = await app.call<Listing<NormaFila>>(searchNorma, {
      token: vendedor,
      query: { por_confirmar: 'true', sort: 'codigo,ASC' },
    })
    expect(unconfirmed.data.totalElements).toBeGreaterThan(40)
    expect(unconfirmed.data.content.every((fila) => fila.por_confirmar)).toBe(true)
  })
  it('all periods of one fact, and 404 for what nobody knows', async () => {
    expect(periods(await read('PARAMETRO.anulacionDia'))).toEqual([
      ['Día 7', '2025-08-01', null],
      ['Día 10', null, '2025-07-31'],
    ])
    for (const id of ['IVA.99', 'NADA.1']) expect((await app.call(readNorma, { token: jefe, params: { id } })).status).toBe(404)
  })
})

describe('a change', () => {
  it("is SUPER_ADMIN's alone", async () => {
    for (const token of [vendedor, emisor.token]) expect((await app.call(createNorma, { token, body: await form() })).status).toBe(403)
  })
  it('holds from its day on, for every company, without touching what was issued', async () => {
    const issued = await emit()
    expect(issued.status).toBe(200)
    const before = await app.owner
      .selectFrom('documento_version')
      .select(['sha256'])
      .where('documento_id', '=', issued.data.id)
      .executeTakeFirstOrThrow()
    const { status, data } = await create()
    expect(status).toBe(200)
    expect(periods(data)).toEqual([
      ['16%', '2027-01-01', null],
      ['15%', '2024-04-01', '2026-12-31'],
    ])
    expect((await emit()).status).toBe(200)
    app.clock.set('2027-01-02T10:00:00-05:00')
    const [{ token }] = [await app.signIn(emisor.usuario.username)]
    emisor.token = token
    const late = await emit()
    expect(late.problems.map(({ message }) => message)).toEqual([expect.stringContaining('$11.60')])
    // The certificate of the test is still valid two weeks later.
    expect((await emit(6, 11_600_000)).status).toBe(200)
    expect(
      await app.owner
        .selectFrom('documento_version')
        .select(['sha256'])
        .where('documento_id', '=', issued.data.id)
        .executeTakeFirstOrThrow(),
    ).toEqual(before)
  })
  it('a new code of IVA can be given to a product and sold with', async () => {
    jefe = (
      await app.signIn((await buildUsuario(app, { empresas: [await buildEmpresa(app)], rol: ROL.SUPER_ADMIN, superAdmin: true })).username)
    ).token
    expect((await create({ codigo: '11', nombre: '17%', valor: '17%', desde: '2027-01-02' })).status).toBe(200)
    const producto = await app.call(createProducto, {
      token: emisor.token,
      headers: { 'idempotency-key': randomUUID() },
      body: { code: 'N', name: 'N', type_product: 'SERVICIO', iva: 111, price: 1 },
    })
    expect(producto.status).toBe(200)
    const { status, data } = await emit(111, 11_700_000)
    expect(status).toBe(200)
    const { xml } = await app.owner
      .selectFrom('documento_version')
      .select('xml')
      .where('documento_id', '=', data.id)
      .executeTakeFirstOrThrow()
    expect(inflate(xml).toString().replace(/\s+</g, '<')).toMatch(/<codigoPorcentaje>11<\/codigoPorcentaje>.*<tarifa>17/)
  })
  it('of past days asks for confirmation, with the reason that every change has', async () => {
    const past = { tema: 'PARAMETRO', codigo: 'consumidorFinalMaximo', nombre: 'Máximo', valor: '200', desde: '2026-12-01' }
    const refused = await create(past)
    expect([refused.status, refused.problems[0]?.campo]).toEqual([422, 'confirmar_pasado'])
    expect((await create({ ...past, motivo: '' })).problems.map(({ campo }) => campo)).toEqual(['motivo'])
    const { data } = await create({ ...past, confirmar_pasado: true, motivo: 'Se publicó tarde' })
    expect(data.cambios[0]).toMatchObject({ valor: '200', motivo: 'Se publicó tarde', retirada: false, usuario: expect.any(String) })
    expect(periods(data)).toEqual([
      ['$200.00', '2026-12-01', null],
      ['$50.00', null, '2026-11-30'],
    ])
  })
  it.each<[string, Record<string, unknown>, string]>([
    ['no source', { fuente: '' }, 'fuente'],
    ['a figure beyond reason', { valor: '160', desde: '2027-03-01' }, 'valor'],
    ['a day that is none', { desde: '2027-02-30' }, 'desde'],
    ['the same first day again', {}, 'desde'],
    ['over a later validity', { desde: '2026-12-01' }, 'hasta'],
    ["another theme's code", { codigo: 'x' }, 'codigo'],
  ])('is refused: %s', async (_, change, campo) => {
    const { status, problems } = await create(change)
    expect([status, problems.map((one) => one.campo)]).toEqual([422, [campo]])
  })
  it('an older reading is refused, and two at once leave one', async () => {
    expect((await app.call(createNorma, { token: jefe, body: await form({ codigo: '5', desde: '2027-05-01', version: 0 }) })).status).toBe(
      409,
    )
    const body = await form({ codigo: '5', nombre: '6%', valor: '6', desde: '2027-05-01' })
    const answers = await Promise.all([1, 2, 3].map(() => app.call(createNorma, { token: jefe, body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })
  it('is edited, ended and taken back; every step stays on record', async () => {
    const edited = await app.call<NormaDetalle>(editNorma, {
      token: jefe,
      body: await form({
        codigo: '5',
        nombre: '6%',
        valor: '6',
        desde: '2027-05-01',
        hasta: '2027-12-31',
        confianza: 'M',
        motivo: 'Rige solo este año',
      }),
    })
    expect(periods(edited.data).slice(0, 2)).toEqual([
      ['6%', '2027-05-01', '2027-12-31'],
      ['5%', '2024-04-01', '2027-04-30'],
    ])
    expect(edited.data.periodos[0]).toMatchObject({ por_confirmar: true })
    expect((await app.call(editNorma, { token: jefe, body: await form({ codigo: '5', desde: '2027-06-01' }) })).status).toBe(404)
    const [last] = edited.data.cambios
    const { version } = await form()
    const back = await app.call<NormaDetalle>(withdrawNorma, { token: jefe, body: { id: last!.id, motivo: 'Se derogó antes', version } })
    expect(periods(back.data)[0]).toEqual(['6%', '2027-05-01', null])
    expect(back.data.cambios.map(({ retira, retirada }) => [retira !== null, retirada])).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ])
    expect(
      (await app.call(withdrawNorma, { token: jefe, body: { id: last!.id, motivo: 'Otra vez', version: back.data.version } })).status,
    ).toBe(404)
    expect(
      await app.owner
        .selectFrom('auditoria')
        .select('accion')
        .where('accion', 'like', 'norma.%')
        .where('objeto', '=', 'IVA.5')
        .orderBy('id')
        .execute(),
    ).toEqual([{ accion: 'norma.crear' }, { accion: 'norma.editar' }, { accion: 'norma.retirar' }])
  })
  it('nothing of it can be changed or deleted in the database', async () => {
    await expect(app.owner.deleteFrom('norma').execute()).rejects.toThrow(/solo admite filas nuevas/)
    await expect(app.owner.updateTable('norma').set({ valor: '1' }).execute()).rejects.toThrow(/solo admite filas nuevas/)
  })
})

describe('every process', () => {
  it('tells its version with each answer, and takes over within a second what another one wrote', async () => {
    const { version } = await form()
    const { usuario_id } = await app.owner.selectFrom('norma').select('usuario_id').limit(1).executeTakeFirstOrThrow()
    await app.owner
      .insertInto('norma')
      .values({
        tema: 'PARAMETRO',
        codigo: 'propinaMaxima',
        nombre: 'Propina',
        valor: '12',
        desde: '2027-01-01',
        hasta: null,
        fuente: 'Otra',
        nota: null,
        confianza: 'V',
        retira: null,
        motivo: 'Otro proceso',
        usuario_id,
        usuario: 'otro',
        en: app.clock.now(),
      })
      .execute()
    const answer = () => app.call<Listing<NormaFila>>(searchNorma, { token: jefe, query: { q: 'propina', fecha: '2027-02-01' } })
    passSecond()
    expect((await answer()).data.content.map(({ texto }) => texto)).toEqual(['12%'])
    expect(Number((await answer()).headers[NORMAS_HEADER])).toBe(version + 1)
  })
})
