import { randomUUID } from 'node:crypto'
import {
  archivosReporte,
  createProducto,
  exportAnexoGastos,
  exportBodega,
  exportCategoria,
  exportCompra,
  exportComprobante,
  exportCotizacion,
  exportCuenta,
  exportDeudor,
  exportPago,
  exportEstadoCuenta,
  exportKardex,
  exportMarca,
  exportPapel,
  exportPersona,
  exportPrecios,
  exportProducto,
  exportProductoComprado,
  exportProductoVendido,
  exportReporte,
  exportTopProductos,
  exportUnidad,
  readAts,
  downloadPaqueteEnCola,
  downloadTrabajo,
  searchAuditoria,
  type Endpoint,
  type HechoAuditado,
  type Listing,
} from '@yupana/contract'
import { PERIODO_REPORTE } from '@yupana/fiscal'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../db/empresa-id.ts'
import { ROL } from '../plugins/sesion/roles.ts'
import { buildEmpresa, tokenOfNew } from '../testing/builders.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { expectGuarded } from '../testing/expect-guarded.ts'
import { readZip } from '../testing/read-zip.ts'

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let token: string

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-06-10T10:00:00-05:00' })
  empresa = await buildEmpresa(app)
  token = await tokenOfNew(app, { empresas: [empresa] })
})
afterAll(() => app?.close())

/** Inserts people of a company directly into its table: their names have their order. */
const fill = (company: { id: string }, count: number, name = 'PERSONA') =>
  sql`insert into persona (empresa_id, id, tipo_identificacion, identificacion, razon_social, roles, correos, telefonos, dias_credito, activo, orden, creada_en, editada_en)
    select ${company.id}::uuid, gen_random_uuid(), '06', ${name} || n, ${name} || ' ' || n, '{cliente}', '{}', '{}', 0, n % 2 = 0, lpad((n / 3)::text, 9, '0'), now(), now()
      from generate_series(1, ${count}::int) n`.execute(app.owner)

const take = (query: Record<string, string>, endpoint: Endpoint = exportPersona, as = token) => app.call(endpoint, { token: as, query })
const linesOf = async (query: Record<string, string>, endpoint: Endpoint = exportPersona, as = token) => {
  const { status, raw } = await take({ formato: 'csv', ...query }, endpoint, as)
  expect(status, raw.toString()).toBe(200)
  return raw.toString().replace('\ufeff', '').trimEnd().split('\r\n')
}

describe('a list as a file', () => {
  it('holds every row once over many pages with ties, in the order of the list, filtered as the list is', async () => {
    const company = await buildEmpresa(app)
    const as = await tokenOfNew(app, { empresas: [company] })
    await fill(company, 2_500)
    const [header, ...lines] = await linesOf({ columnas: 'razon_social,identificacion' }, exportPersona, as)
    expect(header).toBe('Nombre,Identificación')
    expect([lines.length, new Set(lines).size]).toEqual([2_500, 2_500])
    const ordenes = lines.map((line) => Math.floor(Number(/(\d+)$/.exec(line)?.[1]) / 3))
    expect(ordenes).toEqual(ordenes.toSorted((a, b) => a - b))
    const down = await linesOf({ columnas: 'razon_social', sort: 'razon_social,DESC' }, exportPersona, as)
    expect(down.slice(1).map((line) => Math.floor(Number(/(\d+)$/.exec(line)?.[1]) / 3))).toEqual(ordenes.toReversed())
    expect(await linesOf({ activo: 'true', columnas: 'activo' }, exportPersona, as)).toHaveLength(1_251)
    expect(await linesOf({}, exportPersona)).toEqual(['Identificación,Nombre,Rol,Correo,Teléfono,Estado'])
  })

  it('a sheet is a workbook that spreadsheets open, with the same rows', async () => {
    const company = await buildEmpresa(app)
    const as = await tokenOfNew(app, { empresas: [company] })
    await fill(company, 3, '=CMD')
    const { status, raw, headers } = await take({ columnas: 'razon_social' }, exportPersona, as)
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'attachment; filename="personas.xlsx"',
    ])
    const text = readZip(raw).get('xl/worksheets/sheet1.xml') ?? ''
    expect([...text.matchAll(/>([^<>]+)<\/t>/g)].map(([, value]) => value).toSorted()).toEqual(['=CMD 1', '=CMD 2', '=CMD 3', 'Nombre'])
    expect(await linesOf({ columnas: 'razon_social' }, exportPersona, as)).toContain("'=CMD 1")
  })

  it.each([
    ['a column that the list has not', { columnas: 'razon_social,direccion' }, 'columnas'],
    ['a column twice', { columnas: 'correo,correo' }, 'columnas'],
    ['no column', { columnas: '' }, 'columnas'],
    ['an order that the list has not', { sort: 'correo,ASC' }, 'sort'],
    ['another format', { formato: 'pdf' }, 'formato'],
    ['a page', { page: '1' }, 'page'],
  ])('%s is refused by its name, and nothing is written down', async (_what, query, campo) => {
    expect(await take(query)).toMatchObject({ status: 422, problems: [{ campo: expect.stringContaining(campo) }] })
    const { data } = await app.call<Listing<HechoAuditado>>(searchAuditoria, { token, query: { desde: '2026-06-10', que: 'nada' } })
    expect(data.content).toEqual([])
  })

  it.each([
    [exportPersona, 'persona.exportar'],
    [exportProducto, 'producto.exportar'],
    [exportMarca, 'marca.exportar'],
    [exportUnidad, 'unidad.exportar'],
    [exportBodega, 'bodega.exportar'],
    [exportComprobante, 'documento.exportar'],
    [exportCategoria, 'categoria.exportar'],
    [exportCotizacion, 'cotizacion.exportar'],
    [exportCompra, 'compra.exportar'],
  ])('%o is for who sees the list, and is written down with what was asked for', async (endpoint, accion) => {
    const company = await buildEmpresa(app)
    const as = await tokenOfNew(app, { empresas: [company] })
    for (const formato of ['csv', 'xlsx'])
      expect((await app.call(endpoint, { token: as, query: { formato, q: randomUUID() } })).status).toBe(200)
    const { data } = await app.call<Listing<HechoAuditado>>(searchAuditoria, { token: as, query: { que: accion.split('.')[0]! } })
    expect(data.content.map((hecho) => [hecho.accion, hecho.detalle['formato']])).toEqual([
      [accion, 'xlsx'],
      [accion, 'csv'],
    ])
    await expectGuarded(app, company, endpoint, {}, [ROL.USUARIO])
  })

  it('every export of a company leaves its row with what was asked for, and only its own leaves none', async () => {
    const company = await buildEmpresa(app)
    const as = await tokenOfNew(app, { empresas: [company] })
    const mes = { desde: '2026-05-01', hasta: '2026-05-31' }
    const product = await app.call<{ id: string }>(createProducto, {
      token: as,
      headers: { 'idempotency-key': randomUUID() },
      body: { code: 'A1', name: 'Agua', type_product: 'PRODUCTO', price: 1_000_000, iva: 6, manage_inventory: true },
    })
    await fill(company, 1)
    const { id: persona } = await app.owner
      .selectFrom('persona')
      .select('id')
      .where('empresa_id', '=', company.id)
      .executeTakeFirstOrThrow()
    const asked: Readonly<Record<string, Record<string, string>>> = {
      [exportKardex.path]: { producto_id: product.data.id },
      [exportProductoVendido.path]: { producto_id: product.data.id },
      [exportProductoComprado.path]: { producto_id: product.data.id },
      [exportPrecios.path]: { producto_id: product.data.id, tipo: '1' },
      [exportEstadoCuenta.path]: { persona_id: persona, sentido: 'COBRAR' },
      [exportCuenta.path]: { sentido: 'COBRAR' },
      [exportDeudor.path]: { sentido: 'COBRAR' },
      [exportPago.path]: { sentido: 'COBRAR' },
      [exportTopProductos.path]: { periodo: String(PERIODO_REPORTE.MENSUAL), fecha: '2026-05-01' },
      [exportPapel.path]: { formulario: '104', periodo: '2026-05' },
      [readAts.path]: { periodo: '2026-05' },
      [exportReporte.path]: { reporte: 'ventas', ...mes },
      [archivosReporte.path]: mes,
      [exportAnexoGastos.path]: { anio: '2026' },
    }
    // Personal expenses belong to no company; a package of a signature belongs to SUPER_ADMIN and is audited there; a job is audited when
    // it is requested.
    const fuera: readonly string[] = [downloadPaqueteEnCola.path, downloadTrabajo.path]
    const written: Record<string, number> = {}
    for (const { endpoint } of app.router.entries) {
      if (endpoint.costo !== 'exportacion' || fuera.includes(endpoint.path)) continue
      const before = await rowsOf(company)
      const query = asked[endpoint.path] ?? {}
      const answer = await app.call(endpoint, {
        token: as,
        ...(endpoint.method === 'POST' ? { body: { ids: [randomUUID()] } } : { query }),
      })
      expect(answer.status, `${endpoint.path} ${answer.raw.toString()}`).toBe(200)
      const rows = (await rowsOf(company)).slice(before.length)
      written[endpoint.path] = rows.length
      const told = rows[0]?.detalle as Record<string, unknown> | undefined
      for (const [name, value] of Object.entries(told ? query : {})) expect(String(told?.[name]), `${endpoint.path} ${name}`).toBe(value)
    }
    expect(Object.keys(written).length).toBeGreaterThan(15)
    expect(Object.entries(written).filter(([, rows]) => rows !== 1)).toEqual([[exportAnexoGastos.path, 0]])
  })
})

const rowsOf = ({ id }: { id: EmpresaId }) =>
  app.owner.selectFrom('auditoria').select(['accion', 'detalle']).where('empresa_id', '=', id).orderBy('id').execute()
