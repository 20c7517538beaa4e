import { randomUUID } from 'node:crypto'
import {
  allBodega,
  changeMetodoCosto,
  createBodega,
  createCotizacion,
  createMovimiento,
  createProducto,
  editBodega,
  exportExistencia,
  exportKardex,
  exportMovimiento,
  readExistencia,
  readMetodoCosto,
  readMovimiento,
  receiveMovimiento,
  reviewConteo,
  searchExistencia,
  searchKardex,
  searchMovimiento,
  searchProducto,
  type BodegaOpcion,
  type Conteo,
  type ExistenciaFila,
  type ExistenciaProducto,
  type KardexFila,
  type Listing,
  type MetodoCostoVigente,
  type Movimiento,
  type MovimientoDetalle,
  type MovimientoFormInput,
  type MovimientoGuardado,
  type Producto,
} from '@yupana/contract'
import { addDays, displayFecha, fechaIn, fromUnits, parseMonto } from '@yupana/fiscal'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { CONSULTAS } from '../../invariantes/consultas.ts'
import { TRAMO } from '../../http/exportacion.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { huella } from '../../testing/huella.ts'

let app: TestApp
let empresa: { id: EmpresaId }
let token: string
let principal: string
let norte: string
let cafe: string
let n = 0

beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app?.close())
beforeEach(async () => {
  empresa = await buildEmpresa(app)
  token = await tokenOfNew(app, { empresas: [empresa] })
  principal = (await app.call<BodegaOpcion[]>(allBodega, { token })).data[0]!.id
  norte = (await app.call<{ id: string }>(createBodega, { token, headers: key(), body: { name: 'Norte' } })).data.id
  cafe = await producto()
})

const m = (text: string) => parseMonto(text)!
const key = (): Record<string, string> => ({ 'idempotency-key': randomUUID() })
const producto = async (changes: object = {}, as = token) =>
  (
    await app.call<Producto>(createProducto, {
      token: as,
      headers: key(),
      body: { code: `P${++n}`, name: 'CAFÉ', type_product: 'PRODUCTO', iva: 6, price: 1, cost: m('2'), manage_inventory: true, ...changes },
    })
  ).data.id
type Cambios = Partial<MovimientoFormInput>
const mover = (
  tipo: MovimientoFormInput['tipo'],
  cantidad: number,
  more: Cambios & { costo?: number; secuencia?: number } = {},
  headers = key(),
) => {
  const { costo, secuencia, ...form } = more
  const linea = {
    producto_id: cafe,
    cantidad: fromUnits(cantidad),
    ...(costo !== undefined && { costo_unitario: costo }),
    ...(secuencia !== undefined && { secuencia }),
  }
  return app.call<MovimientoGuardado>(createMovimiento, { token, headers, body: { tipo, bodega_id: principal, lineas: [linea], ...form } })
}
const movido = async (...args: Parameters<typeof mover>) => {
  const answer = await mover(...args)
  expect(answer.status, JSON.stringify(answer.problems)).toBe(200)
  return answer.data
}
const existencia = async (id = cafe, query: Record<string, string> = {}, as = token) =>
  (await app.call<ExistenciaProducto>(readExistencia, { token: as, params: { id }, query })).data
const stock = async (bodega = principal) => (await existencia()).bodegas.find((one) => one.bodega.id === bodega)
const kardex = async (bodega = principal, as = token) =>
  (await app.call<Listing<KardexFila>>(searchKardex, { token: as, params: { id: cafe }, query: { bodega_id: bodega, size: '50' } })).data
    .content
/** I11: the rows of each kardex add up to its stock. */
const expectSano = async () => {
  for (const { id, viola } of CONSULTAS) if (id === 'I11') expect((await sql.raw(viola).execute(app.owner)).rows).toEqual([])
}
/** Token of a user who may move goods, without the right to see costs. */
async function vendedorQueMueve(): Promise<string> {
  const { id, username } = await buildUsuario(app, { empresas: [empresa], rol: ROL.VENDEDOR })
  await app.owner
    .updateTable('usuario_empresa')
    .set({ collections: ['inventario:mover'] })
    .where('usuario_id', '=', id)
    .execute()
  return (await app.signIn(username)).token
}
const list = async (query: Record<string, string> = {}) => (await app.call<Listing<Movimiento>>(searchMovimiento, { token, query })).data

describe('O-72 movements by hand', () => {
  it('an entry, an exit, a transfer and a count each leave their row, at the weighted average', async () => {
    await movido('INGRESO', 10, { costo: m('5'), concepto: 'INI' })
    await movido('INGRESO', 20, { costo: m('6.5') })
    await movido('EGRESO', 12)
    await movido('TRANSFERENCIA', 8, { bodega_destino_id: norte })
    await movido('AJUSTE', 9, { motivo: 'Se rompió una funda', secuencia: 4 })
    expect(
      (await kardex()).map(({ concepto, cantidad, valor, saldo_cantidad: q, saldo_valor: v, saldo_costo_unitario: c }) => [
        concepto,
        cantidad,
        valor,
        q,
        v,
        c,
      ]),
    ).toEqual([
      ['AJS', m('-1'), m('-6'), m('9'), m('54'), m('6')],
      ['TRS', m('-8'), m('-48'), m('10'), m('60'), m('6')],
      ['AJS', m('-12'), m('-72'), m('18'), m('108'), m('6')],
      ['COM', m('20'), m('130'), m('30'), m('180'), m('6')],
      ['INI', m('10'), m('50'), m('10'), m('50'), m('5')],
    ])
    expect(await stock(norte)).toMatchObject({ cantidad: m('8'), valor: m('48'), costo_unitario: m('6') })
    expect((await existencia()).total).toBe(m('17'))
  })

  it('what comes in without a cost comes in at the average, and first at the cost of the product', async () => {
    await movido('INGRESO', 10)
    expect((await stock())?.valor).toBe(m('20'))
    await movido('INGRESO', 10, { costo: m('4') })
    await movido('INGRESO', 10)
    expect((await stock())?.costo_unitario).toBe(m('3'))
  })

  it('a transfer on its way is in neither place until it is received, once', async () => {
    await movido('INGRESO', 10)
    const { id, estado } = await movido('TRANSFERENCIA', 4, { bodega_destino_id: norte, en_transito: true })
    expect(estado).toBe('EN_TRANSITO')
    expect(await existencia()).toMatchObject({ total: m('6'), en_transito: m('4') })
    const receive = () => app.call<MovimientoDetalle>(receiveMovimiento, { token, params: { id } })
    const answers = await Promise.all([receive(), receive()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await receive()).msg).toBe('Esta transferencia ya fue recibida.')
    expect(await existencia()).toMatchObject({ total: m('10'), en_transito: 0 })
    expect(await stock(norte)).toMatchObject({ cantidad: m('4'), valor: m('8') })
    expect((await app.call<MovimientoDetalle>(readMovimiento, { token, params: { id } })).data).toMatchObject({
      estado: 'RECIBIDO',
      detalle: [
        { n: 1, concepto: 'TRS', cantidad: m('-4') },
        { n: 2, concepto: 'TRE', cantidad: m('4') },
      ],
    })
  })

  const revisar = (cantidad: number, secuencia?: number, more: object = {}, as = token) =>
    app.call<Conteo>(reviewConteo, {
      token: as,
      body: {
        bodega_id: principal,
        motivo: 'Conteo',
        lineas: [{ producto_id: cafe, cantidad: fromUnits(cantidad), ...(secuencia !== undefined && { secuencia }) }],
        ...more,
      },
    })

  it('a count says what there is: what moved since it was counted is added, and one without a difference is refused', async () => {
    await movido('INGRESO', 10)
    expect((await mover('AJUSTE', 10, { motivo: 'Conteo' })).problems).toMatchObject([{ campo: 'lineas' }])
    const { secuencia } = (await stock())!
    await movido('EGRESO', 2)
    // Written late: those three were on the shelf during the count.
    await movido('INGRESO', 3, { fecha: addDays(fechaIn(app.clock.now()), -1) })
    const [diferencia] = (await revisar(12, secuencia)).data.diferencias
    expect(diferencia).toEqual({
      producto: { id: cafe, code: `P${n}`, name: 'CAFÉ' },
      sistema: m('13'),
      contado: m('12'),
      diferencia: m('-1'),
      valor: m('-2'),
      movido: m('-2'),
      contado_por_otro: false,
    })
    expect((await stock())?.cantidad, 'a review changes nothing').toBe(m('11'))
    const { avisos, detalle } = await movido('AJUSTE', 12, { motivo: 'Conteo', secuencia })
    expect(avisos).toEqual([{ campo: 'lineas.0.cantidad', message: `Desde que contó P${n} salieron 2: queda en 10.` }])
    expect(detalle).toMatchObject([{ concepto: 'AJS', cantidad: m('-1'), valor: m('-2') }])
    expect((await stock())?.cantidad).toBe(m('10'))
    await expectSano()
  })

  it('of two counts of one warehouse at once the first counts, and the other is told to count anew', async () => {
    await movido('INGRESO', 10)
    const { secuencia } = (await stock())!
    const beyond = { motivo: 'Conteo', secuencia: secuencia + 1 }
    for (const { problems } of [await mover('AJUSTE', 7, beyond), await revisar(7, secuencia + 1)])
      expect(problems).toMatchObject([{ campo: 'lineas.0.cantidad', message: expect.stringMatching(/no parte del stock de esta bodega/) }])
    const answers = await Promise.all([1, 2].map(() => mover('AJUSTE', 7, { motivo: 'Conteo', secuencia })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(answers.find(({ status }) => status === 422)?.problems).toEqual([
      { campo: 'lineas.0.cantidad', message: `Alguien más contó P${n} después de usted: cuéntelo de nuevo.` },
    ])
    expect((await revisar(7, secuencia)).data.diferencias).toMatchObject([{ diferencia: 0, contado_por_otro: true }])
    expect((await stock())?.cantidad).toBe(m('7'))
  })

  it('the differences of a count come the greatest first, with what nobody counted; their value only for who may see costs', async () => {
    const [caro, intacto] = [await producto({ cost: m('100') }), await producto({ name: 'AZÚCAR' })]
    await movido('INGRESO', 10)
    for (const [id, cantidad] of [
      [caro, 3],
      [intacto, 4],
    ] as const)
      await movido('INGRESO', 0, { lineas: [{ producto_id: id, cantidad: fromUnits(cantidad) }] })
    const lineas = [
      { producto_id: cafe, cantidad: m('16') },
      { producto_id: caro, cantidad: m('2') },
    ]
    const { diferencias, sin_contar: resto } = (await revisar(0, undefined, { lineas })).data
    expect(diferencias.map(({ producto: { id }, diferencia, valor }) => [id, diferencia, valor])).toEqual([
      [caro, m('-1'), m('-100')],
      [cafe, m('6'), m('12')],
    ])
    expect(resto).toEqual({ total: 1, productos: [{ id: intacto, code: `P${n}`, name: 'AZÚCAR', cantidad: m('4') }] })
    expect((await revisar(0, undefined, { lineas, bodega_id: norte })).data.sin_contar.total).toBe(0)
    const as = await vendedorQueMueve()
    expect((await revisar(0, undefined, { lineas }, as)).data.diferencias).toMatchObject([
      { diferencia: m('6'), valor: null },
      { diferencia: m('-1'), valor: null },
    ])
  })

  it('a review names what a count may not hold', async () => {
    const ajena = randomUUID()
    expect((await revisar(1, undefined, { bodega_id: ajena })).problems).toEqual([{ campo: 'bodega_id', message: 'La bodega no existe.' }])
    expect((await revisar(1, undefined, { motivo: '' })).problems).toMatchObject([{ campo: 'motivo' }])
    expect((await revisar(1, undefined, { lineas: [{ producto_id: ajena, cantidad: 1 }] })).problems).toMatchObject([
      { campo: 'lineas.0.producto_id' },
    ])
    await expectGuarded(
      app,
      empresa,
      reviewConteo,
      { body: { bodega_id: principal, motivo: 'Conteo', lineas: [{ producto_id: cafe, cantidad: 1 }] } },
      [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO],
    )
  })

  it('O-73 what is not there leaves with a notice, is refused, or passes, as the company says', async () => {
    const said = async (politica: 'BLOQUEAR' | 'AVISAR' | 'PERMITIR') => {
      await app.owner.updateTable('empresa').set({ stock_negativo: politica }).where('id', '=', empresa.id).execute()
      const { status, problems, data } = await mover('EGRESO', 3)
      return [status, status === 200 ? data.avisos : problems]
    }
    const hay = `En Bodega principal hay 0 de P${n} y salen 3`
    expect(await said('AVISAR')).toEqual([200, [{ campo: 'lineas.0.cantidad', message: `${hay}: el stock queda en -3.` }]])
    expect(await said('PERMITIR')).toEqual([200, []])
    expect(await said('BLOQUEAR')).toEqual([
      422,
      [
        {
          campo: 'lineas.0.cantidad',
          message: `En Bodega principal hay -6 de P${n} y salen 3: no alcanza. Registre el ingreso o baje la cantidad.`,
        },
      ],
    ])
    expect((await stock())?.cantidad).toBe(m('-6'))
  })

  it('stock of a day that is past; a count is of now, and nothing is of tomorrow', async () => {
    const hoy = fechaIn(app.clock.now())
    await movido('INGRESO', 10, { fecha: addDays(hoy, -2) })
    await movido('EGRESO', 4)
    expect((await existencia(cafe, { fecha: addDays(hoy, -1) })).total).toBe(m('10'))
    expect((await existencia(cafe, { fecha: addDays(hoy, -3) })).total).toBe(0)
    expect((await mover('AJUSTE', 1, { fecha: addDays(hoy, -1), motivo: 'Conteo' })).problems).toMatchObject([{ campo: 'fecha' }])
    expect((await mover('INGRESO', 1, { fecha: addDays(hoy, 1) })).problems).toEqual([
      { campo: 'fecha', message: 'La fecha no puede ser futura.' },
    ])
  })

  it('O-72 an entry of a day that is past values anew what left after it, in every warehouse, and says so', async () => {
    const hoy = fechaIn(app.clock.now())
    await movido('INGRESO', 10, { costo: m('2'), fecha: addDays(hoy, -5) })
    await movido('EGRESO', 4, { fecha: addDays(hoy, -3) })
    await movido('TRANSFERENCIA', 2, { bodega_destino_id: norte, fecha: addDays(hoy, -2) })
    await movido('EGRESO', 1, { bodega_id: norte })
    const { avisos } = await movido('INGRESO', 10, { costo: m('4'), fecha: addDays(hoy, -4) })
    expect(avisos).toEqual([
      {
        campo: 'lineas.0.cantidad',
        message: `Se valoró de nuevo 4 movimientos posteriores de P${n}: lo que salió después costó $7.00 más.`,
      },
    ])
    const rows = async (bodega = principal) =>
      (await kardex(bodega)).map(({ cantidad, valor, saldo_valor: saldo }) => [cantidad, valor, saldo])
    expect(await rows()).toEqual([
      [m('-2'), m('-6'), m('42')],
      [m('-4'), m('-12'), m('48')],
      [m('10'), m('40'), m('60')],
      [m('10'), m('20'), m('20')],
    ])
    expect(await rows(norte)).toEqual([
      [m('-1'), m('-3'), m('3')],
      [m('2'), m('6'), m('6')],
    ])
    expect(await stock()).toMatchObject({ cantidad: m('14'), valor: m('42') })
    expect((await existencia(cafe, { fecha: addDays(hoy, -4) })).total).toBe(m('20'))
    await expectSano()
    await app.owner.updateTable('empresa').set({ stock_negativo: 'BLOQUEAR' }).where('id', '=', empresa.id).execute()
    expect((await mover('EGRESO', 15, { fecha: addDays(hoy, -5) })).status).toBe(422)
    expect((await mover('EGRESO', 12, { fecha: addDays(hoy, -5) })).problems).toEqual([
      {
        campo: 'lineas.0.cantidad',
        message: `Con esta fecha, el ${displayFecha(addDays(hoy, -5))} no habría alcanzado lo que había de P${n}.`,
      },
    ])
    expect(await rows(norte)).toHaveLength(2)
  })

  it('O-72 first in, first out from its day on: what was there is one layer, what came later leaves later', async () => {
    const hoy = fechaIn(app.clock.now())
    await movido('INGRESO', 10, { costo: m('5'), fecha: addDays(hoy, -3) })
    await movido('INGRESO', 10, { costo: m('7'), fecha: addDays(hoy, -2) })
    const cambiar = (desde: string) => app.call(changeMetodoCosto, { token, body: { metodo: 'PEPS', desde } })
    expect((await cambiar(addDays(hoy, -2))).problems).toMatchObject([{ campo: 'desde' }])
    expect((await cambiar(addDays(hoy, -1))).status).toBe(200)
    expect((await cambiar(addDays(hoy, -1))).problems).toMatchObject([{ campo: 'metodo' }])
    expect((await app.call<MetodoCostoVigente>(readMetodoCosto, { token })).data).toMatchObject({
      metodo: 'PEPS',
      historia: [{ metodo: 'PEPS' }],
    })
    await movido('INGRESO', 10, { costo: m('9'), fecha: addDays(hoy, -1) })
    await movido('EGRESO', 25)
    expect((await kardex())[0]).toMatchObject({ valor: m('-165'), saldo_valor: m('45') })
    await movido('INGRESO', 5, { costo: m('6'), fecha: addDays(hoy, -1) })
    await movido('EGRESO', 6)
    expect((await kardex())[0]).toMatchObject({ valor: m('-51'), saldo_valor: m('24') })
    await expectSano()
  })

  it('what there is of each product: on a day, by warehouse, what is reserved, and what to buy below the minimum', async () => {
    const hoy = fechaIn(app.clock.now())
    const te = await producto({ name: 'TÉ', minimum_stock: fromUnits(5), cost: m('1') })
    const servicio = await producto({ name: 'ENVÍO', type_product: 'SERVICIO' })
    await movido('INGRESO', 10, { fecha: addDays(hoy, -2) })
    await movido('INGRESO', 6, { fecha: addDays(hoy, -2), lineas: [{ producto_id: te, cantidad: fromUnits(6) }] })
    await movido('TRANSFERENCIA', 3, { bodega_destino_id: norte })
    await movido('TRANSFERENCIA', 1, { bodega_destino_id: norte, en_transito: true })
    const find = async (query: Record<string, string> = {}, as = token) =>
      (await app.call<Listing<ExistenciaFila>>(searchExistencia, { token: as, query })).data.content
    expect((await find()).map(({ name, cantidad, en_transito: t, valor }) => [name, cantidad, t, valor])).toEqual([
      ['CAFÉ', m('9'), m('1'), m('18')],
      ['TÉ', m('6'), 0, m('6')],
    ])
    expect(await find({ bodega_id: norte, q: 'cafe' })).toMatchObject([{ cantidad: m('3') }])
    expect(await find({ fecha: addDays(hoy, -3) })).toMatchObject([{ cantidad: 0 }, { cantidad: 0 }])
    expect(await find({ estado: 'REPONER' })).toEqual([])
    const cotizacion = await app.call<{ id: string; version: number }>(createCotizacion, {
      token,
      headers: key(),
      body: {
        establecimiento: '001',
        punto: '001',
        comprador: { tipo_identificacion: '05', identificacion: '1712345675', razon_social: 'ANA PÉREZ' },
        validez_dias: 15,
        lineas: [{ producto_id: te, codigo: 'TE', descripcion: 'TÉ', cantidad: fromUnits(2), precio_unitario: m('1'), iva: 6 }],
      },
    })
    expect(cotizacion.status, JSON.stringify(cotizacion.problems)).toBe(200)
    await app.owner.updateTable('cotizacion').set({ estado: 'ACEPTADA' }).where('id', '=', cotizacion.data.id).execute()
    expect(await find({ estado: 'REPONER' })).toMatchObject([{ name: 'TÉ', reservado: m('2'), sugerido: m('1') }])
    expect(await existencia(te)).toMatchObject({ total: m('6'), reservado: m('2') })
    const lista = (await app.call<Listing<Producto>>(searchProducto, { token })).data.content
    expect(lista.map(({ id, stock }) => [id, stock])).toEqual([
      [cafe, m('9')],
      [servicio, null],
      [te, m('6')],
    ])
    const vendedor = await buildUsuario(app, { empresas: [empresa], rol: ROL.VENDEDOR })
    await app.owner.updateTable('usuario_empresa').set({ collections: [] }).where('usuario_id', '=', vendedor.id).execute()
    const { token: sinCosto } = await app.signIn(vendedor.username)
    expect(await find({}, sinCosto)).toMatchObject([{ valor: null, costo_unitario: null }, { valor: null }])
    const { raw } = await app.call(exportExistencia, { token, query: { formato: 'csv', columnas: 'name,cantidad,valor' } })
    expect(raw.toString()).toMatch(/CAFÉ.9.00.18.00/)
  })

  it('a past day shows what was on its way then, and what is no longer sold is told while there is any of it', async () => {
    const hoy = fechaIn(app.clock.now())
    await movido('INGRESO', 10, { fecha: addDays(hoy, -9) })
    const { id } = await movido('TRANSFERENCIA', 4, { bodega_destino_id: norte, en_transito: true, fecha: addDays(hoy, -5) })
    expect((await app.call(receiveMovimiento, { token, params: { id } })).status).toBe(200)
    await movido('TRANSFERENCIA', 1, { bodega_destino_id: norte, en_transito: true })
    await app.owner.updateTable('producto').set({ status: 'INACTIVO' }).where('id', '=', cafe).execute()
    const on = async (fecha?: string) => {
      const query = fecha === undefined ? {} : { fecha }
      const [row] = (await app.call<Listing<ExistenciaFila>>(searchExistencia, { token, query })).data.content
      const one = (await app.call<ExistenciaProducto>(readExistencia, { token, params: { id: cafe }, query })).data
      expect([one.total, one.en_transito]).toEqual([row?.cantidad ?? 0, row?.en_transito ?? 0])
      return row && [row.status, row.cantidad, row.en_transito]
    }
    expect(await on(addDays(hoy, -10))).toBeUndefined()
    expect(await on(addDays(hoy, -6))).toEqual(['INACTIVO', m('10'), 0])
    expect(await on(addDays(hoy, -1))).toEqual(['INACTIVO', m('6'), m('4')])
    expect(await on()).toEqual(['INACTIVO', m('9'), m('1')])
    const { raw } = await app.call(exportExistencia, { token, query: { formato: 'csv', columnas: 'name,cantidad' } })
    expect(raw.toString()).toContain('CAFÉ (inactivo),9.00')
    await movido('EGRESO', 6)
    await movido('EGRESO', 3, { bodega_id: norte })
    expect(await on()).toEqual(['INACTIVO', m('0'), m('1')])
  })

  it('the kardex as a file: its rows in their order, none of a product that is not the company’s', async () => {
    await movido('INGRESO', 10, { referencia: 'Factura 123' })
    app.clock.advance(1_000)
    await movido('EGRESO', 4)
    const query = { producto_id: cafe, formato: 'csv', columnas: 'concepto,documento,entrada,salida,saldo' }
    const lines = (await app.call(exportKardex, { token, query })).raw.toString().split('\r\n')
    expect(lines).toEqual([
      '\ufeffMovimiento,Documento,Entrada,Salida,Saldo',
      expect.stringMatching(/,,,4\.00,6\.00$/),
      expect.stringMatching(/,Factura 123,10\.00,,10\.00$/),
      '',
    ])
    const ajeno = { producto_id: randomUUID(), formato: 'csv' }
    expect((await app.call(exportKardex, { token, query: ajeno })).status).toBe(404)
  })

  it('the kardex of more rows than a page leaves whole and in its order, within days too', async () => {
    await movido('INGRESO', 1)
    const rows = 2 * TRAMO + 7
    // Several a day, so that some pages end in the middle of a day.
    await sql`
      with primera as (select * from kardex where empresa_id = ${empresa.id} and producto_id = ${cafe})
      insert into kardex (empresa_id, ambiente, bodega_id, producto_id, secuencia, movimiento_id, n, concepto, fecha, cantidad, valor, saldo_cantidad, saldo_valor)
      select empresa_id, ambiente, bodega_id, producto_id, 1 + i, movimiento_id, 1 + i, 'COM', fecha + i / 300, 1000000, 10000, (1 + i) * 1000000, saldo_valor + i * 10000
        from primera, generate_series(1, ${rows - 1}) as i`.execute(app.owner)
    await sql`
      update existencia x set cantidad = k.saldo_cantidad, valor = k.saldo_valor, secuencia = k.secuencia, fecha = k.fecha from kardex k
       where x.empresa_id = ${empresa.id} and k.empresa_id = x.empresa_id and k.bodega_id = x.bodega_id and k.producto_id = x.producto_id and k.secuencia = ${rows}`.execute(
      app.owner,
    )
    await expectSano()
    const file = async (more: Record<string, string> = {}) =>
      (await app.call(exportKardex, { token, query: { producto_id: cafe, formato: 'csv', columnas: 'entrada,saldo', ...more } })).raw
        .toString()
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => Number(line.split(',')[1]?.replaceAll('"', '')))
    expect(await file()).toEqual(Array.from({ length: rows }, (_, at) => rows - at))
    const dia = addDays(fechaIn(app.clock.now()), 2)
    // Rows 600 to 899 after the first are those of that day.
    expect(await file({ desde: dia, hasta: dia })).toEqual(Array.from({ length: 300 }, (_, at) => 900 - at))
  })

  it('a month that is closed does not move, nor one before it', async () => {
    const hoy = fechaIn(app.clock.now())
    const mes = `${addDays(`${hoy.slice(0, 7)}-01`, -1).slice(0, 7)}-01`
    await app.owner
      .insertInto('mes_cerrado')
      .values({ empresa_id: empresa.id, ambiente: 'SIMULADOR', mes, usuario_id: randomUUID(), cerrado_en: new Date() })
      .execute()
    for (const fecha of [mes, addDays(mes, -1)]) {
      expect((await mover('INGRESO', 1, { fecha })).problems).toEqual([
        { campo: 'fecha', message: `El mes ${displayFecha(mes).slice(3)} está cerrado: ábralo o use una fecha posterior.` },
      ])
    }
    await movido('INGRESO', 1)
    expect(await kardex()).toHaveLength(1)
  })

  it('the list: newest first, by kind, warehouse and day', async () => {
    await movido('INGRESO', 10, { referencia: 'Factura 123' })
    app.clock.advance(1_000)
    await movido('TRANSFERENCIA', 1, { bodega_destino_id: norte })
    expect(await list()).toMatchObject({ totalElements: 2, exact: true })
    expect((await list({ sort: 'fecha,ASC' })).content.map(({ tipo }) => tipo)).toEqual(['INGRESO', 'TRANSFERENCIA'])
    expect((await list({ tipo: 'INGRESO' })).content).toMatchObject([
      {
        bodega: { name: 'Bodega principal' },
        bodega_destino: null,
        referencia: 'Factura 123',
        documento: null,
        lineas: 1,
        concepto: 'COM',
      },
    ])
    expect((await list({ bodega_id: norte })).totalElements).toBe(1)
    expect((await list({ desde: '2015-01-01', hasta: '2015-01-02' })).totalElements).toBe(0)
    expect((await app.call(searchMovimiento, { token, query: { sort: 'tipo,ASC' } })).status).toBe(422)
    const file = async (query: Record<string, string>) =>
      (
        await app.call(exportMovimiento, {
          token,
          query: { formato: 'csv', columnas: 'tipo,concepto,bodega,documento,lineas,estado', ...query },
        })
      ).raw
        .toString()
        .split('\r\n')
        .slice(1, -1)
    const [ingreso, transferencia] = [
      'Ingreso,Compra,Bodega principal,Factura 123,1,Registrado',
      'Transferencia,Transferencia,Bodega principal → Norte,,2,Registrado',
    ]
    expect(await file({})).toEqual([transferencia, ingreso])
    expect(await file({ sort: 'fecha,ASC' })).toEqual([ingreso, transferencia])
    expect(await file({ bodega_id: norte })).toEqual([transferencia])
    expect((await app.call(exportMovimiento, { token, query: { sort: 'tipo,ASC' } })).status).toBe(422)
  })

  it('a file of many movements of one day and one instant holds each once', async () => {
    await movido('INGRESO', 10)
    await sql`insert into movimiento (empresa_id, ambiente, id, tipo, concepto, estado, fecha, bodega_id, motivo, lineas, usuario_id, creado_en)
      select empresa_id, ambiente, gen_random_uuid(), tipo, concepto, estado, fecha, bodega_id, motivo, lineas, usuario_id, creado_en
        from movimiento, generate_series(1, 2300) where empresa_id = ${empresa.id}`.execute(app.owner)
    for (const sort of ['fecha,ASC', 'fecha,DESC']) {
      const { raw } = await app.call(exportMovimiento, { token, query: { formato: 'csv', columnas: 'tipo', sort } })
      expect(raw.toString().trimEnd().split('\r\n')).toHaveLength(2302)
    }
  })
})

describe('what is refused changes nothing', () => {
  it.each<[string, (sueltos: { ajena: string; ajenoProducto: string; sinStock: string }) => Cambios]>([
    ['bodega_id', ({ ajena }) => ({ bodega_id: ajena })],
    ['bodega_destino_id', () => ({ tipo: 'TRANSFERENCIA' })],
    ['bodega_destino_id', () => ({ tipo: 'TRANSFERENCIA', bodega_destino_id: principal })],
    ['bodega_destino_id', ({ ajena }) => ({ tipo: 'TRANSFERENCIA', bodega_destino_id: ajena })],
    ['bodega_destino_id', () => ({ bodega_destino_id: norte })],
    ['en_transito', () => ({ en_transito: true })],
    ['motivo', () => ({ tipo: 'AJUSTE' })],
    ['concepto', () => ({ concepto: 'VEN' })],
    ['lineas', () => ({ lineas: [] })],
    ['lineas.0.cantidad', () => ({ lineas: [{ producto_id: cafe, cantidad: 0 }] })],
    ['lineas.0.cantidad', () => ({ lineas: [{ producto_id: cafe, cantidad: -1 }] })],
    [
      'lineas.1.producto_id',
      () => ({
        lineas: [
          { producto_id: cafe, cantidad: 1 },
          { producto_id: cafe, cantidad: 1 },
        ],
      }),
    ],
    ['lineas.0.producto_id', ({ ajenoProducto }) => ({ lineas: [{ producto_id: ajenoProducto, cantidad: 1 }] })],
    ['lineas.0.producto_id', ({ sinStock }) => ({ lineas: [{ producto_id: sinStock, cantidad: 1 }] })],
    ['lineas', () => ({ lineas: [{ producto_id: cafe, cantidad: Number.MAX_SAFE_INTEGER, costo_unitario: Number.MAX_SAFE_INTEGER }] })],
  ])('%s', async (campo, changes) => {
    const otra = await buildEmpresa(app)
    const as = await tokenOfNew(app, { empresas: [otra] })
    const sueltos = {
      ajena: (await app.call<BodegaOpcion[]>(allBodega, { token: as })).data[0]!.id,
      ajenoProducto: await producto({}, as),
      sinStock: await producto({ manage_inventory: false }),
    }
    const before = await huella(app)
    const answer = await mover('INGRESO', 1, changes(sueltos))
    expect([answer.status, answer.problems.map((problem) => problem.campo)]).toEqual([422, [campo]])
    expect(await huella(app)).toEqual(before)
  })

  it('an inactive warehouse takes and gives nothing, and one with goods stays active', async () => {
    await movido('INGRESO', 1)
    await movido('TRANSFERENCIA', 1, { bodega_destino_id: norte })
    const edit = (version: number) =>
      app.call(editBodega, { token, params: { id: norte }, body: { name: 'Norte', status: 'INACTIVO', version } })
    expect((await edit(1)).problems).toMatchObject([
      { campo: 'status', message: 'La bodega tiene productos: páselos a otra antes de desactivarla.' },
    ])
    await movido('EGRESO', 1, { bodega_id: norte })
    expect((await edit(1)).status).toBe(200)
    expect((await mover('INGRESO', 1, { bodega_id: norte })).problems).toEqual([
      { campo: 'bodega_id', message: 'La bodega Norte está inactiva.' },
    ])
  })

  it('O-91 one sending is one movement; of another company is absent; without the right nothing moves', async () => {
    const headers = key()
    const [first, second] = await Promise.all([mover('INGRESO', 5, {}, headers), mover('INGRESO', 5, {}, headers)])
    expect([first.data.id, (await stock())?.cantidad]).toEqual([second.data.id, m('5')])
    expect((await mover('INGRESO', 6, {}, headers)).problems[0]?.message).toContain('ya se usó')
    const otra = await buildEmpresa(app)
    const as = await tokenOfNew(app, { empresas: [otra] })
    const params = { id: first.data.id }
    for (const call of [readMovimiento, receiveMovimiento]) expect((await app.call(call, { token: as, params })).status).toBe(404)
    expect((await app.call(readExistencia, { token: as, params: { id: cafe } })).status).toBe(404)
    expect((await app.call(searchKardex, { token: as, params: { id: cafe } })).status).toBe(404)
    const body = { tipo: 'EGRESO', bodega_id: principal, lineas: [{ producto_id: cafe, cantidad: 1 }] }
    await expectGuarded(app, empresa, createMovimiento, { body, headers: key() }, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
    await expectGuarded(app, empresa, receiveMovimiento, { params }, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
    expect((await stock())?.cantidad).toBe(m('5'))
  })

  it('who may not see costs sees none, and says none', async () => {
    await movido('INGRESO', 5)
    const as = await vendedorQueMueve()
    const body = { tipo: 'INGRESO', bodega_id: principal, lineas: [{ producto_id: cafe, cantidad: m('5'), costo_unitario: m('100') }] }
    const { data } = await app.call<MovimientoGuardado>(createMovimiento, { token: as, headers: key(), body })
    expect(data.detalle).toMatchObject([{ costo_unitario: null, valor: null, saldo_cantidad: m('10') }])
    expect((await existencia(cafe, {}, as)).bodegas).toMatchObject([{ costo_unitario: null, valor: null }])
    const file = { producto_id: cafe, formato: 'csv', columnas: 'costo,valor,promedio,saldo_valor' }
    expect((await app.call(exportKardex, { token: as, query: file })).raw.toString().split('\r\n')[1]).toBe(',,,')
    expect((await kardex(principal, as))[0]).toMatchObject({ valor: null, ajuste: null, saldo_valor: null, saldo_costo_unitario: null })
    expect((await stock())?.costo_unitario).toBe(m('2'))
  })
})

it('I11 many hands at once: nothing is lost, nothing waits for ever, the stock is the sum of its rows', async () => {
  const otro = await producto()
  const lineas = (order: string[]) => order.map((producto_id) => ({ producto_id, cantidad: fromUnits(1) }))
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      mover(at % 3 === 0 ? 'INGRESO' : at % 3 === 1 ? 'EGRESO' : 'TRANSFERENCIA', 1, {
        bodega_id: at % 2 ? principal : norte,
        ...(at % 3 === 2 && { bodega_destino_id: at % 2 ? norte : principal }),
        // Some are of yesterday, beside those of today: later rows get new costs while others write.
        ...(at % 8 === 0 && { fecha: addDays(fechaIn(app.clock.now()), -1) }),
        lineas: lineas(at % 4 < 2 ? [cafe, otro] : [otro, cafe]),
      }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect((await existencia()).total).toBe(fromUnits(14 - 13))
  await expectSano()
  const rows = (await kardex()).reverse()
  expect(rows.map(({ secuencia }) => secuencia).sort((a, b) => a - b)).toEqual(rows.map((_, at) => at + 1))
  expect(rows.at(-1)?.saldo_cantidad).toBe(rows.reduce((sum, { cantidad }) => sum + cantidad, 0))
})
