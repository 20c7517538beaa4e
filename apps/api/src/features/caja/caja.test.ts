import { randomUUID } from 'node:crypto'
import {
  abrirCaja,
  cerrarCaja,
  createPago,
  createSaldoInicial,
  downloadCaja,
  emitFactura,
  exportCaja,
  FACTURA_CALLS,
  moverCaja,
  readCaja,
  readContextoCaja,
  reversePago,
  searchCaja,
  searchDineroCaja,
  type Caja,
  type CajaFila,
  type ContextoCaja,
  type Cuenta,
  type DineroCaja,
  type Emitido,
  type Endpoint,
  type Listing,
  type Pago,
} from '@yupana/contract'
import { fromCents, fromUnits } from '@yupana/fiscal'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { createDb, createPool } from '../../db/connect.ts'
import { inEmpresa } from '../../db/transaction.ts'
import { CONSULTAS } from '../../invariantes/consultas.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { facturaForm } from '../../testing/emisor.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { huella } from '../../testing/huella.ts'
import { persona } from '../../testing/matrix-muestras.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { anular } from '../comprobante/anulacion/anular.service.ts'

// Tills (issue 13): the money of documents and payments by its means, counted once and never again.

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
/** Two administrators and a seller. */
let ana: string
let luz: string
let vendedor: string
let anaId: string
let anaNombre: string

beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app?.close())
beforeEach(async () => {
  empresa = await buildEmpresa(app, { condiciones: [{ tipo: 'REGIMEN', desde: '2020-01-01', valor: 'GENERAL' }] })
  const [primera, segunda, tercera] = [
    await buildUsuario(app, { empresas: [empresa] }),
    await buildUsuario(app, { empresas: [empresa] }),
    await buildUsuario(app, { empresas: [empresa], rol: ROL.VENDEDOR }),
  ]
  await buildCertificadoRow(app, empresa, primera, { desde: '2026-01-01T00:00:00-05:00', hasta: '2027-01-01T00:00:00-05:00' })
  anaId = primera.id
  anaNombre = primera.username
  ;[ana, luz, vendedor] = [
    (await app.signIn(primera.username)).token,
    (await app.signIn(segunda.username)).token,
    (await app.signIn(tercera.username)).token,
  ]
})

const usd = fromUnits
const key = () => ({ 'idempotency-key': randomUUID() })
const ok = async <T>(answer: Promise<{ status: number; data: T; problems: unknown }>): Promise<T> => {
  const { status, data, problems } = await answer
  expect(status, JSON.stringify(problems)).toBe(200)
  return data
}
const send = <T>(call: Endpoint, token: string, body: object, id?: string, headers = key()) =>
  app.call<T>(call, { token, headers, body, ...(id !== undefined && { params: { id } }) })
const abrir = (token: string, apertura = 100, more: object = {}, headers = key()) =>
  send<Caja>(abrirCaja, token, { apertura: usd(apertura), ...more }, undefined, headers)
const leer = (token: string, id: string) => ok(app.call<Caja>(readCaja, { token, params: { id } }))
const contexto = (token: string) => ok(app.call<ContextoCaja>(readContextoCaja, { token }))
const mover = (token: string, id: string, tipo: string, valor: number, motivo = 'Gasto menor') =>
  send<Caja>(moverCaja, token, { tipo, valor: usd(valor), motivo }, id)
const cerrar = (token: string, { id, esperado }: Pick<Caja, 'id' | 'esperado'>, body: object = { contado: esperado }) =>
  send<Caja>(cerrarCaja, token, { esperado, ...body }, id)
const formOf = (...pagos: [forma: string, valor: number, plazo?: number][]) => ({
  ...facturaForm({ comprador: { tipo_identificacion: '04', identificacion: '1712345675001', razon_social: 'ANA MARÍA PÉREZ' } }),
  lineas: [
    {
      codigo: 'X',
      descripcion: 'Asesoría',
      cantidad: usd(1),
      precio_unitario: usd(pagos.reduce((total, [, valor]) => total + valor, 0)),
      iva: 1,
    },
  ],
  pagos: pagos.map(([forma_pago, valor, plazo]) => ({ forma_pago, total: usd(valor), ...(plazo && { plazo, unidad_tiempo: 'dias' }) })),
})
const vender = (token: string, ...pagos: [forma: string, valor: number, plazo?: number][]) =>
  ok(send<Emitido>(emitFactura, token, formOf(...pagos), randomUUID()))
const pasar = async (id: string, ...estados: string[]) => {
  for (const estado of estados) await app.owner.updateTable('documento').set({ estado }).where('id', '=', id).execute()
}
const autorizar = async (id: string) => {
  await pasar(id, 'FIRMADO', 'ENVIANDO', 'RECIBIDA', 'AUTORIZADO')
  await app.owner.updateTable('documento').set({ autorizado_en: app.clock.now() }).where('id', '=', id).execute()
}
/** A collection with these methods. */
const cobrar = async (token: string, metodos: Record<string, number>, sentido = 'COBRAR') => {
  const { id: persona_id } = await ok(
    send<{ id: string }>(crearPersona(), ana, { ...persona, version: undefined, identificacion: `X-${randomUUID().slice(0, 8)}` }),
  )
  const total = Object.values(metodos).reduce((all, valor) => all + valor, 0)
  const debe = { sentido, persona_id, numero: '001-001-000000801', fecha: '2026-06-01', valor: usd(total) }
  const { id: cuenta_id } = await ok(send<Cuenta>(createSaldoInicial, ana, debe))
  const como = Object.entries(metodos).map(([metodo, valor]) => ({ metodo, valor: usd(valor) }))
  return ok(send<Pago>(createPago, token, { sentido, aplicaciones: [{ cuenta_id, valor: usd(total) }], metodos: como }))
}
const crearPersona = () => app.router.entries.find(({ endpoint: { path } }) => path === '/v1/persona/create')!.endpoint
const reversar = (token: string, { id }: Pago) => ok(send<Pago>(reversePago, token, { motivo: 'Cheque devuelto' }, id))
const medios = ({ medios: all }: Caja) =>
  Object.fromEntries(all.map(({ medio, entradas, salidas }) => [medio, [entradas / usd(1), salidas / usd(1)]]))
/** Violations of the rules of tills, as `npm run invariantes` finds them. */
async function violaciones(): Promise<unknown[]> {
  const found = []
  for (const { viola } of CONSULTAS.filter(({ id }) => id === 'I22')) found.push(...(await sql.raw(viola).execute(app.owner)).rows)
  return found
}

describe('a till', () => {
  it('is one of a person: of two openings at the same instant one opens, the other is told; the same key opens it once', async () => {
    const [una, otra] = await Promise.all([abrir(ana), abrir(ana)])
    const [abierta, negada] = una.status === 200 ? [una, otra] : [otra, una]
    expect([abierta.status, negada.status]).toEqual([200, 409])
    expect(negada.msg).toMatch(
      /^Ya tiene abierta la caja CJ-000001, desde el 15\/06\/2026 a las \d\d:\d\d\. Ciérrela antes de abrir otra\.$/,
    )
    const headers = key()
    const [primera, segunda] = await Promise.all([abrir(luz, 5, {}, headers), abrir(luz, 5, {}, headers)])
    expect(segunda.data.id).toBe(primera.data.id)
    expect(primera.data).toMatchObject({ numero: 'CJ-000002', apertura: usd(5), esperado: usd(5), contado: null, puede: true })
    expect((await contexto(luz)).abierta).toMatchObject({ id: primera.data.id })
  })

  it('is opened at a point of emission of the person, with cents, or not at all', async () => {
    const before = await huella(app)
    for (const [form, campo] of [
      [{ apertura: usd(1), punto: '009-001' }, 'punto'],
      [{ apertura: usd(1), punto: '9' }, 'punto'],
      [{ apertura: usd(1) + 1 }, 'apertura'],
      [{ apertura: -1 }, 'apertura'],
      [{}, 'apertura'],
    ] as const) {
      const { status, problems } = await send(abrirCaja, ana, form)
      expect([form, status, problems[0]?.campo]).toEqual([form, 422, campo])
    }
    expect((await app.call(abrirCaja, { token: ana, body: { apertura: 0 } })).status).toBe(422)
    expect(await huella(app)).toEqual(before)
    expect((await ok(abrir(ana, 0, { punto: '001-001' }))).punto).toBe('001-001')
    expect((await contexto(ana)).puntos).toContain('001-001')
  })

  it('takes in what documents paid at once and payments say, by its means, and what is moved by hand', async () => {
    const { id } = await ok(abrir(ana))
    await vender(ana, ['01', 50], ['19', 20], ['20', 7])
    await vender(ana, ['20', 100, 30])
    await vender(luz, ['01', 1000])
    await cobrar(ana, { EFECTIVO: 30, TRANSFERENCIA: 15 })
    await cobrar(ana, { EFECTIVO: 4 }, 'PAGAR')
    await ok(mover(ana, id, 'INGRESO', 5, 'Fondo para vueltos'))
    await ok(mover(ana, id, 'EGRESO', 10))
    const caja = await leer(ana, id)
    expect(medios(caja)).toEqual({ EFECTIVO: [85, 14], TARJETA_CREDITO: [20, 0], TRANSFERENCIA: [15, 0], FINANCIERO: [7, 0] })
    expect(caja.esperado).toBe(usd(171))
    const { content, totalElements } = await ok(
      app.call<Listing<DineroCaja>>(searchDineroCaja, { token: ana, params: { id }, query: { size: '50' } }),
    )
    expect(totalElements).toBe(8)
    expect(content).toContainEqual(expect.objectContaining({ origen: 'MOVIMIENTO', detalle: 'Gasto menor', valor: -usd(10) }))
    expect(content).toContainEqual(expect.objectContaining({ origen: 'DOCUMENTO', tipo: '01', detalle: 'ANA MARÍA PÉREZ', valor: usd(50) }))
    expect(content).toContainEqual(expect.objectContaining({ origen: 'PAGO', numero: 'RC-000001', medio: 'TRANSFERENCIA', valor: usd(15) }))
    const solo = await app.call<Listing<DineroCaja>>(searchDineroCaja, { token: ana, params: { id }, query: { medio: 'FINANCIERO' } })
    expect(solo.data.content.map(({ valor }) => valor)).toEqual([usd(7)])
    const pdf = await app.call(downloadCaja, { token: ana, params: { id } })
    expect([pdf.status, pdf.raw.subarray(0, 5).toString('latin1')]).toEqual([200, '%PDF-'])
    const { status, problems } = await mover(ana, id, 'EGRESO', 172)
    expect([status, problems[0]]).toEqual([422, { campo: 'valor', message: 'En la caja hay $171.00 en efectivo.' }])
    expect(await violaciones()).toEqual([])
  })

  it('is not needed to take money in: what comes without one is told, and is in none', async () => {
    await vender(ana, ['01', 50], ['19', 20])
    const pago = await cobrar(ana, { EFECTIVO: 8 })
    await cobrar(ana, { TRANSFERENCIA: 3 })
    expect((await contexto(ana)).sin_caja).toEqual({ cobros: 2, valor: usd(58), reversos: 0, devuelto: 0 })
    expect((await contexto(luz)).sin_caja).toEqual({ cobros: 0, valor: 0, reversos: 0, devuelto: 0 })
    const { id } = await ok(abrir(ana))
    expect((await leer(ana, id)).medios).toEqual([])
    await reversar(ana, pago)
    expect(medios(await leer(ana, id))).toEqual({ EFECTIVO: [0, 8] })
    expect((await contexto(ana)).sin_caja).toEqual({ cobros: 1, valor: usd(50), reversos: 0, devuelto: 0 })
  })

  it('keeps what it was closed with: what is reversed, voided or corrected afterwards is of the till that is open then', async () => {
    const primera = await ok(abrir(ana))
    const pago = await cobrar(ana, { EFECTIVO: 30 })
    const anulada = await vender(ana, ['01', 50])
    const corregida = await vender(ana, ['01', 20])
    await ok(cerrar(ana, await leer(ana, primera.id)))
    const before = await leer(ana, primera.id)
    const suya = await ok(abrir(luz))
    await reversar(luz, pago)
    await autorizar(anulada.id)
    await ok(send(FACTURA_CALLS.recordAnulacion, luz, { prueba: 'El portal lo muestra ANULADO' }, anulada.id))
    await pasar(corregida.id, 'FIRMADO', 'ENVIANDO', 'RECHAZADO')
    await ok(send(FACTURA_CALLS.correct, luz, formOf(['01', 12], ['19', 8]), corregida.id))
    expect(medios(await leer(luz, suya.id))).toEqual({ EFECTIVO: [12, 100], TARJETA_CREDITO: [8, 0] })
    await pasar(corregida.id, 'FIRMADO', 'ENVIANDO', 'RECHAZADO')
    await ok(send(FACTURA_CALLS.close, luz, { motivo: 'Se dio de baja' }, corregida.id))
    expect(medios(await leer(luz, suya.id))).toEqual({ EFECTIVO: [12, 112], TARJETA_CREDITO: [8, 8] })
    expect(await leer(ana, primera.id)).toEqual(before)
    expect(await violaciones()).toEqual([])
  })

  it('gives back what the SRI voided where a process learns of it: out of the till of who had asked', async () => {
    const { id } = await ok(abrir(ana))
    const factura = await vender(ana, ['01', 50])
    await autorizar(factura.id)
    const solicitud = {
      motivo: 'Se repitió',
      hasta: '2026-06-22',
      extendido: '2026-06-22',
      aceptacion_dias: null,
      estado: 'SOLICITADA' as const,
    }
    await app.owner
      .insertInto('documento_anulacion')
      .values({ empresa_id: empresa.id, documento_id: factura.id, n: 1, usuario_id: anaId, solicitada_en: app.clock.now(), ...solicitud })
      .execute()
    const pool = createPool(app.database.workerUrl, 'yupana_worker', { max: 1 })
    const documento = { empresaId: empresa.id, id: factura.id, ambiente: 'SIMULADOR' as const, clave: factura.clave }
    await inEmpresa(createDb(pool), empresa.id, (tx) =>
      anular(app.deps, tx, { proceso: 'vigilancia' }, documento, 'El SRI la muestra ANULADA', app.clock.now()),
    )
    await pool.end()
    expect(medios(await leer(ana, id))).toEqual({ EFECTIVO: [50, 50] })
  })
})

describe('closing a till', () => {
  const FALTA = {
    conteo: [
      { clase: 'BILLETE', denominacion: usd(100), cantidad: 1 },
      { clase: 'MONEDA', denominacion: fromCents(25), cantidad: 3 },
    ],
  }

  it('two cashiers at once: one closes it, the other is told by whom and when, and nothing of it changes again', async () => {
    const { id } = await ok(abrir(ana))
    await vender(ana, ['01', 5])
    const caja = await leer(ana, id)
    expect((await cerrar(ana, caja, FALTA)).problems).toEqual([
      { campo: 'nota', message: 'Faltan $4.25: escriba una nota que lo explique.' },
    ])
    const falta = { ...FALTA, nota: 'Falta un vuelto' }
    const answers = await Promise.all([cerrar(ana, caja, falta), cerrar(luz, caja, falta)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { data: cerrada } = answers.find(({ status }) => status === 200)!
    expect(cerrada).toMatchObject({
      esperado: usd(105),
      contado: fromCents(10_075),
      diferencia: -fromCents(425),
      conteo: FALTA.conteo,
      puede: false,
    })
    expect(answers.find(({ status }) => status === 409)!.msg).toBe(
      `La caja CJ-000001 ya fue cerrada por ${cerrada.cerrada_por} el 15/06/2026 a las ${hora()}.`,
    )
    const before = await huella(app)
    for (const late of [mover(ana, id, 'INGRESO', 5), cerrar(luz, caja)]) expect((await late).status).toBe(409)
    await expect(sql`update caja set cerrada_en = null where id = ${id}`.execute(app.owner)).rejects.toThrow('solo se cierra')
    await expect(sql`update caja set contado = 1 where id = ${id}`.execute(app.owner)).rejects.toThrow('solo se cierra')
    expect(await huella(app)).toEqual(before)
    await vender(ana, ['01', 9])
    expect((await leer(ana, id)).medios).toEqual([{ medio: 'EFECTIVO', entradas: usd(5), salidas: 0 }])
  })
  const hora = () => new Date(app.clock.now().getTime() - 5 * 3_600_000).toISOString().slice(11, 16)

  it('is told where money moved while it was counted, and takes one count or one sum', async () => {
    const { id } = await ok(abrir(ana))
    const vista = await leer(ana, id)
    await vender(ana, ['01', 5])
    expect(await cerrar(ana, vista)).toMatchObject({
      status: 409,
      msg: 'Entró o salió efectivo mientras contaba: ahora se esperan $105.00. Revise el conteo y vuelva a cerrar.',
    })
    const caja = await leer(ana, id)
    for (const [body, campo] of [
      [{}, 'contado'],
      [{ contado: 1, ...FALTA }, 'contado'],
      [{ contado: 1 }, 'contado'],
      [{ conteo: [{ clase: 'MONEDA', denominacion: usd(5), cantidad: 1 }] }, 'conteo.0.denominacion'],
      [{ conteo: [{ clase: 'BILLETE', denominacion: usd(5), cantidad: -1 }] }, 'conteo.0.cantidad'],
      [{ conteo: [FALTA.conteo[0], FALTA.conteo[0]] }, 'conteo'],
    ] as const) {
      const { status, problems } = await cerrar(ana, caja, body)
      expect([body, status, problems[0]?.campo]).toEqual([body, 422, campo])
    }
    const headers = key()
    const otra = { esperado: caja.esperado, contado: usd(106) }
    const answers = await Promise.all([1, 2].map(() => send<Caja>(cerrarCaja, ana, otra, id, headers)))
    expect(answers.map(({ status, data }) => [status, data.diferencia])).toEqual([
      [200, usd(1)],
      [200, usd(1)],
    ])
  })

  it('what waits while it closes is in no till', async () => {
    const { id } = await ok(abrir(ana))
    const late = await app.owner.transaction().execute(async (tx) => {
      await sql`select from caja where id = ${id} for update`.execute(tx)
      const both = [vender(ana, ['01', 5]), cobrar(ana, { EFECTIVO: 7 })]
      await untilWaiting(app, 2)
      await sql`update caja set cerrada_en = abierta_en, cerrada_por = usuario_id, esperado = apertura, contado = apertura where id = ${id}`.execute(
        tx,
      )
      return { both }
    })
    await Promise.all(late.both)
    expect((await leer(ana, id)).medios).toEqual([])
    expect((await contexto(ana)).sin_caja).toEqual({ cobros: 2, valor: usd(12), reversos: 0, devuelto: 0 })
    expect(await violaciones()).toEqual([])
  })

  it('beside sales and payments has each of them before it closed, or in no till (I22)', async () => {
    const { id } = await ok(abrir(ana, 0))
    let cerrada = false
    const close = async () => {
      for (let n = 0; n < 50 && !cerrada; n++) cerrada = (await cerrar(ana, await leer(ana, id))).status === 200
    }
    const sell = async () => {
      for (let n = 0; n < 4; n++) await vender(ana, ['01', 1])
    }
    await Promise.all([sell(), sell(), sell(), close()])
    if (!cerrada) await close()
    const { esperado } = await leer(ana, id)
    const { sin_caja: fuera } = await contexto(ana)
    expect(esperado + fuera.valor).toBe(usd(12))
    expect(await violaciones()).toEqual([])
  })
})

describe('who may', () => {
  it('a seller has his own till and sees no other; who administers tills sees and closes all', async () => {
    const deAna = await ok(abrir(ana))
    const suya = await ok(abrir(vendedor, 20))
    const lista = async (token: string, query: Record<string, string> = {}) =>
      (await ok(app.call<Listing<CajaFila>>(searchCaja, { token, query: { sort: 'numero,ASC', ...query } }))).content.map(
        ({ numero }) => numero,
      )
    expect(await lista(vendedor)).toEqual([suya.numero])
    expect(await lista(ana)).toEqual([deAna.numero, suya.numero])
    expect(await lista(ana, { usuario_id: suya.usuario_id })).toEqual([suya.numero])
    expect((await contexto(vendedor)).cajeros).toEqual([])
    expect((await contexto(ana)).cajeros.map(({ id }) => id).sort()).toEqual([anaId, suya.usuario_id].sort())
    const params = { id: deAna.id }
    for (const call of [readCaja, searchDineroCaja, downloadCaja])
      expect((await app.call(call, { token: vendedor, params })).status).toBe(404)
    expect((await mover(vendedor, deAna.id, 'INGRESO', 1)).status).toBe(404)
    expect((await cerrar(vendedor, deAna)).status).toBe(404)
    expect(await ok(cerrar(ana, suya))).toMatchObject({ cerrada_por: anaNombre })
    expect(await lista(ana, { estado: 'CERRADA' })).toEqual([suya.numero])
    expect(await lista(ana, { estado: 'ABIERTA', desde: '2026-06-15', hasta: '2026-06-15' })).toEqual([deAna.numero])
    expect(await lista(ana, { estado: 'DIFERENCIA' })).toEqual([])
    expect(await lista(ana, { hasta: '2026-06-14' })).toEqual([])
    const csv = (await app.call(exportCaja, { token: vendedor, query: { formato: 'csv' } })).raw.toString()
    expect(csv.trim().split('\r\n')).toHaveLength(2)
  })

  it('nobody without a session, nor USUARIO', async () => {
    await expectGuarded(app, empresa, searchCaja, {}, [ROL.USUARIO])
    await expectGuarded(app, empresa, readContextoCaja, {}, [ROL.USUARIO])
    await expectGuarded(app, empresa, abrirCaja, { body: { apertura: 0 } }, [ROL.USUARIO, ROL.EMPLEADO])
  })
})
