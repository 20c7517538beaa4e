import { randomUUID } from 'node:crypto'
import {
  createCotizacion,
  createProducto,
  deleteCotizacion,
  deleteProducto,
  duplicateFactura,
  editCotizacion,
  emitFactura,
  facturaOfCotizacion,
  moveCotizacion,
  readCotizacion,
  searchCotizacion,
  type Cotizacion,
  type CotizacionFila,
  type CotizacionFormInput,
  type Emitido,
  type FacturaForm,
  type Listing,
} from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { ROL } from '../../plugins/sesion/roles.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { facturaForm } from '../../testing/emisor.ts'

// O-74: one-click invoice of a quote.

let app: TestApp
let token: string
let vendedor: string
let ajeno: string

beforeAll(async () => {
  app = await buildTestApp()
  const [empresa, otra] = [await buildEmpresa(app), await buildEmpresa(app)]
  const usuario = await buildUsuario(app, { empresas: [empresa] })
  const otro = await buildUsuario(app, { empresas: [otra] })
  const valid = { desde: '2026-01-01T00:00:00-05:00', hasta: '2027-01-01T00:00:00-05:00' }
  await buildCertificadoRow(app, empresa, usuario, valid)
  await buildCertificadoRow(app, otra, otro, valid)
  token = (await app.signIn(usuario.username)).token
  vendedor = await tokenOfNew(app, { empresas: [empresa], rol: ROL.VENDEDOR })
  ajeno = (await app.signIn(otro.username)).token
})
afterAll(() => app?.close())

const { comprador, lineas } = facturaForm()
const quote = async (change: Partial<CotizacionFormInput> = {}): Promise<Cotizacion> => {
  const body = { establecimiento: '001', punto: '001', validez_dias: 15, comprador, lineas, ...change }
  const { data, problems } = await app.call<Cotizacion>(createCotizacion, { token, headers: { 'idempotency-key': randomUUID() }, body })
  expect(problems).toEqual([])
  return data
}
const read = async (id: string) => (await app.call<Cotizacion>(readCotizacion, { token, params: { id } })).data
const facturaOf = (id: string, bearer = token) => app.call<FacturaForm>(facturaOfCotizacion, { token: bearer, params: { id } })
const emit = (body: unknown, { id = randomUUID(), bearer = token }: { id?: string; bearer?: string } = {}) =>
  app.call<Emitido>(emitFactura, { token: bearer, params: { id }, headers: { 'idempotency-key': randomUUID() }, body })
const move = (id: string, estado: string, version: number) =>
  app.call<Cotizacion>(moveCotizacion, { token, params: { id }, body: { estado, version } })

it('O-74 a quote becomes a factura of the same lines and total, and is invoiced when that is issued', async () => {
  const { id, total } = await quote({ info_adicional: [{ nombre: 'Obra', valor: 'Casa 3' }] })
  const { data: form } = await facturaOf(id)
  expect(form).toMatchObject({ cotizacion_id: id, lineas: [{ descripcion: 'Servicio de prueba' }], pagos: [{ total }] })
  expect((await read(id)).estado).toBe('BORRADOR')
  const { data: factura } = await emit(form)
  expect(factura.total).toBe(total)
  expect(await read(id)).toMatchObject({ estado: 'FACTURADA', factura: { id: factura.id, numero: factura.numero } })
  const found = await app.call<Listing<CotizacionFila>>(searchCotizacion, { token, query: { estado: 'FACTURADA' } })
  expect(found.data.content.map((row) => row.id)).toEqual([id])
})

it('O-74 two facturas of one quote at the same instant: one is issued, the other takes no number', async () => {
  const { id } = await quote()
  const { data: form } = await facturaOf(id)
  const answers = await Promise.all([emit(form), emit(form)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  const refused = answers.find(({ status }) => status === 422)
  expect(refused?.problems).toMatchObject([{ campo: 'cotizacion_id', message: expect.stringContaining('facturada') }])
  const issued = answers.find(({ status }) => status === 200)!.data
  const { data: next } = await emit(facturaForm())
  expect(Number(next.numero.slice(8))).toBe(Number(issued.numero.slice(8)) + 1)
})

it('O-74 what was invoiced is kept as it was, until its factura is voided', async () => {
  const { id, version } = await quote()
  const { data: factura } = await emit((await facturaOf(id)).data)
  const body = { establecimiento: '001', punto: '001', validez_dias: 15, comprador, lineas, version: version + 1 }
  expect((await app.call(editCotizacion, { token, params: { id }, body })).msg).toContain('facturada')
  expect((await app.call(deleteCotizacion, { token, params: { id } })).msg).toContain('facturada')
  expect((await move(id, 'ENVIADA', version + 1)).status).toBe(422)
  expect((await facturaOf(id)).status).toBe(422)
  // The duplicate of the factura is a sale of its own.
  const { data: copy } = await app.call<FacturaForm>(duplicateFactura, { token, params: { id: factura.id } })
  expect(copy.cotizacion_id).toBeUndefined()
  await sql`alter table documento disable trigger user`.execute(app.owner)
  await app.owner.updateTable('documento').set({ estado: 'ANULADO' }).where('id', '=', factura.id).execute()
  await sql`alter table documento enable trigger user`.execute(app.owner)
  expect(await read(id)).toMatchObject({ estado: 'BORRADOR', factura: null })
  const { data: second } = await emit((await facturaOf(id)).data)
  expect((await read(id)).factura?.id).toBe(second.id)
})

it('O-74 what was declined or expired is not invoiced; what was accepted is', async () => {
  const { id, version } = await quote()
  await move(id, 'ENVIADA', version)
  await move(id, 'RECHAZADA', version + 1)
  expect((await facturaOf(id)).msg).toContain('rechazada')
  expect((await emit({ ...facturaForm(), cotizacion_id: id })).problems).toMatchObject([{ campo: 'cotizacion_id' }])
  await move(id, 'BORRADOR', version + 2)
  await move(id, 'ENVIADA', version + 3)
  await move(id, 'ACEPTADA', version + 4)
  expect((await emit((await facturaOf(id)).data)).status).toBe(200)
  const old = await quote({ fecha_emision: '2026-05-01' })
  await app.owner.updateTable('cotizacion').set({ estado: 'ENVIADA' }).where('id', '=', old.id).execute()
  expect((await facturaOf(old.id)).msg).toContain('vencida')
})

it('O-100 what an administrator offered is sold as offered, each line once', async () => {
  const { id } = await quote({ lineas: [{ ...lineas[0]!, descuento: 1_000_000 }] })
  const { data: form } = await facturaOf(id, vendedor)
  const twice = { ...form, lineas: [...form.lineas, ...form.lineas], pagos: [{ forma_pago: '20', total: form.pagos[0]!.total * 2 }] }
  expect((await emit(twice, { bearer: vendedor })).problems.map(({ campo }) => campo)).toContain('lineas.1.descuento')
  const { cotizacion_id: _of, ...alone } = form
  expect((await emit(alone, { bearer: vendedor })).problems.map(({ campo }) => campo)).toContain('lineas.0.descuento')
  expect((await emit(form, { bearer: vendedor })).status).toBe(200)
})

it('a product that is gone stays in the factura as a line without it', async () => {
  const { data: producto } = await app.call<{ id: string }>(createProducto, {
    token,
    headers: { 'idempotency-key': randomUUID() },
    body: { code: 'SE-VA', name: 'Se va', type_product: 'PRODUCTO', iva: 6, price: 10_000_000 },
  })
  const { id } = await quote({ lineas: [{ ...lineas[0]!, producto_id: producto.id }] })
  expect((await app.call(deleteProducto, { token, params: { id: producto.id } })).status).toBe(200)
  expect((await emit((await facturaOf(id)).data)).status).toBe(200)
})

it('B7 another company’s quote is absent: it is neither read nor invoiced', async () => {
  const { id } = await quote()
  expect((await facturaOf(id, ajeno)).status).toBe(404)
  const body = { ...facturaForm(), cotizacion_id: id }
  const [foreign, absent] = [await emit(body, { bearer: ajeno }), await emit({ ...body, cotizacion_id: randomUUID() }, { bearer: ajeno })]
  expect([foreign.status, foreign.problems]).toEqual([absent.status, absent.problems])
  expect(foreign.problems).toMatchObject([{ campo: 'cotizacion_id' }])
  expect((await read(id)).estado).toBe('BORRADOR')
})
