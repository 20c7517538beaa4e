import { randomUUID } from 'node:crypto'
import {
  createCategoria,
  createProducto,
  emitFactura,
  readCifras,
  readReporte,
  SIN_CLAVE,
  type Cifras,
  type CorteReporte,
  type ReporteLeido,
} from '@yupana/contract'
import { PERIODO_REPORTE, TIPO_MOVIMIENTO, type PeriodoReporte, type Rango, type TipoMovimiento } from '@yupana/fiscal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { facturaForm } from '../../testing/emisor.ts'
import { enterMes, mesDePrueba } from '../../testing/mes-de-prueba.ts'
import { RESTO } from './cifras.sql.ts'

// Every bar and figure of the dashboard beside the list that it opens: as many documents, and the same sum.

const { DIARIO, SEMANAL, MENSUAL, ANUAL } = PERIODO_REPORTE
const MUCHOS = 13
let app: TestApp
/** The month of the reference: sales, purchases, notes. */
let mes: string
/** Thirteen sales to as many people, each of two of thirteen categories: more than a cut names. */
let muchas: string
let sociaDeMuchas: string

async function emitMuchas(): Promise<void> {
  const empresa = await buildEmpresa(app, { condiciones: [{ tipo: 'REGIMEN', desde: '2022-01-01', valor: 'GENERAL' }] })
  const usuario = await buildUsuario(app, { empresas: [empresa] })
  const socia = await buildUsuario(app, { empresas: [empresa], rol: ROL.EMPLEADO })
  await buildCertificadoRow(app, empresa, usuario, { desde: '2026-01-01T00:00:00-05:00', hasta: '2027-06-01T00:00:00-05:00' })
  app.clock.set('2026-11-20T15:30:00-05:00')
  muchas = (await app.signIn(usuario.username)).token
  sociaDeMuchas = (await app.signIn(socia.username)).token
  const call = async <T>(
    endpoint: typeof createProducto | typeof createCategoria | typeof emitFactura,
    body: object,
    params?: { id: string },
  ) => {
    app.clock.advance(1_000)
    const headers = { 'idempotency-key': randomUUID() }
    const answer = await app.call<T>(endpoint, { token: muchas, headers, body, ...(params && { params }) })
    expect(answer.status, JSON.stringify(answer.problems)).toBe(200)
    return answer.data
  }
  const [linea] = facturaForm().lineas
  const productos: string[] = []
  for (let n = 0; n < MUCHOS; n++) {
    const categoria = await call<{ id: string }>(createCategoria, { name: `Categoría ${n}` })
    const producto = {
      code: `P${n}`,
      name: `Producto ${n}`,
      type_product: 'PRODUCTO',
      iva: linea!.iva,
      price: 10_000_000,
      category_id: categoria.id,
    }
    productos.push((await call<{ id: string }>(createProducto, producto)).id)
  }
  for (let n = 0; n < MUCHOS; n++) {
    const of = (at: number) => ({ ...linea!, codigo: `P${at}`, producto_id: productos[at]!, cantidad: (n + 1) * 1_000_000 })
    await call(
      emitFactura,
      facturaForm({
        comprador: { tipo_identificacion: '06', identificacion: n === MUCHOS - 1 ? 'resto' : `PAS${n}`, razon_social: `CLIENTE ${n}` },
        lineas: [of(n), of((n + 1) % MUCHOS)],
        pagos: [{ forma_pago: n % 2 ? '20' : '01', total: (n + 1) * 23_000_000 }],
      }),
      { id: randomUUID() },
    )
  }
}

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-10-15T09:00:00-05:00' })
  const { ruc, razonSocial } = mesDePrueba.informante
  const empresa = await buildEmpresa(app, { ruc, razonSocial })
  const contadora = await buildUsuario(app, { empresas: [empresa] })
  mes = (await app.signIn(contadora.username)).token
  await enterMes(app, empresa, mes)
  await emitMuchas()
  mes = (await app.signIn(contadora.username)).token
})
afterAll(() => app?.close())

const reporteOf = (tipo: TipoMovimiento) => (tipo === TIPO_MOVIMIENTO.VENTAS ? 'ventas' : 'compras')
const ask = (token: string, query: Record<string, string>) =>
  app.call<ReporteLeido>(readReporte, { token, query: { ...query, page: '0', size: '50' } })

/** The list of a bar: how many documents, and what the column of its figure comes to. */
async function opened(token: string, tipo: TipoMovimiento, rango: Rango, parte?: { corte: CorteReporte; clave: string }) {
  const said = parte && { corte: parte.corte, clave: parte.clave === '' ? SIN_CLAVE : parte.clave }
  const { status, data, problems } = await ask(token, { reporte: reporteOf(tipo), ...rango, ...said })
  expect(status, JSON.stringify(problems)).toBe(200)
  const [neto, iva, total] = data.totales.slice(-3)
  expect(data.content).toHaveLength(Math.min(data.totalElements, 50))
  return { documentos: data.totalElements, neto, iva, total, parte: data.parte }
}

const CASOS: readonly [periodo: PeriodoReporte, fecha: string][] = [
  [MENSUAL, '2026-09-01'],
  [MENSUAL, '2026-11-01'],
  [ANUAL, '2026-01-01'],
  [DIARIO, '2026-11-20'],
  [SEMANAL, '2026-11-16,2026-11-22'],
]

describe.each(Object.values(TIPO_MOVIMIENTO))('O-30 kind %i', (tipo) => {
  it.each(CASOS)('of period %i at %s each figure and each bar opens as many documents with the same sum', async (periodo, fecha) => {
    for (const token of [mes, muchas]) {
      const answer = await app.call<Cifras>(readCifras, { token, query: { periodo: String(periodo), fecha, tipo: String(tipo) } })
      expect(answer.status, JSON.stringify(answer.problems)).toBe(200)
      const { rango, actual, en_espera: espera, cortes, serie } = answer.data
      const { documentos, neto, iva, total } = actual
      expect(await opened(token, tipo, rango)).toEqual({ documentos, neto, iva, total, parte: null })
      expect(await opened(token, tipo, rango, { corte: 'espera', clave: 'SI' })).toMatchObject(espera)
      for (const { corte, partes } of cortes)
        for (const { clave, documentos: cuantos, total: suma } of partes) {
          const list = await opened(token, tipo, rango, { corte, clave })
          expect([corte, clave, list.documentos, corte === 'categoria' ? list.neto : list.total]).toEqual([corte, clave, cuantos, suma])
        }
      if (periodo === DIARIO)
        for (const { clave, documentos: cuantos, total: suma } of serie)
          expect(await opened(token, tipo, rango, { corte: 'hora', clave })).toMatchObject({ documentos: cuantos, total: suma })
    }
  })
})

describe('the list of one bar', () => {
  const NOVIEMBRE = { desde: '2026-11-01', hasta: '2026-11-30' }

  it('beyond the ten largest is the rest, each document once, and says so', async () => {
    const query = { periodo: String(MENSUAL), fecha: '2026-11-01', tipo: String(TIPO_MOVIMIENTO.VENTAS) }
    const { cortes } = (await app.call<Cifras>(readCifras, { token: muchas, query })).data
    for (const corte of ['cliente', 'categoria'] as const)
      expect(cortes.find((one) => one.corte === corte)?.partes.at(-1)).toMatchObject({ clave: RESTO, nombre: 'Los demás' })
    const rest = await opened(muchas, TIPO_MOVIMIENTO.VENTAS, NOVIEMBRE, { corte: 'cliente', clave: RESTO })
    expect(rest).toMatchObject({ documentos: 3, total: (1 + 2 + 3) * 23_000_000, parte: 'Los demás' })
  })

  it('names its part, leaves as a file with the same rows, and of a category or a way of paying counts that part alone', async () => {
    const { data } = await ask(muchas, { reporte: 'ventas', ...NOVIEMBRE, corte: 'forma_pago', clave: '01' })
    expect(data.parte).toMatch(/[a-z]{4}/i)
    expect(data.totales.slice(-3)).toEqual([null, null, (1 + 3 + 5 + 7 + 9 + 11 + 13) * 23_000_000])
  })

  it('is refused where the report is not cut so, or is cut by half; a foreign key finds nothing', async () => {
    for (const wrong of [{ corte: 'sustento', clave: '01' }, { corte: 'cliente' }, { clave: 'x' }, { corte: 'empresa', clave: 'x' }])
      expect((await ask(muchas, { reporte: 'ventas', ...NOVIEMBRE, ...wrong })).status, JSON.stringify(wrong)).toBe(422)
    for (const clave of ['a\u0000b', '\ud800', '%'])
      expect((await ask(muchas, { reporte: 'ventas', ...NOVIEMBRE, corte: 'cliente', clave })).status, clave).toBeLessThan(500)
    expect((await ask(muchas, { reporte: 'existencias', ...NOVIEMBRE, corte: 'cliente', clave: 'x' })).status).toBe(422)
    for (const corte of ['cliente', 'vendedor', 'categoria', 'hora', 'espera', 'establecimiento', 'forma_pago'])
      expect((await ask(muchas, { reporte: 'ventas', ...NOVIEMBRE, corte, clave: "x'; --" })).data.totalElements, corte).toBe(0)
  })

  it('the margin opens the products it comes from, for who may see costs alone', async () => {
    const query = { periodo: String(MENSUAL), fecha: '2026-11-01', tipo: String(TIPO_MOVIMIENTO.VENTAS) }
    const { margen } = (await app.call<Cifras>(readCifras, { token: muchas, query })).data
    const { data } = await ask(muchas, { reporte: 'ventas_margen', ...NOVIEMBRE })
    expect(data.totales.slice(-3)).toEqual([margen!.actual.venta, margen!.actual.costo, margen!.actual.venta - margen!.actual.costo])
    expect((await ask(sociaDeMuchas, { reporte: 'ventas_margen', ...NOVIEMBRE })).status).toBe(403)
  })
})
