import { randomUUID } from 'node:crypto'
import {
  createGastoPersonal,
  deleteGastoPersonal,
  discardGastoRecibido,
  editGastoPersonal,
  exportAnexoGastos,
  impersonationLogin,
  printFormularioGp,
  proposeGastoPersonal,
  readResumenGastos,
  readSituacion,
  requestImpersonacion,
  saveSituacion,
  searchGastoPersonal,
  searchGastoRecibido,
  type Endpoint,
  type GastoPersonal,
  type Listing,
  type PropuestaGasto,
  type ResumenGastos,
  type Session,
  type SituacionPersonal,
} from '@yupana/contract'
import { parseMonto } from '@yupana/fiscal'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createPool } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL, TODOS } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type CallOptions, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, type UsuarioBuilt } from '../../testing/builders.ts'
import { huella } from '../../testing/huella.ts'
import { formularioOf } from './formulario.ts'

/** The clave of no document. */
const CLAVE = '0'.repeat(49)
let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let yo: UsuarioBuilt
let token: string

beforeAll(async () => {
  app = await buildTestApp()
  app.clock.set(new Date('2026-06-30T15:00:00Z'))
})
afterAll(() => app?.close())
beforeEach(async () => {
  empresa = await buildEmpresa(app)
  yo = await buildUsuario(app, { empresas: [empresa] })
  token = (await app.signIn(yo.username)).token
})

const m = (text: string) => parseMonto(text)!
const key = () => ({ 'idempotency-key': randomUUID() })
let numero = 0
const form = (more: object = {}) => ({
  fecha: '2026-03-10',
  proveedor_ruc: '1790012345001',
  proveedor: 'Farmacia Ñandú',
  tipo: '01',
  numero: `001-001-${String(++numero).padStart(9, '0')}`,
  a_nombre: yo.ci,
  partes: [{ categoria: 'SALUD', monto: m('100') }],
  ...more,
})
const create = (more: object = {}, headers: Record<string, string> = key(), as = token) =>
  app.call<GastoPersonal>(createGastoPersonal, { token: as, body: form(more), headers })
const created = async (more: object = {}) => {
  const answer = await create(more)
  expect(answer.status, JSON.stringify(answer.problems)).toBe(200)
  return answer.data
}
const search = async (query: object = {}, as = token) =>
  (await app.call<Listing<GastoPersonal>>(searchGastoPersonal, { token: as, query: { anio: '2026', ...query } })).data
const resumen = async (anio = 2026) => {
  const answer = await app.call<ResumenGastos>(readResumenGastos, { token, query: { anio: String(anio) } })
  expect(answer.status, answer.msg).toBe(200)
  return answer.data
}
const SITUACION = {
  anio: 2026,
  version: 0,
  cargas: 0,
  catastrofica: false,
  parte_propia: 50_000_000,
  ingresos: null,
  deducciones: null,
  retenido: null,
  familiares: [],
}
const save = (more: object = {}) => app.call<SituacionPersonal>(saveSituacion, { token, body: { ...SITUACION, ...more } })

/** Each call with its arguments, for users without the right. */
const calls = (id: string): [Endpoint, CallOptions][] => [
  [searchGastoPersonal, { query: { anio: '2026' } }],
  [readResumenGastos, { query: { anio: '2026' } }],
  [readSituacion, { query: { anio: '2026' } }],
  [proposeGastoPersonal, { query: { ruc: '1790012345001' } }],
  [searchGastoRecibido, { query: { anio: '2026' } }],
  [discardGastoRecibido, { body: { clave_acceso: CLAVE, descartado: true } }],
  [printFormularioGp, { query: { anio: '2026' } }],
  [exportAnexoGastos, { query: { anio: '2026', formato: 'csv' } }],
  [createGastoPersonal, { body: form(), headers: key() }],
  [editGastoPersonal, { params: { id }, body: { ...form(), version: 1 } }],
  [deleteGastoPersonal, { params: { id } }],
  [saveSituacion, { body: SITUACION }],
]

describe('O-78 R-1.7 expenses of a person', () => {
  it('are added up by category against the ceiling of the year; credit notes take off, consumidor final counts for nothing', async () => {
    await created({
      partes: [
        { categoria: 'SALUD', monto: m('3000') },
        { categoria: 'ALIMENTACION', monto: m('1000.55') },
      ],
    })
    await created({ tipo: '04', partes: [{ categoria: 'SALUD', monto: m('500') }] })
    await created({ a_nombre: '9999999999999', partes: [{ categoria: 'VESTIMENTA', monto: m('80') }] })
    await created({ fecha: '2025-12-31', partes: [{ categoria: 'TURISMO', monto: m('70') }] })
    const now = await resumen()
    expect(now).toMatchObject({
      identificacion: yo.ci,
      techo: { canastas: 7, gasto: m('5752.60'), rebaja: m('1035.47') },
      documentos: 2,
      gastado: m('3500.55'),
      cuenta: m('3500.55'),
      rebaja: m('630.10'),
      perdido: { documentos: 1, gastado: m('80') },
      por_clasificar: { documentos: 0, total: 0 },
      renta: null,
    })
    expect(now.categorias.map(({ categoria, casillero, gastado }) => [categoria, casillero, gastado])).toEqual([
      ['VIVIENDA', '106', 0],
      ['EDUCACION', '107', 0],
      ['SALUD', '108', m('2500')],
      ['VESTIMENTA', '109', 0],
      ['ALIMENTACION', '110', m('1000.55')],
      ['TURISMO', '111', 0],
    ])
    // 181 of 365 days: 3,500.55 × 365 ÷ 181 is over the ceiling.
    expect(now.proyectado).toEqual({ gastado: m('7059.12'), rebaja: m('1035.47') })
    expect(await resumen(2025)).toMatchObject({ gastado: m('70'), proyectado: { gastado: m('70') }, techo: { gasto: m('5588.17') } })
  })

  it('dependants and illness raise the ceiling; of what is shared only the own part counts; the year after begins with the same family', async () => {
    const familiares = [{ identificacion: '1710034065', nombre: 'Ana', parentesco: 'CONYUGE' }]
    const saved = (await save({ cargas: 2, parte_propia: 60_000_000, familiares })).data
    expect(saved).toMatchObject({ version: 1, de_anio: null, cargas: 2, familiares })
    await created({ a_nombre: '1710034065', compartido: true, partes: [{ categoria: 'VIVIENDA', monto: m('1000') }] })
    expect(await resumen()).toMatchObject({ gastado: m('600'), techo: { canastas: 11, gasto: m('9039.80') } })
    expect((await save({ version: 1, catastrofica: true, familiares })).data.version).toBe(2)
    expect(await resumen()).toMatchObject({ techo: { canastas: 100, rebaja: m('14792.40') } })
    expect((await save({ version: 1 })).status).toBe(409)
    expect((await save()).status).toBe(409)
    const next = await app.call<SituacionPersonal>(readSituacion, { token, query: { anio: '2027' } })
    expect(next.data).toMatchObject({ anio: 2027, version: 0, de_anio: 2026, catastrofica: true, familiares, ingresos: null })
  })

  it('the estimate of the tax is by the income that is declared, and the rebate never exceeds it', async () => {
    await created({ partes: [{ categoria: 'SALUD', monto: m('5000') }] })
    await save({ ingresos: m('24000'), deducciones: m('2268'), cargas: 1, retenido: m('100') })
    expect((await resumen()).renta).toEqual({
      origen: 'DECLARADO',
      regimen: 'GENERAL',
      ingresos: m('24000'),
      deducciones: m('2268'),
      base: m('21732'),
      causado: m('816.28'),
      rebaja: m('816.28'),
      retenido: m('100'),
      a_pagar: m('-100'),
      tabla: 2026,
    })
  })

  it('the taxpayer of a natural person’s company is estimated by its sales and its régimen, where he declared no income', async () => {
    const mia = await buildEmpresa(app, { ruc: `${yo.ci}001` })
    const dueno = await buildUsuario(app, { empresas: [mia] })
    await app.owner.updateTable('usuario').set({ ci: null }).where('id', '=', yo.id).execute()
    await app.owner.updateTable('usuario').set({ ci: yo.ci }).where('id', '=', dueno.id).execute()
    const as = (await app.signIn(dueno.username)).token
    const renta = async () => (await app.call<ResumenGastos>(readResumenGastos, { token: as, query: { anio: '2026' } })).data.renta
    expect(await renta()).toMatchObject({ origen: 'EMPRESA', regimen: 'GENERAL', ingresos: 0, causado: 0 })
    await app.owner
      .insertInto('empresa_condicion')
      .values({ empresa_id: mia.id, tipo: 'REGIMEN', desde: '2026-01-01', hasta: null, valor: 'RIMPE' })
      .execute()
    expect(await renta()).toMatchObject({ regimen: 'EMPRENDEDOR', causado: m('60'), rebaja: 0, a_pagar: m('60') })
  })

  it('the category of a supplier is what was chosen last, and says so', async () => {
    const propose = async () =>
      (await app.call<{ propuesta: PropuestaGasto | null }>(proposeGastoPersonal, { token, query: { ruc: '1790012345001' } })).data
        .propuesta
    expect(await propose()).toBeNull()
    const first = await created({ numero: '001-001-000000777', fecha: '2026-02-01' })
    expect(await propose()).toEqual({
      categoria: 'SALUD',
      motivo: 'Salud: así lo clasificó la última vez (Factura 001-001-000000777 del 01/02/2026).',
    })
    app.clock.advance(1000)
    const { id, version, total: _total, de_empresa: _de, ...rest } = first
    const partes = [
      { categoria: 'ALIMENTACION', monto: m('60') },
      { categoria: 'SALUD', monto: m('40') },
    ]
    expect((await app.call(editGastoPersonal, { token, params: { id }, body: { ...rest, partes, version } })).status).toBe(200)
    expect((await propose())?.motivo).toMatch(/^Alimentación: fue el rubro mayor la última vez/)
  })

  it('are found by supplier without accents, by number and by category', async () => {
    await created({ proveedor: 'Clínica Ñuñoa', numero: '002-001-000000055', partes: [{ categoria: 'SALUD', monto: m('1') }] })
    await created({ proveedor: 'Mercado', proveedor_ruc: '0190012345001', partes: [{ categoria: 'ALIMENTACION', monto: m('2') }] })
    for (const [query, found] of [
      [{ q: 'clinica nunoa' }, 1],
      [{ q: '000000055' }, 1],
      [{ q: 'nada' }, 0],
      [{ categoria: 'ALIMENTACION' }, 1],
      [{ anio: '2025' }, 0],
      [{}, 2],
    ] as const)
      expect((await search(query)).totalElements, JSON.stringify(query)).toBe(found)
    expect((await search({ sort: 'total,DESC' })).content.map(({ total }) => total)).toEqual([m('2'), m('1')])
  })

  it('leave as form SRI-GP, in the taxpayer’s name; without a cédula there is none', async () => {
    await created()
    await save({ ingresos: m('24000'), cargas: 3 })
    const gastos = formularioOf(await resumen(), '2026-06-30')
    expect(Object.fromEntries(gastos.casilleros.map(({ codigo, valor }) => [codigo, valor]))).toMatchObject({
      101: yo.ci,
      103: '$24,000.00',
      105: '$24,000.00',
      106: '$0.00',
      108: '$100.00',
      112: '$100.00',
      113: 'NO',
      114: '3',
      115: '$18.00',
    })
    const print = () => app.call(printFormularioGp, { token, query: { anio: '2026' } })
    const { status, raw, headers } = await print()
    expect([status, headers['content-type'], raw.subarray(0, 5).toString()]).toEqual([200, 'application/pdf', '%PDF-'])
    expect((await print()).raw.equals(raw)).toBe(true)
    await app.owner.updateTable('usuario').set({ ci: null }).where('id', '=', yo.id).execute()
    expect((await print()).status).toBe(422)
  })

  it('leave as the annex: by supplier, kind and name, with how many vouchers', async () => {
    await save({ parte_propia: 25_000_000 })
    await created({ compartido: true })
    await created({ compartido: true })
    await created({ a_nombre: '9999999999999' })
    const { status, raw } = await app.call(exportAnexoGastos, { token, query: { anio: '2026', formato: 'csv' } })
    expect(status).toBe(200)
    expect(raw.toString().replace('\ufeff', '').trim().split(/\r?\n/)).toEqual([
      'RUC del proveedor,Proveedor,Tipo de gasto,A nombre de,Comprobantes,Base imponible,Por confirmar',
      `1790012345001,Farmacia Ñandú,Salud,${yo.ci},2,50.00,`,
      expect.stringMatching(/^,,,,,,"?El formato de este anexo consta en una sola fuente/) as string,
    ])
  })
})

describe('what comes in', () => {
  it.each([
    ['fecha', { fecha: '2021-12-31' }],
    ['fecha', { fecha: '2026-07-01' }],
    ['a_nombre', { a_nombre: '1710034065' }],
    ['proveedor_ruc', { proveedor_ruc: '17900' }],
    ['numero', { numero: '1-1-1' }],
    ['partes', { partes: [] }],
    [
      'partes',
      {
        partes: [
          { categoria: 'SALUD', monto: 10_000 },
          { categoria: 'SALUD', monto: 10_000 },
        ],
      },
    ],
    ['partes', { partes: [{ categoria: 'SALUD', monto: m('100000.01') }] }],
    ['partes.0.categoria', { partes: [{ categoria: 'VIAJES', monto: 10_000 }] }],
    ['partes.0.monto', { partes: [{ categoria: 'SALUD', monto: 0 }] }],
    ['partes.0.monto', { partes: [{ categoria: 'SALUD', monto: 1 }] }],
    ['usuario_id', { usuario_id: randomUUID() }],
  ])('what is wrong with %s is told there, and nothing is stored', async (campo, more) => {
    const before = await huella(app)
    const answer = await create(more)
    expect([answer.status, answer.problems.map((problem) => problem.campo)]).toEqual([422, [campo]])
    expect(await huella(app)).toEqual(before)
  })

  it('O-91 the same sending is one expense, the same document is not twice, whoever is first; an edit over a newer one is refused', async () => {
    const headers = key()
    const body = form()
    const same = await Promise.all([1, 2].map(() => app.call<GastoPersonal>(createGastoPersonal, { token, body, headers })))
    expect(same.map(({ status }) => status)).toEqual([200, 200])
    expect(same[0]?.data).toEqual(same[1]?.data)
    expect((await create({ numero: body.numero })).problems[0]).toMatchObject({ campo: 'numero' })
    const both = await Promise.all([1, 2].map(() => create({ numero: '009-001-000000009' })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    const { id, version, total: _total, de_empresa: _de, ...rest } = same[0]!.data
    const edit = (more: object) => app.call(editGastoPersonal, { token, params: { id }, body: { ...rest, version, ...more } })
    expect((await edit({ numero: '009-001-000000009' })).problems[0]).toMatchObject({ campo: 'numero' })
    const edits = await Promise.all([edit({ nota: 'a' }), edit({ nota: 'b' })])
    expect(edits.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await app.call(deleteGastoPersonal, { token, params: { id } })).msg).toBe('Gasto eliminado')
    expect((await app.call(deleteGastoPersonal, { token, params: { id } })).status).toBe(404)
  })
})

describe('O-78 nobody else', () => {
  it('reads or changes them: not the ADMIN, not SUPER_ADMIN, no role of the company; from another company he sees his own', async () => {
    const { id } = await created()
    const otra = await buildEmpresa(app)
    for (const rol of TODOS) {
      const other = await buildUsuario(app, { empresas: [empresa], rol, superAdmin: rol === ROL.SUPER_ADMIN })
      const as = (await app.signIn(other.username)).token
      expect((await search({}, as)).totalElements, `role ${rol}`).toBe(0)
      const body = { ...form({ a_nombre: '9999999999999' }), version: 1 }
      expect((await app.call(editGastoPersonal, { token: as, params: { id }, body })).status).toBe(404)
      expect((await app.call(deleteGastoPersonal, { token: as, params: { id } })).status).toBe(404)
    }
    await sql`insert into usuario_empresa (empresa_id, usuario_id, rol, activo, collections) select ${otra.id}, usuario_id, rol, activo, collections from usuario_empresa where usuario_id = ${yo.id}`.execute(
      app.owner,
    )
    const there = (await app.signIn(yo.username, { empresaId: otra.id })).token
    expect((await search({}, there)).totalElements).toBe(1)
  })

  it('support that works in his name is refused every call, and the audit of the company says nothing of them', async () => {
    const { id } = await created({ proveedor: 'SECRETO' })
    const helper = await buildUsuario(app, { empresas: [], superAdmin: true })
    const asked = await app.call<{ token: string }>(requestImpersonacion, {
      token: (await app.signIn(helper.username)).token,
      body: { empresa_id: empresa.id, usuario_id: yo.id, motivo: 'Prueba de lo que es suyo' },
    })
    const accessToken = asked.data.token
    const session = await app.call<{ session: Session }>(impersonationLogin, { params: { accessToken }, body: { accessToken } })
    for (const [endpoint, options] of calls(id))
      expect((await app.call(endpoint, { ...options, token: session.data.session.token })).status, endpoint.path).toBe(403)
    const { rows } = await sql<{ text: string }>`select a::text as text from auditoria a where a.empresa_id = ${empresa.id}`.execute(
      app.owner,
    )
    expect(rows.filter(({ text }) => text.includes('SECRETO') || text.includes(id))).toEqual([])
  })

  it('the database shows them to their person alone, whatever a query forgets', async () => {
    const { id } = await created()
    const pool = createPool(app.database.appUrl, 'yupana_app', { max: 1 })
    const seen = async (usuario: string, actor = '') => {
      const client = await pool.connect()
      try {
        await client.query('begin')
        await client.query(
          `select set_config('yupana.empresa', $1, true), set_config('yupana.usuario', $2, true), set_config('yupana.actor', $3, true)`,
          [empresa.id, usuario, actor],
        )
        return (await client.query('select 1 from gasto_personal where id = $1', [id])).rowCount
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
    const other = await buildUsuario(app, { empresas: [empresa] })
    expect([await seen(yo.id), await seen(''), await seen(other.id), await seen(yo.id, other.id)]).toEqual([1, 0, 0, 0])
    await pool.end()
  })

  it('without a session every call answers 401', async () => {
    for (const [endpoint, options] of calls(randomUUID())) expect((await app.call(endpoint, options)).status, endpoint.path).toBe(401)
  })
})
