import { randomUUID } from 'node:crypto'
import {
  allBodega,
  CompraForm,
  createCompra,
  createMovimiento,
  createProducto,
  deleteCompra,
  deleteEquivalencias,
  deleteProducto,
  editCompra,
  editEquivalencia,
  editProducto,
  readCompra,
  readExistencia,
  readMovimiento,
  readProducto,
  searchEquivalencia,
  searchKardex,
  searchMovimiento,
  voidCompra,
  type BodegaOpcion,
  type Compra,
  type CompraFormInput,
  type CompraGuardada,
  type Equivalencia,
  type ExistenciaProducto,
  type KardexFila,
  type Listing,
  type Movimiento,
  type MovimientoDetalle,
  type Producto,
  type ProductoDetalle,
} from '@yupana/contract'
import { buildClaveAcceso, fromUnits, parseMonto } from '@yupana/fiscal'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa } from '../../db/transaction.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { fieldsOf } from '../../testing/declared.ts'
import { huella } from '../../testing/huella.ts'
import { cedulaOf } from '../../testing/identificaciones.ts'
import { proposeLineas, rememberedForm } from './equivalencia.ts'

// The stock of a registered purchase (O-71).

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let usuario: { id: string; username: string }
let token: string
let principal: string
let cafe: string
let n = 0

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-10-01T10:00:00-05:00' })
})
afterAll(() => app?.close())
beforeEach(async () => {
  empresa = await buildEmpresa(app)
  usuario = await buildUsuario(app, { empresas: [empresa] })
  token = (await app.signIn(usuario.username)).token
  principal = (await app.call<BodegaOpcion[]>(allBodega, { token })).data[0]!.id
  cafe = await producto()
})

const m = (text: string) => parseMonto(text)!
const key = (): Record<string, string> => ({ 'idempotency-key': randomUUID() })
const producto = async (changes: object = {}, as = token) =>
  (
    await app.call<Producto>(createProducto, {
      token: as,
      headers: key(),
      body: { code: `P${++n}`, name: 'CAFÉ', type_product: 'PRODUCTO', iva: 6, price: 1, manage_inventory: true, ...changes },
    })
  ).data.id
const linea = (producto_id: string | null, cantidad: number, base: string, change: object = {}) => ({
  codigo: 'CAJA',
  descripcion: 'Caja de café',
  cantidad: fromUnits(cantidad),
  precio_unitario: fromUnits(1),
  base: m(base),
  producto_id,
  ...change,
})
const form = (change: Partial<CompraFormInput> = {}): CompraFormInput => ({
  tipo: '01',
  proveedor: { tipo_identificacion: '04', identificacion: `${cedulaOf(501)}001`, razon_social: 'FERRETERÍA ÁVILA' },
  numero: '001-002-000004501',
  autorizacion: '1234567890',
  fecha_emision: '2026-09-02',
  sustento: '06',
  impuestos: [{ codigo: '2', codigo_porcentaje: '4', tarifa: 15_000_000, base: m('100'), valor: m('15') }],
  total: m('115'),
  lineas: [linea(cafe, 2, '90', { factor: fromUnits(12) }), linea(null, 1, '10')],
  ...change,
})
const create = (change: Partial<CompraFormInput> = {}, headers = key()) =>
  app.call<CompraGuardada>(createCompra, { token, headers, body: form(change) })
const created = async (change: Partial<CompraFormInput> = {}) => {
  const { status, data, problems } = await create(change)
  expect(status, JSON.stringify(problems)).toBe(200)
  return data
}
const stock = async (id = cafe) => {
  const { data } = await app.call<ExistenciaProducto>(readExistencia, { token, params: { id } })
  return [data.total, data.bodegas.reduce((sum, { valor }) => sum + (valor ?? 0), 0)]
}

describe('a note of the supplier gives goods back (O-71)', () => {
  const original = '001-002-000004501'
  const nota = (cantidad: number, base: string, change: Partial<CompraFormInput> = {}) => ({
    tipo: '04',
    numero: '001-002-000000091',
    modificado: { tipo: '01', numero: original, fecha: '2026-09-02' },
    impuestos: [{ codigo: '2' as const, codigo_porcentaje: '4', tarifa: 15_000_000, base: m(base), valor: m(base) * 0.15 }],
    total: m(base) * 1.15,
    devuelve_mercaderia: true,
    lineas: [linea(cafe, cantidad, base, { factor: fromUnits(12) })],
    ...change,
  })

  it('at what they were bought for, whatever the average is by then; the last ones take all that is left of the purchase', async () => {
    await created()
    await created({ numero: '001-002-000004502', lineas: [linea(cafe, 1, '100', { factor: fromUnits(6) })] })
    expect(await stock()).toEqual([fromUnits(30), m('190')])
    const { ingreso } = await created(nota(1, '40'))
    expect(await stock()).toEqual([fromUnits(18), m('145')])
    const { data } = await app.call<MovimientoDetalle>(readMovimiento, { token, params: { id: ingreso!.movimiento_id } })
    expect(data).toMatchObject({ tipo: 'EGRESO', concepto: 'DEC', referencia: '001-002-000000091' })
    expect(data.detalle).toMatchObject([{ cantidad: -fromUnits(12), valor: -m('45') }])
    await created(nota(1, '40', { numero: '001-002-000000092' }))
    expect(await stock()).toEqual([fromUnits(6), m('100')])
    const more = await create(nota(1, '1', { numero: '001-002-000000093' }))
    expect(more.status).toBe(422)
    expect(more.problems).toMatchObject([
      { campo: 'lineas.0.cantidad', message: `De la compra ${original} quedan 0 por devolver, y la nota devuelve 12.` },
    ])
    expect(await stock()).toEqual([fromUnits(6), m('100')])
  })

  it('moves nothing where it only lowers the price, and says so once it is changed', async () => {
    await created()
    const { id, ingreso } = await created(nota(1, '40', { devuelve_mercaderia: false }))
    expect(ingreso).toBeNull()
    expect(await stock()).toEqual([fromUnits(24), m('90')])
    const edit = (version: number, change: Partial<CompraFormInput>) =>
      app.call<CompraGuardada>(editCompra, { token, params: { id }, body: { ...form(nota(1, '40', change)), version } })
    await edit(1, {})
    await edit(2, {})
    expect(await stock()).toEqual([fromUnits(12), m('45')])
    await edit(3, { devuelve_mercaderia: false })
    expect(await stock()).toEqual([fromUnits(24), m('90')])
    await edit(4, {})
    await app.call(voidCompra, { token, params: { id }, body: { motivo: 'Anulada por el proveedor', version: 5 } })
    expect(await stock()).toEqual([fromUnits(24), m('90')])
  })

  it('of a purchase that is not registered leaves at what the note says; two at once never give back more than came', async () => {
    await created({ numero: '001-002-000004777' })
    await created(nota(1, '30'))
    expect(await stock()).toEqual([fromUnits(12), m('60')])
    await created({ numero: '001-002-000004778' })
    const both = await Promise.all(
      ['81', '82'].map((one) =>
        create(
          nota(2, '30', { numero: `001-002-0000000${one}`, modificado: { tipo: '01', numero: '001-002-000004778', fecha: '2026-09-02' } }),
        ),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await stock())[0]).toBe(fromUnits(12))
  })

  it('refuses it of what is no credit note, without products, with freight, and beyond the stock where the company says so', async () => {
    expect((await create({ devuelve_mercaderia: true })).problems).toMatchObject([
      { message: 'Solo una nota de crédito devuelve mercadería.' },
    ])
    expect((await create(nota(1, '40', { lineas: [linea(null, 1, '40')] }))).problems).toMatchObject([
      { message: 'Elija los productos que se devuelven.' },
    ])
    await app.owner.updateTable('empresa').set({ stock_negativo: 'BLOQUEAR' }).where('id', '=', empresa.id).execute()
    expect((await create(nota(1, '40'))).status).toBe(422)
    expect((await stock())[0]).toBe(0)
    await app.owner.updateTable('empresa').set({ stock_negativo: 'AVISAR' }).where('id', '=', empresa.id).execute()
    expect((await created(nota(1, '40'))).avisos).toMatchObject([{}, { campo: 'lineas.0.cantidad' }])
    expect((await stock())[0]).toBe(-fromUnits(12))
  })
})

describe('a registered purchase enters the stock (O-71)', () => {
  it('at its cost without the IVA that is credit, in units of ours, and shows its movement', async () => {
    const { ingreso } = await created()
    expect(await stock()).toEqual([fromUnits(24), m('90')])
    expect(ingreso).toMatchObject({ productos: 1 })
    const { data } = await app.call<MovimientoDetalle>(readMovimiento, { token, params: { id: ingreso!.movimiento_id } })
    expect(data).toMatchObject({ concepto: 'COM', referencia: '001-002-000004501', fecha: '2026-10-01', bodega: { id: principal } })
    const [row] = (await app.call<Listing<KardexFila>>(searchKardex, { token, params: { id: cafe } })).data.content
    for (const { documento } of [data, row!])
      expect(documento).toMatchObject({ es_compra: true, numero: '001-002-000004501', tercero: 'FERRETERÍA ÁVILA' })
  })

  it('with the IVA that is no credit, and its freight', async () => {
    await created({ sustento: '02', costo_adicional: m('10') })
    expect(await stock()).toEqual([fromUnits(24), m('113.50')])
  })

  it('its lines have no IVA that the document has not, and the ICE is no room for freight', async () => {
    const before = await huella(app)
    const dicho = (iva: string, otro: string) => [linea(cafe, 2, '90', { iva: m(iva) }), linea(null, 1, '10', { iva: m(otro) })]
    expect((await create({ sustento: '02', lineas: dicho('100', '1.50') })).problems).toMatchObject([
      { campo: 'lineas', message: 'Las líneas de IVA 15% tienen $101.50 de IVA y el comprobante dice $15.00.' },
    ])
    expect((await create({ sustento: '02', lineas: dicho('15', '0') })).problems).toMatchObject([
      { campo: 'lineas.0.iva' },
      { campo: 'lineas.1.iva' },
    ])
    expect((await create({ lineas: [linea(cafe, 2, '100.02')] })).problems).toMatchObject([{ campo: 'lineas' }])
    const conIce: Partial<CompraFormInput> = {
      impuestos: [
        { codigo: '2', codigo_porcentaje: '4', tarifa: 15_000_000, base: m('110'), valor: m('16.50') },
        { codigo: '3', codigo_porcentaje: '3011', tarifa: 0, base: m('100'), valor: m('10') },
      ],
      total: m('126.50'),
    }
    expect((await create({ ...conIce, costo_adicional: m('10.01') })).problems).toMatchObject([{ campo: 'costo_adicional' }])
    expect(await huella(app)).toEqual(before)
    await created({ ...conIce, costo_adicional: m('10'), sustento: '02' })
    expect(await stock()).toEqual([fromUnits(24), m('90') + m('9') + m('14.85') + m('10')])
  })

  it('what its issuer signed is taken as it is: figures that do not add up are told, changed ones refused', async () => {
    const [estab, ptoEmi, secuencial] = form().numero.split('-') as [string, string, string]
    const ruc = form().proveedor.identificacion
    const fechaEmision = form().fecha_emision
    const partes = { fechaEmision, codDoc: '01', ruc, ambiente: '1', estab, ptoEmi, secuencial, codigoNumerico: '12345678' } as const
    const clave = buildClaveAcceso(partes)
    const firmada = {
      autorizacion: clave,
      lineas: [linea(cafe, 2, '90', { iva: m('20') }), linea(null, 1, '10', { iva: 0 })],
      sustento: '02',
      total: m('115.50'),
    }
    expect((await create(firmada)).status).toBe(422)
    const recibido = {
      empresa_id: empresa.id,
      id: randomUUID(),
      ambiente: 'SIMULADOR' as const,
      clave,
      tipo: '01' as const,
      numero: form().numero,
      fecha_emision: form().fecha_emision,
      emisor_ruc: ruc,
      emisor_nombre: 'FERRETERÍA ÁVILA',
      total: m('115.50'),
      autorizado: true,
      avisos: '[]',
      formulario: JSON.stringify(form(firmada)),
      xml: '<factura/>',
      usuario_id: usuario.id,
      creado_en: app.clock.now(),
    }
    await app.owner.insertInto('recibido').values(recibido).execute()
    expect((await create({ ...firmada, total: m('115.40') })).problems).toMatchObject([{ campo: 'total' }, { campo: 'lineas' }])
    const { avisos } = await created(firmada)
    expect(avisos.map(({ campo }) => campo)).toEqual(['total', 'lineas'])
    expect(await stock()).toEqual([fromUnits(2), m('105')])
  })

  it('what has no stock moves nothing', async () => {
    const servicio = await producto({ manage_inventory: false })
    expect((await created({ lineas: [linea(servicio, 1, '100')] })).ingreso).toBeNull()
  })

  it('a combo is bought by its parts: its line is refused in words, and they come in to the cent; what was booked before it was one stays', async () => {
    const [taza, caja] = [await producto({ code: 'TAZA' }), await producto({ code: 'CAJA-REGALO', manage_inventory: false })]
    const { id } = await created({ lineas: [linea(caja, 1, '100')] })
    const partes = [taza, cafe].map((producto_id) => ({ producto_id, cantidad: fromUnits(2) }))
    const { data: leido } = await app.call<ProductoDetalle>(readProducto, { token, params: { id: caja } })
    const combo = { ...leido, partes }
    expect((await app.call(editProducto, { token, body: fieldsOf(editProducto, combo) })).status).toBe(200)
    const before = await huella(app)
    const otra = { numero: '001-002-000004502' }
    const refused = await create({ ...otra, lineas: [linea(null, 1, '1'), linea(caja.toUpperCase(), 1, '99')] })
    expect([refused.status, refused.problems]).toMatchObject([
      422,
      [{ campo: 'lineas.1.producto_id', message: expect.stringMatching(/^«CAJA-REGALO» es un combo.+ entre sus partes \(TAZA, P\d+\)/) }],
    ])
    expect(await huella(app)).toEqual(before)
    await created({ ...otra, lineas: [linea(taza, 3, '33.33'), linea(cafe, 3, '66.67')] })
    expect([await stock(taza), await stock()]).toEqual([
      [fromUnits(3), m('33.33')],
      [fromUnits(3), m('66.67')],
    ])
    const kept = { ...form({ lineas: [linea(caja, 1, '100')] }), version: 1 }
    expect((await app.call<CompraGuardada>(editCompra, { token, params: { id }, body: kept })).data.ingreso).toBeNull()
  })

  it('twice at once and the same key again: once', async () => {
    const headers = key()
    await Promise.all([create({}, headers), create({}, headers), create()])
    await create({}, headers)
    expect(await stock()).toEqual([fromUnits(24), m('90')])
  })

  it('a change moves the difference, a voided or deleted purchase takes its goods out again', async () => {
    const { id } = await created()
    const edit = (version: number, change: Partial<CompraFormInput>) =>
      app.call<CompraGuardada>(editCompra, { token, params: { id }, body: { ...form(change), version } })
    await edit(1, {})
    expect(await stock()).toEqual([fromUnits(24), m('90')])
    expect((await edit(2, { lineas: [linea(cafe, 3, '100')] })).data.ingreso).toMatchObject({ productos: 1 })
    expect(await stock()).toEqual([fromUnits(3), m('100')])
    await edit(3, { sustento: '02', lineas: [linea(cafe, 3, '100')] })
    expect(await stock()).toEqual([fromUnits(3), m('115')])
    await app.call(voidCompra, { token, params: { id }, body: { motivo: 'Anulada por el proveedor', version: 4 } })
    expect(await stock()).toEqual([0, 0])
    const { content } = (await app.call<Listing<Movimiento>>(searchMovimiento, { token })).data
    expect(content.filter(({ concepto }) => concepto !== 'COM')).toMatchObject([{ tipo: 'EGRESO', concepto: 'ANS' }])
    expect((await app.call<Compra>(readCompra, { token, params: { id } })).data.ingreso).toBeNull()
    await app.call(deleteCompra, { token, params: { id } })
    expect(await stock()).toEqual([0, 0])
    const otra = await created()
    await app.call(deleteCompra, { token, params: { id: otra.id } })
    expect(await stock()).toEqual([0, 0])
  })

  it('what was typed wrong leaves no cost behind: a change, a voiding and a late movement take out what came in', async () => {
    const buy = async (numero: string, base: string, cantidad = 1) => (await created({ numero, lineas: [linea(cafe, cantidad, base)] })).id
    await buy('001-002-000004510', '70', 7)
    const id = await buy('001-002-000004511', '100')
    const body = { ...form({ numero: '001-002-000004511', lineas: [linea(cafe, 1, '10')] }), version: 1 }
    expect((await app.call(editCompra, { token, params: { id }, body })).status).toBe(200)
    expect(await stock()).toEqual([fromUnits(8), m('80')])
    const dear = await buy('001-002-000004512', '100', 2)
    await app.call(voidCompra, { token, params: { id: dear }, body: { motivo: 'No llegó', version: 1 } })
    expect(await stock()).toEqual([fromUnits(8), m('80')])
    const late = {
      tipo: 'INGRESO',
      fecha: '2026-09-30',
      bodega_id: principal,
      lineas: [{ producto_id: cafe, cantidad: fromUnits(2), costo_unitario: fromUnits(10) }],
    }
    const { status, problems } = await app.call(createMovimiento, { token, headers: key(), body: late })
    expect(status, JSON.stringify(problems)).toBe(200)
    expect(await stock()).toEqual([fromUnits(10), m('100')])
  })

  it('R-2.3.12 a line takes a product in use and some of it; what it was registered with stays after it is deleted', async () => {
    const servicio = await producto({ manage_inventory: false, name: 'EMPAQUE' })
    const { id } = await created({ lineas: [linea(servicio, 1, '100', { factor: fromUnits(1) })] })
    const borrado = { token, params: { id: servicio } }
    expect((await app.call(deleteProducto, borrado)).status).toBe(200)
    const leida = (await app.call<Compra>(readCompra, { token, params: { id } })).data
    expect([leida.productos, leida.form.lineas[0]]).toMatchObject([[], { producto_id: servicio, descripcion: 'Caja de café' }])
    const edit = (lineas: CompraFormInput['lineas'], version: number) =>
      app.call<CompraGuardada>(editCompra, { token, params: { id }, body: { ...form({ lineas }), observacion: 'Otra', version } })
    const edited = await edit(leida.form.lineas, 1)
    expect([edited.status, edited.problems]).toEqual([200, []])
    expect(edited.data.form.lineas).toEqual(leida.form.lineas)

    await app.owner.updateTable('producto').set({ status: 'INACTIVO' }).where('id', '=', cafe).execute()
    const before = await huella(app)
    const told = async (change: Partial<CompraFormInput>) => (await create({ numero: '001-002-000004599', ...change })).problems
    expect(await told({ lineas: [linea(cafe, 1, '100')] })).toMatchObject([
      { campo: 'lineas.0.producto_id', message: expect.stringContaining('inactivo') as unknown },
    ])
    expect((await edit([linea(cafe, 1, '100')], 2)).problems).toMatchObject([{ campo: 'lineas.0.producto_id' }])
    expect((await edit([linea(randomUUID(), 1, '100')], 2)).problems).toMatchObject([{ campo: 'lineas.0.producto_id' }])
    expect(await told({ lineas: [linea(servicio, 0, '100')] })).toMatchObject([
      { campo: 'lineas.0.producto_id' },
      { campo: 'lineas.0.cantidad', message: expect.stringContaining('más que cero') as unknown },
    ])
    expect(await huella(app)).toEqual(before)
    expect((await create({ numero: '001-002-000004600', lineas: [linea(null, 0, '100')] })).status).toBe(200)
  })

  it('R-2.3.12 a purchase of a product that was set aside since is still edited', async () => {
    const { id } = await created()
    await app.owner.updateTable('producto').set({ status: 'INACTIVO' }).where('id', '=', cafe).execute()
    const body = { ...form({ observacion: 'Otra' }), version: 1 }
    const { status, problems } = await app.call(editCompra, { token, params: { id }, body })
    expect([status, problems]).toEqual([200, []])
    expect(await stock()).toEqual([fromUnits(24), m('90')])
  })

  it('bad goods change nothing: foreign ids, no units, freight of nothing, months that are closed', async () => {
    const ajena = await buildEmpresa(app)
    const otro = await buildUsuario(app, { empresas: [ajena] })
    const suToken = (await app.signIn(otro.username)).token
    const suProducto = await producto({}, suToken)
    const suBodega = (await app.call<BodegaOpcion[]>(allBodega, { token: suToken })).data[0]!.id
    const mes = {
      empresa_id: empresa.id,
      ambiente: 'SIMULADOR' as const,
      mes: '2026-09-01',
      usuario_id: usuario.id,
      cerrado_en: app.clock.now(),
    }
    await app.owner.insertInto('mes_cerrado').values(mes).execute()
    const before = await huella(app)
    const campos = async (change: Partial<CompraFormInput>) => (await create(change)).problems.map(({ campo }) => campo)
    expect(await campos({ lineas: [linea(suProducto, 1, '100')] })).toEqual(['lineas.0.producto_id'])
    expect(await campos({ bodega_id: suBodega })).toEqual(['bodega_id'])
    expect(await campos({ lineas: [linea(cafe, 1, '100', { factor: 0 })] })).toEqual(['lineas.0.factor'])
    expect(await campos({ lineas: [linea(null, 1, '100')], costo_adicional: m('1') })).toEqual(['costo_adicional'])
    expect(await campos({ costo_adicional: m('11') })).toEqual(['costo_adicional'])
    expect(await campos({ fecha_registro: '2026-09-10' })).toEqual(['fecha_registro'])
    expect(await campos({ fecha_emision: '2026-08-10', fecha_registro: '2026-08-10' })).toEqual(['fecha_registro'])
    expect(await huella(app)).toEqual(before)
  })
})

describe('R-2.3.12 a purchase whose goods left already (O-73)', () => {
  const sell = (cantidad: number) =>
    app.call(createMovimiento, {
      token,
      headers: key(),
      body: {
        tipo: 'EGRESO',
        bodega_id: principal,
        motivo: 'Consumo propio',
        lineas: [{ producto_id: cafe, cantidad: fromUnits(cantidad) }],
      },
    })
  const politica = (stock_negativo: 'BLOQUEAR' | 'AVISAR' | 'PERMITIR') =>
    app.owner.updateTable('empresa').set({ stock_negativo }).where('id', '=', empresa.id).execute()
  const anular = (id: string, version = 1) =>
    app.call<CompraGuardada>(voidCompra, { token, params: { id }, body: { motivo: 'No llegó', version } })
  const eliminar = (id: string) => app.call(deleteCompra, { token, params: { id } })
  const queda = (n: number) => expect.stringContaining(`sin lo que trajo esta compra el stock queda en ${n}`) as unknown

  it.each(['AVISAR', 'PERMITIR'] as const)('says before and after where it would leave the stock (%s)', async (which) => {
    await politica(which)
    const { id, faltantes } = await created()
    expect(faltantes).toEqual([])
    expect((await sell(4)).status).toBe(200)
    expect((await app.call<Compra>(readCompra, { token, params: { id } })).data.faltantes).toEqual([
      { producto: 'CAFÉ', bodega: expect.any(String) as unknown, hay: fromUnits(20), queda: -fromUnits(4) },
    ])
    const { status, data } = await anular(id)
    expect([status, data.avisos]).toEqual([200, which === 'AVISAR' ? [{ campo: 'id', message: queda(-4) }] : []])
    expect(data.faltantes).toEqual([])
    expect((await stock())[0]).toBe(-fromUnits(4))
  })

  it('is not voided, deleted nor lowered where the company admits no stock below zero, and changes nothing', async () => {
    await politica('BLOQUEAR')
    const { id } = await created()
    expect((await sell(4)).status).toBe(200)
    const before = await huella(app)
    for (const { status, problems } of [await anular(id), await eliminar(id)])
      expect([status, problems]).toMatchObject([422, [{ campo: 'id', message: queda(-4) }]])
    const edit = (cantidad: number) =>
      app.call<CompraGuardada>(editCompra, {
        token,
        params: { id },
        body: { ...form({ lineas: [linea(cafe, cantidad, '90'), linea(null, 1, '10')] }), version: 1 },
      })
    const lowered = await edit(3)
    expect([lowered.status, lowered.problems]).toMatchObject([422, [{ campo: 'lineas', message: queda(-1) }]])
    expect(await huella(app)).toEqual(before)
    expect((await edit(4)).status).toBe(200)
    expect((await stock())[0]).toBe(0)
  })

  it('is lowered with a word where the company is only told', async () => {
    await politica('AVISAR')
    const { id } = await created()
    await sell(4)
    const body = { ...form({ lineas: [linea(cafe, 3, '90'), linea(null, 1, '10')] }), version: 1 }
    const { status, data } = await app.call<CompraGuardada>(editCompra, { token, params: { id }, body })
    expect([status, data.avisos]).toMatchObject([200, [{ campo: 'lineas', message: queda(-1) }]])
  })
})

describe('what a supplier’s item is of ours is remembered (R-2.3.12)', () => {
  const proveedorClave = `EC:${cedulaOf(501)}`
  const propose = (lineas: CompraFormInput['lineas']) =>
    inEmpresa(app.deps.db, empresa.id, (tx) =>
      proposeLineas(tx, { empresaId: empresa.id, proveedorClave }, CompraForm.parse(form({ lineas })).lineas),
    )
  const undecided = (change: object = {}) => ({ ...linea(null, 1, '10', change), producto_id: undefined })

  it('by its code, else by its description; the last choice counts and a changed one is recorded', async () => {
    await created({
      lineas: [linea(cafe, 2, '90', { factor: fromUnits(12) }), linea(null, 1, '10', { codigo: undefined, descripcion: 'Fleté  urbano' })],
    })
    const both = [undecided({ codigo: 'caja' }), undecided({ codigo: undefined, descripcion: 'FLETE URBANO' }), undecided({ codigo: 'X' })]
    expect(await propose(both)).toMatchObject([
      { linea: 0, producto: { id: cafe }, factor: fromUnits(12) },
      { linea: 1, producto: null },
    ])
    const te = await producto({ name: 'TÉ' })
    await created({ numero: '001-002-000004502', lineas: [linea(te, 1, '100')] })
    expect(await propose([undecided()])).toMatchObject([{ producto: { id: te }, factor: fromUnits(1) }])
    const hechos = await app.owner
      .selectFrom('auditoria')
      .select('accion')
      .where('empresa_id', '=', empresa.id)
      .where('accion', '=', 'compra.equivalencia')
      .execute()
    expect(hechos).toHaveLength(1)
  })

  it('an item never bought is proposed by the code or the bar code that is ours', async () => {
    const agua = await producto({ code: 'AGUA-1', barcode: '7861234567890' })
    expect(await propose([undecided({ codigo: 'agua-1' }), undecided({ codigo: '7861234567890' })])).toMatchObject([
      { linea: 0, producto: { id: agua } },
      { linea: 1, producto: { id: agua } },
    ])
  })

  it('booked without looking, only what was decided before is decided: a code that is ours stays a question', async () => {
    const agua = await producto({ code: 'AGUA-1' })
    await created({ lineas: [linea(cafe, 2, '90', { factor: fromUnits(12) }), linea(null, 1, '10', { codigo: 'FLETE' })] })
    const leido = CompraForm.parse(form({ lineas: [undecided(), undecided({ codigo: 'FLETE' }), undecided({ codigo: 'AGUA-1' })] }))
    const { lineas } = await inEmpresa(app.deps.db, empresa.id, (tx) =>
      rememberedForm(tx, { empresaId: empresa.id, proveedorClave }, leido),
    )
    expect(lineas.map(({ producto_id: id, factor }) => [id, factor])).toEqual([
      [cafe, fromUnits(12)],
      [null, fromUnits(1)],
      [undefined, undefined],
    ])
    expect(await propose([undecided({ codigo: 'AGUA-1' })])).toMatchObject([{ producto: { id: agua } }])
  })

  it('and can be read, changed and forgotten; what is forgotten is no longer proposed (R-2.3.12)', async () => {
    const lista = async (query: Record<string, string> = {}) =>
      (await app.call<Listing<Equivalencia>>(searchEquivalencia, { token, query })).data
    await created({ lineas: [linea(cafe, 2, '90', { factor: fromUnits(12) }), linea(null, 1, '10', { codigo: 'FLETE' })] })
    const { content, totalElements } = await lista({ sort: 'item,ASC' })
    expect(totalElements).toBe(2)
    expect(content).toMatchObject([
      {
        item: 'CAJA',
        por: 'codigo',
        proveedor_identificacion: `${cedulaOf(501)}001`,
        proveedor_nombre: 'FERRETERÍA ÁVILA',
        producto: { id: cafe },
        factor: fromUnits(12),
      },
      { item: 'FLETE', producto: null },
    ])
    expect(await lista({ q: 'avila fle' })).toMatchObject({ content: [{ item: 'FLETE' }] })
    expect(await lista({ mercaderia: 'si' })).toMatchObject({ content: [{ item: 'CAJA' }] })
    const [caja, flete] = content
    const edit = (change: object) =>
      app.call<Equivalencia>(editEquivalencia, {
        token,
        params: { id: caja!.id },
        body: { producto_id: cafe, factor: fromUnits(6), version: caja!.version, ...change },
      })
    expect((await edit({ producto_id: randomUUID() })).status).toBe(422)
    expect((await edit({ factor: 0 })).status).toBe(422)
    expect((await edit({})).data).toMatchObject({ producto: { id: cafe }, factor: fromUnits(6), version: caja!.version + 1 })
    expect((await edit({})).status).toBe(409)
    expect(await propose([undecided()])).toMatchObject([{ producto: { id: cafe }, factor: fromUnits(6) }])
    const forget = (ids: string, as = token) => app.call(deleteEquivalencias, { token: as, params: { ids } })
    const ajena = await buildUsuario(app, { empresas: [await buildEmpresa(app)] })
    const ajeno = (await app.signIn(ajena.username)).token
    expect((await forget(caja!.id, ajeno)).status).toBe(404)
    expect(
      (await app.call(editEquivalencia, { token: ajeno, params: { id: caja!.id }, body: { producto_id: null, factor: 1, version: 2 } }))
        .status,
    ).toBe(404)
    expect((await forget(`${caja!.id},${randomUUID()}`)).status).toBe(404)
    expect((await forget(`${caja!.id},${flete!.id}`)).status).toBe(200)
    expect(await lista()).toMatchObject({ totalElements: 0 })
    expect(await propose([undecided()])).toEqual([])
    const hechos = await app.owner
      .selectFrom('auditoria')
      .select('accion')
      .where('empresa_id', '=', empresa.id)
      .where('accion', 'like', 'equivalencia.%')
      .execute()
    expect(hechos.map(({ accion }) => accion).sort()).toEqual(['equivalencia.editar', 'equivalencia.eliminar', 'equivalencia.eliminar'])
  })

  it('a description as long as it may be is remembered too', async () => {
    const larga = { codigo: undefined, descripcion: 'ﬃ'.repeat(300) }
    await created({ lineas: [linea(cafe, 1, '100', larga)] })
    expect(await propose([undecided(larga)])).toMatchObject([{ producto: { id: cafe } }])
  })
})
