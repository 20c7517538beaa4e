import { randomUUID } from 'node:crypto'
import {
  applyCupon,
  cancelOrden,
  createOrden,
  editCarrito,
  editTiendaCupon,
  editTiendaPrecio,
  editTiendaProducto,
  listTiendaCupon,
  readOrden,
  readTienda,
  removeCupon,
  searchTiendaPrecio,
  type Endpoint,
  type Listing,
  type Orden,
  type Tienda,
  type TiendaCupon,
  type TiendaPrecio,
  type TiendaProducto,
} from '@yupana/contract'
import { TIPO_IVA } from '@yupana/fiscal'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { flushRechazos } from '../../plugins/rechazos/rechazos-conteo.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, tokenOfNew } from '../../testing/builders.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { huella } from '../../testing/huella.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let token: string
let mesa: string
let firma: TiendaProducto
let plan: TiendaProducto
let count = 0

const DOLAR = 1_000_000
const NOW = '2026-11-24T10:00:00-05:00'
const put = async (body: object) =>
  (
    await app.call<TiendaProducto>(editTiendaProducto, {
      token: mesa,
      body: {
        id: randomUUID(),
        descripcion: '',
        iva: TIPO_IVA.QUINCE,
        firma_tipo: null,
        firma_anios: null,
        plan_documentos: null,
        vigente_desde: '2026-01-01',
        vigente_hasta: null,
        activo: true,
        version: 0,
        ...body,
      },
    })
  ).data
const CUPON = {
  porcentaje: 10 * DOLAR,
  monto: null,
  vigente_desde: '2026-11-01',
  vigente_hasta: null,
  usos: null,
  usos_empresa: null,
  productos: [],
  activo: true,
  version: 0,
}
const save = (changes: object = {}) =>
  app.call<TiendaCupon>(editTiendaCupon, { token: mesa, body: { ...CUPON, id: randomUUID(), codigo: `CUPON-${++count}`, ...changes } })
const made = async (changes: object = {}) => {
  const answer = await save(changes)
  expect(answer.status, answer.msg).toBe(200)
  return answer.data
}
const agree = (changes: object = {}) =>
  app.call<TiendaPrecio>(editTiendaPrecio, {
    token: mesa,
    body: {
      ruc: empresa.ruc,
      producto_id: firma.id,
      precio: 12 * DOLAR,
      vigente_desde: '2026-11-01',
      vigente_hasta: null,
      activo: true,
      version: 0,
      ...changes,
    },
  })

beforeAll(async () => {
  app = await buildTestApp({ now: NOW })
  mesa = await tokenOfNew(app, { empresas: [], superAdmin: true })
  firma = await put({ tipo: 'FIRMA', nombre: 'Firma', precio: 18 * DOLAR, firma_tipo: 'NATURAL', firma_anios: 1 })
  plan = await put({ tipo: 'PLAN', nombre: 'Plan', precio: 3_335_000, plan_documentos: 100 })
})
afterAll(() => app?.close())
beforeEach(async () => {
  app.clock.set(NOW)
  empresa = await buildEmpresa(app)
  token = await tokenOfNew(app, { empresas: [empresa] })
})

const cart = async (producto: TiendaProducto, cantidad: number, as = token) =>
  (await app.call<Tienda>(editCarrito, { token: as, body: { producto_id: producto.id, cantidad } })).data.carrito
const carrito = async (as = token) => (await app.call<Tienda>(readTienda, { token: as })).data.carrito
const apply = (codigo: string, as = token) => app.call<Tienda>(applyCupon, { token: as, body: { codigo } })
const order = (total: number, as = token) =>
  app.call<Orden>(createOrden, { token: as, headers: { 'idempotency-key': randomUUID() }, body: { total } })
const whyNot = async (codigo: string) => (await apply(codigo)).problems[0]?.message
/** An order with a coupon, of one signature. */
async function ordered(codigo: string, as = token): Promise<Orden> {
  await cart(firma, 1, as)
  const { total } = (await apply(codigo, as)).data.carrito
  return (await order(total, as)).data
}
const usados = async (id: string) =>
  (await app.call<TiendaCupon[]>(listTiendaCupon, { token: mesa })).data.find((one) => one.id === id)?.usados

describe('a coupon', () => {
  it('O-79 takes a percentage off each line, and IVA is of what is left; the order keeps it, and uses it', async () => {
    const { id, codigo } = await made()
    await cart(firma, 1)
    await cart(plan, 3)
    // 18.00 and 3 × 3.335 = 10.005, a line of 10.01; off them 1.80 and 1.00. IVA is 15 % of 25.21.
    const { carrito: con } = (await apply(codigo.toLowerCase())).data
    expect(con).toMatchObject({
      antes: 28_010_000,
      subtotal: 25_210_000,
      iva: 3_780_000,
      total: 28_990_000,
      cupon: { codigo, problema: null },
    })
    expect(con.lineas.map(({ nombre, descuento, subtotal }) => [nombre, descuento, subtotal]).sort()).toEqual([
      ['Firma', 1_800_000, 16_200_000],
      ['Plan', 1_000_000, 9_010_000],
    ])
    expect(await carrito()).toEqual(con)
    expect((await order(32_210_000)).msg).toContain('cambiaron')
    const { data } = await order(28_990_000)
    const orden = (await app.call<Orden>(readOrden, { token, params: { id: data.id } })).data
    expect(orden).toMatchObject({ antes: 28_010_000, subtotal: 25_210_000, iva: 3_780_000, total: 28_990_000, cupon_codigo: codigo })
    expect([await usados(id), (await carrito()).cupon]).toEqual([1, null])
    // What is changed afterwards changes no order.
    await save({ id, codigo, porcentaje: 50 * DOLAR, version: 1 })
    expect((await app.call<Orden>(readOrden, { token, params: { id: data.id } })).data.total).toBe(28_990_000)
  })

  it('takes an amount off the products it is for, and no more than they come to; of all that is bought it is refused', async () => {
    const { codigo } = await made({ porcentaje: null, monto: 5 * DOLAR, productos: [plan.id] })
    await cart(firma, 1)
    expect(await whyNot(codigo)).toContain('no rebaja nada')
    await cart(plan, 1)
    // 3.335 is a line of 3.34, and goes whole.
    expect((await apply(codigo)).data.carrito).toMatchObject({ antes: 21_340_000, subtotal: 18_000_000, total: 20_700_000 })
    expect((await cart(firma, 0)).cupon?.problema).toContain('cubre toda la compra')
    expect((await carrito()).total).toBe(3_840_000)
    expect((await app.call<Tienda>(removeCupon, { token })).data.carrito.cupon).toBeNull()
  })

  it('says when it is not valid yet, expired or used up, and changes nothing', async () => {
    await cart(firma, 1)
    const [pronto, vencido, retirado] = [
      await made({ vigente_desde: '2026-12-01' }),
      await made({ vigente_hasta: '2026-11-23' }),
      await made({ activo: false }),
    ]
    const before = await huella(app)
    expect(await whyNot(pronto.codigo)).toBe('El cupón vale desde el 01/12/2026.')
    expect(await whyNot(vencido.codigo)).toBe('El cupón venció el 23/11/2026.')
    expect(await whyNot(retirado.codigo)).toBe('Ese cupón no existe. Revise cómo lo escribió.')
    expect(await whyNot('NADIE-LO-TIENE')).toBe('Ese cupón no existe. Revise cómo lo escribió.')
    expect((await apply('x')).problems).toMatchObject([{ campo: 'codigo' }])
    expect(await huella(app)).toEqual(before)
  })

  it('that expires between cart and order says so, and the order is made without it once that was seen', async () => {
    const { codigo } = await made({ vigente_hasta: '2026-11-24' })
    app.clock.set('2026-11-24T23:55:00-05:00')
    token = await tokenOfNew(app, { empresas: [empresa] })
    await cart(firma, 1)
    const { total } = (await apply(codigo)).data.carrito
    app.clock.set('2026-11-25T00:00:00-05:00')
    expect((await order(total)).problems).toMatchObject([{ campo: 'codigo', message: 'El cupón venció el 24/11/2026.' }])
    expect((await carrito()).cupon).toEqual({ codigo, problema: 'El cupón venció el 24/11/2026.' })
    expect((await order(20_700_000)).data).toMatchObject({ total: 20_700_000, cupon_codigo: null })
  })

  it('of one use is used once by two companies that order at once; the other is told', async () => {
    const { id, codigo } = await made({ usos: 1 })
    const otra = await tokenOfNew(app, { empresas: [await buildEmpresa(app)] })
    for (const as of [token, otra]) {
      await cart(firma, 1, as)
      await apply(codigo, as)
    }
    const asked = await app.owner.transaction().execute(async (tx) => {
      await sql`select from tienda_cupon where id = ${id} for update`.execute(tx)
      const both = [order(18_630_000), order(18_630_000, otra)]
      await untilWaiting(app, 2)
      // Within an object: a promise would be waited for in here.
      return { both }
    })
    const answers = await Promise.all(asked.both)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(answers.find(({ status }) => status === 422)?.problems[0]?.message).toContain('todas las veces')
    expect(await usados(id)).toBe(1)
  })

  it('is used so often by each company, and comes back from an order that is given up or expires', async () => {
    const { id, codigo } = await made({ usos_empresa: 1 })
    const first = await ordered(codigo)
    await cart(firma, 1)
    expect(await whyNot(codigo)).toBe('Su empresa ya usó este cupón todas las veces que podía.')
    const otra = await tokenOfNew(app, { empresas: [await buildEmpresa(app)] })
    await ordered(codigo, otra)
    expect(await usados(id)).toBe(2)
    await app.call(cancelOrden, { token, params: { id: first.id }, body: { version: first.version } })
    expect(await usados(id)).toBe(1)
    const second = await ordered(codigo)
    expect(second.cupon_codigo).toBe(codigo)
    await app.owner.updateTable('orden').set({ vence: '2026-11-23' }).where('id', '=', second.id).execute()
    expect([await usados(id), (await ordered(codigo)).cupon_codigo]).toEqual([1, codigo])
  })

  it('is not found by trying: ten in a quarter of an hour, and wrong ones leave a trace', async () => {
    await cart(firma, 1)
    const answers: number[] = []
    for (let n = 0; n < 11; n++) answers.push((await apply(`ADIVINA-${n}`)).status)
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 422), 429])
    await flushRechazos(app.deps.db, app.clock.now())
    const { rows } = await sql`
      select r.permisos, r.limites, r.codigos from rechazo r join usuario_empresa u on u.usuario_id = r.cuenta where u.empresa_id = ${empresa.id}`.execute(
      app.owner,
    )
    expect(rows).toEqual([{ permisos: 10, limites: 1, codigos: 0 }])
    // Removing the coupon is no trying.
    expect((await app.call(removeCupon, { token })).status).toBe(200)
  })

  it.each([
    ['porcentaje', { monto: DOLAR }],
    ['porcentaje', { porcentaje: null }],
    ['porcentaje', { porcentaje: 100 * DOLAR }],
    ['monto', { porcentaje: null, monto: 0 }],
    ['vigente_hasta', { vigente_hasta: '2026-10-31' }],
    ['codigo', { codigo: 'CORTO' }],
    ['codigo', { codigo: 'CON ESPACIO' }],
    ['usos', { usos: 0 }],
    ['productos', { productos: [randomUUID()] }],
  ])('is refused by the desk where %s is wrong', async (campo, changes) => {
    const before = await huella(app)
    const answer = await save(changes)
    expect([answer.status, answer.problems[0]?.campo]).toEqual([422, campo])
    expect(await huella(app)).toEqual(before)
  })

  it('is made once by the same sending, its code is of one, and each change is in the audit', async () => {
    const id = randomUUID()
    const codigo = 'UNA-SOLA-VEZ'
    const both = await Promise.all([save({ id, codigo }), save({ id, codigo })])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await save({ codigo })).problems).toMatchObject([{ campo: 'codigo' }])
    expect((await save({ id, codigo, version: 1, usos: 5 })).data).toMatchObject({ usos: 5, version: 2 })
    expect((await save({ id, codigo, version: 1 })).status).toBe(409)
    const hechos = await app.owner
      .selectFrom('administracion_hecho')
      .select(['accion', 'detalle'])
      .where('objeto', '=', id)
      .orderBy('id')
      .execute()
    expect(hechos).toMatchObject([
      { accion: 'tienda.crear_cupon', detalle: { codigo, porcentaje: 10 * DOLAR } },
      { accion: 'tienda.editar_cupon', detalle: { codigo, usos: [null, 5] } },
    ])
  })
})

describe('the coupons of the desk', () => {
  it('two with one code at once: one is made, the other is refused in words', async () => {
    const codigo = 'A-LA-VEZ'
    const answers = await Promise.all(Array.from({ length: 4 }, () => save({ codigo })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
    for (const { problems } of answers.filter(({ status }) => status === 422))
      expect(problems).toEqual([{ campo: 'codigo', message: 'Otro cupón ya tiene ese código.' }])
    const otro = (await made()).id
    const changed = await Promise.all([save({ codigo: 'CAMBIADO' }), save({ id: otro, codigo: 'CAMBIADO', version: 1 })])
    expect(changed.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  it('has a limit for those that may be used alone', async () => {
    const fill = async (activo: boolean) => {
      await sql`delete from tienda_cupon where codigo like 'LLENO-%'`.execute(app.owner)
      await sql`insert into tienda_cupon (id, codigo, monto, vigente_desde, productos, activo, creado_en, editado_en)
        select gen_random_uuid(), 'LLENO-' || n, 1000000, '2020-01-01', '{}', ${activo}, '2020-01-01', '2020-01-01' from generate_series(1, 200) n`.execute(
        app.owner,
      )
    }
    await fill(false)
    const usable = await made()
    const retirado = await made({ activo: false })
    await fill(true)
    const words = 'Ya hay 200 cupones que se pueden usar, que es el máximo. Quite el uso a uno.'
    for (const answer of [await save(), await save({ id: retirado.id, codigo: retirado.codigo, version: 1 })])
      expect([answer.status, answer.msg]).toEqual([422, words])
    expect((await save({ id: usable.id, codigo: usable.codigo, version: 1, usos: 3 })).status).toBe(200)
    expect((await save({ activo: false })).status).toBe(200)
    expect((await app.call<TiendaCupon[]>(listTiendaCupon, { token: mesa })).data.map(({ id }) => id)).toContain(usable.id)
    await sql`delete from tienda_cupon where codigo like 'LLENO-%'`.execute(app.owner)
  })
})

describe('an agreed price', () => {
  it('O-79 is what the company pays on its days, and nobody else; a coupon takes nothing off it', async () => {
    expect((await agree()).data).toMatchObject({
      ruc: empresa.ruc,
      producto: 'Firma',
      precio: 12 * DOLAR,
      precio_lista: 18 * DOLAR,
      version: 1,
    })
    const { data } = await app.call<Tienda>(readTienda, { token })
    expect(data.productos.map(({ nombre, precio, acordado }) => [nombre, precio, acordado]).sort()).toEqual([
      ['Firma', 18 * DOLAR, 12 * DOLAR],
      ['Plan', 3_335_000, null],
    ])
    expect(await cart(firma, 2)).toMatchObject({ antes: 36 * DOLAR, subtotal: 24 * DOLAR, iva: 3_600_000, total: 27_600_000 })
    const otra = await tokenOfNew(app, { empresas: [await buildEmpresa(app)] })
    expect(await cart(firma, 1, otra)).toMatchObject({ antes: 18 * DOLAR, subtotal: 18 * DOLAR })
    const { codigo } = await made()
    expect(await whyNot(codigo)).toContain('No se suma a un precio acordado')
    await cart(plan, 1)
    expect(
      (await apply(codigo)).data.carrito.lineas
        .map(({ nombre, precio, precio_lista, descuento }) => [nombre, precio, precio_lista, descuento])
        .sort(),
    ).toEqual([
      ['Firma', 12 * DOLAR, 18 * DOLAR, 0],
      ['Plan', 3_335_000, 3_335_000, 330_000],
    ])
    expect((await agree({ version: 1, vigente_hasta: '2026-11-23' })).status).toBe(200)
    expect((await cart(firma, 1)).lineas.find(({ nombre }) => nombre === 'Firma')).toMatchObject({ precio: 18 * DOLAR })
    expect((await agree({ version: 2, activo: false })).status).toBe(200)
    expect((await carrito()).antes).toBe(21_340_000)
  })

  it.each([
    ['ruc', { ruc: '1799999999001' }],
    ['precio', { precio: 0 }],
    ['vigente_hasta', { vigente_hasta: '2026-10-31' }],
    ['producto_id', { producto_id: 'x' }],
  ])('is refused where %s is wrong', async (campo, changes) => {
    const before = await huella(app)
    const answer = await agree(changes)
    expect([answer.status, answer.problems[0]?.campo]).toEqual([422, campo])
    expect(await huella(app)).toEqual(before)
  })

  it('is one of a company and product, however often it is agreed; each change is in the audit, and the list is of all companies', async () => {
    const both = await Promise.all([agree(), agree()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await agree({ version: 7 })).status).toBe(409)
    expect((await agree({ version: 1, precio: 11 * DOLAR })).status).toBe(200)
    const list = (await app.call<Listing<TiendaPrecio>>(searchTiendaPrecio, { token: mesa, query: { size: '50' } })).data.content
    expect(list.filter(({ ruc }) => ruc === empresa.ruc)).toMatchObject([{ producto: 'Firma', precio: 11 * DOLAR, version: 2 }])
    const hechos = await app.owner
      .selectFrom('administracion_hecho')
      .select('detalle')
      .where('accion', '=', 'tienda.acordar_precio')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(hechos).toMatchObject([
      { detalle: { ruc: empresa.ruc, producto: 'Firma', precio: [12 * DOLAR, 11 * DOLAR] } },
      { detalle: { ruc: empresa.ruc, precio: 12 * DOLAR } },
    ])
  })
})

it('R-6.7 keeps out who has no session, who may not buy, and who is not of the installation', async () => {
  const compran: [Endpoint, object][] = [
    [applyCupon, { body: { codigo: 'CUALQUIERA' } }],
    [removeCupon, {}],
  ]
  for (const [endpoint, options] of compran) await expectGuarded(app, empresa, endpoint, options, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
  for (const endpoint of [listTiendaCupon, editTiendaCupon, searchTiendaPrecio, editTiendaPrecio])
    await expectGuarded(app, empresa, endpoint, { body: {} }, [ROL.ADMIN, ROL.USUARIO])
})
