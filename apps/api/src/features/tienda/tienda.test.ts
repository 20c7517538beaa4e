import { randomUUID } from 'node:crypto'
import {
  availableNotificaciones,
  cancelOrden,
  createOrden,
  decideOrden,
  dismissNotificacion,
  editCarrito,
  editTiendaAjuste,
  editTiendaProducto,
  payOrden,
  readOrden,
  readOrdenEnCola,
  readPago,
  readPagoEnCola,
  readTienda,
  readTiendaAjuste,
  refundOrden,
  searchOrden,
  readPendientesMesa,
  searchOrdenEnCola,
  type Endpoint,
  type Listing,
  type NotificacionDisponible,
  type Orden,
  type OrdenEnCola,
  type PendientesMesa,
  type OrdenFila,
  type OrdenRevisada,
  type Tienda,
  type TiendaProducto,
} from '@yupana/contract'
import { TIPO_IVA } from '@yupana/fiscal'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { huella } from '../../testing/huella.ts'
import { pngOf } from '../../testing/images.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'

let app: TestApp
let empresa: { id: EmpresaId }
let token: string
let usuarioId: string
let otra: string
let mesa: string
let firma: TiendaProducto
let plan: TiendaProducto

const DOLAR = 1_000_000
const FORM = {
  tipo: 'FIRMA',
  nombre: 'Firma de persona natural, 1 año',
  descripcion: '',
  precio: 18 * DOLAR,
  iva: TIPO_IVA.QUINCE,
  firma_tipo: 'NATURAL',
  firma_anios: 1,
  plan_documentos: null,
  vigente_desde: '2026-01-01',
  vigente_hasta: null,
  activo: true,
  version: 0,
}
const PLAN = { ...FORM, tipo: 'PLAN', nombre: 'Plan 100', precio: 3_335_000, firma_tipo: null, firma_anios: null, plan_documentos: 100 }
const put = (changes: object = {}) =>
  app.call<TiendaProducto>(editTiendaProducto, { token: mesa, body: { ...FORM, id: randomUUID(), ...changes } })

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-11-24T10:00:00-05:00' })
  otra = (await app.signIn((await buildUsuario(app, { empresas: [await buildEmpresa(app)] })).username)).token
  mesa = (await app.signIn((await buildUsuario(app, { empresas: [], superAdmin: true })).username)).token
  firma = (await put()).data
  plan = (await put(PLAN)).data
  await put({ nombre: 'Vieja', vigente_hasta: '2026-11-23' })
  await put({ nombre: 'Retirada', activo: false })
})
afterAll(() => app?.close())
beforeEach(async () => {
  empresa = await buildEmpresa(app)
  const usuario = await buildUsuario(app, { empresas: [empresa] })
  usuarioId = usuario.id
  token = (await app.signIn(usuario.username)).token
})

const key = () => ({ 'idempotency-key': randomUUID() })
const cart = (producto_id: string, cantidad: number, as = token) =>
  app.call<Tienda>(editCarrito, { token: as, body: { producto_id, cantidad } })
const store = async (as = token) => (await app.call<Tienda>(readTienda, { token: as })).data
const order = (total: number, headers = key(), as = token) => app.call<Orden>(createOrden, { token: as, headers, body: { total } })
async function ordered() {
  await cart(firma.id, 1)
  const answer = await order(20_700_000)
  expect(answer.status, answer.msg).toBe(200)
  return answer.data
}
const pay = (id: string, bytes: Uint8Array = pngOf(600, 600), referencia = '123456', as = token) => {
  const form = new FormData()
  form.append('referencia', referencia)
  form.append('file', new Blob([new Uint8Array(bytes)]), 'comprobante.png')
  return app.call<Orden>(payOrden, { token: as, params: { id }, form })
}
const decide = (orden: Pick<Orden, 'id' | 'version'>, estado: string, more: object = {}) =>
  app.call<OrdenRevisada>(decideOrden, {
    token: mesa,
    body: { empresa_id: empresa.id, id: orden.id, version: orden.version, estado, ...more },
  })
const bell = async (as = token) => (await app.call<NotificacionDisponible[]>(availableNotificaciones, { token: as })).data
const limite = async () =>
  (await app.owner.selectFrom('empresa').select('limite_documentos').where('id', '=', empresa.id).executeTakeFirstOrThrow())
    .limite_documentos

describe('the store', () => {
  it('O-79 sells what is active today; the cart is of a person in a company, priced by the server to the cent', async () => {
    expect((await store()).productos.map(({ nombre }) => nombre)).toEqual(['Firma de persona natural, 1 año', 'Plan 100'])
    await cart(firma.id, 1)
    // 18.00 + 3 × 3.335 = 28.005, which a factura charges as 28.01; its IVA is 15 % of that.
    expect((await cart(plan.id, 3)).data.carrito).toMatchObject({ subtotal: 28_010_000, iva: 4_200_000, total: 32_210_000 })
    expect((await store()).carrito.lineas.map(({ nombre, cantidad }) => [nombre, cantidad]).sort()).toEqual([
      ['Firma de persona natural, 1 año', 1],
      ['Plan 100', 3],
    ])
    expect((await store(otra)).carrito.lineas).toEqual([])
    expect((await cart(firma.id, 0)).data.carrito.lineas).toHaveLength(1)
    expect([(await cart(randomUUID(), 1)).status, (await cart(plan.id, 21)).status, (await cart(plan.id, -1)).status]).toEqual([
      404, 422, 422,
    ])
  })

  it('a cart has a limit of lines, and what is sold no more takes none of them', async () => {
    const filler = (await put({ nombre: 'De relleno' })).data
    await sql`with copia as (
        insert into tienda_producto select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid()))).*
          from tienda_producto p cross join generate_series(2, 60) where p.id = ${filler.id} returning id)
      insert into carrito_linea (empresa_id, usuario_id, producto_id, cantidad, agregado_en)
        select ${empresa.id}, ${usuarioId}, id, 1, now() from (select id from copia union all select ${filler.id}::uuid) p`.execute(
      app.owner,
    )
    expect((await cart(plan.id, 1)).msg).toBe('En el carrito caben 60 líneas: pague las que tiene o quite una.')
    await sql`update tienda_producto set activo = false where nombre = 'De relleno' and id <> ${filler.id}`.execute(app.owner)
    expect((await cart(plan.id, 1)).data.carrito.lineas.map(({ nombre }) => nombre).sort()).toEqual(['De relleno', 'Plan 100'])
    await sql`update tienda_producto set activo = (id <> ${filler.id}) where nombre = 'De relleno'`.execute(app.owner)
    expect((await store()).carrito.lineas.map(({ nombre }) => nombre)).toEqual(['Plan 100'])
    await sql`update tienda_producto set activo = false where nombre = 'De relleno'`.execute(app.owner)
  })

  it.each([
    ['firma_tipo', { firma_tipo: null }],
    ['plan_documentos', { plan_documentos: 5 }],
    ['precio', { precio: 0 }],
    ['iva', { iva: TIPO_IVA.DOCE }],
    ['vigente_hasta', { vigente_hasta: '2025-12-31' }],
    ['nombre', { nombre: '' }],
  ])('its catalogue refuses what is wrong at %s', async (campo, changes) => {
    const before = await huella(app)
    const answer = await put(changes)
    expect([answer.status, answer.problems[0]?.campo]).toEqual([422, campo])
    expect(await huella(app)).toEqual(before)
  })

  it('the same sending puts one in the catalogue; a version that is gone is refused', async () => {
    const id = randomUUID()
    const both = await Promise.all([1, 2].map(() => put({ id, activo: false })))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await put({ id, activo: false, version: 1, nombre: 'Otra' })).data).toMatchObject({ nombre: 'Otra', version: 2 })
    expect((await put({ id, activo: false, version: 1 })).status).toBe(409)
    const ajuste = (body: object) => app.call(editTiendaAjuste, { token: mesa, body })
    const { version } = (await app.call<{ version: number }>(readTiendaAjuste, { token: mesa })).data
    expect([(await ajuste({ transferencia: 'Banco', version })).status, (await ajuste({ transferencia: 'X', version })).status]).toEqual([
      200, 409,
    ])
  })
})

describe('what the store sells, and to which account it is paid', () => {
  const hechos = () =>
    app.owner
      .selectFrom('administracion_hecho')
      .select(['accion', 'objeto', 'detalle'])
      .where('accion', 'like', 'tienda.%')
      .orderBy('id')
      .execute()

  it('is changed with a line in the audit, old and new; what is refused or changes nothing leaves none', async () => {
    const before = (await hechos()).length
    const { data } = await app.call<{ version: number; transferencia: string | null }>(readTiendaAjuste, { token: mesa })
    const ajustar = (transferencia: string, version: number) =>
      app.call<{ version: number }>(editTiendaAjuste, { token: mesa, body: { transferencia, version } })
    const saved = await ajustar('Banco Nuevo, cuenta 123\nBanco Otro, cuenta 456', data.version)
    expect(saved.status).toBe(200)
    expect((await ajustar('Otro', data.version)).status).toBe(409)
    expect((await ajustar('Banco Nuevo, cuenta 123\nBanco Otro, cuenta 456', saved.data.version)).status).toBe(200)
    const id = randomUUID()
    const put = (body: object) => app.call(editTiendaProducto, { token: mesa, body: { ...FORM, id, activo: false, ...body } })
    expect((await Promise.all([put({}), put({})])).map(({ status }) => status)).toEqual([200, 200])
    expect((await put({ precio: FORM.precio + 1_000_000, version: 1 })).status).toBe(200)
    expect((await put({ precio: FORM.precio, version: 1 })).status).toBe(409)
    expect((await hechos()).slice(before)).toMatchObject([
      { accion: 'tienda.ajustar', detalle: { transferencia: [data.transferencia, 'Banco Nuevo, cuenta 123\nBanco Otro, cuenta 456'] } },
      { accion: 'tienda.crear_producto', objeto: id, detalle: { precio: FORM.precio } },
      { accion: 'tienda.editar_producto', objeto: id, detalle: { precio: [FORM.precio, FORM.precio + 1_000_000] } },
    ])
  })
})

describe('an order', () => {
  it('is made once of the cart, at the prices of now, and the cart is empty then', async () => {
    await cart(firma.id, 1)
    expect((await order(1)).msg).toContain('cambiaron')
    const headers = key()
    const both = await Promise.all([order(20_700_000, headers), order(20_700_000, headers)])
    expect([both[0].status, both[1].data.id]).toEqual([200, both[0].data.id])
    expect(both[0].data).toMatchObject({
      estado: 'POR_PAGAR',
      subtotal: 18_000_000,
      iva: 2_700_000,
      total: 20_700_000,
      vence: '2026-12-09',
    })
    expect((await order(0)).msg).toBe('Su carrito está vacío.')
    const list = (await app.call<Listing<OrdenFila>>(searchOrden, { token })).data.content
    expect(list).toMatchObject([{ resumen: 'Firma de persona natural, 1 año', total: 20_700_000 }])
  })

  it('two carts sent at once with keys of their own make one order', async () => {
    await cart(firma.id, 1)
    const both = await Promise.all([order(20_700_000), order(20_700_000)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  it('of a company wait twenty at most, asked for at once too', async () => {
    const llena = await buildEmpresa(app)
    await sql`
      insert into orden (empresa_id, id, usuario_id, comprador, lineas, subtotal, iva, total, vence, creada_en, editada_en)
      select ${llena.id}, gen_random_uuid(), ${llena.id}, 'X', '[]', 1, 0, 1, '2026-12-31', ${app.clock.now()}, ${app.clock.now()} from generate_series(1, 19)`.execute(
      app.owner,
    )
    const tokens: string[] = []
    for (let n = 0; n < 3; n++) {
      const persona = await buildUsuario(app, { empresas: [llena] })
      tokens.push((await app.signIn(persona.username)).token)
    }
    for (const as of tokens) await app.call(editCarrito, { token: as, body: { producto_id: firma.id, cantidad: 1 } })
    const all = await Promise.all(
      tokens.map((as) => app.call<Orden>(createOrden, { token: as, headers: key(), body: { total: 20_700_000 } })),
    )
    expect(all.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    expect(all.find(({ status }) => status === 422)?.msg).toContain('20 órdenes por pagar')
  })

  it('is paid by a receipt that somebody approves: two approvals are one payment, and a plan is extended once', async () => {
    await app.owner.updateTable('empresa').set({ limite_documentos: 50 }).where('id', '=', empresa.id).execute()
    await cart(plan.id, 2)
    const orden = (await order((await store()).carrito.total)).data
    expect((await pay(orden.id, Buffer.from('x'))).status).toBe(422)
    expect((await pay(orden.id, pngOf(600, 600), ' ')).problems).toMatchObject([{ campo: 'referencia' }])
    expect((await decide(orden, 'PAGADA')).status).toBe(422)
    const sent = (await pay(orden.id)).data
    expect(sent).toMatchObject({ estado: 'EN_REVISION', referencia: '123456', comprobante: { tipo: 'image/png' } })
    const queue = (await app.call<Listing<OrdenEnCola>>(searchOrdenEnCola, { token: mesa, query: { size: '50' } })).data.content
    const waiting = async () => (await app.call<PendientesMesa>(readPendientesMesa, { token: mesa })).data.pagos
    const before = await waiting()
    expect(before).toBe(queue.filter(({ estado }) => estado === 'EN_REVISION').length)
    expect(queue.find(({ id }) => id === orden.id)).toMatchObject({ empresa_id: empresa.id, estado: 'EN_REVISION' })
    const lugar = { empresa_id: empresa.id, id: orden.id }
    expect((await app.call(readPagoEnCola, { token: mesa, params: lugar })).headers['content-type']).toBe('image/png')
    // The buyer sends another receipt meanwhile: who looked at the first one approves nothing.
    const again = (await pay(orden.id, Buffer.from('%PDF-1.4\n<< /Type /Page >>\n%%EOF'), '777')).data
    expect((await decide(sent, 'PAGADA')).status).toBe(409)
    const both = await Promise.all([decide(again, 'PAGADA'), decide(again, 'PAGADA')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(await limite()).toBe(250)
    const end = (await app.call<OrdenRevisada>(readOrdenEnCola, { token: mesa, params: lugar })).data
    expect(end.historia.map(({ estado }) => estado)).toEqual(['POR_PAGAR', 'EN_REVISION', 'EN_REVISION', 'PAGADA'])
    expect(await waiting()).toBe(before - 1)
    expect((await pay(orden.id)).status).toBe(422)
  })

  it('pays for the requests of its buyer that wait, brings the rest to be used, and takes back what nobody has yet', async () => {
    const { id: usuarioId, username } = await buildUsuario(app, { empresas: [empresa] })
    const as = (await app.signIn(username)).token
    const waiting = [randomUUID(), randomUUID()]
    for (const [n, id] of waiting.entries())
      await sql`
        insert into firma_solicitud (empresa_id, id, usuario_id, tipo, anios, estado, titular, fecha, enviada_en, creada_en, editada_en)
        values (${empresa.id}, ${id}, ${usuarioId}, 'NATURAL', ${n + 1}, 'ENVIADA', 'ANA PAZ', '2026-11-24', ${app.clock.now()}, ${app.clock.now()}, ${app.clock.now()})`.execute(
        app.owner,
      )
    await cart(firma.id, 2, as)
    const { id } = (await order(41_400_000, key(), as)).data
    const { version } = (await pay(id, undefined, '1', as)).data
    const done = (await decide({ id, version }, 'PAGADA')).data
    const firmas = async () => (await app.call<Orden>(readOrden, { token: as, params: { id } })).data.firmas
    expect(await firmas()).toMatchObject([
      { n: 1, tipo: 'NATURAL', anios: 1, solicitud: { id: waiting[0], titular: 'ANA PAZ', estado: 'ENVIADA', es_mia: true } },
      { n: 2, solicitud: null },
    ])
    expect((await app.call<Orden>(readOrden, { token, params: { id } })).data.firmas[0]?.solicitud?.es_mia).toBe(false)
    await app.owner.updateTable('firma_solicitud').set({ estado: 'APROBADA' }).where('id', '=', waiting[0]!).execute()
    const back = { empresa_id: empresa.id, id, version: done.version, motivo: 'Pagó dos veces' }
    expect((await app.call(refundOrden, { token: mesa, body: back })).status).toBe(200)
    expect((await firmas()).map(({ n }) => n)).toEqual([1])
  })

  it('pays once for a request that waits, where two orders of its buyer are approved at once', async () => {
    const { id: usuarioId, username } = await buildUsuario(app, { empresas: [empresa] })
    const as = (await app.signIn(username)).token
    const id = randomUUID()
    await sql`
      insert into firma_solicitud (empresa_id, id, usuario_id, tipo, anios, estado, titular, fecha, enviada_en, creada_en, editada_en)
      values (${empresa.id}, ${id}, ${usuarioId}, 'NATURAL', 1, 'ENVIADA', 'ANA PAZ', '2026-11-24', ${app.clock.now()}, ${app.clock.now()}, ${app.clock.now()})`.execute(
      app.owner,
    )
    const ordenes: Orden[] = []
    for (const referencia of ['1', '2']) {
      await cart(firma.id, 1, as)
      ordenes.push((await pay((await order(20_700_000, key(), as)).data.id, undefined, referencia, as)).data)
    }
    const asked = await app.owner.transaction().execute(async (tx) => {
      await sql`select from firma_solicitud where id = ${id} for update`.execute(tx)
      const both = ordenes.map((orden) => decide(orden, 'PAGADA'))
      await untilWaiting(app, 2)
      return { both }
    })
    expect((await Promise.all(asked.both)).map(({ status }) => status)).toEqual([200, 200])
    const firmas = await app.owner.selectFrom('firma_pagada').select('solicitud_id').where('empresa_id', '=', empresa.id).execute()
    expect(firmas.map(({ solicitud_id }) => solicitud_id === id).sort()).toEqual([false, true])
  })

  it('is refused with a reason, takes another receipt, or is given up', async () => {
    const orden = (await pay((await ordered()).id)).data
    expect((await decide(orden, 'RECHAZADA')).problems).toMatchObject([{ campo: 'motivo' }])
    const refused = (await decide(orden, 'RECHAZADA', { motivo: 'La transferencia no llegó' })).data
    expect(refused.historia.at(-1)).toMatchObject({ estado: 'RECHAZADA', quien: null, motivo: 'La transferencia no llegó' })
    expect((await pay(orden.id)).data.estado).toBe('EN_REVISION')
    const { id, version } = await ordered()
    const cancel = () => app.call<Orden>(cancelOrden, { token, params: { id }, body: { version } })
    expect([(await cancel()).data.estado, (await cancel()).data.estado, (await pay(id)).status]).toEqual(['ANULADA', 'ANULADA', 422])
  })

  it('what the desk decides stands in the bell of the buyer, with the way to it, until it is put away or settled', async () => {
    const orden = (await pay((await ordered()).id)).data
    expect(await bell()).toEqual([])
    await decide(orden, 'RECHAZADA', { motivo: 'La transferencia no llegó' })
    const [refused] = await bell()
    expect(refused).toMatchObject({ id: orden.id, type: 'ADVERTENCIA', ruta: `/historial_compras?orden=${orden.id}` })
    expect(refused?.message).toMatch(/^Orden \d{6} de la tienda\. El comprobante fue rechazado: La transferencia no llegó\./)
    const companion = (await app.signIn((await buildUsuario(app, { empresas: [empresa] })).username)).token
    const dismiss = (as: string) => app.call(dismissNotificacion, { token: as, body: { id: orden.id } })
    expect([await bell(companion), await bell(otra), (await dismiss(companion)).status, (await dismiss(otra)).status]).toEqual([
      [],
      [],
      404,
      404,
    ])
    const again = (await pay(orden.id)).data
    expect(await bell()).toEqual([])
    await decide(again, 'PAGADA')
    expect(await bell()).toMatchObject([{ id: orden.id, type: 'NOVEDAD' }])
    expect([(await dismiss(token)).status, await bell(), (await dismiss(token)).status]).toEqual([200, [], 404])
  })

  it('expires after fifteen days without a receipt', async () => {
    const { username } = await buildUsuario(app, { empresas: [empresa] })
    const { id } = await ordered()
    const estadoAt = async (now: string) => {
      app.clock.set(now)
      const as = (await app.signIn(username)).token
      return [
        (await app.call<Orden>(readOrden, { token: as, params: { id } })).data.estado,
        (await pay(id, pngOf(600, 600), '1', as)).status,
      ]
    }
    expect(await estadoAt('2026-12-10T00:00:00-05:00')).toEqual(['VENCIDA', 422])
    expect((await estadoAt('2026-12-09T23:59:00-05:00'))[0]).toBe('POR_PAGAR')
    app.clock.set('2026-11-24T10:00:00-05:00')
  })

  it('of another company answers as if absent', async () => {
    const { id, version } = (await pay((await ordered()).id)).data
    const before = await huella(app)
    expect((await app.call(readOrden, { token: otra, params: { id } })).status).toBe(404)
    expect((await app.call(readPago, { token: otra, params: { id } })).status).toBe(404)
    expect((await pay(id, pngOf(600, 600), '1', otra)).status).toBe(404)
    expect((await app.call(cancelOrden, { token: otra, params: { id }, body: { version } })).status).toBe(404)
    expect(await huella(app)).toEqual(before)
  })
})

it('R-6.7 keeps out who has no session, USUARIO, and who may not buy or decide', async () => {
  const { id } = await ordered()
  const lugar = { empresa_id: empresa.id, id }
  for (const endpoint of [readTienda, searchOrden]) await expectGuarded(app, empresa, endpoint, {}, [ROL.USUARIO])
  await expectGuarded(app, empresa, readOrden, { params: { id } }, [ROL.USUARIO])
  const compran: [Endpoint, object][] = [
    [editCarrito, { body: { producto_id: firma.id, cantidad: 1 } }],
    [createOrden, { body: { total: 1 }, headers: key() }],
    [payOrden, { params: { id } }],
    [readPago, { params: { id } }],
    [cancelOrden, { params: { id }, body: { version: 1 } }],
  ]
  for (const [endpoint, options] of compran) await expectGuarded(app, empresa, endpoint, options, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
  const deciden: [Endpoint, object][] = [
    [readTiendaAjuste, {}],
    [editTiendaAjuste, { body: { version: 0 } }],
    [editTiendaProducto, { body: FORM }],
    [searchOrdenEnCola, {}],
    [readPendientesMesa, {}],
    [readOrdenEnCola, { params: lugar }],
    [readPagoEnCola, { params: lugar }],
    [decideOrden, { body: {} }],
  ]
  for (const [endpoint, options] of deciden) await expectGuarded(app, empresa, endpoint, options, [ROL.ADMIN, ROL.USUARIO])
})
