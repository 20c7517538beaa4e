import { randomUUID } from 'node:crypto'
import {
  cancelOrden,
  createOrden,
  decideOrden,
  editCarrito,
  editTiendaAjuste,
  editTiendaProducto,
  payOrden,
  payOrdenConTarjeta,
  readOrden,
  readTiendaAjuste,
  refundOrden,
  type Orden,
  type OrdenRevisada,
  type PaginaPago,
  type Tienda,
  type TiendaAjuste,
} from '@yupana/contract'
import { numeroOrden } from '@yupana/fiscal'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'
import { buildEmisor, buildWorker, type Emisor } from '../../testing/emisor.ts'
import { huella } from '../../testing/huella.ts'
import { SECRETO_PASARELA, startPasarela, type PasarelaDePrueba } from '../../testing/pasarela-de-prueba.ts'
import { formDePago, planDeTienda } from '../../testing/plan-de-tienda.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'
import { PasarelaError } from './pasarela.ts'
import { pasarelaHttp } from './pasarela-http.ts'
import { conciliarCobros } from './tienda.door.ts'

const NOW = '2026-11-24T10:00:00-05:00'
const MINUTO = 60_000
const plan = planDeTienda()

let app: TestApp
let sinTarjetas: TestApp
let sri: SimuladorDePrueba
let pasarela: PasarelaDePrueba
let worker: ReturnType<typeof buildWorker>
let vende: Emisor
let empresa: { id: EmpresaId; ruc: string }
let token: string
let mesa: string
let orden: Orden

beforeAll(async () => {
  pasarela = await startPasarela()
  const env = { PASARELA_URL: `${pasarela.url}/`, PASARELA_CLAVE: SECRETO_PASARELA }
  ;[app, sinTarjetas, sri] = await Promise.all([
    buildTestApp({ now: NOW, env }),
    buildTestApp({ now: NOW }),
    startSimulador({ reloj: NOW }),
  ])
  vende = await buildEmisor(app, sri)
  worker = buildWorker(app, sri)
  mesa = await tokenOfNew(app, { empresas: [], superAdmin: true })
  await app.call(editTiendaProducto, { token: mesa, body: plan })
  const { version } = (await app.call<TiendaAjuste>(readTiendaAjuste, { token: mesa })).data
  const ajuste = { ruc: vende.ruc, establecimiento: '001', punto: '001', version }
  expect((await app.call(editTiendaAjuste, { token: mesa, body: ajuste })).status).toBe(200)
})
afterAll(async () => {
  await worker?.close()
  await Promise.all([app?.close(), sinTarjetas?.close(), sri?.stop(), pasarela?.stop()])
})
beforeEach(async () => {
  empresa = await buildEmpresa(app)
  token = (await app.signIn((await buildUsuario(app, { empresas: [empresa] })).username)).token
  await app.owner.updateTable('empresa').set({ limite_documentos: 50 }).where('id', '=', empresa.id).execute()
  orden = await ordered()
  pasarela.asked.length = 0
})

async function ordered(): Promise<Orden> {
  const { total } = (await app.call<Tienda>(editCarrito, { token, body: { producto_id: plan.id, cantidad: 2 } })).data.carrito
  const headers = { 'idempotency-key': randomUUID() }
  return (await app.call<Orden>(createOrden, { token, headers, body: { total } })).data
}
const begin = (as = token) => app.call<PaginaPago>(payOrdenConTarjeta, { token: as, params: { id: orden.id } })
/** Begun, and its key at the gateway. */
async function begun(): Promise<string> {
  const answer = await begin()
  expect(answer.status, answer.msg).toBe(200)
  return answer.data.pagina?.split('/').at(-1) ?? ''
}
const notify = async (...[cobroId, more]: Parameters<PasarelaDePrueba['notice']>) => post(pasarela.notice(cobroId, more))
const post = async ({ headers, payload }: { headers: Record<string, string>; payload: string }) => {
  const answer = await app.server.inject({ method: 'POST', url: '/app/v1/tienda/pasarela/aviso', headers, payload })
  return { status: answer.statusCode, body: answer.body }
}
/** On its page, where no notice of it came yet. */
const pagado = (cobroId: string) => {
  const cobro = pasarela.cobros.get(cobroId)
  if (cobro) cobro.estado = 'PAGADO'
}
const now = async () => (await app.call<Orden>(readOrden, { token, params: { id: orden.id } })).data
const cancel = async () => {
  const { version } = await now()
  expect((await app.call(cancelOrden, { token, params: { id: orden.id }, body: { version } })).status).toBe(200)
}
const sendReceipt = async () => {
  return (await app.call<Orden>(payOrden, { token, params: { id: orden.id }, form: formDePago() })).data
}
const approve = (version: number) =>
  app.call<OrdenRevisada>(decideOrden, { token: mesa, body: { empresa_id: empresa.id, id: orden.id, version, estado: 'PAGADA' } })
const limite = async () =>
  (await app.owner.selectFrom('empresa').select('limite_documentos').where('id', '=', empresa.id).executeTakeFirst())?.limite_documentos
const facturas = () =>
  app.owner
    .selectFrom('documento')
    .select(['tipo', 'total', 'estado'])
    .where('empresa_id', '=', vende.id)
    .where('receptor_identificacion', '=', empresa.ruc)
    .orderBy('creado_en')
    .execute()
const letters = async () =>
  (
    await app.owner
      .selectFrom('carta_cuenta')
      .select('texto')
      .where('asunto', '=', `Orden ${numeroOrden(orden.numero)} de la tienda`)
      .orderBy('creado_en')
      .execute()
  ).length
/** What the gateway is asked about when so long went by: the charges are older, the hour is that of the authority. */
const after = async (ms: number) => {
  await sql`update cobro_tarjeta set preguntado_en = preguntado_en - ${ms} * interval '1 ms', creado_en = creado_en - ${ms} * interval '1 ms'`.execute(
    app.owner,
  )
  await conciliarCobros(app.deps)
}
/** One payment: the plan is extended once, and there is one factura. */
async function expectPaidOnce() {
  await worker.settle()
  expect((await now()).historia.filter(({ estado }) => estado === 'PAGADA')).toHaveLength(1)
  expect(await limite()).toBe(250)
  expect(await facturas()).toMatchObject([{ tipo: '01', total: orden.total, estado: 'AUTORIZADO' }])
}

/** A charge that was paid, of an order that was given back then. */
async function givenBack(): Promise<string> {
  const cobroId = await begun()
  await notify(cobroId, { estado: 'PAGADO' })
  await worker.settle()
  const { version } = await now()
  const body = { empresa_id: empresa.id, id: orden.id, version, motivo: 'No la quiere' }
  expect((await app.call(refundOrden, { token: mesa, body })).status).toBe(200)
  return cobroId
}

describe('an order paid by card', () => {
  it('is charged once however often it is asked for, and paid as by an approved transfer: factura, plan, letter', async () => {
    expect(orden.tarjeta).toEqual({ disponible: true, cobros: [] })
    const both = await Promise.all([begin(), begin(), begin()])
    const paginas = new Set([...both, await begin()].map(({ data }) => data.pagina))
    expect(paginas.size).toBe(1)
    const [cobroId = ''] = [...paginas].map((pagina) => pagina?.split('/').at(-1))
    expect(pasarela.cobros.get(cobroId)).toMatchObject({ monto: '7.67', vuelta: expect.stringContaining(orden.id) as string })
    expect((await now()).tarjeta.cobros).toMatchObject([{ estado: 'ABIERTO', monto: orden.total }])
    const before = await letters()
    const twice = await Promise.all([notify(cobroId, { estado: 'PAGADO' }), notify(cobroId, { estado: 'PAGADO', momento: Date.now() + 1 })])
    expect(twice.map(({ status }) => status)).toContain(200)
    await expectPaidOnce()
    expect(await now()).toMatchObject({
      estado: 'PAGADA',
      comprobante: null,
      tarjeta: { disponible: false, cobros: [{ estado: 'PAGADO' }] },
    })
    expect((await now()).factura).toMatch(/^001-001-\d{9}$/)
    expect(await letters()).toBe(before + 1)
    expect((await begin()).status).toBe(422)
  })

  it('an approved transfer and a card at the same instant are one payment; the card is given back', async () => {
    const cobroId = await begun()
    const { version } = await sendReceipt()
    expect((await begin()).status).toBe(422)
    const [approved, noticed] = await Promise.all([approve(version), notify(cobroId, { estado: 'PAGADO' })])
    expect([approved.status, noticed.status]).toEqual([200, 200])
    await expectPaidOnce()
    await after(2 * MINUTO)
    expect((await now()).tarjeta.cobros).toMatchObject([{ estado: 'REVERSADO' }])
    expect(pasarela.cobros.get(cobroId)?.estado).toBe('REVERSADO')
  })

  it('while a receipt is in review the card is given back, the buyer told why, and the receipt stays on the desk', async () => {
    const cobroId = await begun()
    const { version } = await sendReceipt()
    const before = await letters()
    pagado(cobroId)
    expect((await notify(cobroId)).status).toBe(200)
    const problema = 'Se está revisando el comprobante de la transferencia.'
    expect(await now()).toMatchObject({ estado: 'EN_REVISION', version, tarjeta: { cobros: [{ estado: 'POR_REVERSAR', problema }] } })
    expect(await letters()).toBe(before + 1)
    await after(2 * MINUTO)
    expect(pasarela.cobros.get(cobroId)?.estado).toBe('REVERSADO')
    expect((await approve(version)).status).toBe(200)
    await expectPaidOnce()
  })

  it('money that is there after it was said to be back is given back again, and the buyer told', async () => {
    const cobroId = await begun()
    await cancel()
    await after(2 * MINUTO)
    expect((await now()).tarjeta.cobros).toMatchObject([{ estado: 'REVERSADO', problema: 'La orden se anuló.' }])
    const before = await letters()
    pagado(cobroId)
    expect((await notify(cobroId)).status).toBe(200)
    expect((await now()).tarjeta.cobros).toMatchObject([{ estado: 'POR_REVERSAR', problema: 'La orden ya estaba anulada.' }])
    expect(await letters()).toBe(before + 1)
    await after(2 * MINUTO)
    expect(pasarela.cobros.get(cobroId)?.estado).toBe('REVERSADO')
    expect((await now()).tarjeta.cobros).toMatchObject([{ estado: 'REVERSADO' }])
  })

  it('what the gateway itself gave back pays nothing when it is paid later', async () => {
    const cobroId = await begun()
    await notify(cobroId, { estado: 'REVERSADO', momento: Date.now() - MINUTO })
    pagado(cobroId)
    expect((await notify(cobroId)).status).toBe(200)
    const problema = 'El cobro ya se había dado por reversado.'
    expect(await now()).toMatchObject({
      estado: 'POR_PAGAR',
      tarjeta: { disponible: true, cobros: [{ estado: 'POR_REVERSAR', problema }] },
    })
    await after(2 * MINUTO)
    expect(pasarela.cobros.get(cobroId)?.estado).toBe('REVERSADO')
  })

  it('approved first, whatever the card was charged goes back, and the buyer sees why', async () => {
    const cobroId = await begun()
    expect((await approve((await sendReceipt()).version)).status).toBe(200)
    pasarela.fail('500', 'PIERDE_RESPUESTA')
    await after(2 * MINUTO)
    expect((await now()).tarjeta.cobros).toMatchObject([{ estado: 'POR_REVERSAR', problema: 'La orden ya está pagada.' }])
    expect((await notify(cobroId, { estado: 'PAGADO' })).status).toBe(200)
    await after(2 * MINUTO)
    await after(2 * MINUTO)
    expect((await now()).tarjeta.cobros).toMatchObject([{ estado: 'REVERSADO' }])
    await expectPaidOnce()
  })

  it('another amount, or an order given up meanwhile, pays nothing: the money goes back by itself and the buyer is told', async () => {
    const cobroId = await begun()
    const before = await letters()
    expect((await notify(cobroId, { estado: 'PAGADO', monto: '7.66' })).status).toBe(200)
    expect(await now()).toMatchObject({ estado: 'POR_PAGAR', tarjeta: { cobros: [{ estado: 'POR_REVERSAR' }] } })
    expect((await now()).tarjeta.cobros[0]?.problema).toBe('La pasarela cobró $7.66 y la orden es de $7.67.')
    expect(await letters()).toBe(before + 1)
    const otra = await begun()
    await cancel()
    expect((await notify(otra, { estado: 'PAGADO' })).status).toBe(200)
    await after(2 * MINUTO)
    expect([pasarela.cobros.get(cobroId)?.estado, pasarela.cobros.get(otra)?.estado]).toEqual(['REVERSADO', 'REVERSADO'])
    expect([(await now()).estado, await limite(), await facturas()]).toEqual(['ANULADA', 50, []])
  })

  it('a refused card leaves the order as it was, and another charge may begin; money that comes of the first one after all counts once', async () => {
    const cobroId = await begun()
    expect((await notify(cobroId, { estado: 'RECHAZADO' })).status).toBe(200)
    expect(await now()).toMatchObject({ estado: 'POR_PAGAR', tarjeta: { disponible: true, cobros: [{ estado: 'RECHAZADO' }] } })
    const otra = await begun()
    expect(otra).not.toBe(cobroId)
    await Promise.all([notify(otra, { estado: 'PAGADO' }), notify(cobroId, { estado: 'PAGADO' })])
    await expectPaidOnce()
    expect((await now()).tarjeta.cobros.map(({ estado }) => estado).sort()).toEqual(['PAGADO', 'POR_REVERSAR'])
  })

  it('given back, its money goes to the card', async () => {
    const cobroId = await givenBack()
    await after(2 * MINUTO)
    expect(pasarela.cobros.get(cobroId)?.estado).toBe('REVERSADO')
    expect(await now()).toMatchObject({ estado: 'DEVUELTA', tarjeta: { cobros: [{ estado: 'REVERSADO' }] } })
  })
})

describe('a notice of the gateway', () => {
  it('with a wrong signature, an old one, of a stranger, repeated or changed on the way changes nothing, and all are answered alike', async () => {
    const cobroId = await begun()
    const good = pasarela.notice(cobroId, { estado: 'PAGADO' })
    const before = await huella(app)
    const old = pasarela.notice(cobroId, { estado: 'PAGADO', momento: Date.now() - 6 * MINUTO })
    const bad = [
      old,
      pasarela.notice(cobroId, { estado: 'PAGADO', momento: Date.now() + 6 * MINUTO }),
      pasarela.notice(randomUUID(), { estado: 'PAGADO' }),
      { ...good, payload: good.payload.replace('7.67', '0.01') },
      { ...good, payload: `${good.payload} ` },
      { ...good, headers: { ...good.headers, 'x-pasarela-firma': 'f'.repeat(64) } },
      { ...good, headers: { ...good.headers, 'x-pasarela-firma': 'corta' } },
      { ...good, headers: { ...good.headers, 'x-pasarela-firma': 'é'.repeat(64) } },
      pasarela.notice('no-es-clave', { estado: 'PAGADO' }),
      { ...good, headers: { ...good.headers, 'x-pasarela-momento': String(Date.now() + 1) } },
      { ...good, headers: { 'content-type': 'application/json' } },
      pasarela.notice(cobroId, { estado: 'INVENTADO' }),
    ]
    const answers = []
    for (const one of bad) answers.push(await post(one))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(404)
    expect(await huella(app)).toEqual(before)
    expect((await post(good)).status).toBe(200)
    const paid = await huella(app)
    expect(await post(good)).toEqual(answers[0])
    expect(await huella(app)).toEqual(paid)
  })

  it('may say more than is asked of it, and what it says beside is nobody’s affair', async () => {
    const cobroId = await begun()
    const more = { pagina: 'http://ajena.example/', tarjeta: { marca: 'X' } }
    expect((await notify(cobroId, { estado: 'RECHAZADO', more: { pagina: null }, momento: Date.now() - MINUTO })).status).toBe(200)
    const otra = await begun()
    expect((await notify(otra, { estado: 'PAGADO', more })).status).toBe(200)
    await expectPaidOnce()
  })
})

describe('what was lost on the way', () => {
  it('an answer that never came is asked for again with the same key, and what was paid meanwhile is found', async () => {
    pasarela.fail('PIERDE_RESPUESTA')
    expect((await begin()).status).toBe(503)
    expect((await now()).tarjeta).toMatchObject({ disponible: true, cobros: [{ estado: 'PEDIDO' }] })
    const [cobroId = ''] = [...pasarela.cobros.keys()].slice(-1)
    expect(await begun()).toBe(cobroId)
    pagado(cobroId)
    await Promise.all([after(2 * MINUTO), conciliarCobros(app.deps)])
    await expectPaidOnce()
    expect(pasarela.asked.filter((one) => one === 'GET')).toHaveLength(1)
  })

  it('a gateway that fails, hangs or talks of another charge is asked again later, and one that never had it forgets nothing', async () => {
    pasarela.fail('500')
    expect((await begin()).status).toBe(503)
    pasarela.fail('OTRO_COBRO')
    expect((await begin()).status).toBe(503)
    const count = pasarela.cobros.size
    pasarela.cobros.clear()
    await after(2 * MINUTO)
    expect((await now()).tarjeta.cobros).toMatchObject([{ estado: 'PEDIDO' }])
    await after(5 * MINUTO)
    expect((await now()).tarjeta.cobros).toMatchObject([{ estado: 'VENCIDO' }])
    expect((await begin()).status).toBe(200)
    pasarela.fail('500')
    await after(2 * MINUTO)
    expect((await now()).tarjeta.cobros[0]).toMatchObject({ estado: 'ABIERTO' })
    expect(count).toBeGreaterThan(0)
    const corta = pasarelaHttp({ url: pasarela.url, secreto: SECRETO_PASARELA }, app.clock, 50)
    pasarela.fail('CUELGA')
    await expect(corta.find(randomUUID())).rejects.toBeInstanceOf(PasarelaError)
    const otra = pasarelaHttp({ url: pasarela.url, secreto: 'otro secreto' }, app.clock)
    await expect(otra.find(randomUUID())).rejects.toBeInstanceOf(PasarelaError)
  })

  it('a charge given up that reaches the gateway late is given back once it is there, and one that never comes is closed', async () => {
    const givenUp = async () => {
      pasarela.fail('500')
      expect((await begin()).status).toBe(503)
      await cancel()
      await after(2 * MINUTO)
      expect((await now()).tarjeta.cobros).toMatchObject([{ estado: 'POR_REVERSAR' }])
    }
    await givenUp()
    const { id: cobroId } = await app.owner
      .selectFrom('cobro_tarjeta')
      .select('id')
      .where('orden_id', '=', orden.id)
      .executeTakeFirstOrThrow()
    pasarela.cobros.set(cobroId, { clave: cobroId, estado: 'PAGADO', monto: '7.67', vuelta: '' })
    await after(2 * MINUTO)
    expect(pasarela.cobros.get(cobroId)?.estado).toBe('REVERSADO')
    orden = await ordered()
    await givenUp()
    await after(4 * MINUTO)
    expect((await now()).tarjeta.cobros).toMatchObject([{ estado: 'REVERSADO' }])
  })

  it('a charge that the gateway took and knows no more is not back by that: it is asked on, and the desk is told once', async () => {
    const cobroId = await givenBack()
    const kept = pasarela.cobros.get(cobroId)
    pasarela.cobros.delete(cobroId)
    await after(2 * MINUTO)
    await after(24 * 60 * MINUTO)
    expect((await now()).tarjeta.cobros).toMatchObject([{ estado: 'POR_REVERSAR', perdido: true }])
    const told = app.owner.selectFrom('auditoria').select('objeto').where('empresa_id', '=', empresa.id)
    expect(await told.where('accion', '=', 'orden.cobro_perdido').execute()).toEqual([{ objeto: orden.id }])
    pasarela.cobros.set(cobroId, kept!)
    await after(2 * MINUTO)
    expect((await now()).tarjeta.cobros).toMatchObject([{ estado: 'REVERSADO', perdido: false }])
  })

  it('an order given up while the gateway is asked shows no page of it', async () => {
    pasarela.before = cancel
    const answer = await begin()
    expect([answer.status, answer.data]).toEqual([200, { pagina: null }])
    expect(await now()).toMatchObject({ estado: 'ANULADA', tarjeta: { cobros: [{ estado: 'POR_REVERSAR' }] } })
    await after(2 * MINUTO)
    expect([...pasarela.cobros.values()].at(-1)?.estado).toBe('REVERSADO')
  })

  it('a restored copy begins no charge and asks about none', async () => {
    const cobroId = await begun()
    await app.owner.updateTable('instalacion').set({ cercada: true }).execute()
    await after(2 * MINUTO)
    orden = await ordered()
    expect((await begin()).status).toBe(503)
    await app.owner.updateTable('instalacion').set({ cercada: false }).execute()
    expect([pasarela.asked, pasarela.cobros.get(cobroId)?.estado]).toEqual([['PUT'], 'ABIERTO'])
  })
})

describe('who pays by card', () => {
  it('nobody where the installation has no gateway: no offer, no call, no notice', async () => {
    const aqui = await buildEmpresa(sinTarjetas)
    const usuario = await buildUsuario(sinTarjetas, { empresas: [aqui] })
    const suyo = (await sinTarjetas.signIn(usuario.username)).token
    const id = randomUUID()
    await sinTarjetas.owner
      .insertInto('orden')
      .values({
        ...{ empresa_id: aqui.id, id, usuario_id: usuario.id, comprador: 'X', lineas: '[]', subtotal: 1, iva: 0, total: 1 },
        ...{ vence: '2026-12-31', creada_en: sinTarjetas.clock.now(), editada_en: sinTarjetas.clock.now() },
      } as never)
      .execute()
    const call = { token: suyo, params: { id } }
    expect((await sinTarjetas.call<Orden>(readOrden, call)).data.tarjeta).toEqual({ disponible: false, cobros: [] })
    expect((await sinTarjetas.call(payOrdenConTarjeta, call)).status).toBe(404)
    const { headers, payload } = pasarela.notice(randomUUID())
    const url = '/app/v1/tienda/pasarela/aviso'
    expect((await sinTarjetas.server.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(404)
  })

  it('nobody of another company, nor without the right to buy', async () => {
    const ajeno = await tokenOfNew(app, { empresas: [await buildEmpresa(app)] })
    expect((await begin(ajeno)).status).toBe(404)
    expect(pasarela.asked).toEqual([])
  })
})
