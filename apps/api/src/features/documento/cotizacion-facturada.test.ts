import { randomUUID } from 'node:crypto'
import {
  calculateFactura,
  correctFactura,
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
  readExistencia,
  searchCotizacion,
  type Cotizacion,
  type CotizacionFila,
  type CotizacionFormInput,
  type Calculo,
  type Emitido,
  type ExistenciaProducto,
  type FacturaDeCotizacion,
  type FacturaForm,
  type Listing,
} from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { createPool } from '../../db/connect.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { facturaForm } from '../../testing/emisor.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'

// O-74: invoice of a quote in one click.

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
const converted = (id: string, bearer = token) => app.call<FacturaDeCotizacion>(facturaOfCotizacion, { token: bearer, params: { id } })
/** The form of the factura, as it would be sent. */
async function facturaOf(id: string, bearer = token) {
  const { data, ...answer } = await converted(id, bearer)
  const { avisos: _avisos, ...form } = data ?? {}
  return { ...answer, data: form as FacturaForm }
}
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

it('the price list of a quote and of its lines goes on with its factura, and with a duplicate of that', async () => {
  const said = { lista: 2, lineas: [{ ...lineas[0]!, lista: 1, lista_propia: true }] }
  const { id } = await quote(said)
  const { data: form } = await facturaOf(id)
  expect(form).toMatchObject(said)
  const { data: factura } = await emit(form)
  expect((await app.call<FacturaForm>(duplicateFactura, { token, params: { id: factura.id } })).data).toMatchObject(said)
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
  // The duplicate of the factura is a separate sale.
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
  const old = await quote()
  await app.owner
    .updateTable('cotizacion')
    .set({ estado: 'ENVIADA', fecha_emision: '2026-05-01', vence: '2026-05-16' })
    .where('id', '=', old.id)
    .execute()
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

const producto = async (code: string, change: object = {}) => {
  const body = { code, name: code, type_product: 'PRODUCTO', iva: 6, price: 10_000_000, ...change }
  return (await app.call<{ id: string }>(createProducto, { token, headers: { 'idempotency-key': randomUUID() }, body })).data.id
}

it('a product that is gone or no longer sold is told before the quote becomes a factura, and in its answer', async () => {
  const [gone, idle, here] = [await producto('SE-VA'), await producto('INACTIVO'), await producto('QUEDA')]
  const quoted = [gone, idle, here].map((producto_id) => ({ ...lineas[0]!, producto_id, descripcion: `De ${producto_id.slice(0, 8)}` }))
  const { id } = await quote({ lineas: quoted })
  expect((await converted(id)).data.avisos).toEqual([])
  expect((await app.call(deleteProducto, { token, params: { id: gone } })).status).toBe(200)
  await app.owner.updateTable('producto').set({ status: 'INACTIVO' }).where('id', '=', idle).execute()
  const avisos = [
    {
      campo: 'lineas.0.producto_id',
      message: expect.stringMatching(/^El producto «De .+» de la cotización ya no existe: elija otro, o dé/),
    },
    { campo: 'lineas.1.producto_id', message: expect.stringContaining('está inactivo') },
  ]
  expect((await converted(id)).data.avisos).toEqual(avisos)
  const { data: form } = await facturaOf(id)
  expect(form.lineas.map(({ producto_id }) => producto_id)).toEqual([undefined, idle, here])
  expect((await app.call<Calculo>(calculateFactura, { token, body: form })).data.avisos).toEqual(avisos)
  expect((await emit(form)).data.avisos).toEqual(avisos)
})

it('of any factura, a product that is no longer sold is told by the calculation and by the answer; one that is gone stops it without a number', async () => {
  const [gone, idle] = [await producto('BORRADO'), await producto('PARADO')]
  const de = (producto_id: string) => facturaForm({ lineas: [{ ...lineas[0]!, producto_id, descripcion: 'Uno' }] })
  const calculo = async (id: string) => (await app.call<Calculo>(calculateFactura, { token, body: de(id) })).data
  expect(await calculo(idle)).toMatchObject({ problemas: [], avisos: [] })
  expect((await app.call(deleteProducto, { token, params: { id: gone } })).status).toBe(200)
  await app.owner.updateTable('producto').set({ status: 'INACTIVO' }).where('id', '=', idle).execute()
  const aviso = { campo: 'lineas.0.producto_id', message: expect.stringContaining('El producto «Uno» está inactivo') }
  expect((await calculo(idle)).avisos).toEqual([aviso])
  const { data: emitida } = await emit(de(idle))
  expect(emitida.avisos).toEqual([aviso])
  const falta = [{ campo: 'lineas.0.producto_id', message: 'El producto no existe o fue eliminado.' }]
  expect((await calculo(gone)).problemas).toEqual(falta)
  expect(await emit(de(gone))).toMatchObject({ status: 422, problems: falta })
  const { data: siguiente } = await emit(de(idle))
  expect(Number(siguiente.numero.slice(8))).toBe(Number(emitida.numero.slice(8)) + 1)
})

it('without the right for lines without product, a line whose product is gone is refused in words until another is chosen', async () => {
  const [gone, other] = [await producto('SE-FUE'), await producto('EN-SU-LUGAR')]
  const { id } = await quote({ lineas: [{ ...lineas[0]!, producto_id: gone }] })
  expect((await app.call(deleteProducto, { token, params: { id: gone } })).status).toBe(200)
  const { data } = await converted(id, vendedor)
  expect(data.avisos).toMatchObject([{ message: expect.stringContaining('elija otro: su usuario no puede vender líneas sin producto.') }])
  const { data: form } = await facturaOf(id, vendedor)
  expect(await emit(form, { bearer: vendedor })).toMatchObject({ status: 422, problems: [{ campo: 'lineas.0.codigo' }] })
  const otra = { ...dos(1), producto_id: other, codigo: 'EN-SU-LUGAR', descripcion: 'EN-SU-LUGAR', precio_unitario: 10_000_000, iva: 6 }
  const { status, data: factura } = await emit(parte(form, [otra], 11_500_000), { bearer: vendedor })
  expect([status, factura.avisos]).toEqual([200, []])
})

const dos = (cantidad: number, change: object = {}) => ({ ...lineas[0]!, cantidad: cantidad * 1_000_000, ...change })
const flete = { codigo: 'F', descripcion: 'Flete', cantidad: 1_000_000, precio_unitario: 5_000_000, iva: 6 }
const parte = (form: FacturaForm, taken: readonly object[], total: number) => ({
  ...form,
  lineas: taken,
  pagos: [{ forma_pago: '20', total }],
})
const setEstado = (id: string, estado: string) => app.owner.updateTable('documento').set({ estado }).where('id', '=', id).execute()
/** A change of documents by hand, in place of the authority or the worker. */
const byHand = async (change: () => Promise<unknown>) => {
  await sql`alter table documento disable trigger documento_cambia`.execute(app.owner)
  await change()
  await sql`alter table documento enable trigger documento_cambia`.execute(app.owner)
}
const voidFactura = (id: string) => byHand(() => setEstado(id, 'ANULADO'))
/** Makes the authority's refusal, which allows a correction. */
const refuse = (id: string) => byHand(() => setEstado(id, 'RECHAZADO'))
const correct = (id: string, body: unknown) =>
  app.call<Emitido>(correctFactura, { token, params: { id }, headers: { 'idempotency-key': randomUUID() }, body })
const enEstado = async (estado: string) =>
  (await app.call<Listing<CotizacionFila>>(searchCotizacion, { token, query: { estado, size: '50' } })).data.content.map(({ id }) => id)

it('O-74 a part is invoiced: the rest stays on the quote, with its part of the discount, until nothing is left', async () => {
  const { id } = await quote({ lineas: [dos(10, { descuento: 10_000_000 }), flete] })
  const { data: form } = await facturaOf(id)
  const { data: first } = await emit(parte(form, [dos(4, { descuento: 4_000_000 })], 41_400_000))
  expect(await read(id)).toMatchObject({
    estado: 'FACTURADA_EN_PARTE',
    factura: { id: first.id },
    facturas: [{ id: first.id }],
    resto: [6_000_000, 1_000_000],
  })
  expect([(await enEstado('FACTURADA_EN_PARTE')).includes(id), (await enEstado('FACTURADA')).includes(id)]).toEqual([true, false])
  app.clock.advance(1_000)
  const { data: rest } = await facturaOf(id)
  expect(rest.lineas).toMatchObject([{ cantidad: 6_000_000, descuento: 6_000_000 }, { descripcion: 'Flete' }])
  // (6 × 10 − 6 + 5) × 1.15
  expect(rest.pagos).toMatchObject([{ total: 67_850_000 }])
  const { data: second } = await emit(rest)
  const done = await read(id)
  expect([done.estado, done.facturas.map((one) => one.id), done.resto]).toEqual(['FACTURADA', [first.id, second.id], [0, 0]])
  expect([(await enEstado('FACTURADA_EN_PARTE')).includes(id), (await enEstado('FACTURADA')).includes(id)]).toEqual([false, true])
  expect((await facturaOf(id)).status).toBe(422)
})

it('O-74 two parts at the same instant are never more than was quoted: the second takes no number', async () => {
  const { id } = await quote({ lineas: [dos(10)] })
  const { data: form } = await facturaOf(id)
  const six = parte(form, [dos(6)], 69_000_000)
  const answers = await Promise.all([emit(six), emit(six)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(answers.find(({ status }) => status === 422)?.problems).toMatchObject([
    { campo: 'lineas.0.cantidad', message: expect.stringContaining('quedan 4 por facturar') },
  ])
  expect((await read(id)).resto).toEqual([4_000_000])
  expect((await emit(parte(form, [dos(4)], 46_000_000))).status).toBe(200)
  expect((await read(id)).estado).toBe('FACTURADA')
})

it('O-74 what a voided part took is left again; without any the quote is as it was before', async () => {
  const { id } = await quote({ lineas: [dos(10)] })
  const { data: form } = await facturaOf(id)
  const { data: first } = await emit(parte(form, [dos(7)], 80_500_000))
  const { data: second } = await emit((await facturaOf(id)).data)
  expect((await read(id)).estado).toBe('FACTURADA')
  await voidFactura(first.id)
  expect(await read(id)).toMatchObject({ estado: 'FACTURADA_EN_PARTE', facturas: [{ id: second.id }], resto: [7_000_000] })
  await voidFactura(second.id)
  expect(await read(id)).toMatchObject({ estado: 'BORRADOR', facturas: [], resto: [10_000_000] })
  expect((await app.call(deleteCotizacion, { token, params: { id } })).status).toBe(200)
})

it('O-74 a part that is voided while another is issued is left again', async () => {
  const { id } = await quote({ lineas: [dos(10)] })
  const { data: form } = await facturaOf(id)
  const { data: first } = await emit(parte(form, [dos(6)], 69_000_000))
  const otro = createPool(app.database.adminUrl, 'yupana_owner', { max: 1 })
  await byHand(async () => {
    let issued: ReturnType<typeof emit> | undefined
    let voided: Promise<unknown> | undefined
    // The emission holds the quote and waits for its number; the voiding waits for the quote.
    await app.owner.transaction().execute(async (tx) => {
      await sql`select 1 from serie for update`.execute(tx)
      issued = emit(parte(form, [dos(4)], 46_000_000))
      await untilWaiting(app)
      voided = otro.query(`update documento set estado = 'ANULADO' where id = $1`, [first.id])
      await untilWaiting(app, 2)
    })
    await voided
    expect((await issued)?.status).toBe(200)
  })
  await otro.end()
  expect(await read(id)).toMatchObject({ estado: 'FACTURADA_EN_PARTE', resto: [6_000_000] })
  expect((await facturaOf(id)).data.lineas).toMatchObject([{ cantidad: 6_000_000 }])
})

it('O-74 the discounts of parts are that of the whole, to the cent, and those that a seller without the right is offered', async () => {
  const { id } = await quote({ lineas: [dos(7, { descuento: 1_000_000 })] })
  const descuentos: number[] = []
  for (let left = 7; left > 0; left -= 1) {
    app.clock.advance(1_000)
    const { data: form } = await facturaOf(id, vendedor)
    const [linea] = form.lineas
    expect(linea?.cantidad).toBe(left * 1_000_000)
    // Shared as on the screen: over the rest.
    const descuento = Math.round(linea!.descuento / left / 10_000) * 10_000
    descuentos.push(descuento)
    const total = Math.round(((10_000_000 - descuento) * 1.15) / 10_000) * 10_000
    expect((await emit(parte(form, [{ ...linea, cantidad: 1_000_000, descuento }], total), { bearer: vendedor })).problems).toEqual([])
  }
  expect(descuentos.reduce((sum, one) => sum + one, 0)).toBe(1_000_000)
})

it('O-74 a line whose words were changed still takes of the line it came from, and no more than is left', async () => {
  const { id } = await quote({ lineas: [flete] })
  const { data: form } = await facturaOf(id)
  const [linea] = form.lineas
  expect((await emit({ ...form, lineas: [{ ...linea, descripcion: 'Flete a Quito' }] })).status).toBe(200)
  expect(await read(id)).toMatchObject({ estado: 'FACTURADA', resto: [0] })
})

it('O-74 where an earlier factura took nothing of the quote, the next is not the first all the same', async () => {
  const { id } = await quote({ lineas: [dos(10)] })
  const { data: form } = await facturaOf(id)
  expect((await emit(parte(form, [{ ...flete }], 5_750_000))).status).toBe(200)
  expect((await read(id)).resto).toEqual([10_000_000])
  expect((await emit(parte(form, [dos(12)], 138_000_000))).problems).toMatchObject([{ campo: 'lineas.0.cantidad' }])
})

it('O-74 a corrected factura without the quote, or with another one, gives back what it took', async () => {
  const [one, other] = [await quote({ lineas: [dos(10)] }), await quote({ lineas: [dos(10)] })]
  const { data: form } = await facturaOf(one.id)
  const { data: factura } = await emit(parte(form, [dos(4)], 46_000_000))
  await refuse(factura.id)
  const moved = parte({ ...form, cotizacion_id: other.id }, [dos(4)], 46_000_000)
  expect((await correct(factura.id, moved)).status).toBe(200)
  expect(await read(one.id)).toMatchObject({ estado: 'BORRADOR', facturas: [], resto: [10_000_000] })
  expect(await read(other.id)).toMatchObject({ estado: 'FACTURADA_EN_PARTE', resto: [6_000_000] })
  const found = await enEstado('FACTURADA_EN_PARTE')
  expect([found.includes(one.id), found.includes(other.id)]).toEqual([false, true])
  await refuse(factura.id)
  const { cotizacion_id: _of, ...alone } = moved
  expect((await correct(factura.id, alone)).status).toBe(200)
  expect(await read(other.id)).toMatchObject({ estado: 'BORRADOR', facturas: [], resto: [10_000_000] })
  expect((await enEstado('FACTURADA_EN_PARTE')).includes(other.id)).toBe(false)
})

it('O-74 a correction keeps the quantities it was issued with, though the first sold more than was quoted', async () => {
  const { id } = await quote({ lineas: [dos(10), flete] })
  const { data: form } = await facturaOf(id)
  const first = parte(form, [dos(12)], 138_000_000)
  const { data: factura } = await emit(first)
  await refuse(factura.id)
  expect((await emit(parte(form, [flete], 5_750_000))).status).toBe(200)
  expect((await correct(factura.id, parte(form, [dos(13)], 149_500_000))).problems).toMatchObject([{ campo: 'lineas.0.cantidad' }])
  expect((await correct(factura.id, first)).problems).toEqual([])
})

it('O-74 what is partly invoiced is not rewritten, opened again or deleted; the client may decline the rest, which ends it', async () => {
  const { id } = await quote({ lineas: [dos(10)] })
  await emit(parte((await facturaOf(id)).data, [dos(7)], 80_500_000))
  const { version } = await read(id)
  const body = { establecimiento: '001', punto: '001', validez_dias: 15, comprador, lineas, version }
  expect((await app.call(editCotizacion, { token, params: { id }, body })).msg).toContain('facturada en parte')
  expect((await app.call(deleteCotizacion, { token, params: { id } })).msg).toContain('facturada en parte')
  expect((await move(id, 'BORRADOR', version)).status).toBe(422)
  expect((await move(id, 'RECHAZADA', version)).data.estado).toBe('FACTURADA')
  expect((await facturaOf(id)).status).toBe(422)
  expect((await enEstado('FACTURADA')).includes(id)).toBe(true)
})

it('O-74 a line that another product took the place of is given up with a note, and taken up again as it stood before, once', async () => {
  const { id, version } = await quote({ lineas: [dos(10), flete] })
  await move(id, 'ENVIADA', version)
  expect(
    (await app.call<Cotizacion>(moveCotizacion, { token, params: { id }, body: { estado: 'ACEPTADA', nota: 'Sí', version: version + 1 } }))
      .status,
  ).toBe(200)
  const { data: form } = await facturaOf(id)
  const otra = { ...flete, descripcion: 'Otro modelo', codigo: 'OTRO' }
  await emit(parte(form, [dos(10), otra], 120_750_000))
  const open = await read(id)
  expect(open).toMatchObject({ estado: 'FACTURADA_EN_PARTE', resto: [0, 1_000_000], respuesta: { nota: 'Sí' } })
  expect((await move(id, 'BORRADOR', open.version)).status).toBe(422)
  const cierre = { estado: 'RECHAZADA', nota: 'Llevó otro modelo', version: open.version }
  const { data: closed } = await app.call<Cotizacion>(moveCotizacion, { token, params: { id }, body: cierre })
  expect(closed).toMatchObject({ estado: 'FACTURADA', resto: [0, 1_000_000], respuesta: { nota: 'Llevó otro modelo' } })
  expect((await facturaOf(id)).status).toBe(422)
  const twice = await Promise.all([move(id, 'BORRADOR', closed.version), move(id, 'BORRADOR', closed.version)])
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await read(id)).toMatchObject({ estado: 'FACTURADA_EN_PARTE', respuesta: { nota: 'Sí', en: open.respuesta?.en } })
  const { estado } = await app.owner.selectFrom('cotizacion').select('estado').where('id', '=', id).executeTakeFirstOrThrow()
  expect(estado).toBe('ACEPTADA')
  const { data: resto } = await facturaOf(id)
  expect(resto.lineas).toMatchObject([{ descripcion: 'Flete', linea_cotizacion: 1 }])
  expect((await emit(resto)).status).toBe(200)
  const done = await read(id)
  expect([done.estado, done.resto]).toEqual(['FACTURADA', [0, 0]])
  expect((await move(id, 'BORRADOR', done.version)).status).toBe(422)
})

it('O-74 what was given up of a quote that nobody sent is taken up as the draft that it was', async () => {
  const { id } = await quote({ lineas: [dos(10)] })
  await emit(parte((await facturaOf(id)).data, [dos(7)], 80_500_000))
  await move(id, 'RECHAZADA', (await read(id)).version)
  const { data } = await move(id, 'BORRADOR', (await read(id)).version)
  expect(data).toMatchObject({ estado: 'FACTURADA_EN_PARTE', respuesta: null, resto: [3_000_000], version_enviada: null })
})

it('O-100 a seller without the right sells a part as it was offered, and no cheaper', async () => {
  const { id } = await quote({ lineas: [dos(10, { descuento: 10_000_000 })] })
  const { data: form } = await facturaOf(id, vendedor)
  const cheap = await emit(parte(form, [dos(4, { descuento: 5_000_000 })], 40_250_000), { bearer: vendedor })
  expect(cheap.problems.map(({ campo }) => campo)).toContain('lineas.0.descuento')
  expect((await emit(parte(form, [dos(4, { descuento: 4_000_000 })], 41_400_000), { bearer: vendedor })).status).toBe(200)
})

it("O-100 a seller without the right sells at a quoted price to the quote's own client alone", async () => {
  const { id } = await quote({ lineas: [dos(10, { descuento: 10_000_000 })] })
  const { data: form } = await facturaOf(id, vendedor)
  const otro = { ...form, comprador: { tipo_identificacion: '05' as const, identificacion: '0926687856', razon_social: 'OTRO' } }
  expect((await emit(otro, { bearer: vendedor })).problems.map(({ campo }) => campo)).toContain('lineas.0.descuento')
  expect((await emit(otro)).status).toBe(200)

  const nadie = { tipo_identificacion: '07' as const, identificacion: '9999999999999', razon_social: 'CONSUMIDOR FINAL' }
  const { id: open } = await quote({ comprador: nadie, lineas: [dos(1, { descuento: 1_000_000 })] })
  const { data: abierta } = await facturaOf(open, vendedor)
  expect((await emit({ ...abierta, comprador: otro.comprador }, { bearer: vendedor })).status).toBe(200)
})

it('O-74 an accepted quote reserves what is left of it', async () => {
  const body = { code: 'RES-1', name: 'Se reserva', type_product: 'PRODUCTO', iva: 6, price: 10_000_000, manage_inventory: true }
  const { data: producto } = await app.call<{ id: string }>(createProducto, { token, headers: { 'idempotency-key': randomUUID() }, body })
  const reservado = async () => (await app.call<ExistenciaProducto>(readExistencia, { token, params: { id: producto.id } })).data.reservado
  const linea = dos(10, { producto_id: producto.id, codigo: 'RES-1', descripcion: 'Se reserva' })
  const { id, version } = await quote({ lineas: [linea] })
  await move(id, 'ENVIADA', version)
  await move(id, 'ACEPTADA', version + 1)
  expect(await reservado()).toBe(10_000_000)
  const { data: factura } = await emit(parte((await facturaOf(id)).data, [{ ...linea, cantidad: 4_000_000 }], 46_000_000))
  expect(await reservado()).toBe(6_000_000)
  await emit((await facturaOf(id)).data)
  expect(await reservado()).toBe(0)
  await voidFactura(factura.id)
  expect(await reservado()).toBe(4_000_000)
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
