import { randomUUID } from 'node:crypto'
import {
  cancelOrden,
  createCompra,
  createOrden,
  decideOrden,
  editCarrito,
  editTiendaProducto,
  fileDeclaracionComprada,
  listDeclaracion,
  listObligacion,
  listPeriodoComprable,
  payOrden,
  readOrden,
  readPapel,
  declarar,
  saveAcuse,
  savePapel,
  refundOrden,
  searchDeclaracionEnCola,
  type DeclaracionEnCola,
  type DeclaracionFila,
  type Listing,
  type Orden,
  type OrdenRevisada,
  type Papel,
  type PeriodoComprable,
  type Tienda,
  type TiendaProducto,
} from '@yupana/contract'
import { numeroOrden, TIPO_IVA } from '@yupana/fiscal'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, tokenOfNew } from '../../testing/builders.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { huella } from '../../testing/huella.ts'
import { compraForm } from '../../testing/matrix-muestras.ts'

// A declaration is bought for a form and period of the company, once; who sold it files it.

const PDF = Buffer.from('%PDF-1.4\n<< /Type /Page >>\n%%EOF')
const SEPTIEMBRE = { formulario: '104', periodo: '2026-09' } as const
const NUMERO = '870012345678'

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let token: string
let mesa: string
let mensual: TiendaProducto

const put = async (changes: object) =>
  (
    await app.call<TiendaProducto>(editTiendaProducto, {
      token: mesa,
      body: {
        id: randomUUID(),
        tipo: 'DECLARACION',
        nombre: 'Declaración mensual',
        descripcion: '',
        precio: 10_000_000,
        iva: TIPO_IVA.QUINCE,
        firma_tipo: null,
        firma_anios: null,
        plan_documentos: null,
        vigente_desde: '2026-01-01',
        vigente_hasta: null,
        activo: true,
        version: 0,
        ...changes,
      },
    })
  ).data

/** A company whose first document is of September. */
async function buildComprador() {
  const built = await buildEmpresa(app, { condiciones: [{ tipo: 'REGIMEN', desde: '2022-01-01', valor: 'GENERAL' }] })
  const as = await tokenOfNew(app, { empresas: [built] })
  const fecha = '2026-09-10'
  const { status, problems } = await app.call(createCompra, {
    token: as,
    headers: { 'idempotency-key': randomUUID() },
    body: { ...compraForm, pagos: [{ forma_pago: '20', total: compraForm.total }], fecha_emision: fecha, fecha_registro: fecha },
  })
  expect([status, problems]).toEqual([200, []])
  return { ...built, token: as }
}

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-11-24T10:00:00-05:00' })
  mesa = await tokenOfNew(app, { empresas: [], superAdmin: true })
  mensual = await put({})
})
afterAll(() => app?.close())
beforeEach(async () => {
  const built = await buildComprador()
  empresa = built
  token = built.token
})

const cart = (body: object, as = token) =>
  app.call<Tienda>(editCarrito, { token: as, body: { producto_id: mensual.id, cantidad: 1, ...body } })
const order = (total: number, as = token) =>
  app.call<Orden>(createOrden, { token: as, headers: { 'idempotency-key': randomUUID() }, body: { total } })
async function sent(declaracion: object = SEPTIEMBRE): Promise<Orden> {
  const { total } = (await cart(declaracion)).data.carrito
  const { id } = (await order(total)).data
  const form = new FormData()
  form.append('referencia', '123')
  form.append('file', new Blob([PDF]), 'pago.pdf')
  return (await app.call<Orden>(payOrden, { token, params: { id }, form })).data
}
const approve = ({ id, version }: Pick<Orden, 'id' | 'version'>) =>
  app.call<OrdenRevisada>(decideOrden, { token: mesa, body: { empresa_id: empresa.id, id, version, estado: 'PAGADA' } })
const refund = ({ id, version }: Pick<Orden, 'id' | 'version'>) =>
  app.call<OrdenRevisada>(refundOrden, { token: mesa, body: { empresa_id: empresa.id, id, version, motivo: 'Pagó dos veces' } })
const file = (id: string, changes: object = {}) =>
  app.call<OrdenRevisada>(fileDeclaracionComprada, {
    token: mesa,
    body: { empresa_id: empresa.id, id, ...SEPTIEMBRE, numero: NUMERO, fecha: '2026-10-20', version: 1, ...changes },
  })
const papel = async (periodo: string = SEPTIEMBRE.periodo) =>
  (await app.call<Papel>(readPapel, { token, query: { formulario: '104', periodo } })).data
/** Balances of the month before: none. */
const complete = () => app.call<Papel>(savePapel, { token, body: { ...SEPTIEMBRE, version: 0, ajustes: [], saldos: { '615': 0 } } })
/** The company files it itself. */
async function declare() {
  const { version, huella: cifras } = (await complete()).data
  const { status, problems } = await app.call<Papel>(declarar, {
    token,
    body: { ...SEPTIEMBRE, version, huella: cifras, con_defectos: true },
  })
  expect([status, problems]).toEqual([200, []])
}
const filas = async () => (await app.call<DeclaracionFila[]>(listDeclaracion, { token, query: { anio: '2026' } })).data
const fila = async () => (await filas()).find(({ formulario, periodo }) => formulario === '104' && periodo === '2026-09')
const cola = async (estado = 'POR_HACER') =>
  (await app.call<Listing<DeclaracionEnCola>>(searchDeclaracionEnCola, { token: mesa, query: { size: '50', estado } })).data.content.filter(
    ({ empresa_id }) => empresa_id === empresa.id,
  )
const offered = async () => (await app.call<PeriodoComprable[]>(listPeriodoComprable, { token })).data
const rows = () => app.owner.selectFrom('declaracion_comprada').select('orden_id').where('empresa_id', '=', empresa.id).execute()

describe('which declaration is bought', () => {
  it.each([
    ['no period', {}, 'periodo'],
    ['a period of the future', { formulario: '104', periodo: '2026-12' }, 'periodo'],
    ['one before the first document of the company', { formulario: '104', periodo: '2026-08' }, 'periodo'],
    ['half a year of who declares every month', { formulario: '104', periodo: '2026-S1' }, 'periodo'],
    ['form 103 of half a year', { formulario: '103', periodo: '2026-S1' }, 'periodo'],
    ['a month that is none', { formulario: '104', periodo: '2026-13' }, 'periodo'],
    ['a form that is none', { formulario: '105', periodo: '2026-09' }, 'formulario'],
  ])('refuses %s in words, and the cart stays as it is', async (_what, body, campo) => {
    const before = await huella(app)
    const answer = await cart(body)
    expect([answer.status, answer.problems[0]?.campo]).toEqual([422, campo])
    expect(await huella(app)).toEqual(before)
  })

  it('refuses a period of a product that is no declaration, and what is over of a company without documents', async () => {
    const plan = await put({ tipo: 'PLAN', nombre: 'Plan', plan_documentos: 100 })
    expect((await cart({ ...SEPTIEMBRE, producto_id: plan.id })).problems).toMatchObject([{ campo: 'periodo' }])
    const nueva = await tokenOfNew(app, { empresas: [await buildEmpresa(app)] })
    expect((await cart(SEPTIEMBRE, nueva)).problems[0]?.message).toContain('no tiene documentos')
    expect((await cart({ formulario: '104', periodo: '2026-11' }, nueva)).status).toBe(200)
  })

  it('offers what has begun and was not bought; a cart holds each once, whichever product it is of', async () => {
    expect((await offered()).filter(({ formulario }) => formulario === '104').map(({ periodo }) => periodo)).toEqual([
      '2026-11',
      '2026-10',
      '2026-09',
    ])
    await cart({ formulario: '104', periodo: '2026-10' })
    await cart({ ...SEPTIEMBRE, cantidad: 7 })
    const otro = await put({ nombre: 'Declaración con asesoría', precio: 20_000_000 })
    const { carrito } = (await cart({ ...SEPTIEMBRE, producto_id: otro.id })).data
    expect(carrito.lineas.map(({ nombre, cantidad, subtotal }) => [nombre, cantidad, subtotal]).sort()).toEqual([
      ['Declaración con asesoría: IVA 104 de septiembre de 2026', 1, 20_000_000],
      ['Declaración mensual: IVA 104 de octubre de 2026', 1, 10_000_000],
    ])
    const left = (await cart({ ...SEPTIEMBRE, producto_id: otro.id, cantidad: 0 })).data.carrito
    expect([left.lineas.length, left.total]).toEqual([1, 11_500_000])
  })

  it('is neither offered nor sold once the company filed it itself, of a cart that held it before too', async () => {
    const { total } = (await cart(SEPTIEMBRE)).data.carrito
    await declare()
    expect((await offered()).map(({ formulario, periodo }) => `${formulario} ${periodo}`)).toEqual(
      expect.not.arrayContaining(['104 2026-09']),
    )
    expect(await offered()).toContainEqual(expect.objectContaining({ formulario: '103', periodo: '2026-09' }))
    const words = 'La declaración IVA 104 de septiembre de 2026 ya está presentada: no hace falta comprarla.'
    for (const { status, msg } of [await order(total), await cart(SEPTIEMBRE)]) expect([status, msg]).toEqual([422, words])
    expect((await cart({ formulario: 'ATS', periodo: '2026-09' })).status).toBe(200)
  })

  it('is refused in words once an order has it, of two people who order at once too; an order that is given up gives it back', async () => {
    const as = await tokenOfNew(app, { empresas: [empresa] })
    await cart(SEPTIEMBRE)
    await cart(SEPTIEMBRE, as)
    const both = await Promise.all([order(11_500_000), order(11_500_000, as)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    const made = both.find(({ status }) => status === 200)!.data
    expect(both.find(({ status }) => status === 422)?.msg).toBe(
      `IVA 104 de septiembre de 2026 ya está en la orden ${numeroOrden(made.numero)}: se compra una sola vez.`,
    )
    expect((await cart(SEPTIEMBRE)).msg).toContain('se compra una sola vez')
    expect((await offered()).map(({ formulario, periodo }) => `${formulario} ${periodo}`)).not.toContain('104 2026-09')
    await app.owner.updateTable('orden').set({ vence: '2026-11-23' }).where('id', '=', made.id).execute()
    expect((await offered()).map(({ formulario, periodo }) => `${formulario} ${periodo}`)).toContain('104 2026-09')
    expect((await cart(SEPTIEMBRE)).status).toBe(200)
  })
})

describe('a declaration that was paid', () => {
  it('O-32 O-79 appears in its period, once, is on the desk until the SRI has it, and its buyer is told', async () => {
    expect((await fila())?.comprada).toBeNull()
    const orden = await sent()
    expect([(await rows()).length, await cola()]).toEqual([0, []])
    const both = await Promise.all([approve(orden), approve(orden)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(await rows()).toEqual([{ orden_id: orden.id }])
    expect(await fila()).toMatchObject({ comprada: { orden_id: orden.id, orden: orden.numero, numero_sri: null, fecha_sri: null } })
    expect(await cola()).toMatchObject([
      { ...SEPTIEMBRE, nombre: 'IVA 104 de septiembre de 2026', ruc: empresa.ruc, vence: (await fila())?.vence },
    ])

    const before = await huella(app)
    for (const fecha of ['2026-09-30', '2026-11-25']) expect((await file(orden.id, { fecha })).problems).toMatchObject([{ campo: 'fecha' }])
    expect((await file(orden.id, { numero: '12' })).problems).toMatchObject([{ campo: 'numero' }])
    expect((await file(orden.id, { periodo: '2026-10' })).status).toBe(404)
    expect((await file(orden.id, { version: 7 })).status).toBe(409)
    expect((await file(randomUUID())).status).toBe(404)
    expect(await huella(app)).toEqual(before)

    // Its balances decide the credit of the next month.
    expect((await file(orden.id)).msg).toContain('completar su papel de trabajo. Indique los saldos')
    expect(await huella(app)).toEqual(before)
    await complete()

    const due = async () =>
      (await app.call<{ obligaciones: { id: string }[] }>(listObligacion, { token })).data.obligaciones.map(({ id }) => id)
    expect(await due()).toContain('104-2026-09')
    const twice = await Promise.all([file(orden.id), file(orden.id)])
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    expect((await file(orden.id, { numero: '870012345679' })).status).toBe(409)
    const comprada = { orden_id: orden.id, orden: orden.numero, numero_sri: NUMERO, fecha_sri: '2026-10-20' }
    expect((await fila())?.comprada).toEqual(comprada)
    expect((await app.call<Papel>(readPapel, { token, query: SEPTIEMBRE })).data.comprada).toEqual(comprada)
    expect((await app.call<Orden>(readOrden, { token, params: { id: orden.id } })).data.declaraciones).toMatchObject([
      { ...SEPTIEMBRE, numero_sri: NUMERO },
    ])
    expect([await cola(), (await cola('HECHA')).length, (await due()).includes('104-2026-09')]).toEqual([[], 1, false])
    const hechos = await app.owner
      .selectFrom('auditoria')
      .select('detalle')
      .where('accion', '=', 'orden.presentar')
      .where('objeto', '=', orden.id)
      .execute()
    expect(hechos).toMatchObject([{ detalle: { ...SEPTIEMBRE, numero: NUMERO, fecha: '2026-10-20' } }])
    const letters = await app.owner
      .selectFrom('carta_cuenta')
      .select('texto')
      .where('asunto', '=', `Orden ${numeroOrden(orden.numero)} de la tienda`)
      .execute()
    expect(letters).toHaveLength(4)
  })

  it('O-32 is filed as the company files its own: with figures, a closed month, and balances for the next', async () => {
    const { id, version } = (await approve(await sent())).data
    await complete()
    expect([(await fila())?.estado, (await papel('2026-10')).saldos.origen]).toEqual(['LISTA', 'FALTA'])
    const twice = await Promise.all([file(id), file(id)])
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    const filed = await papel()
    expect(filed).toMatchObject({ estado: 'DECLARADA', cerrado: true, diferencias: [] })
    expect(filed.presentadas).toMatchObject([{ n: 1, usuario: '', numero_sri: NUMERO, fecha_sri: '2026-10-20', sha256: filed.huella }])
    expect(await fila()).toMatchObject({ estado: 'DECLARADA', numero_sri: NUMERO, declarada_en: filed.presentadas[0]?.declarada_en })
    const credito = filed.secciones
      .flatMap(({ filas: all }) => all.flatMap(({ casillas }) => casillas))
      .find((one) => one?.codigo === '615')
    expect(credito?.valor).toBeGreaterThan(0)
    expect((await papel('2026-10')).saldos).toMatchObject({ origen: 'ANTERIOR', valores: { '615': credito?.valor } })

    expect((await file(id, { numero: '870012345679', version: 2 })).status).toBe(200)
    expect((await papel()).presentadas.map(({ n, numero_sri }) => [n, numero_sri])).toEqual([[1, '870012345679']])
    const { status } = await refund({ id, version })
    expect([status, (await papel()).estado]).toEqual([200, 'DECLARADA'])
  })

  it('is filed once where the company filed the same figures, and again where they changed', async () => {
    const { id } = (await approve(await sent())).data
    await declare()
    expect((await file(id)).status).toBe(200)
    expect((await papel()).presentadas.map(({ n, numero_sri }) => [n, numero_sri])).toEqual([[1, NUMERO]])
    const acuse = { ...SEPTIEMBRE, n: 1, numero: '870012345677', fecha: '2026-10-20' }
    await app.call(saveAcuse, { token, body: acuse })
    await app.call(savePapel, {
      token,
      body: { ...SEPTIEMBRE, version: 1, ajustes: [], saldos: { '615': 1_000_000 } },
    })
    expect((await file(id, { version: 2, numero: '870012345680' })).status).toBe(200)
    expect((await papel()).presentadas.map(({ n, numero_sri }) => [n, numero_sri])).toEqual([
      [2, '870012345680'],
      [1, '870012345677'],
    ])
  })

  it('is not sold once the company filed it while the order waited: the desk is told before, annuls it, and the buyer is told why', async () => {
    const orden = await sent()
    await declare()
    const before = await huella(app)
    const told = await approve(orden)
    expect([told.status, told.msg]).toEqual([
      409,
      'La empresa ya presentó IVA 104 de septiembre de 2026 por su cuenta: esta orden no se cobra. Anúlela con el motivo y devuelva lo transferido.',
    ])
    expect([await huella(app), await rows(), await cola()]).toEqual([before, [], []])

    const annul = (motivo?: string) =>
      app.call<OrdenRevisada>(decideOrden, {
        token: mesa,
        body: { empresa_id: empresa.id, id: orden.id, version: orden.version, estado: 'ANULADA', ...(motivo && { motivo }) },
      })
    // What is being looked at is not given up by the buyer, and given up by the desk with a reason alone.
    expect((await app.call(cancelOrden, { token, params: { id: orden.id }, body: { version: orden.version } })).status).toBe(422)
    expect((await annul()).problems).toMatchObject([{ campo: 'motivo' }])
    const motivo = 'Su empresa ya presentó esta declaración'
    expect((await annul(motivo)).data).toMatchObject({ estado: 'ANULADA', por_emitir: null })
    const { estado, historia } = (await app.call<Orden>(readOrden, { token, params: { id: orden.id } })).data
    expect([estado, historia.at(-1)]).toEqual(['ANULADA', expect.objectContaining({ estado: 'ANULADA', motivo })])
    const asunto = `Orden ${numeroOrden(orden.numero)} de la tienda`
    const letters = await app.owner.selectFrom('carta_cuenta').select(['id', 'texto']).where('asunto', '=', asunto).execute()
    expect(letters.map(({ id, texto }) => app.deps.sobre.abrirCorto(texto!, `carta de cuenta ${id}`).toString())).toContainEqual(
      expect.stringContaining(`Fue anulada: ${motivo}. Si ya transfirió $11.50, se le devuelve.`),
    )
    // It may not be paid any more, nor decided on again.
    for (const again of [await approve({ ...orden, version: orden.version + 1 }), await annul(motivo)]) expect(again.status).toBe(422)
    // Another declaration is bought as ever.
    expect((await approve(await sent({ formulario: '103', periodo: '2026-09' }))).status).toBe(200)
  })

  it('of an approval and a filing at once one comes first: filed is not sold, and sold is filed once', async () => {
    const orden = await sent()
    const { version, huella: cifras } = (await complete()).data
    const body = { ...SEPTIEMBRE, version, huella: cifras, con_defectos: true }
    const [sold, filed] = await Promise.all([approve(orden), app.call<Papel>(declarar, { token, body })])
    expect([filed.status, [200, 409].includes(sold.status)]).toEqual([200, true])
    expect((await rows()).length).toBe(sold.status === 200 ? 1 : 0)
    if (sold.status === 200) expect((await file(orden.id)).status).toBe(200)
    expect((await papel()).presentadas).toHaveLength(1)
  })

  it('goes with its money while nobody filed it, and may be bought again; what the SRI has stays', async () => {
    const first = (await approve(await sent())).data
    expect((await refund(first)).status).toBe(200)
    expect([await rows(), (await fila())?.comprada]).toEqual([[], null])
    expect((await file(first.id)).status).toBe(422)
    const second = (await approve(await sent())).data
    await complete()
    const done = (await file(second.id)).data
    expect((await refund(done)).status).toBe(200)
    expect((await fila())?.comprada).toMatchObject({ orden_id: second.id, numero_sri: NUMERO })
    expect((await cart(SEPTIEMBRE)).msg).toContain('se compra una sola vez')
  })

  it('of another company is nobody else’s, and the period of a company is its own', async () => {
    await approve(await sent())
    const otra = await buildComprador()
    const otras = (await app.call<DeclaracionFila[]>(listDeclaracion, { token: otra.token, query: { anio: '2026' } })).data
    expect(otras.filter(({ comprada }) => comprada !== null)).toEqual([])
    expect((await cart(SEPTIEMBRE, otra.token)).status).toBe(200)
  })
})

it('R-6.7 keeps out who has no session, who may not buy, and who is not of the installation', async () => {
  await expectGuarded(app, empresa, listPeriodoComprable, {}, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
  for (const endpoint of [searchDeclaracionEnCola, fileDeclaracionComprada])
    await expectGuarded(app, empresa, endpoint, { body: {} }, [ROL.ADMIN, ROL.USUARIO])
})
