import { randomUUID } from 'node:crypto'
import {
  createProducto,
  emitFactura,
  NOTA_CALLS,
  readCifras,
  readInicio,
  readTopProductos,
  type Cifras,
  type Emitido,
  type FacturaFormInput,
  type TopProductos,
} from '@yupana/contract'
import { PERIODO_REPORTE, TIPO_MOVIMIENTO } from '@yupana/fiscal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Estado } from '@yupana/fiscal'
import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario, type UsuarioBuilt } from '../../testing/builders.ts'
import { facturaForm } from '../../testing/emisor.ts'

// A factura on 23 October, three on 20 November of which one is refused, and a credit note of the first on 23 November.

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let usuario: UsuarioBuilt
let token: string
const { DIARIO, SEMANAL, MENSUAL, ANUAL } = PERIODO_REPORTE
const TOTAL = 11_500_000

const on = async (instant: string) => {
  app.clock.set(instant)
  token = (await app.signIn(usuario.username)).token
}
async function emit(change: object = {}): Promise<string> {
  app.clock.advance(1_000)
  const answer = await app.call<Emitido>(emitFactura, {
    token,
    params: { id: randomUUID() },
    headers: { 'idempotency-key': randomUUID() },
    body: facturaForm(change),
  })
  expect(answer.status, JSON.stringify(answer.problems)).toBe(200)
  return answer.data.id
}
async function walk(id: string, ...estados: Estado[]) {
  for (const estado of estados) await app.owner.updateTable('documento').set({ estado }).where('id', '=', id).execute()
}
const ask = (periodo: number, fecha: string, tipo: number = TIPO_MOVIMIENTO.VENTAS, bearer = token) =>
  app.call<Cifras>(readCifras, { token: bearer, query: { periodo: String(periodo), fecha, tipo: String(tipo) } })
const top = (fecha: string, orden?: string) =>
  app.call<TopProductos>(readTopProductos, { token, query: { periodo: String(MENSUAL), fecha, ...(orden && { orden }) } })

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-10-23T09:00:00-05:00' })
  empresa = await buildEmpresa(app, { condiciones: [{ tipo: 'REGIMEN', desde: '2022-01-01', valor: 'GENERAL' }] })
  usuario = await buildUsuario(app, { empresas: [empresa] })
  await buildCertificadoRow(app, empresa, usuario, { desde: '2026-01-01T00:00:00-05:00', hasta: '2027-06-01T00:00:00-05:00' })
  await on('2026-10-23T09:00:00-05:00')
  const [{ codigo, iva }] = facturaForm().lineas as [FacturaFormInput['lineas'][number]]
  const { data } = await app.call<{ id: string }>(createProducto, {
    token,
    headers: { 'idempotency-key': randomUUID() },
    body: { code: codigo ?? '', name: 'RESMA', type_product: 'PRODUCTO', iva, price: 10_000_000 },
  })
  await emit({ lineas: facturaForm().lineas.map((linea) => ({ ...linea, producto_id: data.id })) })
  await on('2026-11-20T15:30:00-05:00')
  await emit()
  await emit()
  const refused = await emit()
  await walk(refused, 'FIRMADO', 'ENVIANDO', 'RECHAZADO')
  await on('2026-11-23T10:00:00-05:00')
})
afterAll(() => app?.close())

describe('the figures of a period', () => {
  it('O-30 count what is authorised or waiting, beside as many days of the period before', async () => {
    const { data } = await ask(MENSUAL, '2026-11-01')
    expect(data.rango).toEqual({ desde: '2026-11-01', hasta: '2026-11-30' })
    expect(data.actual).toEqual({ documentos: 2, neto: 20_000_000, iva: 3_000_000, total: 2 * TOTAL })
    // Neither has left: a declaration of these days has none of them. What was refused is in neither.
    expect(data.en_espera).toEqual({ documentos: 2, total: 2 * TOTAL })
    expect((await ask(MENSUAL, '2026-11-01', 2)).data.en_espera).toEqual({ documentos: 0, total: 0 })
    expect(data.anterior).toEqual({
      rango: { desde: '2026-10-01', hasta: '2026-10-23' },
      cifra: { documentos: 1, neto: 10_000_000, iva: 1_500_000, total: TOTAL },
    })
  })

  it.each([
    [DIARIO, '2026-11-20', 24, '15'],
    [SEMANAL, '2026-11-16,2026-11-22', 7, '2026-11-20'],
    [MENSUAL, '2026-11-01', 30, '2026-11-20'],
    [ANUAL, '2026-01-01', 12, '2026-11-01'],
  ])('R-3.2.4 period %i of %s has a bar for each of its parts, and they come to the whole', async (periodo, fecha, bars, clave) => {
    const { data } = await ask(periodo, fecha)
    expect(data.serie).toHaveLength(bars)
    expect(data.serie.find((barra) => barra.clave === clave)).toMatchObject({ documentos: 2, total: 2 * TOTAL })
    expect(data.serie.reduce((sum, { total }) => sum + total, 0)).toBe(data.actual.total)
  })

  it('every cut comes to the whole, and names whom it counts', async () => {
    const { data } = await ask(ANUAL, '2026-01-01')
    for (const { corte, partes } of data.cortes)
      expect([corte, partes.reduce((sum, { total }) => sum + total, 0)]).toEqual([
        corte,
        corte === 'categoria' ? data.actual.neto : data.actual.total,
      ])
    const first = Object.fromEntries(data.cortes.map(({ corte, partes }) => [corte, partes[0]]))
    expect(first['vendedor']?.nombre).toContain(usuario.username)
    expect(first['establecimiento']).toMatchObject({ clave: '001', nombre: 'Establecimiento 001', documentos: 3 })
    expect(first['categoria']).toMatchObject({ nombre: 'Sin categoría' })
    expect(first['forma_pago']?.nombre).toMatch(/[a-z]{4}/i)
  })

  it('a credit note takes off the day it is issued, and none of it is an expense', async () => {
    const [factura] = (
      await app.owner
        .selectFrom('documento')
        .select(['id', 'establecimiento', 'punto', 'secuencial'])
        .where('empresa_id', '=', empresa.id)
        .where('fecha_emision', '=', '2026-10-23')
        .execute()
    ).map(({ id, establecimiento, punto, secuencial }) => ({
      documento_id: id,
      numero: `${establecimiento}-${punto}-${String(secuencial).padStart(9, '0')}`,
      fecha: '2026-10-23',
    }))
    await walk(factura!.documento_id, 'FIRMADO', 'ENVIANDO', 'RECIBIDA', 'AUTORIZADO')
    const { comprador } = facturaForm()
    const { status, problems } = await app.call(NOTA_CALLS.emit, {
      token,
      params: { id: randomUUID() },
      headers: { 'idempotency-key': randomUUID() },
      body: {
        tipo: '04',
        establecimiento: '001',
        punto: '001',
        clase: 'DEVOLUCION',
        motivo: 'Devolución',
        comprador,
        modificado: factura!,
        creditos: [{ linea: 0, cantidad: facturaForm().lineas[0]!.cantidad }],
      },
    })
    expect([status, problems]).toEqual([200, []])
    const { data } = await ask(MENSUAL, '2026-11-01')
    expect(data.actual).toEqual({ documentos: 3, neto: 10_000_000, iva: 1_500_000, total: TOTAL })
    expect(data.serie.find(({ clave }) => clave === '2026-11-23')?.total).toBe(-TOTAL)
    expect((await ask(ANUAL, '2026-01-01', TIPO_MOVIMIENTO.GASTOS)).data.actual.documentos).toBe(0)
  })

  it.each([
    [MENSUAL, '2026-11-20'],
    [SEMANAL, '2026-11-20'],
    [9, '2026-11-01'],
    [DIARIO, 'ayer'],
  ])('period %i refuses «%s» with a 422', async (periodo, fecha) => expect((await ask(periodo, fecha)).status).toBe(422))

  it('O-90 shows one company and environment, and nothing to whoever may not see documents', async () => {
    const other = await buildUsuario(app, { empresas: [await buildEmpresa(app)] })
    const { data } = await ask(ANUAL, '2026-01-01', 1, (await app.signIn(other.username)).token)
    expect(data.actual.documentos).toBe(0)
    const plain = await buildUsuario(app, { empresas: [empresa], rol: ROL.USUARIO })
    expect((await ask(ANUAL, '2026-01-01', 1, (await app.signIn(plain.username)).token)).status).toBe(403)
    await app.owner.updateTable('empresa').set({ ambiente: 'PRUEBAS' }).where('id', '=', empresa.id).execute()
    await on('2026-11-23T10:00:01-05:00')
    expect((await ask(ANUAL, '2026-01-01')).data.actual.documentos).toBe(0)
    await app.owner.updateTable('empresa').set({ ambiente: 'SIMULADOR' }).where('id', '=', empresa.id).execute()
    await on('2026-11-23T10:00:02-05:00')
  })
})

describe('the products that sell', () => {
  it('are ranked by amount or quantity, with their place before; what stopped selling is named', async () => {
    const november = (await top('2026-11-01')).data
    expect(november.productos.map(({ cantidad, total, antes }) => [cantidad, total, antes])).toEqual([[2_000_000, 20_000_000, null]])
    expect(november.sin_ventas.map(({ nombre, antes }) => [nombre, antes])).toEqual([['RESMA', 1]])
    const december = (await top('2026-12-01', 'cantidad')).data
    expect([december.productos, december.sin_ventas.length]).toEqual([[], 1])
  })
})

it('home shows the same figures: today, the month and each of thirty days', async () => {
  const { data } = await app.call<{
    ventas: { mes: { cifra: object; anterior: object }; hoy: { cifra: object }; dias: { total: number }[] }
  }>(readInicio, { token })
  const mes = (await ask(MENSUAL, '2026-11-01')).data
  expect([data.ventas.mes.cifra, data.ventas.mes.anterior]).toEqual([mes.actual, mes.anterior])
  expect(data.ventas.hoy.cifra).toEqual((await ask(DIARIO, '2026-11-23')).data.actual)
  expect([data.ventas.dias.length, data.ventas.dias.reduce((sum, { total }) => sum + total, 0)]).toEqual([30, TOTAL])
})
