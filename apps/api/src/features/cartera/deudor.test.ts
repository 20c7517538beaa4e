import { randomUUID } from 'node:crypto'
import {
  COLUMNA_EDAD,
  createPago,
  createPersona,
  createSaldoInicial,
  exportDeudor,
  exportPago,
  ORDENES_DEUDOR,
  resumenCartera,
  searchCuenta,
  searchDeudor,
  type CarteraResumen,
  type Cuenta,
  type Deudor,
  type Listing,
} from '@yupana/contract'
import { ANTIGUEDADES, fromDecimal } from '@yupana/fiscal'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'

// Debts by person (O-126).

let app: TestApp
let token: string

beforeAll(async () => {
  app = await buildTestApp()
})
beforeEach(async () => {
  const usuario = await buildUsuario(app, { empresas: [await buildEmpresa(app)] })
  token = (await app.signIn(usuario.username)).token
})
afterAll(() => app?.close())

const key = () => ({ 'idempotency-key': randomUUID() })
const ok = async <T>(answer: Promise<{ status: number; data: T; problems: unknown }>): Promise<T> => {
  const { status, data, problems } = await answer
  expect(status, JSON.stringify(problems)).toBe(200)
  return data
}
const OTRO = { tipo_identificacion: '06', razon_social: 'BETO SALAS', roles: ['cliente'], correos: [], telefonos: [] }
const personaOf = async (identificacion: string, razon_social: string) =>
  (await ok(app.call<{ id: string }>(createPersona, { token, headers: key(), body: { ...OTRO, identificacion, razon_social } }))).id
const traer = (persona_id: string, numero: number, vence: string, valor: number) =>
  ok(
    app.call<Cuenta>(createSaldoInicial, {
      token,
      headers: key(),
      body: {
        sentido: 'COBRAR',
        persona_id,
        numero: `001-001-${String(numero).padStart(9, '0')}`,
        fecha: '2025-12-01',
        vence,
        valor: fromDecimal(valor),
      },
    }),
  )

const anticipar = (persona_id: string, valor: number) => {
  const body = { sentido: 'COBRAR', persona_id, anticipo: fromDecimal(valor), metodos: [{ metodo: 'EFECTIVO', valor: fromDecimal(valor) }] }
  return ok(app.call(createPago, { token, headers: key(), body }))
}
const cuentas = async (query: Record<string, string>) =>
  (await ok(app.call<Listing<Cuenta>>(searchCuenta, { token, query: { sentido: 'COBRAR', size: '50', ...query } }))).content
const edadDe = Object.fromEntries(ANTIGUEDADES.map((edad) => [COLUMNA_EDAD[edad], edad]))
/** The value of a row in a column. */
const en = (orden: string) => (row: Deudor) => row[(edadDe[orden] ?? orden) as 'saldo']

it('each figure is the sum of the documents it opens, the totals the sum of the rows, and the file says the same', async () => {
  const [ana, beto, clara] = [
    await personaOf('PA1', 'ANA ROJAS'),
    await personaOf('PB2', 'BETO SALAS'),
    await personaOf('PC3', 'CLARA ROJAS'),
  ]
  await traer(ana, 1, '2026-06-30', 10.01)
  await traer(ana, 2, '2026-06-14', 20.02)
  await traer(ana, 3, '2026-01-01', 0.03)
  await traer(beto, 4, '2026-05-01', 300)
  await traer(clara, 5, '2026-04-01', 7.77)
  await anticipar(ana, 5)
  await anticipar(clara, 9)
  const list = (query: Record<string, string> = {}) =>
    ok(app.call<Listing<Deudor>>(searchDeudor, { token, query: { sentido: 'COBRAR', size: '5', ...query } }))
  const { content, totalElements } = await list()
  expect(content.map(({ tercero_nombre, saldo }) => [tercero_nombre, saldo])).toEqual([
    ['BETO SALAS', fromDecimal(300)],
    ['ANA ROJAS', fromDecimal(25.06)],
    ['CLARA ROJAS', -fromDecimal(1.23)],
  ])
  expect(totalElements).toBe(3)
  for (const row of content) {
    const de = async (filtro: Record<string, string>) =>
      (await cuentas({ tercero_clave: row.tercero_clave, ...filtro })).reduce((sum, { saldo }) => sum + saldo, 0)
    expect(await de({})).toBe(row.total)
    expect(row.favor + (await de({ estado: 'FAVOR' }))).toBe(0)
    for (const antiguedad of ANTIGUEDADES) expect(await de({ antiguedad })).toBe(row[antiguedad])
  }
  for (const q of [undefined, 'rojas', '000000003'] as const) {
    const query = { sentido: 'COBRAR', ...(q && { q }) }
    const resumen = await ok(app.call<CarteraResumen>(resumenCartera, { token, query }))
    const { content: rows } = await list(q && { q })
    expect(rows.length).toBe(q === undefined ? 3 : q === 'rojas' ? 2 : 1)
    for (const cual of ['total', 'favor', 'cuentas', ...ANTIGUEDADES] as const)
      expect([q, cual, resumen[cual]]).toEqual([q, cual, rows.reduce((sum, row) => sum + row[cual], 0)])
  }
  for (const sort of ORDENES_DEUDOR.filter((orden) => orden !== 'tercero_nombre')) {
    const { content: rows } = await list({ sort: `${sort},ASC` })
    expect(rows.map(en(sort))).toEqual(rows.map(en(sort)).toSorted((a, b) => a - b))
  }
  const query = { sentido: 'COBRAR', formato: 'csv', sort: 'tercero_nombre,ASC', q: 'rojas' }
  expect((await app.call(exportDeudor, { token, query })).raw.toString()).toContain('ANA ROJAS,30.06,10.01,20.02,0.00,0.00,0.03,5.00,25.06')
})

it('payments are exported with the filters and the order of their list, those of the other side apart', async () => {
  await anticipar(await personaOf('PA1', 'ANA ROJAS'), 5)
  await anticipar(await personaOf('PC3', 'CLARA ROJAS'), 9)
  const csv = async (query: Record<string, string>) =>
    (await app.call(exportPago, { token, query: { formato: 'csv', ...query } })).raw.toString().trim().split(/\r?\n/).slice(1)
  const [ana, clara] = [/^RC-000001,ANA ROJAS,[^,]+,Efectivo,Registrado,5\.00$/, /^RC-000002,CLARA ROJAS,[^,]+,Efectivo,Registrado,9\.00$/]
  const que = (patron: RegExp): unknown => expect.stringMatching(patron)
  expect(await csv({ sentido: 'COBRAR', sort: 'numero,ASC' })).toEqual([que(ana), que(clara)])
  expect(await csv({ sentido: 'COBRAR', sort: 'total,DESC' })).toEqual([que(clara), que(ana)])
  expect(await csv({ sentido: 'COBRAR', q: 'clara' })).toEqual([que(clara)])
  expect(await csv({ sentido: 'PAGAR' })).toEqual([])
})
