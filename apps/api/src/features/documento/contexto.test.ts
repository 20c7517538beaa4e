import { randomUUID } from 'node:crypto'
import {
  createPersona,
  createProducto,
  emitFactura,
  lastFactura,
  lastPrecio,
  readContexto,
  type Contexto,
  type Emitido,
  type FacturaForm,
  type Persona,
  type ProductoDetalle,
  type UltimoPrecio,
} from '@yupana/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario, type UsuarioBuilt } from '../../testing/builders.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { facturaForm } from '../../testing/emisor.ts'

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let usuario: UsuarioBuilt
let token: string

beforeAll(async () => {
  app = await buildTestApp()
})
beforeEach(async () => {
  empresa = await buildEmpresa(app, {
    establecimientos: [{ codigo: '001', direccion: 'Quito', puntos: [{ codigo: '001' }, { codigo: '002' }] }],
  })
  usuario = await buildUsuario(app, { empresas: [empresa] })
  await buildCertificadoRow(app, empresa, usuario, { desde: '2026-01-01T00:00:00-05:00', hasta: '2027-01-01T00:00:00-05:00' })
  token = (await app.signIn(usuario.username)).token
})
afterAll(() => app?.close())

const headers = () => ({ 'idempotency-key': randomUUID() })
const emit = (change: Parameters<typeof facturaForm>[0] = {}) =>
  app.call<Emitido>(emitFactura, { token, params: { id: randomUUID() }, headers: headers(), body: facturaForm(change) })
const contexto = async () => (await app.call<Contexto>(readContexto, { token })).data

it('O-100 offers the points this user may use, with the number that comes next', async () => {
  await emit()
  expect((await contexto()).puntos.map(({ establecimiento, punto, siguiente }) => [establecimiento, punto, siguiente])).toEqual([
    ['001', '001', 2],
    ['001', '002', 1],
  ])
  await app.owner
    .insertInto('usuario_punto')
    .values({ empresa_id: empresa.id, usuario_id: usuario.id, establecimiento: '001', punto: '002' })
    .execute()
  expect((await contexto()).puntos.map(({ punto }) => punto)).toEqual(['002'])
})

it('of another type of document the numbers are its own', async () => {
  await emit()
  const { puntos } = (await app.call<Contexto>(readContexto, { token, query: { tipo: '05' } })).data
  expect(new Set(puntos.map(({ siguiente }) => siguiente))).toEqual(new Set([1]))
  expect((await app.call(readContexto, { token, query: { tipo: '99' } })).status).toBe(422)
})

it('tells the day, the company, the building materials and whether the certificate may sign', async () => {
  const { hoy, ambiente, empresa: own, materiales, certificado } = await contexto()
  expect(hoy).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect([ambiente, own.ruc, own.tiene_logo]).toEqual(['SIMULADOR', empresa.ruc, false])
  expect(materiales.length).toBeGreaterThan(10)
  expect(certificado?.apto).toBe(true)
})

it('remembers what this client last paid, and what the user last sold', async () => {
  expect((await app.call<FacturaForm | null>(lastFactura, { token })).data).toBeNull()
  const persona = (
    await app.call<Persona>(createPersona, {
      token,
      headers: headers(),
      body: { tipo_identificacion: '05', identificacion: '1712345675', razon_social: 'ANA', roles: ['cliente'] },
    })
  ).data
  const producto = (
    await app.call<ProductoDetalle>(createProducto, {
      token,
      headers: headers(),
      body: { code: 'P-1', name: 'Resma', type_product: 'PRODUCTO', iva: 6, price: 8_000_000 },
    })
  ).data
  const query = { persona_id: persona.id, producto_id: producto.id }
  expect((await app.call<UltimoPrecio | null>(lastPrecio, { token, query })).data).toBeNull()
  const linea = { producto_id: producto.id, codigo: 'P-1', descripcion: 'Resma', cantidad: 2_000_000, precio_unitario: 7_500_000, iva: 6 }
  const { data } = await emit({ lineas: [linea], pagos: [{ forma_pago: '01', total: 17_250_000 }] })
  expect((await app.call<UltimoPrecio>(lastPrecio, { token, query })).data).toMatchObject({
    precio_unitario: 7_500_000,
    cantidad: 2_000_000,
    modo: 'NETO',
    numero: data.numero,
  })
  const last = (await app.call<FacturaForm>(lastFactura, { token })).data
  expect(last.lineas).toMatchObject([linea])
  expect(last.fecha_emision).toBeUndefined()
  await emit({
    comprador: { tipo_identificacion: '07', identificacion: '9999999999999', razon_social: 'CONSUMIDOR FINAL', correos: [] },
    lineas: [{ ...linea, cantidad: 1_000_000 }],
    pagos: [{ forma_pago: '01', total: 8_630_000 }],
  })
  const lastOf = async (personaId: string) =>
    (await app.call<FacturaForm | null>(lastFactura, { token, query: { persona_id: personaId } })).data
  expect((await lastOf(persona.id))?.lineas).toMatchObject([linea])
  expect(await lastOf(producto.id)).toBeNull()
})
