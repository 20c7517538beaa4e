import { randomUUID } from 'node:crypto'
import {
  createOrden,
  decideOrden,
  editCarrito,
  applyCupon,
  editTiendaAjuste,
  editTiendaCupon,
  editTiendaPrecio,
  editTiendaProducto,
  issueOrden,
  payOrden,
  readDocumentoOrden,
  readOrden,
  readOrdenEnCola,
  readTiendaAjuste,
  refundOrden,
  searchOrdenEnCola,
  type Listing,
  type Orden,
  type OrdenEnCola,
  type OrdenRevisada,
  type Tienda,
  type TiendaAjuste,
} from '@yupana/contract'
import { numeroOrden } from '@yupana/fiscal'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { emitirPendientes } from './tienda.door.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'
import { buildEmisor, buildWorker, type Emisor } from '../../testing/emisor.ts'
import { formDePago, planDeTienda } from '../../testing/plan-de-tienda.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'

const NOW = '2026-11-24T10:00:00-05:00'
const plan = planDeTienda()

let app: TestApp
let sri: SimuladorDePrueba
let worker: ReturnType<typeof buildWorker>
let vende: Emisor
let empresa: { id: EmpresaId; ruc: string }
let token: string
let mesa: string

const ajustar = async (body: object) => {
  const { version } = (await app.call<TiendaAjuste>(readTiendaAjuste, { token: mesa })).data
  return app.call<TiendaAjuste>(editTiendaAjuste, { token: mesa, body: { ...body, version } })
}

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp({ now: NOW }), startSimulador({ reloj: NOW })])
  vende = await buildEmisor(app, sri)
  worker = buildWorker(app, sri)
})
afterAll(async () => {
  await worker?.close()
  await app?.close()
  await sri?.stop()
})
beforeEach(async () => {
  mesa = await tokenOfNew(app, { empresas: [], superAdmin: true })
  empresa = await buildEmpresa(app)
  token = (await app.signIn((await buildUsuario(app, { empresas: [empresa] })).username)).token
  await app.owner.updateTable('empresa').set({ limite_documentos: 50 }).where('id', '=', empresa.id).execute()
  await app.call(editTiendaProducto, { token: mesa, body: { ...plan, id: (plan.id = randomUUID()) } })
  expect((await ajustar({ ruc: vende.ruc, establecimiento: '001', punto: '001' })).status).toBe(200)
})

async function paid(): Promise<Orden> {
  const { total } = (await app.call<Tienda>(editCarrito, { token, body: { producto_id: plan.id, cantidad: 2 } })).data.carrito
  const headers = { 'idempotency-key': randomUUID() }
  const orden = (await app.call<Orden>(createOrden, { token, headers, body: { total } })).data
  return (await app.call<Orden>(payOrden, { token, params: { id: orden.id }, form: formDePago() })).data
}
const approve = ({ id, version }: Orden) =>
  app.call<OrdenRevisada>(decideOrden, { token: mesa, body: { empresa_id: empresa.id, id, version, estado: 'PAGADA' } })
const issue = (id: string) => app.call<OrdenRevisada>(issueOrden, { token: mesa, body: { empresa_id: empresa.id, id } })
const onDesk = async (id: string) =>
  (await app.call<OrdenRevisada>(readOrdenEnCola, { token: mesa, params: { empresa_id: empresa.id, id } })).data
const waits = async (id: string) =>
  (await app.call<Listing<OrdenEnCola>>(searchOrdenEnCola, { token: mesa, query: { size: '50' } })).data.content.some(
    (one) => one.id === id,
  )
const limite = async () =>
  (await app.owner.selectFrom('empresa').select('limite_documentos').where('id', '=', empresa.id).executeTakeFirst())?.limite_documentos
const issued = () =>
  app.owner
    .selectFrom('documento')
    .select(['id', 'tipo', 'total', 'receptor_identificacion', 'estado'])
    .where('empresa_id', '=', vende.id)
    .where('receptor_identificacion', '=', empresa.ruc)
    .orderBy('creado_en')
    .execute()
const file = (id: string, formato: string, documento = 'FACTURA', as = token) =>
  app.call(readDocumentoOrden, { token: as, params: { id }, query: { documento, formato } })

/** What the buyer was told, by letter. */
const told = async (numero: number) =>
  (
    await app.owner
      .selectFrom('carta_cuenta')
      .select('texto')
      .where('asunto', '=', `Orden ${numeroOrden(numero)} de la tienda`)
      .orderBy('creado_en')
      .execute()
  ).length

describe('the sale is a sale', () => {
  it('O-79 what the machine left is issued by itself, once, and the buyer is told each step by letter', async () => {
    const orden = await paid()
    await ajustar({})
    expect((await approve(orden)).data).toMatchObject({ estado: 'PAGADA', factura: null })
    // As if the machine had died between the decision and its factura.
    const { id: facturaId } = { id: randomUUID() }
    await app.owner.updateTable('orden').set({ vende_id: vende.id, factura_id: facturaId }).where('id', '=', orden.id).execute()
    await Promise.all([emitirPendientes(app.deps), emitirPendientes(app.deps)])
    expect((await onDesk(orden.id)).factura).toMatch(/^\d{3}-\d{3}-\d{9}$/)
    await emitirPendientes(app.deps)
    expect((await issued()).map(({ id }) => id)).toEqual([facturaId])
    expect(await told(orden.numero)).toBe(3)
  })

  it('O-79 a paid order is a factura of the company that sells, once; its buyer finds RIDE and XML, a plan is extended', async () => {
    const orden = await paid()
    const answers = await Promise.all([approve(orden), approve(orden)])
    // Whichever was first.
    expect(answers.map(({ status }) => status)).toContain(200)
    expect(await limite()).toBe(250)
    const { factura } = (await app.call<Orden>(readOrden, { token, params: { id: orden.id } })).data
    expect(factura).toMatch(/^001-001-\d{9}$/)
    await Promise.all([issue(orden.id), issue(orden.id)])
    await worker.settle()
    expect(await issued()).toMatchObject([{ tipo: '01', total: orden.total, estado: 'AUTORIZADO' }])
    const xml = (await file(orden.id, 'XML')).raw.toString()
    expect(xml).toContain('<estado>AUTORIZADO</estado>')
    for (const words of [empresa.ruc, 'Plan 100', '7.67']) expect(xml).toContain(words)
    expect((await file(orden.id, 'RIDE')).raw.subarray(0, 5).toString()).toBe('%PDF-')
    const ajeno = await tokenOfNew(app, { empresas: [await buildEmpresa(app)] })
    expect([(await file(orden.id, 'XML', 'FACTURA', ajeno)).status, (await file(orden.id, 'XML', 'NOTA_CREDITO')).status]).toEqual([
      404, 404,
    ])
    expect(await waits(orden.id)).toBe(false)
  })

  it('O-79 carries the discount of a coupon and an agreed price: its total is that of the order to the cent', async () => {
    const [precio] = [{ ruc: empresa.ruc, vigente_desde: '2026-01-01', vigente_hasta: null, activo: true, version: 0 }]
    const otro = { ...plan, id: randomUUID(), nombre: 'Plan acordado', precio: 9_990_000 }
    await app.call(editTiendaProducto, { token: mesa, body: otro })
    await app.call(editTiendaPrecio, { token: mesa, body: { ...precio, producto_id: otro.id, precio: 7_770_000 } })
    const codigo = `REBAJA-${plan.id.slice(0, 8)}`.toUpperCase()
    const cupon = { id: randomUUID(), codigo, porcentaje: 33_330_000, monto: null, usos: 1, usos_empresa: null, productos: [] }
    const { ruc: _ruc, ...dias } = precio
    expect((await app.call(editTiendaCupon, { token: mesa, body: { ...dias, ...cupon } })).status).toBe(200)
    await app.call(editCarrito, { token, body: { producto_id: otro.id, cantidad: 1 } })
    await app.call(editCarrito, { token, body: { producto_id: plan.id, cantidad: 2 } })
    await app.call(applyCupon, { token, body: { codigo } })
    const orden = await paid()
    // 7.77 as agreed, and 2 × 3.335 = 6.67 less 33.33 %, 2.22: 12.22 and its 15 %, 1.83.
    expect(orden).toMatchObject({ antes: 16_660_000, subtotal: 12_220_000, iva: 1_830_000, total: 14_050_000, cupon_codigo: codigo })
    expect((await approve(orden)).data.problema).toBeNull()
    await worker.settle()
    expect(await issued()).toMatchObject([{ tipo: '01', total: 14_050_000, estado: 'AUTORIZADO' }])
    const xml = (await file(orden.id, 'XML')).raw.toString()
    for (const tag of ['totalSinImpuestos>12.22<', 'totalDescuento>2.22<', 'importeTotal>14.05<', 'descuento>2.22<'])
      expect(xml).toContain(tag)
  })

  it('what could not be issued says why and waits on the desk; a factura that was issued when the machine died is not issued again', async () => {
    const orden = await paid()
    await app.owner.updateTable('punto_emision').set({ activo: false }).where('empresa_id', '=', vende.id).execute()
    expect((await approve(orden)).data).toMatchObject({ estado: 'PAGADA', factura: null, por_emitir: 'FACTURA' })
    expect((await onDesk(orden.id)).problema).toContain('punto de emisión')
    expect(await waits(orden.id)).toBe(true)
    await app.owner.updateTable('punto_emision').set({ activo: true }).where('empresa_id', '=', vende.id).execute()
    const done = (await issue(orden.id)).data
    expect(done).toMatchObject({ por_emitir: null, problema: null })
    await app.owner.updateTable('orden').set({ factura_numero: null }).where('id', '=', orden.id).execute()
    expect((await issue(orden.id)).data.factura).toBe(done.factura)
    expect(await issued()).toHaveLength(1)
  })

  it('a refund is a note of credit over all of it, and takes back what it brought', async () => {
    const orden = await paid()
    const { version } = (await approve(orden)).data
    await worker.settle()
    const body = { empresa_id: empresa.id, id: orden.id, version, motivo: 'Pagó dos veces' }
    expect((await app.call(refundOrden, { token: mesa, body: { ...body, motivo: '' } })).status).toBe(422)
    const both = await Promise.all([1, 2].map(() => app.call<OrdenRevisada>(refundOrden, { token: mesa, body })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    await worker.settle()
    expect(await issued()).toMatchObject([{ tipo: '01' }, { tipo: '04', total: orden.total, estado: 'AUTORIZADO' }])
    expect(await limite()).toBe(50)
    const end = (await app.call<Orden>(readOrden, { token, params: { id: orden.id } })).data
    expect([end.estado, end.nota_credito]).toEqual(['DEVUELTA', expect.stringMatching(/^001-001-\d{9}$/)])
    expect((await file(orden.id, 'XML', 'NOTA_CREDITO')).raw.toString()).toContain('Pagó dos veces')
  })

  it('who sells is a company of the installation with that till, or nobody: then nothing is issued', async () => {
    expect((await ajustar({ ruc: '1799999999001' })).problems).toMatchObject([{ campo: 'ruc' }])
    expect((await ajustar({ ruc: vende.ruc, establecimiento: '001', punto: '077' })).problems).toMatchObject([{ campo: 'punto' }])
    expect((await ajustar({ transferencia: 'Banco Andino' })).data.vende).toBeNull()
    expect((await approve(await paid())).data).toMatchObject({ estado: 'PAGADA', factura: null, por_emitir: null })
    expect(await issued()).toEqual([])
  })
})
