import { randomUUID } from 'node:crypto'
import {
  acceptRecibido,
  deleteGastoPersonal,
  readRecibido,
  searchGastoPersonal,
  searchRecibido,
  takeGastoRecibido,
  type GastoPersonal,
  type Listing,
  type PropuestaRecibido,
  type Recibido,
  type RecibidoFila,
} from '@yupana/contract'
import { buildClaveAcceso, parseMonto } from '@yupana/fiscal'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { huella } from '../../testing/huella.ts'
import { recibidoRow } from '../../testing/matrix-muestras.ts'

const PROVEEDOR = '1712345675001'
let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let yo: string
let token: string
let n = 0

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-06-15T10:00:00-05:00' })
})
afterAll(() => app?.close())
beforeEach(async () => {
  const { ci } = await buildUsuario(app, { empresas: [] })
  await app.owner.updateTable('usuario').set({ ci: null }).where('ci', '=', ci).execute()
  empresa = await buildEmpresa(app, { ruc: `${ci}001` })
  const built = await buildUsuario(app, { empresas: [empresa] })
  await app.owner.updateTable('usuario').set({ ci }).where('id', '=', built.id).execute()
  yo = built.id
  token = (await app.signIn(built.username)).token
})

const m = (text: string) => parseMonto(text)!
/** A factura of 100.00 and 15.00 of IVA in the inbox of the company. */
async function entra(change: object = {}, en = empresa): Promise<string> {
  n += 1
  const fecha = '2026-06-09'
  const [estab, ptoEmi, secuencial] = ['001', '002', String(n).padStart(9, '0')]
  const de = { fechaEmision: fecha, codDoc: '01', ruc: PROVEEDOR, ambiente: '1', codigoNumerico: '12345678' }
  const clave = buildClaveAcceso({ ...de, estab, ptoEmi, secuencial })
  const numero = `${estab}-${ptoEmi}-${secuencial}`
  const proveedor = { tipo_identificacion: '04', identificacion: PROVEEDOR, razon_social: 'CLÍNICA' }
  const impuestos = [{ codigo: '2', codigo_porcentaje: '4', tarifa: m('15'), base: m('100'), valor: m('15') }]
  const total = m('115')
  const pagos = [{ forma_pago: '20', total }]
  const formulario = { tipo: '01', proveedor, numero, autorizacion: clave, fecha_emision: fecha, sustento: '01', impuestos, total, pagos }
  const row = {
    ...recibidoRow(en.id, yo, app.clock.now()),
    numero,
    clave,
    fecha_emision: fecha,
    emisor_ruc: PROVEEDOR,
    emisor_nombre: 'CLÍNICA',
  }
  await app.owner
    .insertInto('recibido')
    .values({ ...row, total, formulario: JSON.stringify(formulario), ...change })
    .execute()
  return row.id
}
const gastoDe = async (id: string, as = token): Promise<PropuestaRecibido['gasto'] | undefined> =>
  (await app.call<Recibido>(readRecibido, { token: as, params: { id } })).data.propuesta?.gasto
const take = (id: string, categoria: string, { as = token, clave = randomUUID() } = {}) =>
  app.call<RecibidoFila>(takeGastoRecibido, { token: as, params: { id }, headers: { 'idempotency-key': clave }, body: { categoria } })
const gastos = async (as = token) =>
  (await app.call<Listing<GastoPersonal>>(searchGastoPersonal, { token: as, query: { anio: '2026' } })).data.content

describe('R-2.3.25 R-2.3.28 O-78 a received document as a personal expense of a natural person’s company', () => {
  it('is proposed beside the purchase, with the category chosen last for its supplier, and taken once', async () => {
    const [una, otra] = [await entra(), await entra()]
    const nada = { categoria: null, motivo: 'Todavía no eligió un rubro para este proveedor.', monto: m('100') }
    expect(await gastoDe(una)).toEqual(nada)
    const clave = randomUUID()
    const { data } = await take(una, 'SALUD', { clave })
    expect([data.estado, data.propuesta, data.compra_id]).toEqual(['IGNORADO', null, null])
    expect((await take(una, 'SALUD', { clave })).data.estado).toBe('IGNORADO')
    const [gasto, ...others] = await gastos()
    expect([gasto?.partes, gasto?.a_nombre, others]).toEqual([[{ categoria: 'SALUD', monto: m('100') }], empresa.ruc, []])
    expect(await gastoDe(otra)).toEqual({
      categoria: 'SALUD',
      motivo: expect.stringMatching(/^Salud: así lo clasificó la última vez \(Factura 001-002-\d{9} del 09\/06\/2026\)\.$/),
      monto: m('100'),
    })
    // One choice corrects the proposal for the next.
    app.clock.advance(1_000)
    await take(otra, 'EDUCACION')
    const tercera = await entra()
    expect(await gastoDe(tercera)).toMatchObject({ categoria: 'EDUCACION' })
    const audited = await app.owner.selectFrom('auditoria').select(['accion', 'detalle']).where('objeto', '=', una).execute()
    expect(JSON.stringify(audited)).not.toContain('SALUD')
    expect(audited.map(({ accion }) => accion)).toEqual(['recibido.ignorar'])
    // It can still become a purchase of the company.
    expect((await app.call<RecibidoFila>(acceptRecibido, { token, params: { id: tercera }, body: {} })).data.estado).toBe('REGISTRADO')
    expect(await gastoDe(tercera)).toBeUndefined()
    await app.call(deleteGastoPersonal, { token, params: { id: gasto!.id } })
    const { data: inbox } = await app.call<Listing<RecibidoFila>>(searchRecibido, { token, query: { estado: 'IGNORADO' } })
    expect(inbox.content).toHaveLength(2)
  })

  it('two at once leave one expense, and what is registered, voided, foreign or a withholding is refused and changes nothing', async () => {
    const id = await entra()
    const done = await Promise.all([take(id, 'SALUD'), take(id, 'EDUCACION')])
    expect(done.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(await gastos()).toHaveLength(1)
    const registrado = await entra()
    await app.call(acceptRecibido, { token, params: { id: registrado }, body: {} })
    const anulado = await entra({ anulado_en: app.clock.now() })
    const retencion = await entra({ tipo: '07' })
    const ajeno = await entra({}, await buildEmpresa(app))
    const before = await huella(app)
    for (const one of [registrado, anulado, retencion]) expect((await take(one, 'SALUD')).problems).toMatchObject([{ campo: 'estado' }])
    expect((await take(randomUUID(), 'SALUD')).status).toBe(404)
    expect((await take(ajeno, 'SALUD')).status).toBe(404)
    expect((await take(anulado, 'LUJOS')).status).toBe(422)
    expect(await huella(app)).toEqual(before)
    await expectGuarded(app, empresa, takeGastoRecibido, { params: { id }, body: { categoria: 'SALUD' } }, [ROL.USUARIO])
  })

  it('is proposed to nobody else: not to another person of the company, nor in a company that is no person’s', async () => {
    const id = await entra()
    await take(await entra(), 'SALUD')
    const otro = await tokenOfNew(app, { empresas: [empresa] })
    expect(await gastoDe(id, otro)).toBeNull()
    expect((await take(id, 'SALUD', { as: otro })).problems).toMatchObject([{ campo: 'a_nombre' }])
    expect(await gastos(otro)).toEqual([])
    const sociedad = await buildEmpresa(app, { ruc: '1790016919001' })
    const ajeno = await tokenOfNew(app, { empresas: [sociedad] })
    expect(await gastoDe(await entra({}, sociedad), ajeno)).toBeNull()
  })
})
