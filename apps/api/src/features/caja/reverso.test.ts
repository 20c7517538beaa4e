import { randomUUID } from 'node:crypto'
import {
  abrirCaja,
  cerrarCaja,
  createPago,
  createPersona,
  createSaldoInicial,
  readCaja,
  readContextoCaja,
  readPagoCartera,
  reversePago,
  type Caja,
  type ContextoCaja,
  type Cuenta,
  type Endpoint,
  type Pago,
} from '@yupana/contract'
import { fromUnits } from '@yupana/fiscal'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { CONSULTAS } from '../../invariantes/consultas.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'

// The cash of a reversed payment leaves the till of the user who reverses it, or none by an explicit choice.

let app: TestApp
let ana: string
let luz: string
let persona: string
let n = 0

beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app?.close())
beforeEach(async () => {
  const empresa = await buildEmpresa(app)
  ;[ana, luz] = [
    (await app.signIn((await buildUsuario(app, { empresas: [empresa] })).username)).token,
    (await app.signIn((await buildUsuario(app, { empresas: [empresa] })).username)).token,
  ]
  const body = { tipo_identificacion: '06', identificacion: `R${++n}`, razon_social: 'ANA PEREZ', roles: ['cliente', 'proveedor'] }
  persona = (await ok(send<{ id: string }>(createPersona, ana, body))).id
})

const usd = fromUnits
const key = () => ({ 'idempotency-key': randomUUID() })
const ok = async <T>(answer: Promise<{ status: number; data: T; problems: unknown }>): Promise<T> => {
  const { status, data, problems } = await answer
  expect(status, JSON.stringify(problems)).toBe(200)
  return data
}
const send = <T>(call: Endpoint, token: string, body: object, id?: string) =>
  app.call<T>(call, { token, headers: key(), body, ...(id !== undefined && { params: { id } }) })
const abrir = (token: string) => ok(send<Caja>(abrirCaja, token, { apertura: usd(100) }))
const leer = (token: string, id: string) => ok(app.call<Caja>(readCaja, { token, params: { id } }))
const cerrar = async (token: string, { id }: Caja) => {
  const { esperado } = await leer(token, id)
  return ok(send<Caja>(cerrarCaja, token, { esperado, contado: esperado }, id))
}
const contexto = (token: string) => ok(app.call<ContextoCaja>(readContextoCaja, { token }))
/** A debt, and its payment with these methods. */
const pagar = async (token: string, metodos: Record<string, number>, sentido = 'COBRAR') => {
  const valor = usd(Object.values(metodos).reduce((all, one) => all + one, 0))
  const debe = { sentido, persona_id: persona, numero: `001-001-${String(++n).padStart(9, '0')}`, fecha: '2026-06-01', valor }
  const { id: cuenta_id } = await ok(send<Cuenta>(createSaldoInicial, ana, debe))
  const como = Object.entries(metodos).map(([metodo, one]) => ({ metodo, valor: usd(one) }))
  return ok(send<Pago>(createPago, token, { sentido, aplicaciones: [{ cuenta_id, valor }], metodos: como }))
}
const reversar = (token: string, { id }: Pago, more: object = {}) =>
  send<Pago>(reversePago, token, { motivo: 'Cheque devuelto', ...more }, id)
const efectivo = ({ medios }: Caja) => {
  const found = medios.find(({ medio }) => medio === 'EFECTIVO')
  return found ? [found.entradas / usd(1), found.salidas / usd(1)] : undefined
}
async function violaciones(): Promise<unknown[]> {
  const found = []
  for (const { viola } of CONSULTAS.filter(({ id }) => id === 'I21' || id === 'I22'))
    found.push(...(await sql.raw(viola).execute(app.owner)).rows)
  return found
}

it('cash of a till that was closed leaves the open one of who reverses, and the closed one stays as it was counted', async () => {
  const vieja = await abrir(ana)
  const pago = await pagar(ana, { EFECTIVO: 30, CHEQUE: 20 })
  expect(pago.caja).toBe(vieja.numero)
  await cerrar(ana, vieja)
  const deLuz = await abrir(luz)
  const reversado = await ok(reversar(luz, pago))
  expect([reversado.caja, reversado.caja_reverso]).toEqual([vieja.numero, deLuz.numero])
  expect(efectivo(await leer(luz, deLuz.id))).toEqual([0, 30])
  expect((await leer(luz, deLuz.id)).esperado).toBe(usd(70))
  expect((await leer(ana, vieja.id)).esperado).toBe(usd(130))
  expect((await contexto(luz)).sin_caja).toMatchObject({ reversos: 0, devuelto: 0 })
  expect(await violaciones()).toEqual([])
})

describe('without a till of one’s own', () => {
  it('it is told and nothing changes; once said, it leaves none, and that is told of that day', async () => {
    const vieja = await abrir(ana)
    const pago = await pagar(ana, { EFECTIVO: 30, CHEQUE: 20 })
    await cerrar(ana, vieja)
    const refused = await reversar(ana, pago)
    expect(refused.status).toBe(422)
    expect(refused.problems).toEqual([
      {
        campo: 'sin_caja',
        message: `Los $30.00 en efectivo contaron en la caja ${vieja.numero} y usted no tiene una abierta: ábrala, o reverse sin caja.`,
      },
    ])
    expect((await ok(app.call<Pago>(readPagoCartera, { token: ana, params: { id: pago.id } }))).estado).toBe('REGISTRADO')
    const reversado = await ok(reversar(ana, pago, { sin_caja: true }))
    expect([reversado.estado, reversado.caja, reversado.caja_reverso]).toEqual(['REVERSADO', vieja.numero, null])
    expect((await contexto(ana)).sin_caja).toEqual({ cobros: 0, valor: 0, reversos: 1, devuelto: usd(30) })
    expect((await contexto(luz)).sin_caja).toMatchObject({ reversos: 0 })
    // A repeated call changes nothing.
    expect((await ok(reversar(ana, pago))).caja_reverso).toBeNull()
    const [hecho] = await app.owner
      .selectFrom('auditoria')
      .select('detalle')
      .where('accion', '=', 'pago.reversar')
      .where('objeto', '=', pago.id)
      .execute()
    expect(hecho?.detalle).toEqual({ numero: pago.numero, motivo: 'Cheque devuelto', sin_caja: true })
    expect(await violaciones()).toEqual([])
  })

  it('what was in no till, or was no cash, is reversed without a question', async () => {
    const fuera = await pagar(ana, { EFECTIVO: 30 })
    expect(fuera.caja).toBeNull()
    expect((await reversar(ana, fuera)).status).toBe(200)
    const caja = await abrir(ana)
    const cheque = await pagar(ana, { CHEQUE: 20 })
    await cerrar(ana, caja)
    expect((await reversar(ana, cheque)).status).toBe(200)
    expect((await contexto(ana)).sin_caja).toEqual({ cobros: 0, valor: 0, reversos: 0, devuelto: 0 })
  })

  it('cash that was paid to a supplier asks the same', async () => {
    const caja = await abrir(ana)
    const pago = await pagar(ana, { EFECTIVO: 30 }, 'PAGAR')
    await cerrar(ana, caja)
    expect((await reversar(ana, pago)).status).toBe(422)
    const nueva = await abrir(ana)
    expect((await reversar(ana, pago)).status).toBe(200)
    expect(efectivo(await leer(ana, nueva.id))).toEqual([30, 0])
  })
})

it('while the till closes it waits: then it is told, and the payment stays registered', async () => {
  const { id } = await abrir(ana)
  const pago = await pagar(ana, { EFECTIVO: 30 })
  const { late } = await app.owner.transaction().execute(async (tx) => {
    await sql`select from caja where id = ${id} for update`.execute(tx)
    const waiting = reversar(ana, pago)
    await untilWaiting(app, 1)
    await sql`update caja set cerrada_en = abierta_en, cerrada_por = usuario_id, esperado = apertura + ${usd(30)}, contado = apertura where id = ${id}`.execute(
      tx,
    )
    return { late: waiting }
  })
  expect((await late).status).toBe(422)
  expect((await ok(app.call<Pago>(readPagoCartera, { token: ana, params: { id: pago.id } }))).estado).toBe('REGISTRADO')
  expect(await violaciones()).toEqual([])
})

it('reversals beside a closing: each left the till before it closed, or was told (I22)', async () => {
  const caja = await abrir(ana)
  const pagos = []
  for (let at = 0; at < 12; at += 1) pagos.push(await pagar(ana, { EFECTIVO: 5 }))
  let cerrada = false
  const close = async () => {
    for (let at = 0; at < 100 && !cerrada; at += 1) {
      const { esperado } = await leer(ana, caja.id)
      cerrada = (await send(cerrarCaja, ana, { esperado, contado: esperado }, caja.id)).status === 200
    }
  }
  const [answers] = await Promise.all([Promise.all(pagos.flatMap((pago) => [reversar(ana, pago), reversar(ana, pago)])), close()])
  for (const { status } of answers) expect([200, 422]).toContain(status)
  const after = await Promise.all(pagos.map(({ id }) => ok(app.call<Pago>(readPagoCartera, { token: ana, params: { id } }))))
  const reversados = after.filter(({ estado }) => estado === 'REVERSADO')
  for (const { caja_reverso } of reversados) expect(caja_reverso).toBe(caja.numero)
  expect((await leer(ana, caja.id)).esperado).toBe(usd(100 + 5 * (12 - reversados.length)))
  expect(await violaciones()).toEqual([])
})
