import { randomUUID } from 'node:crypto'
import {
  createCompra,
  declarar,
  exportPapel,
  listDeclaracion,
  readAts,
  readPapel,
  reopenPeriodo,
  savePapel,
  type DeclaracionFila,
  type Papel,
} from '@yupana/contract'
import type { CodigoFormulario } from '@yupana/fiscal'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { compraForm, enterMes, mesDePrueba } from '../../testing/mes-de-prueba.ts'
import { readZip } from '../../testing/read-zip.ts'
import { atsComplaint, hasOficial } from '../../testing/xml-judge.ts'

// September 2026 of the reference, filed; then a purchase of it that came late.

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let token: string
const periodo = '2026-09'
const REGIMEN = [{ tipo: 'REGIMEN', desde: '2022-01-01', valor: 'GENERAL' }] as const
const [compra] = mesDePrueba.compras as [(typeof mesDePrueba.compras)[number]]

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-10-15T09:00:00-05:00' })
  const { ruc, razonSocial } = mesDePrueba.informante
  empresa = await buildEmpresa(app, { ruc, razonSocial, condiciones: REGIMEN })
  token = (await app.signIn((await buildUsuario(app, { empresas: [empresa] })).username)).token
  await enterMes(app, empresa, token)
  await app.call(savePapel, {
    token,
    body: { formulario: '104', periodo, version: 0, ajustes: [], saldos: { '615': 0, '617': 0, '485': 0 } },
  })
})
afterAll(() => app?.close())

const read = async (formulario: CodigoFormulario, bearer = token) =>
  (await app.call<Papel>(readPapel, { token: bearer, query: { formulario, periodo } })).data
const file = async (formulario: CodigoFormulario, change: object = {}, bearer = token) => {
  const { version, huella } = await read(formulario, bearer)
  return app.call<Papel>(declarar, { token: bearer, body: { formulario, periodo, version, huella, con_defectos: true, ...change } })
}
const paper = (formulario: CodigoFormulario, formato: string, presentada?: number, bearer = token) =>
  app.call(exportPapel, {
    token: bearer,
    query: { formulario, periodo, formato, ...(presentada !== undefined && { presentada: String(presentada) }) },
  })
const ats = (query: Record<string, string> = {}, bearer = token) => app.call(readAts, { token: bearer, query: { periodo, ...query } })
const hojaOf = (zip: Buffer) => readZip(zip).get('xl/worksheets/sheet1.xml') ?? ''
const valorEn = (hoja: string, casillero: string) =>
  new RegExp(`>${casillero}</t></is></c>.*?</c><c s="\\d"><v>([^<]*)</v>`).exec(hoja)?.[1]

async function buyLate(numero: string): Promise<void> {
  await app.call(reopenPeriodo, { token, body: { formulario: '104', periodo, motivo: 'Llegó una factura tarde' } })
  const body = compraForm({ ...compra, numero })
  const { status, problems } = await app.call(createCompra, { token, headers: { 'idempotency-key': randomUUID() }, body })
  expect(status, JSON.stringify(problems)).toBe(200)
}

describe('the files of a filed declaration are those of its snapshot', () => {
  it('its PDF, sheet and text are the same bytes after a late purchase, while the draft follows the documents', async () => {
    const filed = await file('104')
    expect([filed.status, filed.data.presentadas.map(({ n, con_ats }) => [n, con_ats])]).toEqual([200, [[1, false]]])
    const formatos = ['pdf', 'xlsx', 'csv']
    const before = await Promise.all(formatos.map((formato) => paper('104', formato, 1)))
    expect(before.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(before[0]?.raw.subarray(0, 5).toString('latin1')).toBe('%PDF-')
    await buyLate('009-009-000000009')
    expect((await read('104')).estado).toBe('CON_DIFERENCIAS')
    for (const [at, formato] of formatos.entries()) expect((await paper('104', formato, 1)).raw.equals(before[at]!.raw), formato).toBe(true)
    expect([valorEn(hojaOf(before[1]!.raw), '520'), valorEn(hojaOf((await paper('104', 'xlsx')).raw), '520')]).toEqual(['192.00', '252.00'])
  })

  it('says under which name and until when it was due then, whatever the company is called since', async () => {
    const before = (await paper('104', 'pdf', 1)).raw
    await app.owner.updateTable('empresa').set({ razon_social: 'OTRO NOMBRE S.A.' }).where('id', '=', empresa.id).execute()
    await app.owner
      .updateTable('empresa_condicion')
      .set({ tipo: 'CONTRIBUYENTE_ESPECIAL', valor: '1' })
      .where('empresa_id', '=', empresa.id)
      .execute()
    expect((await paper('104', 'pdf', 1)).raw.equals(before)).toBe(true)
    await app.owner.updateTable('empresa').set({ razon_social: mesDePrueba.informante.razonSocial }).where('id', '=', empresa.id).execute()
    await app.owner
      .updateTable('empresa_condicion')
      .set({ tipo: 'REGIMEN', valor: 'GENERAL' })
      .where('empresa_id', '=', empresa.id)
      .execute()
  })

  it('one that replaces it has files of its own', async () => {
    expect((await file('104')).data.presentadas.map(({ n }) => n)).toEqual([2, 1])
    const [first, second] = await Promise.all([1, 2].map((n) => paper('104', 'xlsx', n)))
    expect([first, second].map((answer) => valorEn(hojaOf(answer!.raw), '520'))).toEqual(['192.00', '252.00'])
    const { data } = await app.call<DeclaracionFila[]>(listDeclaracion, { token, query: { anio: '2026' } })
    expect(data.filter((fila) => fila.periodo === periodo).map(({ formulario, presentada }) => [formulario, presentada])).toEqual([
      ['104', { n: 2, con_ats: false }],
      ['103', null],
      ['ATS', null],
    ])
  })

  it('are nobody else’s, and none under another number', async () => {
    const other = (await app.signIn((await buildUsuario(app, { empresas: [await buildEmpresa(app)] })).username)).token
    const answers = [paper('104', 'pdf', 3), paper('103', 'pdf', 1), paper('104', 'pdf', 1, other), ats({ presentada: '1' })]
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect((await paper('104', 'pdf', 0)).problems).toMatchObject([{ campo: 'presentada' }])
  })
})

describe('the ATS that was filed', () => {
  it('is kept byte by byte, beside the draft of today', async () => {
    const xmlOf = (zip: Buffer) => readZip(zip).get('AT092026.xml') ?? ''
    const draft = xmlOf((await ats()).raw)
    const { data } = await file('ATS')
    expect(data.presentadas).toMatchObject([{ n: 1, con_ats: true }])
    const filed = (await ats({ presentada: '1' })).raw
    expect(xmlOf(filed)).toBe(draft)
    await buyLate('009-009-000000010')
    expect((await ats({ presentada: '1' })).raw.equals(filed)).toBe(true)
    const xml = xmlOf((await ats()).raw)
    expect([xml.includes('<secuencial>10</secuencial>'), draft.includes('<secuencial>10</secuencial>')]).toEqual([true, false])
  })

  it('is the one that was presented: with electronic sales in its total where that was chosen', async () => {
    expect((await file('ATS', { electronicas: 'SI' })).status).toBe(200)
    const total = async (query: Record<string, string>) =>
      /<totalVentas>([^<]*)</.exec(readZip((await ats(query)).raw).get('AT092026.xml') ?? '')?.[1]
    expect([await total({ presentada: '1' }), await total({ presentada: '2' })]).toEqual(['0.00', await total({ electronicas: 'SI' })])
    expect(await total({ electronicas: 'SI' })).not.toBe('0.00')
  })

  it('and another company has none of it', async () => {
    const other = (await app.signIn((await buildUsuario(app, { empresas: [await buildEmpresa(app)] })).username)).token
    expect((await ats({ presentada: '1' }, other)).status).toBe(404)
  })

  it('of many purchases is kept in parts of at most 256 KB, and is whole again', async () => {
    const big = await buildEmpresa(app, { razonSocial: 'GRANDES COMPRAS S.A.', condiciones: REGIMEN })
    const bearer = (await app.signIn((await buildUsuario(app, { empresas: [big] })).username)).token
    const body = compraForm({ ...compra, numero: '001-001-000000001' })
    await app.call(createCompra, { token: bearer, headers: { 'idempotency-key': randomUUID() }, body })
    await insertCopies(big, 2_499)
    const { status, problems } = await file('ATS', {}, bearer)
    expect(status, JSON.stringify(problems)).toBe(200)
    const { rows } = await sql<{ partes: number; mayor: number }>`
      select count(*)::int as partes, max(length(contenido)) as mayor from declaracion_ats where empresa_id = ${big.id}`.execute(app.owner)
    expect(rows[0]!.partes).toBeGreaterThan(1)
    expect(rows[0]!.mayor).toBe(262_144)
    const xml = readZip((await ats({ presentada: '1' }, bearer)).raw).get('AT092026.xml') ?? ''
    expect(xml.split('<detalleCompras>').length - 1).toBe(2_500)
    if (hasOficial) expect(atsComplaint(xml)).toBeUndefined()
  }, 60_000)
})

/** As many purchases as one more company books in a big month. */
async function insertCopies({ id }: { id: EmpresaId }, cuantas: number): Promise<void> {
  await sql`
    with original as (select c from compra c where c.empresa_id = ${id} limit 1),
    copias as (
      insert into compra
      select p.* from original o, generate_series(1, ${cuantas}) g, lateral jsonb_populate_record(o.c, jsonb_build_object('id', gen_random_uuid(), 'proveedor_tipo', '08', 'tipo_sujeto', '01', 'proveedor_nombre', 'P' || md5('c' || g) || md5('d' || g) || md5('e' || g) || md5('f' || g) || md5('g' || g) || md5('h' || g), 'numero', '001-001-' || lpad((g + 1)::text, 9, '0'),
               'autorizacion', lpad((hashtextextended('a' || g, 0) & 9223372036854775807)::text, 20, '1') || lpad((hashtextextended('b' || g, 0) & 9223372036854775807)::text, 29, '2'))) p
      returning empresa_id, id)
    insert into compra_impuesto (empresa_id, compra_id, n, codigo, codigo_porcentaje, tarifa, base, valor)
    select k.empresa_id, k.id, i.n, i.codigo, i.codigo_porcentaje, i.tarifa, i.base, i.valor
      from copias k, original o join compra_impuesto i on i.empresa_id = (o.c).empresa_id and i.compra_id = (o.c).id`.execute(app.owner)
}
