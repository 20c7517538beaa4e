import { randomUUID } from 'node:crypto'
import {
  createGastoPersonal,
  emitFactura,
  impersonationLogin,
  readReporte,
  readRenta,
  REPORTES,
  requestImpersonacion,
  type Emitido,
  type RentaEstimada,
  type Session,
} from '@yupana/contract'
import { parseMonto } from '@yupana/fiscal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario, type UsuarioBuilt } from '../../testing/builders.ts'
import { facturaForm } from '../../testing/emisor.ts'
import { cedulaOf } from '../../testing/identificaciones.ts'
import { insertVenta } from '../../testing/mes-de-prueba.ts'

// A natural person sold 30,000 until the last of June of 2026, half of the year less a day, and bought nothing.

const m = (text: string) => parseMonto(text)!
let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let dueno: UsuarioBuilt
let contador: UsuarioBuilt
let token: string

const as = async (usuario: UsuarioBuilt) => (await app.signIn(usuario.username)).token
const ask = (bearer: string, anio = 2026) => app.call<RentaEstimada | null>(readRenta, { token: bearer, query: { anio: String(anio) } })
const estimada = async (bearer: string) => {
  const answer = await ask(bearer)
  expect(answer.status, answer.msg).toBe(200)
  return answer.data
}
const regimen = (valor: string) => app.owner.updateTable('empresa_condicion').set({ valor }).where('empresa_id', '=', empresa.id).execute()

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-06-30T10:00:00-05:00' })
  const cedula = (await buildUsuario(app, { empresas: [] })).ci
  await app.owner.updateTable('usuario').set({ ci: null }).where('ci', '=', cedula).execute()
  empresa = await buildEmpresa(app, {
    ruc: `${cedula}001`,
    condiciones: [{ tipo: 'REGIMEN', desde: '2022-01-01', valor: 'GENERAL' }],
  })
  dueno = await buildUsuario(app, { empresas: [empresa] })
  await app.owner.updateTable('usuario').set({ ci: cedula }).where('id', '=', dueno.id).execute()
  contador = await buildUsuario(app, { empresas: [empresa] })
  await buildCertificadoRow(app, empresa, dueno, { desde: '2026-01-01T00:00:00-05:00', hasta: '2027-06-01T00:00:00-05:00' })
  token = await as(dueno)
  const [linea] = facturaForm().lineas
  for (let times = 0; times < 3; times++) {
    app.clock.advance(1_000)
    const answer = await app.call<Emitido>(emitFactura, {
      token,
      params: { id: randomUUID() },
      headers: { 'idempotency-key': randomUUID() },
      body: facturaForm({
        lineas: [{ ...linea!, cantidad: m('1000') }],
        pagos: [{ forma_pago: '20', total: m('11500') }],
      }),
    })
    expect(answer.status, JSON.stringify(answer.problems)).toBe(200)
  }
  const spent = await app.call(createGastoPersonal, {
    token,
    headers: { 'idempotency-key': randomUUID() },
    body: {
      fecha: '2026-03-10',
      proveedor_ruc: '1790012345001',
      proveedor: 'Clínica',
      tipo: '01',
      a_nombre: cedula,
      partes: [{ categoria: 'SALUD', monto: m('1000') }],
    },
  })
  expect(spent.status, JSON.stringify(spent.problems)).toBe(200)
})
afterAll(() => app?.close())

describe('income tax of a year so far', () => {
  it('O-78 is by the table of natural persons, and its taxpayer sees what his personal expenses take off', async () => {
    const renta = await estimada(token)
    expect(renta).toMatchObject({
      hasta: '2026-06-30',
      regimen: 'GENERAL',
      a_pagar: m('1727'),
      fuente: 'Tabla del art. 36 de la LRTI para 2026',
    })
    expect(renta?.pasos.map(({ concepto, monto }) => [concepto, monto])).toEqual([
      ['Ventas sin impuestos', m('30000')],
      ['Menos compras y gastos sin impuestos', 0],
      ['Base imponible', m('30000')],
      ['Impuesto causado', m('1907')],
      ['Menos rebaja por gastos personales', m('-180')],
      ['Menos retenciones de renta', 0],
    ])
    expect(renta?.pasos[3]?.como).toBe('$1,412.00 por los primeros $26,700.00 más el 15% de $3,300.00, que es lo que pasa de $26,700.00')
    // 30,000 × 365 ÷ 181 is 60,497.24, and 1,000 becomes 2,016.57.
    expect(renta?.a_diciembre).toBe(m('8445.56') - m('362.98'))
  })

  it('each figure opens what it counts: the report of the same days comes to the same', async () => {
    const renta = await estimada(token)
    const opened = new URLSearchParams(renta?.pasos[0]?.enlace?.split('?')[1])
    const report = await app.call<{ totales: (number | null)[] }>(readReporte, { token, query: Object.fromEntries(opened) })
    const subtotal = REPORTES.ventas.columnas.findIndex(({ id }) => id === 'subtotal')
    expect(report.data.totales[subtotal]).toBe(renta?.pasos[0]?.monto)
  })

  it('O-78 nobody else sees the rebate: not the accountant, not support in his name', async () => {
    const other = await estimada(await as(contador))
    expect(other).toMatchObject({ a_pagar: m('1907') })
    expect(JSON.stringify(other)).not.toContain('180')
    const helper = await buildUsuario(app, { empresas: [], superAdmin: true })
    const asked = await app.call<{ token: string }>(requestImpersonacion, {
      token: await as(helper),
      body: { empresa_id: empresa.id, usuario_id: dueno.id, motivo: 'Prueba de lo que es suyo' },
    })
    const accessToken = asked.data.token
    const session = await app.call<{ session: Session }>(impersonationLogin, { params: { accessToken }, body: { accessToken } })
    expect(await estimada(session.data.session.token)).toMatchObject({ a_pagar: m('1907') })
  })

  it('RIMPE is on gross income, without expenses or rebate; beyond its limit it says so', async () => {
    await regimen('RIMPE')
    const within = await estimada(token)
    expect(within).toMatchObject({ regimen: 'EMPRENDEDOR', a_pagar: m('160') })
    expect(within?.pasos.map(({ concepto }) => concepto)).not.toContain('En el régimen general')
    await regimen('NEGOCIO_POPULAR')
    const popular = await estimada(token)
    expect(popular).toMatchObject({ a_pagar: null, a_diciembre: null })
    expect(popular?.pasos[1]?.como).toBe('Los ingresos pasan de $20,000.00: ya no es de este régimen')
    const general = popular?.pasos.at(-1)
    expect([general?.concepto, general?.monto]).toEqual(['En el régimen general', m('1727')])
    expect(general?.como).toMatch(/^De \$30,000\.00, .*menos \$180\.00 de rebaja por gastos personales, menos \$0\.00 de retenciones\./)
    expect((await estimada(await as(contador)))?.pasos.at(-1)?.monto).toBe(m('1907'))
    await regimen('GENERAL')
  })

  it('beyond the limit of RIMPE a company is told no figure of the general régimen: its tax is not by a table', async () => {
    const sociedad = await buildEmpresa(app, { condiciones: [{ tipo: 'REGIMEN', desde: '2022-01-01', valor: 'RIMPE' }] })
    expect(sociedad.ruc.charAt(2)).toBe('9')
    const venta = {
      id: '',
      tipo: '01',
      numero: '001-001-000000001',
      fecha: '2026-03-01',
      tpId: '05',
      cliente: cedulaOf(1),
      prov: '',
      sustento: '',
    }
    await insertVenta(app, sociedad, { ...venta, lineas: [{ tarifa: 0, base: '300001' }] })
    const renta = await estimada(await as(await buildUsuario(app, { empresas: [sociedad] })))
    expect(renta?.a_pagar).toBeNull()
    expect(renta?.pasos.at(-1)).toMatchObject({ concepto: 'En el régimen general', monto: null })
  })

  it('is none of a company whose tax is not by a table; USUARIO and years without a table are refused', async () => {
    const sociedad = await buildEmpresa(app, { ruc: '1790012345001' })
    const suyo = await buildUsuario(app, { empresas: [sociedad] })
    expect(await estimada(await as(suyo))).toBeNull()
    const usuario = await buildUsuario(app, { empresas: [empresa], rol: ROL.USUARIO })
    expect((await ask(await as(usuario))).status).toBe(403)
    for (const anio of [2021, 2101]) expect((await ask(token, anio)).status).toBe(422)
  })
})
