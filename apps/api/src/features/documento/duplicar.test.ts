import { randomUUID } from 'node:crypto'
import {
  calculateFactura,
  createProducto,
  duplicateFactura,
  emitFactura,
  lastFactura,
  type Calculo,
  type Emitido,
  type FacturaForm,
  type ProductoDetalle,
} from '@yupana/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa } from '../../db/transaction.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario, type UsuarioBuilt } from '../../testing/builders.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { facturaForm } from '../../testing/emisor.ts'
import { duplicate } from './factura-duplicar.service.ts'

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let usuario: UsuarioBuilt
let token: string

beforeAll(async () => {
  app = await buildTestApp()
})
beforeEach(async () => {
  empresa = await buildEmpresa(app)
  usuario = await buildUsuario(app, { empresas: [empresa] })
  await buildCertificadoRow(app, empresa, usuario, { desde: '2026-01-01T00:00:00-05:00', hasta: '2027-01-01T00:00:00-05:00' })
  token = (await app.signIn(usuario.username)).token
})
afterAll(() => app?.close())

const headers = () => ({ 'idempotency-key': randomUUID() })
const emit = (form: object) =>
  app.call<Emitido>(emitFactura, { token, params: { id: randomUUID() }, headers: headers(), body: form as never })
const duplicated = async (id: string) => (await app.call<FacturaForm>(duplicateFactura, { token, params: { id } })).data
const createResma = async (iva: number) =>
  (
    await app.call<ProductoDetalle>(createProducto, {
      token,
      headers: headers(),
      body: { code: 'P-1', name: 'Resma', type_product: 'PRODUCTO', iva, price: 10_000_000 },
    })
  ).data
const since = (tipo: string, valor: string) =>
  app.owner.insertInto('empresa_condicion').values({ empresa_id: empresa.id, tipo, desde: '2020-01-01', hasta: null, valor }).execute()
/** A form as stored under an earlier law. */
const again = (lineas: object[]) => {
  const stored = { info_adicional: [], rubros_terceros: [], propina: 0, modo: 'NETO', ...facturaForm({ lineas: lineas as never }) } as never
  return inEmpresa(app.deps.db, empresa.id, (tx) => duplicate(tx, empresa.id, stored, '2026-11-20'))
}

describe('O-102 an old sale at 15 % of a company that is a negocio popular by now', () => {
  it.each([
    ['duplicated', (id: string) => duplicated(id)],
    ['repeated', async () => (await app.call<FacturaForm>(lastFactura, { token })).data],
  ])('is %s at 0 %, and can be issued', async (_name, repeat) => {
    const { id } = (await emit(facturaForm())).data
    await since('REGIMEN', 'NEGOCIO_POPULAR')
    const form = await repeat(id)
    expect(form.lineas.map(({ iva }) => iva)).toEqual([1])
    expect(form.pagos.map(({ total }) => total)).toEqual([10_000_000])
    const { data } = await app.call<Calculo>(calculateFactura, { token, body: form })
    expect([data.problemas, data.total]).toEqual([[], 10_000_000])
    expect((await emit(form)).data.total).toBe(10_000_000)
  })
})

const LINEA = {
  codigo: 'P-1',
  descripcion: 'Resma',
  cantidad: 1_000_000,
  precio_unitario: 10_000_000,
  descuento: 0,
  iva: 2,
  detalles_adicionales: [],
}

it('O-99 taxes that the company no longer charges fall away', async () => {
  const taxed = [{ ...LINEA, iva: 6, ice: { codigo: '3011', tarifa: 10_000_000 }, irbpnr: { tarifa: 20_000 } }]
  expect((await again(taxed)).lineas[0]).not.toHaveProperty('ice')
  expect((await again(taxed)).lineas[0]).not.toHaveProperty('irbpnr')
  await since('ICE', '')
  expect((await again(taxed)).lineas[0]).toHaveProperty('ice')
})

describe('O-92 a rate that no longer holds', () => {
  it.each([
    ['id', true],
    ['code', false],
  ])('gives way to that of the product, found by its %s', async (_name, byId) => {
    const producto = await createResma(1)
    expect((await again([{ ...LINEA, ...(byId && { producto_id: producto.id, codigo: 'OTRO' }) }])).lineas.map(({ iva }) => iva)).toEqual([
      1,
    ])
  })

  it('gives way to the general one where no product says', async () => {
    expect((await again([LINEA])).lineas.map(({ iva }) => iva)).toEqual([6])
  })
})
