import { randomUUID } from 'node:crypto'
import {
  createCompra,
  createCondicionPersona,
  proposeRetenciones,
  RETENCION_CALLS,
  type CompraFormInput,
  type CompraGuardada,
  type Emitido,
  type PropuestaCompra,
} from '@yupana/contract'
import { fromUnits, parseMonto } from '@yupana/fiscal'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmisor, type Emisor } from '../../testing/emisor.ts'
import { cedulaOf } from '../../testing/identificaciones.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'

// Many withholdings at once (issue 14, part 2): proposed from registered purchases, each issued once.

const NOW = '2026-06-15T10:00:00-05:00'
let app: TestApp
let sri: SimuladorDePrueba
let emisor: Emisor
let n = 0

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp({ now: NOW }), startSimulador({ reloj: NOW })])
  emisor = await buildEmisor(app, sri)
  await app.owner
    .insertInto('empresa_condicion')
    .values({ empresa_id: emisor.id, tipo: 'AGENTE_RETENCION', desde: '2024-01-01', hasta: null, valor: '1' })
    .execute()
})
afterAll(async () => {
  await app?.close()
  await sri?.stop()
})

const m = (text: string) => parseMonto(text)!
const compra = async (change: Partial<CompraFormInput> = {}, of = 701) => {
  const { status, data, problems } = await app.call<CompraGuardada>(createCompra, {
    token: emisor.token,
    headers: { 'idempotency-key': randomUUID() },
    body: {
      tipo: '01',
      proveedor: { tipo_identificacion: '04', identificacion: `${cedulaOf(of)}001`, razon_social: 'FERRETERÍA ÁVILA' },
      numero: `001-002-${String(++n).padStart(9, '0')}`,
      autorizacion: '1234567890',
      fecha_emision: '2026-06-12',
      sustento: '01',
      impuestos: [{ codigo: '2', codigo_porcentaje: '4', tarifa: fromUnits(15), base: m('100'), valor: m('15') }],
      total: m('115'),
      ...change,
    },
  })
  expect(status, JSON.stringify(problems)).toBe(200)
  return data.id
}
const propose = async (compras: { id: string; operacion?: string }[], token = emisor.token) =>
  app.call<PropuestaCompra[]>(proposeRetenciones, { token, body: { compras } })
const emit = (formulario: PropuestaCompra['formulario'], { id = randomUUID(), key = randomUUID() } = {}) =>
  app.call<Emitido>(RETENCION_CALLS.emit, {
    token: emisor.token,
    params: { id },
    headers: { 'idempotency-key': key },
    body: { ...formulario, establecimiento: '001', punto: '001' },
  })

it('R-2.3.17 proposes for many purchases in their order, with reasons, and says why there is none', async () => {
  const bienes = await compra()
  const rimpe = await compra({ regimen_proveedor: 'NEGOCIO_POPULAR' }, 702)
  const nota = await compra({ tipo: '04', modificado: { tipo: '01', numero: '001-002-000000001', fecha: '2026-06-12' } })
  const { data } = await propose([{ id: nota }, { id: bienes }, { id: rimpe }])
  expect(data.map(({ compra_id: id }) => id)).toEqual([nota, bienes, rimpe])
  expect(data[0]).toMatchObject({ formulario: null, razon: 'De una nota de crédito no se retiene.' })
  expect(data[1]).toMatchObject({
    operacion: 'BIEN',
    motivo_operacion: 'No se sabe qué se compró: se toma como bienes.',
    retenido: m('6.5'),
    formulario: { unica: true, docs_sustento: [{ numero: '001-002-000000001', retenciones: [{ codigo: '312' }, { codigo: '1' }] }] },
  })
  expect(data.map(({ marcas: { sociedad, regimen } }) => [sociedad, regimen])).toEqual([
    [false, 'GENERAL'],
    [false, 'GENERAL'],
    [false, 'NEGOCIO_POPULAR'],
  ])
  // A voucher of zero is not issued: its base is declared without one.
  expect(data[2]).toMatchObject({
    propuesta: { renta: { codigo: '332', valor: 0 } },
    retenido: 0,
    formulario: null,
    razon: 'No se retiene. A un negocio popular no se le retiene renta. Su base va al 103 y al ATS sin comprobante.',
  })
  const { data: servicio } = await propose([{ id: bienes.toUpperCase(), operacion: 'HONORARIO' }])
  expect(servicio[0]).toMatchObject({ motivo_operacion: 'Como usted lo indicó.', propuesta: { renta: { codigo: '303' } } })
})

it('withholds as the supplier was on the day of the purchase, and by the régimen that the purchase says', async () => {
  const dias = ['2026-05-14', '2026-05-15', '2026-05-16']
  const ids: string[] = []
  for (const fecha_emision of dias) ids.push(await compra({ fecha_emision, fecha_registro: fecha_emision }, 704))
  const { persona_id: id } = await app.owner.selectFrom('compra').select('persona_id').where('id', '=', ids[0]!).executeTakeFirstOrThrow()
  const anotar = (body: object) =>
    app.call(createCondicionPersona, { token: emisor.token, params: { id: id! }, headers: { 'idempotency-key': randomUUID() }, body })
  expect(
    (await anotar({ desde: '2026-05-15', tipo_contribuyente: 'SOCIEDAD', regimen: 'RIMPE', calificaciones: ['CONTRIBUYENTE_ESPECIAL'] }))
      .status,
  ).toBe(200)
  expect((await anotar({ desde: '2026-06-01', tipo_contribuyente: 'PERSONA_NATURAL', regimen: 'GENERAL' })).status).toBe(200)
  const { data } = await propose(ids.map((one) => ({ id: one, operacion: 'HONORARIO' })))
  expect(data.map(({ marcas: { sociedad, regimen, especial } }) => [sociedad, regimen, especial])).toEqual([
    [false, 'GENERAL', false],
    [true, 'GENERAL', true],
    [true, 'GENERAL', true],
  ])
  expect(data.map(({ propuesta }) => [propuesta?.renta.codigo, propuesta?.iva.codigo])).toEqual([
    ['303', '3'],
    ['303A', '10'],
    ['303A', '10'],
  ])
})

it('R-2.3.17 the purchase of another company is not found', async () => {
  const otro = await buildEmisor(app, sri)
  const id = await compra()
  expect((await propose([{ id }], otro.token)).status).toBe(404)
})

it('R-2.3.17 twice at once and again later: one retención; the next purchase is proposed as the last time', async () => {
  const id = await compra({}, 703)
  const { data } = await propose([{ id, operacion: 'HONORARIO' }])
  const formulario = data[0]!.formulario
  const both = await Promise.all([emit(formulario), emit(formulario)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  const [done, refused] = both[0].status === 200 ? both : [both[1], both[0]]
  expect(refused.problems[0]?.message).toBe(`Ya tiene retención: la ${done.data.numero} del 15/06/2026. No se emite otra.`)
  expect((await propose([{ id }])).data[0]).toMatchObject({ formulario: null, razon: `Ya tiene la retención ${done.data.numero}.` })
  const envio = { id: randomUUID(), key: randomUUID() }
  const otra = await compra({}, 703)
  const { data: next } = await propose([{ id: otra }])
  expect(next[0]).toMatchObject({
    operacion: 'HONORARIO',
    motivo_operacion: `Como en la última retención a este proveedor, la ${done.data.numero}.`,
  })
  const first = await emit(next[0]!.formulario, envio)
  expect((await emit(next[0]!.formulario, envio)).data.numero).toBe(first.data.numero)
})
