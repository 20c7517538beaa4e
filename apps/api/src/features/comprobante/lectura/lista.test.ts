import { randomUUID } from 'node:crypto'
import {
  countComprobante,
  emitFactura,
  PAGE_SIZES,
  searchComprobante,
  searchFactura,
  sumComprobante,
  zipComprobante,
  type ComprobanteFila,
  type ComprobanteSumas,
  type Emitido,
  type Endpoint,
  type FacturaFormInput,
  type Listing,
} from '@yupana/contract'
import { ESTADO_AUTORIZACION, taxStatusOf, TIPO_DOCUMENTO, TIPO_IVA, type Estado } from '@yupana/fiscal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../../db/empresa-id.ts'
import { ROL } from '../../../plugins/sesion/roles.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario, tokenOfNew } from '../../../testing/builders.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { expectGuarded } from '../../../testing/expect-guarded.ts'
import { readZip } from '../../../testing/read-zip.ts'
import { facturaForm } from '../../../testing/emisor.ts'

interface Company {
  id: EmpresaId
  token: string
  username: string
}
let app: TestApp
let a: Company
let b: Company
const ids = {} as Record<string, string>

const VALID = { desde: '2026-01-01T00:00:00-05:00', hasta: '2027-01-01T00:00:00-05:00' }
async function buildCompany(): Promise<Company> {
  const puntos = [{ codigo: '001' }, { codigo: '002' }]
  const empresa = await buildEmpresa(app, {
    establecimientos: [
      { codigo: '001', direccion: 'Quito', puntos },
      { codigo: '002', direccion: 'Quito', puntos },
    ],
  })
  const usuario = await buildUsuario(app, { empresas: [empresa] })
  await buildCertificadoRow(app, empresa, usuario, VALID)
  return { id: empresa.id, token: (await app.signIn(usuario.username)).token, username: usuario.username }
}

async function emit({ token }: Company, change: Partial<FacturaFormInput> = {}): Promise<Emitido> {
  app.clock.advance(1_000)
  const answer = await app.call<Emitido>(emitFactura, {
    token,
    params: { id: randomUUID() },
    headers: { 'idempotency-key': randomUUID() },
    body: facturaForm(change),
  })
  expect(answer.status, JSON.stringify(answer.problems)).toBe(200)
  return answer.data
}
const comprador = (
  tipo_identificacion: '04' | '05' | '06' | '07',
  identificacion: string,
  razon_social: string,
): Partial<FacturaFormInput> => ({ comprador: { tipo_identificacion, identificacion, razon_social } })
const worth = (dollars: number): Partial<FacturaFormInput> => ({
  lineas: [{ descripcion: 'x', cantidad: 1_000_000, precio_unitario: dollars * 1_000_000, iva: 1 }],
  pagos: [{ forma_pago: '20', total: dollars * 1_000_000 }],
})

async function force(id: string, estado: Estado) {
  const { owner } = app
  await owner.updateTable('documento').set({ estado }).where('id', '=', id).execute()
}

/** A session lasts twelve hours: another day, another one. */
async function on(instant: string) {
  app.clock.set(instant)
  for (const company of [a, b]) company.token = (await app.signIn(company.username)).token
}

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-06-10T10:00:00-05:00' })
  ;[a, b] = [await buildCompany(), await buildCompany()]
  ids['ana'] = (await emit(a, { ...comprador('05', '1712345675', 'ANA MARÍA PÉREZ'), ...worth(30) })).id
  ids['anaRuc'] = (await emit(a, { ...comprador('04', '1712345675001', 'PÉREZ ANA MARÍA'), ...worth(20), punto: '002' })).id
  await on('2026-06-11T10:00:00-05:00')
  ids['nandu'] = (await emit(a, { ...comprador('06', 'AB123456', 'FERRETERÍA EL ÑANDÚ'), ...worth(10), establecimiento: '002' })).id
  await on('2026-06-12T23:59:00-05:00')
  ids['final'] = (await emit(a, { ...comprador('07', '9999999999999', 'CONSUMIDOR FINAL'), ...worth(40) })).id
  ids['ajena'] = (await emit(b)).id
})
afterAll(() => app?.close())

const search = async (query: Record<string, string>, endpoint: Endpoint = searchComprobante, token = a.token) =>
  app.call<Listing<ComprobanteFila>>(endpoint, { token, query })
const found = async (query: Record<string, string>) => {
  const { status, data } = await search(query)
  expect(status).toBe(200)
  expect(data.totalElements).toBe(data.content.length)
  return data.content.map((row) => Object.keys(ids).find((name) => ids[name] === row.id)).sort()
}

describe('what a searched text finds', () => {
  it.each([
    ['the whole number', '001-001-000000001', ['ana']],
    ['its fifteen digits', '001002000000001', ['anaRuc']],
    ['a number with few digits', '001-002-1', ['anaRuc']],
    ['a series', '002-001', ['nandu']],
    ['a sequential of any series', '1', ['ana', 'anaRuc', 'nandu']],
    ['with its zeros', '000000002', ['final']],
    ['a cédula, and the RUC built on it', '1712345675', ['ana', 'anaRuc']],
    ['a RUC, and its cédula', '1712345675001', ['ana', 'anaRuc']],
    ['a passport', 'AB123456', ['nandu']],
    ['in lower case', 'ab123456', ['nandu']],
    ['nobody in particular by number', '9999999999999', ['final']],
    ['and by name', 'consumidor final', ['final']],
    ['or its first word', 'Consumidor', ['final']],
    ['a word of the name', 'perez', ['ana', 'anaRuc']],
    ['words in any order, without accents', 'maria ana', ['ana', 'anaRuc']],
    ['beginnings of words', 'ferr nan', ['nandu']],
    ['Ñ as Ñ or N', 'ñandú', ['nandu']],
    ['spaces around', '  perez  ', ['ana', 'anaRuc']],
    ['nothing', 'zzz', []],
    ['a number that is not there', '001-001-000000099', []],
    ['what would be a pattern', '%', []],
    ['what would be SQL', "' or 1=1 --", []],
    ['an empty text: everything', '', ['ana', 'anaRuc', 'final', 'nandu']],
  ])('%s', async (_name, q, expected) => {
    expect(await found({ q })).toEqual(expected)
  })

  it('the clave de acceso finds its one document', async () => {
    const { data } = await search({ q: '001-001-000000001' })
    expect(await found({ q: data.content[0]!.clave })).toEqual(['ana'])
  })

  it("another company's number, clave and client find nothing", async () => {
    const theirs = (await search({}, searchComprobante, b.token)).data.content[0]!
    expect(await found({ q: theirs.clave })).toEqual([])
    expect((await search({ q: 'perez' }, searchComprobante, b.token)).data.content.map((row) => row.id)).toEqual([ids['ajena']])
  })

  it.each([
    ['NUL', 'a\u0000b'],
    ['101 characters', 'a'.repeat(101)],
  ])('%s is refused by its field', async (_name, q) => {
    expect(await search({ q })).toMatchObject({ status: 422, problems: [{ campo: 'q' }] })
  })
})

describe('filters', () => {
  it('R-9.8 a range of days of emission, both ends included, as days of Ecuador', async () => {
    expect(await found({ desde: '2026-06-11' })).toEqual(['final', 'nandu'])
    expect(await found({ hasta: '2026-06-11' })).toEqual(['ana', 'anaRuc', 'nandu'])
    expect(await found({ desde: '2026-06-12', hasta: '2026-06-12' })).toEqual(['final'])
    expect(await found({ desde: '2026-06-13', hasta: '2026-06-10' })).toEqual([])
  })

  it.each([
    ['desde', '2026-02-30'],
    ['desde', '2014-12-31'],
    ['hasta', '10/06/2026'],
    ['hasta', "2026-06-10'"],
    ['persona_id', '1'],
    ['tributario', '5'],
    ['tributario', 'x'],
    ['tributario', ''],
  ])('R-3.2.7 %s=%s is refused by its field', async (campo, value) => {
    expect(await search({ [campo]: value })).toMatchObject({ status: 422, problems: [{ campo }] })
  })

  it('one establishment, or one of its points', async () => {
    expect(await found({ establecimiento: '001' })).toEqual(['ana', 'anaRuc', 'final'])
    expect(await found({ establecimiento: '001', punto: '002' })).toEqual(['anaRuc'])
    expect(await found({ establecimiento: '002', punto: '001' })).toEqual(['nandu'])
    expect(await found({ punto: '009' })).toEqual([])
    expect(await search({ punto: '1' })).toMatchObject({ status: 422, problems: [{ campo: 'punto' }] })
  })

  it('filters narrow each other', async () => {
    expect(await found({ q: 'perez', desde: '2026-06-11' })).toEqual([])
    expect(await found({ q: '1', hasta: '2026-06-10' })).toEqual(['ana', 'anaRuc'])
  })
})

describe('order and pages', () => {
  const order = async (sort?: string) => {
    const { data } = await search({ ...(sort && { sort }), size: '50' })
    return data.content.map((row) => Object.keys(ids).find((name) => ids[name] === row.id))
  }

  it('newest first unless asked otherwise', async () => {
    expect(await order()).toEqual(['final', 'nandu', 'anaRuc', 'ana'])
  })

  it('by each field that may be asked for, both ways', async () => {
    expect(await order('total,ASC')).toEqual(['nandu', 'anaRuc', 'ana', 'final'])
    expect(await order('total,DESC')).toEqual(['final', 'ana', 'anaRuc', 'nandu'])
    expect(await order('fecha_emision,ASC')).toEqual(['ana', 'anaRuc', 'nandu', 'final'])
    expect(await order('creado_en,ASC')).toEqual(['ana', 'anaRuc', 'nandu', 'final'])
    expect(await order('receptor_nombre,ASC')).toEqual(['ana', 'final', 'nandu', 'anaRuc'])
    expect((await order('numero,DESC'))[0]).toBe('final')
    expect(await order('estado_tributario,ASC')).toHaveLength(4)
  })

  it.each([
    'clave,ASC',
    'empresa_id,DESC',
    'total',
    'total,asc',
    'total,ASC,x',
    'id;DROP,ASC',
    'constructor,ASC',
    '__proto__,ASC',
    'toString,DESC',
    'hasOwnProperty,ASC',
    ',ASC',
    '',
  ])('the order «%s» is refused by its field', async (sort) => {
    expect(await search({ sort })).toMatchObject({ status: 422, problems: [{ campo: 'sort' }] })
  })

  it('R-9.5 pages of 5, 10, 20 and 50 rows and no others; 5 unless asked', async () => {
    for (const size of PAGE_SIZES) expect((await search({ size: String(size) })).data.size).toBe(size)
    expect((await search({})).data).toMatchObject({ size: 5, number: 0, totalElements: 4, totalPages: 1, exact: true })
    for (const size of ['0', '-1', '6', '51', '100', '1000000000', '5.5', 'x', ''])
      expect(await search({ size }), size).toMatchObject({ status: 422, problems: [{ campo: 'size' }] })
    for (const page of ['-1', '1.5', 'x', '1000000000000'])
      expect(await search({ page }), page).toMatchObject({ status: 422, problems: [{ campo: 'page' }] })
  })

  it('pages cover the list once, also where the order has ties, and a page past the end is empty', async () => {
    for (let n = 0; n < 8; n++) await emit(b, worth(5))
    const pages = await Promise.all(
      [0, 1, 2].map(async (page) => (await search({ page: String(page), sort: 'total,ASC' }, searchComprobante, b.token)).data),
    )
    expect(pages.map((page) => page.content.length)).toEqual([5, 4, 0])
    expect(new Set(pages.flatMap((page) => page.content.map((row) => row.id))).size).toBe(9)
    expect(pages.map((page) => page.totalElements)).toEqual([9, 9, 9])
  })

  it('a parameter said twice is refused', async () => {
    const { statusCode } = await app.server.inject({
      url: '/app/v1/comprobante/search?size=5&size=10',
      headers: { authorization: `Bearer ${a.token}` },
    })
    expect(statusCode).toBe(422)
  })
})

describe('tabs and environments', () => {
  interface Tab {
    tributario: number
    total: number
    exact: boolean
  }
  const tabs = async ({ token }: Company, query: Record<string, string> = {}) =>
    (await app.call<Tab[]>(countComprobante, { token, query })).data

  it('R-3.2.7 each tab counts what its list shows, in the order of the specification', async () => {
    const company = await buildCompany()
    const moves: Estado[][] = [
      [],
      ['FIRMADO'],
      ['FIRMADO', 'ENVIANDO'],
      ['FIRMADO', 'ENVIANDO', 'INCIERTO'],
      ['FIRMADO', 'ENVIANDO', 'RECIBIDA'],
      ['FIRMADO', 'ENVIANDO', 'RECIBIDA', 'AUTORIZADO'],
      ['FIRMADO', 'ENVIANDO', 'RECHAZADO'],
      ['FIRMADO', 'ENVIANDO', 'RETENIDO'],
      ['FIRMADO', 'ENVIANDO', 'CUARENTENA'],
      ['FIRMADO', 'ENVIANDO', 'RECHAZADO', 'CERRADO'],
      ['FIRMADO', 'ENVIANDO', 'RECIBIDA', 'AUTORIZADO', 'ANULADO'],
    ]
    for (const states of moves) {
      const { id } = await emit(company)
      for (const estado of states) await force(id, estado)
    }
    const counted = await tabs(company)
    expect(counted).toEqual(
      [
        [1, 1],
        [2, 2],
        [3, 4],
        [4, 3],
        [6, 1],
      ].map(([tributario, total]) => ({ tributario, total, exact: true })),
    )
    for (const { tributario, total } of counted) {
      const { data } = await search({ tributario: String(tributario), size: '50' }, searchComprobante, company.token)
      expect(data.totalElements).toBe(total)
      for (const row of data.content) expect([row.estado_tributario, taxStatusOf(row.estado as Estado)]).toEqual([tributario, tributario])
    }
    const ordered = (await search({ sort: 'estado_tributario,ASC', size: '50' }, searchComprobante, company.token)).data.content
    expect(ordered.map((row) => row.estado_tributario)).toEqual(
      counted.flatMap(({ tributario, total }) => Array<number>(total).fill(tributario)),
    )
    const waiting = (await search({ atencion: 'EN_ESPERA', size: '50' }, searchComprobante, company.token)).data
    expect([waiting.totalElements, waiting.content.every((row) => row.estado !== 'CUARENTENA')]).toEqual([5, true])
    expect((await tabs(company, { desde: '2030-01-01' })).every(({ total }) => total === 0)).toBe(true)
  })

  it('sums what the list would show, by kind, and what of it is authorised; nobody else counts', async () => {
    const company = await buildCompany()
    const sums = async (query: Record<string, string> = {}) =>
      (await app.call<ComprobanteSumas>(sumComprobante, { token: company.token, query })).data
    expect(await sums()).toEqual({ exact: true, sumas: [] })
    const first = await emit(company, worth(30))
    await emit(company, { ...worth(12), ...comprador('06', 'ZZ987654', 'ZAMBRANO ZOILA') })
    for (const estado of ['FIRMADO', 'ENVIANDO', 'RECIBIDA', 'AUTORIZADO'] as const) await force(first.id, estado)
    const suma = (cantidad: number, total: number, autorizado: number) => ({
      exact: true,
      sumas: [{ tipo: '01', cantidad, total: total * 1_000_000, autorizado: autorizado * 1_000_000 }],
    })
    expect(await sums()).toEqual(suma(2, 42, 30))
    expect(await sums({ q: 'zambrano' })).toEqual(suma(1, 12, 0))
    expect(await sums({ tributario: '1' })).toEqual(suma(1, 30, 30))
    expect((await sums({ desde: '2030-01-01' })).sumas).toEqual([])
    expect((await app.call(sumComprobante, { token: company.token, query: { size: '5' } })).status).toBe(422)
    await expectGuarded(app, company, sumComprobante, {}, [ROL.USUARIO])
  })

  it('a sum beyond what an amount holds is not told', async () => {
    const company = await buildCompany()
    for (let n = 0; n < 2; n++) await emit(company, { ...worth(5_000_000_000), ...comprador('06', 'ZZ987654', 'ZAMBRANO ZOILA') })
    expect((await app.call<ComprobanteSumas>(sumComprobante, { token: company.token })).data.sumas).toEqual([
      { tipo: '01', cantidad: 2, total: null, autorizado: 0 },
    ])
  })

  it('type, establishment, point and what asks for attention narrow a list, alone and together', async () => {
    const company = await buildCompany()
    const one = await emit(company)
    const [rejected, held, other] = [
      await emit(company),
      await emit(company),
      await emit(company, { establecimiento: '002', punto: '002' }),
    ]
    for (const estado of ['FIRMADO', 'ENVIANDO'] as const) for (const { id } of [rejected, held]) await force(id, estado)
    await force(rejected.id, 'RECHAZADO')
    await force(held.id, 'RETENIDO')
    await app.owner.updateTable('documento').set({ correo_estado: 'FALLIDO' }).where('id', '=', other.id).execute()
    const idsOf = async (query: Record<string, string>) =>
      (await search(query, searchComprobante, company.token)).data.content.map(({ id }) => id).sort()
    const all = [one, rejected, held, other].map(({ id }) => id).sort()
    for (const [query, expected] of [
      [{ tipo: '01' }, all],
      [{ tipo: '04' }, []],
      [{ tipo_documento: '1' }, all],
      [{ tipo_documento: '3' }, []],
      [{ establecimiento: '002' }, [other.id]],
      [{ establecimiento: '001', punto: '002' }, []],
      [{ atencion: 'NO_AUTORIZADOS' }, [rejected.id]],
      [{ atencion: 'RETENIDOS' }, [held.id]],
      [{ atencion: 'EN_ESPERA' }, [one.id, other.id].sort()],
      [{ atencion: 'CORREOS_FALLIDOS' }, [other.id]],
      [{ atencion: 'CORREOS_FALLIDOS', establecimiento: '001' }, []],
      [{ q: '002-002', establecimiento: '001' }, []],
    ] as const) {
      expect(await idsOf({ ...query }), JSON.stringify(query)).toEqual(expected)
      expect(
        (await tabs(company, { ...query })).reduce((sum, { total }) => sum + total, 0),
        `tabs of ${JSON.stringify(query)}`,
      ).toBe(expected.length)
    }
    for (const query of [
      { tipo: '99' },
      { tipo_documento: '01x' },
      { tipo_documento: '5' },
      { establecimiento: '1' },
      { punto: "'1" },
      { atencion: 'TODO' },
    ] as Record<string, string>[])
      expect((await search(query, searchComprobante, company.token)).status, JSON.stringify(query)).toBe(422)
  })

  it('R-3.2.12 enumerations travel as their numbers, in requests and answers', async () => {
    const company = await buildCompany()
    const rate = { ...facturaForm().lineas[0]!, iva: TIPO_IVA.QUINCE }
    const { id } = await emit(company, { lineas: [rate] })
    const byNumber = { tipo_documento: String(TIPO_DOCUMENTO.FACTURA), tributario: String(ESTADO_AUTORIZACION.EN_ESPERA) }
    const { content } = (await search(byNumber, searchComprobante, company.token)).data
    expect(content).toMatchObject([{ id, tipo_documento: 1, modo_emision: 2, estado_generacion: 2, estado_tributario: 2 }])
    expect((await search({ ...byNumber, tipo_documento: 'FACTURA' }, searchComprobante, company.token)).status).toBe(422)
  })

  it('O-90: lists and counts show the present environment only; each keeps its own numbers', async () => {
    const company = await buildCompany()
    const trial = await emit(company)
    await app.owner.updateTable('empresa').set({ ambiente: 'PRUEBAS' }).where('id', '=', company.id).execute()
    const token = await tokenOfNew(app, { empresas: [company] })
    const inPruebas = { ...company, token }
    expect((await search({}, searchComprobante, token)).data.totalElements).toBe(0)
    expect((await search({ q: trial.clave }, searchComprobante, token)).data.totalElements).toBe(0)
    expect((await search({ q: 'perez' }, searchFactura, token)).data.totalElements).toBe(0)
    expect((await tabs(inPruebas)).every(({ total }) => total === 0)).toBe(true)
    const issued = await emit(inPruebas)
    expect(issued.numero).toBe(trial.numero)
    expect(issued.clave).not.toBe(trial.clave)
    expect((await search({}, searchFactura, token)).data.content).toMatchObject([{ id: issued.id, ambiente: 'PRUEBAS' }])
  })
})

describe('RIDE and XML of many', () => {
  const zip = (sent: string[], token = a.token) => app.call(zipComprobante, { token, body: { ids: sent } })

  it('come as one ZIP, each once, and what is absent or of another company is told and keeps nothing back', async () => {
    const answer = await zip([ids['ana']!, ids['ajena']!, ids['nandu']!, ids['ana']!, randomUUID()])
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip'])
    const files = readZip(answer.raw)
    expect([...files.keys()]).toEqual([
      'Factura 001-001-000000001.pdf',
      'Factura 001-001-000000001.xml',
      'Factura 002-001-000000001.pdf',
      'Factura 002-001-000000001.xml',
      'resultado.csv',
    ])
    expect(files.get('Factura 001-001-000000001.pdf')?.slice(0, 5)).toBe('%PDF-')
    expect(files.get('Factura 002-001-000000001.xml')).toContain('FERRETERÍA EL ÑANDÚ')
    const lines = files.get('resultado.csv')!.trimEnd().split('\r\n')
    expect(lines.map((line) => line.split(',').slice(1, 3).join())).toEqual(['RIDE,XML', 'Sí,Sí', 'No,No', 'Sí,Sí', 'No,No'])
    expect(lines[2]?.replace(ids['ajena']!, '')).toBe(lines[4]?.replace(/^[^,]*/, ''))
  })

  it('are for who sees the list, some at least and not too many', async () => {
    for (const sent of [[], Array.from({ length: 501 }, () => randomUUID()), ['1']])
      expect(await zip(sent)).toMatchObject({ status: 422, problems: [{ campo: expect.stringContaining('ids') }] })
    await expectGuarded(app, a, zipComprobante, { body: { ids: [ids['ana']!] } }, [ROL.USUARIO])
  })
})
