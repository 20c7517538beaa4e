import { randomUUID } from 'node:crypto'
import {
  archivosReporte,
  createSaldoInicial,
  exportReporte,
  NOMBRES_REPORTE,
  REPORTES_AL_DIA,
  readCifras,
  readPapel,
  readReporte,
  searchComprobante,
  type Cifras,
  type ComprobanteFila,
  type Listing,
  type Papel,
  type Reporte,
  type ReporteLeido,
} from '@yupana/contract'
import { formatMonto, montoOf, PERIODO_REPORTE, TIPO_MOVIMIENTO } from '@yupana/fiscal'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { cedulaOf } from '../../testing/identificaciones.ts'
import { enterMes, insertVenta, mesDePrueba } from '../../testing/mes-de-prueba.ts'
import { readZip } from '../../testing/read-zip.ts'

// September 2026 of the reference: every report of it, beside the dashboard, the list and the declaration.

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let token: string
const SEPTIEMBRE = { desde: '2026-09-01', hasta: '2026-09-30' }

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-10-15T09:00:00-05:00' })
  const { ruc, razonSocial } = mesDePrueba.informante
  empresa = await buildEmpresa(app, { ruc, razonSocial })
  const cajera = await buildUsuario(app, { empresas: [empresa] })
  token = (await app.signIn(cajera.username)).token
  await enterMes(app, empresa, token)
  const caja = {
    empresa_id: empresa.id,
    id: randomUUID(),
    usuario_id: cajera.id,
    apertura: montoOf(10_000_000),
    abierta_en: '2026-09-30T08:00:00-05:00',
  }
  const cierre = {
    cerrada_en: '2026-09-30T23:30:00-05:00',
    cerrada_por: cajera.id,
    esperado: montoOf(15_000_000),
    contado: montoOf(14_000_000),
  }
  await app.owner
    .insertInto('caja')
    .values({ ...caja, ...cierre, ambiente: 'SIMULADOR', numero: 1, establecimiento: null, punto: null })
    .execute()
  const entra = { caja_id: caja.id, id: randomUUID(), tipo: 'INGRESO' as const, valor: montoOf(5_000_000), motivo: 'Fondo' }
  await app.owner
    .insertInto('caja_movimiento')
    .values({ empresa_id: empresa.id, ...entra, usuario_id: cajera.id, creado_en: caja.abierta_en })
    .execute()
})
afterAll(() => app?.close())

const ask = (reporte: string, change: object = {}, bearer = token) =>
  app.call<ReporteLeido>(readReporte, { token: bearer, query: { reporte, ...SEPTIEMBRE, page: '0', size: '50', ...change } })
const read = async (reporte: Reporte) => (await ask(reporte)).data
const money = (values: readonly (number | null)[]) => values.map((value) => (value === null ? null : formatMonto(value)))
const boxes = async (formulario: string): Promise<Record<string, number>> => {
  const { data } = await app.call<Papel>(readPapel, { token, query: { formulario, periodo: '2026-09' } })
  const casillas = data.secciones.flatMap(({ filas }) => filas.flatMap((fila) => fila.casillas.filter((one) => one !== null)))
  return Object.fromEntries(casillas.map(({ codigo, valor }) => [codigo, valor]))
}

describe('R-2.3.4 O-82 reports of a period', () => {
  it('total what the dashboard, the list and forms 104 and 103 say, to the cent', async () => {
    const query = { periodo: String(PERIODO_REPORTE.MENSUAL), fecha: '2026-09-01', tipo: String(TIPO_MOVIMIENTO.VENTAS) }
    const { actual } = (await app.call<Cifras>(readCifras, { token, query })).data
    const f104 = await boxes('104')
    const f103 = await boxes('103')
    const expected = [actual.neto, actual.iva, actual.total]
    for (const reporte of ['ventas', 'ventas_cliente', 'ventas_vendedor'] as const)
      expect([reporte, (await read(reporte)).totales.slice(-3)]).toEqual([reporte, expected])
    expect((await read('ventas_producto')).totales.at(-1)).toBe(actual.neto)
    expect(expected.slice(0, 2)).toEqual([f104['419']! + f104['441']!, f104['429']])
    const list = (await app.call<Listing<ComprobanteFila>>(searchComprobante, { token, query: { ...SEPTIEMBRE, size: '50' } })).data
    const sales = list.content.filter(({ tipo }) => ['01', '04', '05'].includes(tipo))
    expect(sales.reduce((total, one) => total + (one.tipo === '04' ? -one.total : one.total), 0)).toBe(actual.total)

    const gastos = (
      await app.call<Cifras>(readCifras, {
        token,
        query: { periodo: String(PERIODO_REPORTE.MENSUAL), fecha: '2026-09-01', tipo: String(TIPO_MOVIMIENTO.GASTOS) },
      })
    ).data
    expect([gastos.actual.neto, gastos.actual.iva, gastos.actual.documentos]).toEqual([f104['519'], f104['529'], 10])
    for (const { corte, partes } of gastos.cortes.filter((one) => one.corte !== 'forma_pago'))
      expect([corte, partes.reduce((total, one) => total + one.total, 0)]).toEqual([corte, gastos.actual.total])
    for (const reporte of ['compras', 'compras_proveedor'] as const)
      expect([reporte, (await read(reporte)).totales.slice(-3, -1)]).toEqual([reporte, [f104['519'], f104['529']]])
    expect((await read('impuestos')).totales.slice(1)).toEqual([f104['419']! + f104['441']!, f104['429'], f104['519'], f104['529']])
    const retenido = (await read('retenciones')).content.reduce((total, { celdas }) => total + Number(celdas[7]), 0)
    const recibido = (await read('retenciones_recibidas')).content.filter(({ celdas }) => celdas[4] === 'IVA')
    expect(recibido.reduce((total, { celdas }) => total + Number(celdas[7]), 0)).toBe(f104['609'])
    expect(retenido).toBe(f104['799']! + f103['399']!)
  })

  it('name each document, with a credit note taken off, and open it', async () => {
    const { content, totalElements } = await read('ventas')
    expect(totalElements).toBe(7)
    const nota = content.find(({ celdas }) => celdas[1] === 'Nota de Crédito')
    expect([nota?.celdas.slice(0, 4), money(nota!.celdas.slice(5) as number[])]).toEqual([
      ['2026-09-20', 'Nota de Crédito', '001-001-000000010', '0999999999001'],
      ['-100.00', '-15.00', '-115.00'],
    ])
    expect(nota?.enlace).toMatch(/^\/comprobante\/[0-9a-f-]{36}$/)
    expect((await read('impuestos')).content.map(({ celdas }) => [celdas[0], ...money(celdas.slice(1) as number[])])).toEqual([
      ['0%', '50.00', '0.00', '50.00', '0.00'],
      ['No objeto de IVA', '25.00', '0.00', '0.00', '0.00'],
      ['Exento de IVA', '10.00', '0.00', '0.00', '0.00'],
      ['5%', '300.00', '15.00', '0.00', '0.00'],
      ['15%', '1640.00', '246.00', '2505.00', '375.75'],
    ])
  })

  it('come page by page, their totals those of all rows', async () => {
    const { data } = await ask('compras', { size: '5', page: '1' })
    expect([data.content.length, data.totalElements, data.totalPages]).toEqual([5, 10, 2])
    expect(data.totales).toEqual((await read('compras')).totales)
  })

  it.each(NOMBRES_REPORTE)('%s leaves as text with its headings and a row each', async (reporte) => {
    const { totalElements } = await read(reporte)
    const { raw } = await app.call(exportReporte, { token, query: { reporte, ...SEPTIEMBRE, formato: 'csv' } })
    expect(raw.toString('utf8').trim().split('\r\n')).toHaveLength(totalElements + 1)
    // Nothing of that month left a warehouse.
    if (!REPORTES_AL_DIA.includes(reporte) && reporte !== 'ventas_margen') expect(totalElements).toBeGreaterThan(0)
  })

  it('of more rows than one lot leaves whole and in its order, each once', async () => {
    const big = await buildEmpresa(app)
    const bearer = (await app.signIn((await buildUsuario(app, { empresas: [big] })).username)).token
    const fecha = SEPTIEMBRE.desde
    const venta = { id: '', tipo: '01', numero: '001-001-000000001', fecha, tpId: '05', cliente: cedulaOf(1), prov: '', sustento: '' }
    await insertVenta(app, big, { ...venta, lineas: [{ tarifa: 0, base: '1.00' }] })
    const { rows: columnas } = await sql<{ column_name: string }>`
      select column_name from information_schema.columns where table_schema = 'public' and table_name = 'documento' and is_generated = 'NEVER'
         and column_name not in ('id', 'clave', 'secuencial', 'fecha_emision')`.execute(app.owner)
    const iguales = sql.join(columnas.map(({ column_name: name }) => sql.ref(name)))
    await sql`
      insert into documento (${iguales}, id, clave, secuencial, fecha_emision)
      select ${iguales}, gen_random_uuid(), lpad((700000 + g)::text, 49, '0'), g, ${fecha}::date + (g % 30)
        from documento, generate_series(2, 4001) g where empresa_id = ${big.id}`.execute(app.owner)
    const { raw } = await app.call(exportReporte, { token: bearer, query: { reporte: 'ventas', ...SEPTIEMBRE, formato: 'csv' } })
    const rows = raw.toString('utf8').trim().split('\r\n').slice(1)
    const keys = rows.map((row) => row.split(',').slice(0, 3).join())
    expect([rows.length, new Set(keys).size]).toEqual([4_001, 4_001])
    expect(keys).toEqual(keys.toSorted())
  })

  it('a client whose passport says «ninguno» is himself, and not those without a name', async () => {
    const own = await buildEmpresa(app)
    const bearer = (await app.signIn((await buildUsuario(app, { empresas: [own] })).username)).token
    const venta = {
      id: '',
      tipo: '01',
      numero: '001-001-000000001',
      fecha: SEPTIEMBRE.desde,
      tpId: '06',
      cliente: 'ninguno',
      prov: '',
      sustento: '',
    }
    await insertVenta(app, own, { ...venta, lineas: [{ tarifa: 0, base: '1.00' }] })
    expect((await ask('ventas', { corte: 'cliente', clave: 'ninguno' }, bearer)).data.totalElements).toBe(1)
  })

  it('leave as a sheet', async () => {
    const { raw } = await app.call(exportReporte, { token, query: { reporte: 'ventas', ...SEPTIEMBRE } })
    expect(readZip(raw).get('xl/worksheets/sheet1.xml')).toContain('001-001-000000101')
    const pdf = await app.call(exportReporte, { token, query: { reporte: 'ventas', ...SEPTIEMBRE, formato: 'pdf' } })
    expect([pdf.status, pdf.raw.subarray(0, 5).toString('latin1')]).toEqual([200, '%PDF-'])
  })

  it.each([
    [{ desde: '2026-09-30', hasta: '2026-09-01' }, 'hasta'],
    [{ desde: '2024-01-01', hasta: '2026-09-01' }, 'hasta'],
    [{ desde: 'ayer' }, 'desde'],
    [{ reporte: 'todo' }, 'reporte'],
  ])('%j is refused', async (change, campo) => {
    const answer = await ask('ventas', change)
    expect([answer.status, answer.problems[0]?.campo]).toEqual([422, campo])
  })

  it('what is owed is that of its last day, by how late it was then', async () => {
    const persona = await app.owner.selectFrom('persona').select('id').where('empresa_id', '=', empresa.id).executeTakeFirstOrThrow()
    const debe = (numero: string, fecha: string, vence: string) => ({
      body: { sentido: 'COBRAR', persona_id: persona.id, numero, fecha, vence, valor: montoOf(10_000_000) },
      headers: { 'idempotency-key': randomUUID() },
      token,
    })
    expect((await app.call(createSaldoInicial, debe('001-001-000000801', '2026-07-01', '2026-07-15'))).status).toBe(200)
    expect((await app.call(createSaldoInicial, debe('001-001-000000802', '2026-09-20', '2026-09-25'))).status).toBe(200)
    const on = async (hasta: string) => money((await ask('por_cobrar', { hasta })).data.totales.slice(2) as number[])
    expect(await on('2026-09-30')).toEqual(['0.00', '10.00', '0.00', '10.00', '0.00', '20.00'])
    expect(await on('2026-09-24')).toEqual(['10.00', '0.00', '0.00', '10.00', '0.00', '20.00'])
    expect(await on('2026-09-19')).toEqual(['0.00', '0.00', '0.00', '10.00', '0.00', '10.00'])
  })

  it('tills are those closed on these days in Ecuador, with their money by its means', async () => {
    const { content, totales } = await read('arqueos')
    expect(content.map(({ celdas }) => [celdas[0], celdas[1]])).toEqual([['2026-09-30', 'CJ-000001']])
    expect(content[0]?.enlace).toMatch(/^\/comprobante\/arqueo\?caja=/)
    expect(money(totales.slice(3))).toEqual(['10.00', '5.00', '0.00', '0.00', '15.00', '14.00', '-1.00'])
    expect((await ask('arqueos', { desde: '2026-10-01', hasta: '2026-10-01' })).data.totalElements).toBe(0)
  })

  it('what is in stock is only for who may see costs, and tills for who administers them', async () => {
    const vende = await buildUsuario(app, { empresas: [empresa], rol: ROL.VENDEDOR })
    const bearer = (await app.signIn(vende.username)).token
    const statuses = await Promise.all(['existencias', 'arqueos', 'ventas'].map(async (one) => (await ask(one, {}, bearer)).status))
    expect(statuses).toEqual([403, 403, 200])
  })

  it('O-90 are of one company, and not for USUARIO', async () => {
    const other = await buildUsuario(app, { empresas: [await buildEmpresa(app)] })
    const bearer = (await app.signIn(other.username)).token
    for (const reporte of NOMBRES_REPORTE) expect([reporte, (await ask(reporte, {}, bearer)).data.totalElements]).toEqual([reporte, 0])
    await expectGuarded(app, empresa, readReporte, { query: { reporte: 'ventas', ...SEPTIEMBRE } }, [ROL.USUARIO])
  })
})

describe('R-2.3.4 XML and RIDE of a period', () => {
  const zip = (query: Record<string, string> = SEPTIEMBRE, bearer = token) => app.call(archivosReporte, { token: bearer, query })
  const lines = (raw: Buffer) => readZip(raw).get('resultado.csv')!.trimEnd().split('\r\n').slice(1)

  it('names each authorised document of the list once, and what was received; of another period none', async () => {
    const { data } = await app.call<Listing<ComprobanteFila>>(searchComprobante, {
      token,
      query: { ...SEPTIEMBRE, tributario: '1', page: '0', size: '50' },
    })
    await app.owner
      .insertInto('recibido')
      .values(
        ['2026-08-31', '2026-09-30'].map((fecha, n) => ({
          empresa_id: empresa.id,
          id: randomUUID(),
          ambiente: 'SIMULADOR' as const,
          clave: String(n).repeat(49),
          tipo: '01' as const,
          numero: `001-001-00000000${n + 1}`,
          fecha_emision: fecha,
          emisor_ruc: '1790012345001',
          emisor_nombre: 'PROVEEDORA',
          total: montoOf(1_000_000),
          autorizado: true,
          avisos: '[]' as never,
          formulario: '{}' as never,
          xml: `<factura n="${n}"/>`,
          usuario_id: randomUUID(),
          creado_en: new Date(),
        })),
      )
      .execute()
    const answer = await zip()
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip'])
    expect(lines(answer.raw)).toHaveLength(data.totalElements)
    const files = readZip(answer.raw)
    expect([...files.keys()].filter((name) => name.startsWith('Recibidos/'))).toEqual([
      'Recibidos/Factura 001-001-000000002 de 1790012345001.xml',
    ])
    expect(files.get('Recibidos/Factura 001-001-000000002 de 1790012345001.xml')).toBe('<factura n="1"/>')
    expect(lines((await zip({ desde: '2026-01-01', hasta: '2026-01-31' })).raw)).toEqual([])
  })

  it('refuses an end before its beginning, and shows a company only its own', async () => {
    expect((await zip({ desde: '2026-09-30', hasta: '2026-09-01' })).status).toBe(422)
    const ajena = await buildUsuario(app, { empresas: [await buildEmpresa(app)] })
    expect(lines((await zip(SEPTIEMBRE, (await app.signIn(ajena.username)).token)).raw)).toEqual([])
    await expectGuarded(app, empresa, archivosReporte, { query: SEPTIEMBRE }, [ROL.USUARIO])
  })
})
