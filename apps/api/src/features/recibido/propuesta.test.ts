import { randomUUID } from 'node:crypto'
import {
  acceptRecibido,
  correctRecibido,
  createBodega,
  createProducto,
  deleteCompra,
  deleteReglasProveedor,
  editCompra,
  emitFactura,
  FACTURA_CALLS,
  importRecibido,
  readCompra,
  readRecibido,
  searchRecibido,
  searchReglaProveedor,
  voidCompra,
  type Bodega,
  type Compra,
  type CorreccionRecibido,
  type Emitido,
  type Importacion,
  type Listing,
  type Producto,
  type Recibido,
  type RecibidoFila,
  type ReglaProveedor,
} from '@yupana/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../../testing/emisor.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { huella } from '../../testing/huella.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'

const NOW = '2026-06-15T10:00:00-05:00'
let app: TestApp
let sri: SimuladorDePrueba
let worker: ReturnType<typeof buildWorker>
let proveedor: Emisor
let empresa: Emisor

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp({ now: NOW }), startSimulador({ reloj: NOW })])
  proveedor = await buildEmisor(app, sri)
  worker = buildWorker(app, sri)
})
afterAll(async () => {
  await worker?.close()
  await app?.close()
  await sri?.stop()
})
beforeEach(async () => {
  empresa = await buildEmisor(app, sri)
  await app.owner
    .insertInto('empresa_condicion')
    .values({ empresa_id: empresa.id, tipo: 'AGENTE_RETENCION', desde: '2024-01-01', hasta: null, valor: '1' })
    .execute()
})

const key = () => ({ 'idempotency-key': randomUUID() })
/** A factura of the supplier in the inbox of the company. */
async function received(): Promise<string> {
  const comprador = { tipo_identificacion: '04', identificacion: empresa.ruc, razon_social: 'QUIEN RECIBE' } as const
  const lineas = facturaForm().lineas.map((linea) => ({ ...linea, cantidad: 100_000_000 }))
  const { data, problems } = await app.call<Emitido>(emitFactura, {
    token: proveedor.token,
    params: { id: randomUUID() },
    headers: key(),
    body: { ...facturaForm(), comprador, lineas, pagos: [{ forma_pago: '20', total: 1_150_000_000 }] },
  })
  expect(problems).toEqual([])
  await worker.settle()
  const { raw } = await app.call(FACTURA_CALLS.downloadXml, { token: proveedor.token, params: { id: data.id } })
  const form = new FormData()
  form.set('file', new Blob([raw as never]), 'factura.xml')
  return (await app.call<Importacion>(importRecibido, { token: empresa.token, form })).data.archivos[0]!.id!
}
const read = async (id: string) => (await app.call<Recibido>(readRecibido, { token: empresa.token, params: { id } })).data
const propuesta = async (id: string) => (await read(id)).propuesta!
const accept = async (id: string, body: object = {}) => {
  const { data, problems } = await app.call<RecibidoFila>(acceptRecibido, { token: empresa.token, params: { id }, body })
  expect(problems).toEqual([])
  return data
}
const compraOf = async (id: string) => (await app.call<Compra>(readCompra, { token: empresa.token, params: { id } })).data
const correct = (id: string, body: CorreccionRecibido, { token } = empresa) =>
  app.call<RecibidoFila>(correctRecibido, { token, params: { id }, body })
const reglas = async (query: Record<string, string> = {}, { token } = empresa) =>
  (await app.call<Listing<ReglaProveedor>>(searchReglaProveedor, { token, query })).data.content
const bodega = async (name: string) =>
  (await app.call<Bodega>(createBodega, { token: empresa.token, headers: key(), body: { name } })).data.id

/** Links the first line with a product of ours. */
async function link(compraId: string): Promise<void> {
  const { data: producto } = await app.call<Producto>(createProducto, {
    token: empresa.token,
    headers: key(),
    body: { code: 'P-1', name: 'PAPEL', type_product: 'PRODUCTO', iva: 6, price: 1_000_000, manage_inventory: true },
  })
  const { form, version } = await compraOf(compraId)
  const lineas = form.lineas.map((linea, at) => (at === 0 ? { ...linea, producto_id: producto.id } : linea))
  const { problems } = await app.call(editCompra, { token: empresa.token, params: { id: compraId }, body: { ...form, lineas, version } })
  expect(problems).toEqual([])
}

describe('R-2.3.25 what one keystroke books, each part with its reason', () => {
  it('supplier, support, products, warehouse and withholding, as the first time and as the last one', async () => {
    const id = await received()
    expect(await propuesta(id)).toMatchObject({
      sustento: '01',
      motivo: 'Tiene IVA: da crédito tributario. Es la primera compra de este proveedor.',
      proveedor_nuevo: true,
      productos: { enlazadas: 0, motivo: 'Ningún artículo suyo está enlazado a un producto: se registra como gasto.' },
      bodega: null,
      retencion: {
        operacion: 'BIEN',
        motivo_operacion: 'No se sabe qué se compró: se toma como bienes.',
        propuesta: { renta: { codigo: '312' } },
        razon: null,
        emitir: true,
      },
    })
    const { compra_id: compra } = await accept(id)
    await link(compra!)
    const segunda = await received()
    const { numero } = await compraOf(compra!)
    expect(await propuesta(segunda)).toMatchObject({
      motivo: `Como la última compra de este proveedor: ${numero}, del 15/06/2026.`,
      proveedor_nuevo: false,
      productos: { enlazadas: 1, motivo: 'Como en la última compra de cada artículo a este proveedor.' },
      bodega: { motivo: 'Es la única bodega activa.' },
      retencion: { operacion: 'BIEN', motivo_operacion: 'Sus líneas son productos suyos.' },
    })
    const sur = await bodega('Sur')
    expect((await propuesta(segunda)).bodega).toMatchObject({ motivo: 'Es la bodega predeterminada.' })
    const { data } = await correct(segunda, { bodega_id: sur })
    expect(data.propuesta!.bodega).toEqual({ id: sur, name: 'Sur', motivo: 'Como se eligió para este proveedor el 15/06/2026.' })
    const registrada = await accept(segunda)
    expect(await compraOf(registrada.compra_id!)).toMatchObject({ ingreso: { bodega: 'Sur', productos: 1 } })
    const tercera = await propuesta(await received())
    expect(tercera.bodega).toMatchObject({ id: sur, motivo: 'Como se eligió para este proveedor el 15/06/2026.' })
  })

  it('a correction counts for whatever waits of the supplier, is learned for the next, and refuses what is not there', async () => {
    const [una, otra] = [await received(), await received()]
    await correct(una, { sustento: '02', operacion: 'OTRO_SERVICIO', retener: false })
    const corrected = {
      sustento: '02',
      motivo: 'Como se eligió para este proveedor el 15/06/2026.',
      retencion: { operacion: 'OTRO_SERVICIO', motivo_operacion: 'Como se eligió para este proveedor.', emitir: false },
    }
    expect(await propuesta(una)).toMatchObject(corrected)
    expect(await propuesta(otra)).toMatchObject(corrected)
    expect(await compraOf((await accept(una)).compra_id!)).toMatchObject({ sustento: '02' })
    const next = await propuesta(await received())
    expect(next).toMatchObject({ sustento: '02', retencion: { operacion: 'OTRO_SERVICIO', emitir: false } })
    const ajena = await buildEmisor(app, sri)
    const before = await huella(app)
    const empty = await correct(otra, {})
    expect([empty.status, empty.problems[0]?.message]).toEqual([
      422,
      'Indique qué se corrige: sustento, bodega, qué se compra o si se retiene.',
    ])
    expect((await correct(otra, { sustento: '99' })).problems).toMatchObject([{ campo: 'sustento' }])
    expect((await correct(otra, { bodega_id: randomUUID() })).problems).toMatchObject([{ campo: 'bodega_id' }])
    expect((await correct(otra, { sustento: '01' }, ajena)).status).toBe(404)
    expect(await huella(app)).toEqual(before)
    await expectGuarded(app, empresa, correctRecibido, { params: { id: otra }, body: { sustento: '01' } }, [ROL.USUARIO])
  })

  it('what was shown is what is booked, and two people who accept or correct at once leave one purchase and one rule', async () => {
    const id = await received()
    await Promise.all([correct(id, { sustento: '02' }), correct(id, { sustento: '07' }), correct(id, { retener: false })])
    expect(await reglas()).toHaveLength(1)
    const [una, otra] = await Promise.all([accept(id, { sustento: '01' }), accept(id, { sustento: '01' })])
    expect(otra.compra_id).toBe(una.compra_id)
    expect(await compraOf(una.compra_id!)).toMatchObject({ sustento: '01' })
    expect(await reglas()).toMatchObject([{ sustento: '01', retener: false }])
  })

  it('a company that is no agent withholds nothing, and says why', async () => {
    await app.owner.deleteFrom('empresa_condicion').where('empresa_id', '=', empresa.id).execute()
    const { retencion } = await propuesta(await received())
    expect(retencion).toMatchObject({ retenido: 0, emitir: false, razon: expect.stringMatching(/^No se retiene\. ./) })
  })

  it('fifty are proposed in less than 50 ms each', async () => {
    const id = await received()
    const row = await app.owner.selectFrom('recibido').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const { estado: _estado, ...fila } = row
    const copies = Array.from({ length: 49 }, (_, n) => ({
      ...fila,
      id: randomUUID(),
      clave: String(n).padStart(2, '0') + fila.clave.slice(2, 47) + '99',
      avisos: JSON.stringify(fila.avisos),
      formulario: JSON.stringify(fila.formulario),
    }))
    await app.owner
      .insertInto('recibido')
      .values(copies as never)
      .execute()
    const begin = performance.now()
    const { data } = await app.call<Listing<RecibidoFila>>(searchRecibido, { token: empresa.token, query: { size: '50' } })
    const took = performance.now() - begin
    expect(data.content.filter((one) => one.propuesta?.retencion.propuesta)).toHaveLength(50)
    expect(took).toBeLessThan(50 * 50)
  })
})

describe('what was learned of suppliers', () => {
  it('is found by words, with who decided it and when, and is forgotten: the next proposal is that of the first time', async () => {
    const id = await received()
    await correct(id, { sustento: '02', operacion: 'TRANSPORTE' })
    const [regla] = await reglas({ q: proveedor.ruc })
    expect(regla).toMatchObject({
      proveedor_identificacion: expect.stringContaining(proveedor.ruc.slice(0, 10)),
      sustento: '02',
      operacion: 'TRANSPORTE',
      bodega: null,
      compra: null,
      usuario: expect.any(String),
    })
    expect(await reglas({ q: 'nadie' })).toEqual([])
    const ajena = await buildEmisor(app, sri)
    const params = { ids: regla!.id }
    expect(await reglas({}, ajena)).toEqual([])
    expect((await app.call(deleteReglasProveedor, { token: ajena.token, params })).status).toBe(404)
    await expectGuarded(app, empresa, deleteReglasProveedor, { params }, [ROL.USUARIO])
    expect((await app.call(deleteReglasProveedor, { token: empresa.token, params })).status).toBe(200)
    expect(await reglas()).toEqual([])
    const primera = 'Tiene IVA: da crédito tributario. Es la primera compra de este proveedor.'
    expect(await propuesta(id)).toMatchObject({ sustento: '01', motivo: primera, retencion: { operacion: 'BIEN' } })
    const audited = await app.owner
      .selectFrom('auditoria')
      .select('accion')
      .where('empresa_id', '=', empresa.id)
      .where('objeto', '=', regla!.id)
      .orderBy('id')
      .execute()
    expect(audited.map(({ accion }) => accion)).toEqual(['regla_proveedor.corregir', 'regla_proveedor.olvidar'])
    expect((await app.call(deleteReglasProveedor, { token: empresa.token, params })).status).toBe(404)
  })
})

describe('R-2.3.25 what a purchase taught goes with it', () => {
  const voids = async (id: string) =>
    app.call(voidCompra, {
      token: empresa.token,
      params: { id },
      body: { version: (await compraOf(id)).version, motivo: 'Anulada por el proveedor' },
    })
  const deletes = (id: string) => app.call(deleteCompra, { token: empresa.token, params: { id } })
  const bought = async (sustento: string) => (await accept(await received(), { sustento })).compra_id!
  const motivoDe = async (id: string) => (await propuesta(id)).motivo

  it.each([
    ['voided', voids],
    ['deleted', deletes],
  ])('one that is %s: the last that stands is proposed by, and after the last of them nothing is', async (_how, takeBack) => {
    const una = await bought('02')
    const otra = await bought('07')
    const espera = await received()
    expect(await propuesta(espera)).toMatchObject({ sustento: '07' })
    expect((await takeBack(otra)).status).toBe(200)
    const { numero } = await compraOf(una)
    expect(await propuesta(espera)).toMatchObject({
      sustento: '02',
      motivo: `Como la última compra de este proveedor: ${numero}, del 15/06/2026.`,
    })
    expect(await reglas()).toMatchObject([{ compra: numero }])
    expect((await takeBack(una)).status).toBe(200)
    expect(await motivoDe(espera)).toBe('Tiene IVA: da crédito tributario. Es la primera compra de este proveedor.')
    expect(await reglas()).toEqual([])
    expect(
      await app.owner
        .selectFrom('busqueda')
        .select('id')
        .where('empresa_id', '=', empresa.id)
        .where('tipo', '=', 'regla_proveedor')
        .execute(),
    ).toEqual([])
  })

  it('a warehouse goes with the goods that entered it, and what was said by hand stays', async () => {
    const [norte, sur] = [await bodega('Norte'), await bodega('Sur')]
    const una = await bought('02')
    await link(una)
    const espera = await received()
    const en = async (bodega_id: string) => (await accept(await received(), { bodega_id })).compra_id!
    const [alSur, alNorte] = [await en(sur), await en(norte)]
    await correct(espera, { operacion: 'TRANSPORTE', retener: false })
    expect(await reglas()).toMatchObject([{ sustento: '02', bodega: 'Norte', compra: (await compraOf(alNorte)).numero }])
    await voids(alNorte)
    expect((await propuesta(espera)).bodega).toMatchObject({ id: sur, motivo: expect.stringContaining((await compraOf(alSur)).numero) })
    await deletes(alSur)
    expect((await propuesta(espera)).bodega).toMatchObject({ motivo: 'Es la bodega predeterminada.' })
    await voids(una)
    expect(await reglas()).toMatchObject([{ sustento: null, bodega: null, operacion: 'TRANSPORTE', retener: false, compra: null }])
  })

  it('an older one that goes changes nothing, nor does what was chosen by hand afterwards', async () => {
    const una = await bought('02')
    const otra = await bought('07')
    await voids(una)
    expect(await reglas()).toMatchObject([{ sustento: '07' }])
    await correct(await received(), { sustento: '04' })
    await voids(otra)
    expect(await reglas()).toMatchObject([{ sustento: '04', compra: null }])
  })

  const POR_MANO = 'Como se eligió para este proveedor el 15/06/2026.'

  it('what was chosen by hand and accepted as proposed outlives that purchase, and goes when a purchase says otherwise', async () => {
    const espera = await received()
    await correct(espera, { sustento: '04' })
    const una = await bought('04')
    expect(await propuesta(espera)).toMatchObject({ sustento: '04', motivo: POR_MANO })
    expect(await reglas()).toMatchObject([{ sustento: '04', compra: null }])
    await voids(una)
    expect(await propuesta(espera)).toMatchObject({ sustento: '04', motivo: POR_MANO })
    const otra = await bought('07')
    expect(await reglas()).toMatchObject([{ sustento: '07', compra: (await compraOf(otra)).numero }])
    await deletes(otra)
    expect(await reglas()).toEqual([])
  })

  it('a warehouse chosen by hand leaves the support a purchase taught that of the purchase, and each goes its own way', async () => {
    const [norte, sur] = [await bodega('Norte'), await bodega('Sur')]
    const una = await bought('07')
    await link(una)
    const espera = await received()
    await correct(espera, { bodega_id: sur })
    const { numero } = await compraOf(una)
    const deLaCompra = `Como la última compra de este proveedor: ${numero}, del 15/06/2026.`
    expect(await propuesta(espera)).toMatchObject({ sustento: '07', motivo: deLaCompra, bodega: { id: sur, motivo: POR_MANO } })
    await voids(una)
    expect(await reglas()).toMatchObject([{ sustento: null, bodega: 'Sur', compra: null }])
    await correct(espera, { sustento: '04' })
    const alNorte = (await accept(await received(), { sustento: '04', bodega_id: norte })).compra_id!
    expect(await reglas()).toMatchObject([{ sustento: '04', bodega: 'Norte', compra: (await compraOf(alNorte)).numero }])
    await voids(alNorte)
    expect(await reglas()).toMatchObject([{ sustento: '04', bodega: null, compra: null }])
  })

  it('a purchase that is edited teaches what it says otherwise, and takes nothing of what was chosen by hand since', async () => {
    const sur = await bodega('Sur')
    const una = await bought('07')
    await link(una)
    await correct(await received(), { sustento: '04' })
    const { form, version } = await compraOf(una)
    const { problems } = await app.call(editCompra, {
      token: empresa.token,
      params: { id: una },
      body: { ...form, bodega_id: sur, version },
    })
    expect(problems).toEqual([])
    expect(await reglas()).toMatchObject([{ sustento: '04', bodega: 'Sur' }])
  })

  it('two that go at once, the one voided and the other deleted, leave what the third says, and all three nothing', async () => {
    for (const _turn of [1, 2, 3]) {
      const tercera = await bought('02')
      const [una, otra] = [await bought('07'), await bought('04')]
      const done = await Promise.all([voids(otra), deletes(una)])
      expect(done.map(({ status }) => status)).toEqual([200, 200])
      expect(await reglas()).toMatchObject([{ sustento: '02', compra: (await compraOf(tercera)).numero }])
      await deletes(tercera)
      expect(await reglas()).toEqual([])
    }
    const todas = [await bought('02'), await bought('07'), await bought('04')]
    const done = await Promise.all(todas.map(deletes))
    expect(done.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await reglas()).toEqual([])
  })

  it('one that turns out to be of another supplier teaches that one, and the first is no longer proposed by it', async () => {
    const una = await bought('07')
    const { form, version } = await compraOf(una)
    const otro = { ...form.proveedor, identificacion: '1790016919001', razon_social: 'OTRO PROVEEDOR' }
    const { autorizacion: _clave, ...sinClave } = form
    const body = { ...sinClave, proveedor: otro, autorizacion: '1234567890', version }
    const { problems } = await app.call(editCompra, { token: empresa.token, params: { id: una }, body })
    expect(problems).toEqual([])
    expect((await reglas()).map(({ proveedor_nombre: nombre }) => nombre)).toEqual(['OTRO PROVEEDOR'])
  })

  it('what was forgotten is not called the first purchase, nor is a support that a type of document does not admit', async () => {
    await bought('02')
    const espera = await received()
    await app.call(deleteReglasProveedor, { token: empresa.token, params: { ids: (await reglas())[0]!.id } })
    expect(await motivoDe(espera)).toBe('Tiene IVA: da crédito tributario. El sustento de sus compras anteriores se olvidó.')
    await bought('02')
    await app.owner.updateTable('regla_proveedor').set({ sustento: '99' }).where('empresa_id', '=', empresa.id).execute()
    expect(await motivoDe(espera)).toBe(
      'Tiene IVA: da crédito tributario. El sustento 99, elegido antes para este proveedor, no se admite aquí.',
    )
  })
})
