import { randomUUID } from 'node:crypto'
import {
  createCotizacion,
  createProducto,
  deleteCotizacion,
  deleteProducto,
  downloadCotizacion,
  duplicateCotizacion,
  editCotizacion,
  exportCotizacion,
  moveCotizacion,
  previewNumeroCotizacion,
  readCotizacion,
  searchCotizacion,
  searchPersona,
  sumCotizacion,
  type Cotizacion,
  type CotizacionFila,
  type CotizacionForm,
  type CotizacionFormInput,
  type CotizacionSuma,
  type Endpoint,
  type Listing,
  type NumeroCotizacion,
} from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'
import { buildTestApp, type CallOptions, type TestApp } from '../../testing/build-test-app.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let token: string
let ajeno: string
let signIn: () => Promise<void>

beforeAll(async () => {
  app = await buildTestApp()
  const puntos = [{ codigo: '001' }, { codigo: '002' }]
  empresa = await buildEmpresa(app, { establecimientos: [{ codigo: '001', direccion: 'Quito', puntos }] })
  const otra = await buildEmpresa(app)
  const usuario = await buildUsuario(app, { empresas: [empresa] })
  signIn = async () => void (token = (await app.signIn(usuario.username)).token)
  await signIn()
  ajeno = await tokenOfNew(app, { empresas: [otra] })
})
afterAll(() => app?.close())

const form = (change: Partial<CotizacionFormInput> = {}): CotizacionFormInput => ({
  establecimiento: '001',
  punto: '001',
  validez_dias: 15,
  comprador: { tipo_identificacion: '05', identificacion: '1712345675', razon_social: 'ANA MARÍA PÉREZ', correos: ['ana@ejemplo.ec'] },
  lineas: [{ codigo: 'P-1', descripcion: 'Instalación de cámaras', cantidad: 2_000_000, precio_unitario: 10_000_000, iva: 6 }],
  condiciones: 'Pago a 15 días',
  ...change,
})
const call = <T = Cotizacion>(endpoint: Endpoint, options: CallOptions = {}) => app.call<T>(endpoint, { token, ...options })
const create = (body: unknown = form(), key: string = randomUUID(), bearer = token) =>
  call(createCotizacion, { token: bearer, headers: { 'idempotency-key': key }, body })
const created = async (change: Partial<CotizacionFormInput> = {}) => {
  const { status, data, problems } = await create(form(change))
  expect(problems).toEqual([])
  expect(status).toBe(200)
  return data
}
const move = (id: string, body: { estado: string; nota?: string; version: number }) => call(moveCotizacion, { params: { id }, body })
const read = async (id: string) => (await call(readCotizacion, { params: { id } })).data
const search = async (query: Record<string, string>) => (await call<Listing<CotizacionFila>>(searchCotizacion, { query })).data
const preview = async (query: Record<string, string> = {}) => (await call<NumeroCotizacion>(previewNumeroCotizacion, { query })).data

describe('its number', () => {
  it('R-7.3.7 O-16 is previewed as often as one likes and taken when a quote is saved, point by point', async () => {
    const first = await preview()
    expect(await preview()).toEqual(first)
    expect(first).toMatchObject({ establecimiento: '001', punto: '001' })
    expect((await created()).numero).toBe(first.numero)
    expect((await preview()).secuencial).toBe(first.secuencial + 1)
    expect((await preview({ punto: '002' })).numero).toBe('001-002-000000001')
    expect((await created({ punto: '002' })).numero).toBe('001-002-000000001')
  })

  it('R-7.3.2 twenty at the same instant have twenty numbers, and a refused one takes none', async () => {
    const { secuencial } = await preview()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create()))
    expect(new Set(answers.map(({ data }) => data.numero)).size).toBe(20)
    expect((await create(form({ lineas: [] }))).status).toBe(422)
    expect((await preview()).secuencial).toBe(secuencial + 20)
  })

  it('R-7.3.2 the same sending twice at once makes one quote; its key serves for nothing else', async () => {
    const key = randomUUID()
    const [one, two] = await Promise.all([create(form(), key), create(form(), key)])
    expect(one.data.id).toBe(two.data.id)
    expect((await create(form({ validez_dias: 30 }), key)).problems).toMatchObject([{ campo: 'Idempotency-Key' }])
    expect((await call(createCotizacion, { body: form() })).problems).toMatchObject([{ campo: 'Idempotency-Key' }])
  })

  it('a point that is not there, or not of this user, has no number and no quotes', async () => {
    expect((await call(previewNumeroCotizacion, { query: { punto: '009' } })).problems).toMatchObject([{ campo: 'punto' }])
    expect((await create(form({ punto: '009' }))).problems).toMatchObject([{ campo: 'punto' }])
    const vendedor = await buildUsuario(app, { empresas: [empresa], rol: ROL.VENDEDOR })
    await app.owner
      .insertInto('usuario_punto')
      .values({ empresa_id: empresa.id, usuario_id: vendedor.id, establecimiento: '001', punto: '002' })
      .execute()
    const suyo = (await app.signIn(vendedor.username)).token
    expect((await app.call<NumeroCotizacion>(previewNumeroCotizacion, { token: suyo })).data.punto).toBe('002')
    expect((await create(form(), randomUUID(), suyo)).problems).toMatchObject([{ campo: 'punto' }])
  })
})

describe('what it says', () => {
  it('R-7.3.1 R-7.3.2 is totalled like a factura, whatever its sender thinks of its total', async () => {
    const linea = { descripcion: 'Cable', cantidad: 3_000_000, precio_unitario: 2_675_000, descuento: 20_000, iva: 6 }
    const { id } = await created({ lineas: [linea, { ...linea, iva: 1, precio_unitario: 125_000, descuento: 0 }] })
    expect(await read(id)).toMatchObject({
      estado: 'BORRADOR',
      fecha_emision: '2026-06-15',
      vence: '2026-06-30',
      total: 9_590_000,
      respuesta: null,
      factura: null,
      form: { condiciones: 'Pago a 15 días' },
      calculo: { subtotal: 8_390_000, descuento: 20_000, total: 9_590_000, lineas: [{ base: 8_010_000 }, { base: 380_000 }] },
    })
  })

  it('keeps whom it is for among the people of the company', async () => {
    const comprador = { tipo_identificacion: '06' as const, identificacion: 'PROSPECTO-1', razon_social: 'PROSPECTO NUEVO' }
    await created({ comprador })
    const { data } = await call<Listing<{ razon_social: string }>>(searchPersona, { query: { q: 'prospecto' } })
    expect(data.content.map(({ razon_social }) => razon_social)).toEqual(['PROSPECTO NUEVO'])
  })

  it.each([
    ['validez_dias', { validez_dias: 0 }],
    ['validez_dias', { validez_dias: 366 }],
    ['fecha_emision', { fecha_emision: '2026-06-16' }],
    ['comprador.identificacion', { comprador: { ...form().comprador, identificacion: '1712345674' } }],
    ['lineas', { lineas: [] }],
    ['lineas.0.cantidad', { lineas: [{ ...form().lineas[0]!, cantidad: 0 }] }],
    ['lineas.0.descuento', { lineas: [{ ...form().lineas[0]!, descuento: 21_000_000 }] }],
    ['lineas.0.iva', { lineas: [{ ...form().lineas[0]!, iva: 99 }] }],
    ['lineas.0.producto_id', { lineas: [{ ...form().lineas[0]!, producto_id: randomUUID() }] }],
    ['lineas.0.ice', { lineas: [{ ...form().lineas[0]!, ice: { codigo: '3011' } }] }],
    ['condiciones', { condiciones: 'x'.repeat(1001) }],
  ] as const)('R-7.3.2 a wrong %s is named in words, and nothing is saved', async (campo, change) => {
    const before = await preview()
    const { status, problems } = await create(form(change as Partial<CotizacionFormInput>))
    expect(status).toBe(422)
    expect(problems.map((problem) => problem.campo)).toContain(campo)
    expect(problems.every(({ message }) => message.length > 5)).toBe(true)
    expect(await preview()).toEqual(before)
  })

  it('R-7.3.5 R-7.3.8 is delivered as a PDF under its number, the same bytes each time', async () => {
    const { id, numero } = await created()
    const answer = await call(downloadCotizacion, { params: { id } })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="cotizacion-${numero}.pdf"`,
    })
    expect(answer.raw.subarray(0, 5).toString()).toBe('%PDF-')
    expect(answer.raw.subarray(-6).toString().trim()).toBe('%%EOF')
    expect((await call(downloadCotizacion, { params: { id } })).raw.equals(answer.raw)).toBe(true)
  })

  it('O-100 who may not change prices quotes the catalogue, and what somebody else offered stays', async () => {
    const { id: productoId } = (
      await call<{ id: string }>(createProducto, {
        headers: { 'idempotency-key': randomUUID() },
        body: { code: 'LISTA', name: 'De lista', type_product: 'PRODUCTO', iva: 6, price: 10_000_000 },
      })
    ).data
    const vendedor = await buildUsuario(app, {
      empresas: [empresa],
      rol: ROL.VENDEDOR,
    })
    const suyo = (await app.signIn(vendedor.username)).token
    const linea = {
      producto_id: productoId,
      codigo: 'LISTA',
      descripcion: 'De lista',
      cantidad: 1_000_000,
      precio_unitario: 10_000_000,
      iva: 6,
    }
    expect((await create(form({ lineas: [linea] }), randomUUID(), suyo)).status).toBe(200)
    const rebajada = { ...linea, precio_unitario: 8_000_000, descuento: 1_000_000 }
    const refused = await create(form({ lineas: [rebajada] }), randomUUID(), suyo)
    expect(refused.problems.map(({ campo }) => campo)).toEqual(['lineas.0.precio_unitario', 'lineas.0.descuento'])
    const { id, version } = await created({ lineas: [rebajada] })
    const edited = (lineas: unknown[]) =>
      call(editCotizacion, { token: suyo, params: { id }, body: { ...form({ validez_dias: 30 }), lineas, version } })
    expect((await edited([rebajada, rebajada])).problems.map(({ campo }) => campo)).toEqual([
      'lineas.1.precio_unitario',
      'lineas.1.descuento',
    ])
    expect((await edited([rebajada])).status).toBe(200)
  })
})

describe('its states (O-74)', () => {
  it('O-74 is sent, accepted with a note, opened again and sent anew', async () => {
    const { id, version } = await created()
    const sent = await move(id, { estado: 'ENVIADA', version })
    expect(sent).toMatchObject({ status: 200, data: { estado: 'ENVIADA', version: version + 1, respuesta: null } })
    const accepted = await move(id, { estado: 'ACEPTADA', nota: 'Llamó por teléfono', version: version + 1 })
    expect(accepted.data).toMatchObject({ estado: 'ACEPTADA', respuesta: { nota: 'Llamó por teléfono' } })
    const again = await move(id, { estado: 'BORRADOR', version: version + 2 })
    expect(again.data).toMatchObject({ estado: 'BORRADOR', respuesta: null })
    expect((await move(id, { estado: 'ENVIADA', version: version + 3 })).data.estado).toBe('ENVIADA')
  })

  it('O-74 refuses every other move, and what was read too long ago', async () => {
    const { id, version } = await created()
    const whyNot = async (estado: string) => (await move(id, { estado, version })).problems.map(({ message }) => message)
    expect(await whyNot('ACEPTADA')).toEqual(['La cotización está en borrador: no puede pasar a aceptada.'])
    expect(await whyNot('BORRADOR')).toEqual(['La cotización ya está en borrador.'])
    await move(id, { estado: 'ENVIADA', version })
    expect((await move(id, { estado: 'ACEPTADA', version })).status).toBe(409)
    const answers = await Promise.all(['ACEPTADA', 'RECHAZADA'].map((estado) => move(id, { estado, version: version + 1 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('is not born expired, nor complains of a propina that it does not have', async () => {
    const tarde = await call(createCotizacion, {
      headers: { 'idempotency-key': randomUUID() },
      body: form({ fecha_emision: '2026-05-30' }),
    })
    expect(tarde.problems).toEqual([
      { campo: 'validez_dias', message: 'La cotización venció el 14/06/2026: cambie su fecha o sus días de validez.' },
    ])
    const [linea] = form().lineas
    const body = form({ lineas: [{ ...linea!, precio_unitario: 1_000_000, descuento: 1_000_000_000 }] })
    const { problems } = await call(createCotizacion, { headers: { 'idempotency-key': randomUUID() }, body })
    expect(problems.map(({ campo }) => campo)).not.toContain('propina')
    expect(problems).not.toEqual([])
  })

  it('O-74 expires the day after its last one, says so in every list, and is offered anew by editing it', async () => {
    const comprador = { tipo_identificacion: '06' as const, identificacion: 'VENCE-1', razon_social: 'VENCIMIENTO' }
    const { id, version } = await created({ comprador, fecha_emision: '2026-05-31' })
    await move(id, { estado: 'ENVIADA', version })
    expect((await read(id)).estado).toBe('ENVIADA')
    app.clock.advance(86_400_000)
    await signIn()
    expect((await read(id)).estado).toBe('VENCIDA')
    const ids = async (estado: string) => (await search({ q: 'vencimiento', estado })).content.map((row) => row.id)
    expect([await ids('VENCIDA'), await ids('ENVIADA')]).toEqual([[id], []])
    expect((await move(id, { estado: 'ACEPTADA', version: version + 1 })).status).toBe(422)
    const edited = await call(editCotizacion, {
      params: { id },
      body: { ...form({ comprador, fecha_emision: '2026-05-31' }), version: version + 1 },
    })
    expect(edited.data).toMatchObject({ estado: 'BORRADOR', vence: '2026-06-15' })
    expect((await move(id, { estado: 'ENVIADA', version: version + 2 })).problems).toMatchObject([{ campo: 'validez_dias' }])
    app.clock.advance(-86_400_000)
    await signIn()
  })

  it('R-7.3.4 editing keeps number and date, and makes what was sent a draft again', async () => {
    const { id, version, numero } = await created()
    await move(id, { estado: 'ENVIADA', version })
    const lineas = [{ descripcion: 'Otra cosa', cantidad: 1_000_000, precio_unitario: 1_000_000, iva: 6 }]
    const body = { ...form({ lineas, validez_dias: 5 }), version: version + 1 }
    const { data } = await call(editCotizacion, { params: { id }, body })
    expect(data).toMatchObject({ numero, estado: 'BORRADOR', total: 1_150_000, vence: '2026-06-20', version: version + 2 })
    expect((await call(editCotizacion, { params: { id }, body })).status).toBe(409)
    const moved = { ...body, punto: '002', version: version + 2 }
    expect((await call(editCotizacion, { params: { id }, body: moved })).problems).toMatchObject([{ campo: 'punto' }])
  })

  it('R-7.3.3 R-7.3.4 what was accepted is neither edited nor deleted; a draft goes, once', async () => {
    const { id, version } = await created()
    await move(id, { estado: 'ENVIADA', version })
    await move(id, { estado: 'ACEPTADA', version: version + 1 })
    expect((await call(editCotizacion, { params: { id }, body: { ...form(), version: version + 2 } })).status).toBe(422)
    expect((await call(deleteCotizacion, { params: { id } })).msg).toContain('aceptada')
    const { id: other } = await created()
    const answers = await Promise.all([1, 2].map(() => call(deleteCotizacion, { params: { id: other } })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await search({ q: 'ana' })).content.map((row) => row.id)).not.toContain(other)
  })
})

/** Adds `count` copies of a quote, of the same day and instant. */
const copies = (company: EmpresaId, id: string, count: number) =>
  sql`insert into cotizacion (empresa_id, id, establecimiento, punto, secuencial, fecha_emision, vence, receptor_tipo, receptor_identificacion,
        receptor_nombre, subtotal, descuento, iva, total, entrada, calculo, usuario_id, creado_en, editado_en)
      select empresa_id, gen_random_uuid(), establecimiento, punto, secuencial + n, fecha_emision, vence, receptor_tipo, receptor_identificacion,
        receptor_nombre, subtotal, descuento, iva, total, entrada, calculo, usuario_id, creado_en, editado_en
        from cotizacion, generate_series(1, ${count}::int) n where empresa_id = ${company} and id = ${id}::uuid`.execute(app.owner)

describe('the list', () => {
  it('R-7.3.6 finds by client, identification and number, sorts and narrows', async () => {
    const comprador = { tipo_identificacion: '06' as const, identificacion: 'LIS-77', razon_social: 'FERRETERÍA ÑANDÚ' }
    const cheap = await created({ comprador, fecha_emision: '2026-06-01' })
    const dear = await created({ comprador, lineas: [{ ...form().lineas[0]!, cantidad: 9_000_000 }] })
    const ids = async (query: Record<string, string>) => (await search(query)).content.map((row) => row.id)
    expect(await ids({ q: 'nandu ferre' })).toEqual([dear.id, cheap.id])
    expect(await ids({ q: 'lis-77', sort: 'total,ASC' })).toEqual([cheap.id, dear.id])
    expect(await ids({ q: dear.numero })).toEqual([dear.id])
    expect(await ids({ q: 'nandu', hasta: '2026-06-10' })).toEqual([cheap.id])
    expect(await ids({ q: 'nandu', desde: '2026-06-10' })).toEqual([dear.id])
    await move(dear.id, { estado: 'ENVIADA', version: 1 })
    expect(await ids({ q: 'nandu', estado: 'ENVIADA' })).toEqual([dear.id])
    expect(await ids({ q: 'nandu', estado: 'BORRADOR' })).toEqual([cheap.id])
    expect((await call(searchCotizacion, { query: { sort: 'secreto,ASC' } })).status).toBe(422)
  })

  it('is a file of what the filters leave, in its order, with the columns that are named; its text is no formula', async () => {
    const comprador = { tipo_identificacion: '06' as const, identificacion: 'EXP-1', razon_social: '=EXPORTADA' }
    const cheap = await created({ comprador, fecha_emision: '2026-06-01' })
    const dear = await created({ comprador, lineas: [{ ...form().lineas[0]!, cantidad: 9_000_000 }] })
    await move(dear.id, { estado: 'ENVIADA', version: 1 })
    const lines = async (query: Record<string, string>, as = token) => {
      const { status, raw } = await call(exportCotizacion, { token: as, query: { q: 'exp-1', formato: 'csv', ...query } })
      expect(status).toBe(200)
      return raw.toString().replace('\ufeff', '').trimEnd().split('\r\n')
    }
    expect(await lines({ columnas: 'numero,fecha_emision,receptor_nombre,estado,total', sort: 'total,ASC' })).toEqual([
      'Número,Fecha,Cliente,Estado,Total',
      `${cheap.numero},2026-06-01,'=EXPORTADA,Borrador,23.00`,
      `${dear.numero},${dear.fecha_emision},'=EXPORTADA,Enviada,103.50`,
    ])
    expect((await lines({ columnas: 'numero' })).slice(1)).toEqual([dear.numero, cheap.numero])
    expect((await lines({ columnas: 'numero', estado: 'BORRADOR' })).slice(1)).toEqual([cheap.numero])
    expect(await lines({ columnas: 'numero' }, ajeno)).toEqual(['Número'])
    for (const query of [{ sort: 'secreto,ASC' }, { columnas: 'secreto' }, { page: '1' }])
      expect((await call(exportCotizacion, { query })).status).toBe(422)
    await expectGuarded(app, empresa, exportCotizacion, {}, [ROL.USUARIO])
  })

  it('a file of many pages holds each quote once, also those of one day and one instant', async () => {
    const company = await buildEmpresa(app)
    const as = await tokenOfNew(app, { empresas: [company] })
    const { data: one } = await create(form(), undefined, as)
    await copies(company.id, one.id, 2_100)
    const { raw } = await call(exportCotizacion, { token: as, query: { formato: 'csv', columnas: 'numero' } })
    const numeros = raw.toString().trimEnd().split('\r\n').slice(1)
    expect([numeros.length, new Set(numeros).size]).toEqual([2_101, 2_101])
  })

  it('sums what its filters leave; another company’s quotes do not count', async () => {
    const comprador = { tipo_identificacion: '06' as const, identificacion: 'SUM-1', razon_social: 'SUMADA' }
    const sum = async (query: Record<string, string> = {}, as = token) =>
      (await call<CotizacionSuma>(sumCotizacion, { token: as, query: { q: 'sum-1', ...query } })).data
    expect(await sum()).toEqual({ exact: true, cantidad: 0, total: 0 })
    const one = await created({ comprador, fecha_emision: '2026-06-01' })
    await created({ comprador })
    await move(one.id, { estado: 'ENVIADA', version: 1 })
    expect(await sum()).toEqual({ exact: true, cantidad: 2, total: 46_000_000 })
    expect(await sum({ estado: 'BORRADOR' })).toEqual({ exact: true, cantidad: 1, total: 23_000_000 })
    expect(await sum({ hasta: '2026-06-05' })).toEqual({ exact: true, cantidad: 1, total: 23_000_000 })
    expect(await sum({}, ajeno)).toEqual({ exact: true, cantidad: 0, total: 0 })
    expect((await call(sumCotizacion, { query: { size: '5' } })).status).toBe(422)
    await expectGuarded(app, empresa, sumCotizacion, {}, [ROL.USUARIO])
  })

  it('is another company’s in no call', async () => {
    const { id } = await created()
    const body = { ...form(), version: 1 }
    for (const [endpoint, options] of [
      [readCotizacion, {}],
      [downloadCotizacion, {}],
      [duplicateCotizacion, {}],
      [editCotizacion, { body }],
      [deleteCotizacion, {}],
      [moveCotizacion, { body: { estado: 'ENVIADA', version: 1 } }],
    ] as const)
      expect((await call(endpoint, { token: ajeno, params: { id }, ...options })).status, endpoint.path).toBe(404)
    expect((await app.call<Listing<CotizacionFila>>(searchCotizacion, { token: ajeno })).data.content).toEqual([])
  })

  it('is duplicated by the rules of today, without date and without products that are gone', async () => {
    const { id: productoId } = (
      await call<{ id: string }>(createProducto, {
        headers: { 'idempotency-key': randomUUID() },
        body: { code: 'SE-VA', name: 'Se va', type_product: 'PRODUCTO', iva: 6, price: 10_000_000 },
      })
    ).data
    const { id } = await created({ lineas: [{ ...form().lineas[0]!, producto_id: productoId }] })
    expect((await call(deleteProducto, { params: { id: productoId } })).status).toBe(200)
    const { data } = await call<CotizacionForm>(duplicateCotizacion, { params: { id } })
    expect(data).toMatchObject({ validez_dias: 15, condiciones: 'Pago a 15 días', comprador: { razon_social: 'ANA MARÍA PÉREZ' } })
    expect([data.fecha_emision, data.lineas[0]?.producto_id]).toEqual([undefined, undefined])
    expect((await create(data)).status).toBe(200)
  })

  it('a product that a sent or accepted quote offers is not deleted, until the quote is declined or expires', async () => {
    const body = { code: 'OFRECIDO', name: 'Ofrecido', type_product: 'PRODUCTO', iva: 6, price: 10_000_000 }
    const producto = (await call<{ id: string }>(createProducto, { headers: { 'idempotency-key': randomUUID() }, body })).data.id
    const { id, version } = await created({ lineas: [{ ...form().lineas[0]!, producto_id: producto }] })
    const removed = () => call(deleteProducto, { params: { id: producto } })
    const msg = 'No se puede eliminar: el producto OFRECIDO consta en cotizaciones enviadas o aceptadas. Puede desactivarlo.'
    const enviada = (await move(id, { estado: 'ENVIADA', version })).data
    expect(await removed()).toMatchObject({ status: 422, msg })
    const aceptada = (await move(id, { estado: 'ACEPTADA', version: enviada.version })).data
    expect(await removed()).toMatchObject({ status: 422, msg })
    const borrador = (await move(id, { estado: 'BORRADOR', version: aceptada.version })).data
    await move(id, { estado: 'ENVIADA', version: borrador.version })
    await app.owner.updateTable('cotizacion').set({ fecha_emision: '2020-01-01', vence: '2020-01-16' }).where('id', '=', id).execute()
    expect((await removed()).status).toBe(200)
  })
})
