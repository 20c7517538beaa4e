import { montoOf } from '@yupana/fiscal'
import { randomUUID } from 'node:crypto'
import {
  LIQUIDACION_CALLS,
  propuestaRetencionOf,
  RETENCION_CALLS,
  type Calculo,
  type ComprobanteDetalle,
  type Emitido,
  type LiquidacionCompraFormInput,
  type LiquidacionEmitidaFormInput,
} from '@yupana/contract'
import { DOCUMENTOS } from '@yupana/sri'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { ROL } from '../../plugins/sesion/roles.ts'
import { tokenOfNew } from '../../testing/builders.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmisor, buildWorker, type Emisor } from '../../testing/emisor.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'

// Issue 14, part 4: a liquidación de compra and its mandatory withholding, issued in one step.

const NOW = '2026-06-15T10:00:00-05:00'
const HOY = '2026-06-15'
const UNIT = 1_000_000
let app: TestApp
let sri: SimuladorDePrueba
let emisor: Emisor
let worker: ReturnType<typeof buildWorker>

beforeAll(async () => {
  // The authority's clock runs a day ahead: ours is moved by hand, and a signature from the future would be refused.
  ;[app, sri] = await Promise.all([buildTestApp({ now: NOW }), startSimulador({ reloj: '2026-06-16T10:00:00-05:00' })])
  worker = buildWorker(app, sri)
})
beforeEach(async () => {
  emisor = await buildEmisor(app, sri)
})
afterAll(async () => {
  await worker?.close()
  await app?.close()
  await sri?.stop()
})

type Junta = NonNullable<LiquidacionEmitidaFormInput['retencion']>
const IVA = { impuesto: '2', codigo: '3', base: 7_500_000, porcentaje: 100 * UNIT } as const
const RENTA = { impuesto: '1', codigo: '311', base: montoOf(70 * UNIT), porcentaje: 3 * UNIT } as const
const junta = (change: Partial<Junta> = {}): Junta => ({ cod_sustento: '01', retenciones: [IVA], ...change })

/** Ten crates at 5.00 with 15 % and one at 20.00 with 0 %. Total 77.50, IVA 7.50. */
const sola = (change: Partial<LiquidacionCompraFormInput> = {}): LiquidacionCompraFormInput => ({
  establecimiento: '001',
  punto: '001',
  proveedor: { tipo_identificacion: '05', identificacion: '1712345675', razon_social: 'ANA MARÍA PÉREZ', correos: ['ana@ejemplo.ec'] },
  lineas: [
    { codigo: 'C-1', descripcion: 'Cajas de madera', cantidad: 10 * UNIT, precio_unitario: 5 * UNIT, iva: 6 },
    { codigo: 'C-2', descripcion: 'Tomate riñón', cantidad: UNIT, precio_unitario: 20 * UNIT, iva: 1 },
  ],
  pagos: [{ forma_pago: '01', total: 77_500_000, plazo: 30, unidad_tiempo: 'dias' }],
  ...change,
})
const conRetencion = (retencion: Junta = junta(), change: Partial<LiquidacionCompraFormInput> = {}): LiquidacionEmitidaFormInput => ({
  ...sola(change),
  retencion,
})

const call = (
  which: typeof LIQUIDACION_CALLS.emit | typeof LIQUIDACION_CALLS.correct,
  body: object,
  { id = randomUUID(), key = randomUUID(), token = emisor.token }: { id?: string; key?: string; token?: string } = {},
) => app.call<Emitido>(which, { token, params: { id }, headers: { 'idempotency-key': key }, body })
const emit = (body: LiquidacionEmitidaFormInput, envio?: Parameters<typeof call>[2]) => call(LIQUIDACION_CALLS.emit, body, envio)
const detail = async (id: string, calls: Pick<typeof LIQUIDACION_CALLS, 'read'> = LIQUIDACION_CALLS) =>
  (await app.call<ComprobanteDetalle>(calls.read, { token: emisor.token, params: { id } })).data
const stored = async () =>
  (
    await app.owner.selectFrom('documento').select(['tipo', 'secuencial']).where('empresa_id', '=', emisor.id).orderBy('tipo').execute()
  ).map(({ tipo, secuencial }) => `${tipo} ${secuencial}`)
const series = async () =>
  (await app.owner.selectFrom('serie').select(['tipo', 'siguiente']).where('empresa_id', '=', emisor.id).orderBy('tipo').execute()).map(
    ({ tipo, siguiente }) => `${tipo} ${siguiente}`,
  )
const agente = () =>
  app.owner
    .insertInto('empresa_condicion')
    .values({ empresa_id: emisor.id, tipo: 'AGENTE_RETENCION', desde: '2024-01-01', hasta: null, valor: '1' })
    .execute()

describe('a liquidación de compra with its retención', () => {
  it('one sending gives both, each with its number; the retención names the liquidación and goes out after it', async () => {
    await agente()
    const { status, data, problems } = await emit(conRetencion(junta({ retenciones: [RENTA, IVA] })))
    expect(status, JSON.stringify(problems)).toBe(200)
    const [retencion] = data.ligados ?? []
    expect(retencion).toMatchObject({ tipo: '07', numero: '001-001-000000001', difiere: false })
    await worker.settle()
    expect(await detail(data.id)).toMatchObject({ estado: 'AUTORIZADO', puede_anular: { ligados: [{ id: retencion!.id }] } })
    const found = await detail(retencion!.id, RETENCION_CALLS)
    expect(found).toMatchObject({
      estado: 'AUTORIZADO',
      fecha_emision: HOY,
      receptor_identificacion: '1712345675',
      // 3 % of 70.00 and the whole IVA.
      total: 9_600_000,
    })
    // Not 68: the SRI knew the liquidación when the retención arrived. 60 marks a trial.
    expect(found.mensajes.map(({ identificador }) => identificador)).toEqual(['60'])
    const xml = (await app.call(RETENCION_CALLS.downloadXml, { token: emisor.token, params: { id: retencion!.id } })).raw.toString()
    expect(DOCUMENTOS.comprobanteRetencion.fromXml(xml)).toMatchObject({
      docsSustento: [
        {
          codDocSustento: '03',
          numDocSustento: data.numero.replaceAll('-', ''),
          numAutDocSustento: data.clave,
          fechaEmisionDocSustento: HOY,
          totalSinImpuestos: 70 * UNIT,
          importeTotal: 77_500_000,
        },
      ],
    })
  })

  it('one whose liquidación is refused waits until it is put right or given up', async () => {
    await sri.control('POST', '/fallas', {
      ruc: emisor.ruc,
      tipo: 'veredicto',
      fase: 'recepcion',
      estado: 'DEVUELTA',
      codigo: '65',
      veces: 1,
    })
    const { data } = await emit(conRetencion())
    const retencion = data.ligados![0]!.id
    const states = async () => [(await detail(data.id)).estado, (await detail(retencion, RETENCION_CALLS)).estado]
    await worker.settle(1)
    expect(await states()).toEqual(['RECHAZADO', 'EMITIDO'])
    await app.call(LIQUIDACION_CALLS.close, { token: emisor.token, params: { id: data.id }, body: { motivo: 'Clave equivocada' } })
    await worker.settle()
    expect(await states()).toEqual(['CERRADO', 'AUTORIZADO'])
  })

  it('what is withheld is not owed to the supplier', async () => {
    await emit(conRetencion())
    const cuentas = await app.owner.selectFrom('cuenta').select('saldo').where('empresa_id', '=', emisor.id).execute()
    expect(cuentas).toEqual([{ saldo: 70 * UNIT }])
  })

  it('what is proposed is taken as it is', async () => {
    const propuesta = propuestaRetencionOf([], HOY, {
      operacion: 'BIEN',
      proveedor: { sociedad: false, regimen: 'GENERAL', especial: false, publico: false, exportador: false, habitual: false },
      base: montoOf(70 * UNIT),
      iva: montoOf(7_500_000),
      liquidacion: true,
      exterior: false,
    })
    expect(propuesta.renta).toMatchObject({ codigo: null })
    expect(propuesta.iva).toMatchObject({ codigo: IVA.codigo, base: IVA.base, porcentaje: IVA.porcentaje })
    expect((await emit(conRetencion())).status).toBe(200)
  })

  it('the same key again gives the same two; two at once under one key give two documents in all', async () => {
    const envio = { id: randomUUID(), key: randomUUID() }
    const answers = await Promise.all([emit(conRetencion(), envio), emit(conRetencion(), envio)])
    answers.push(await emit(conRetencion(), envio))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ data }) => JSON.stringify([data.numero, data.ligados])))).toHaveLength(1)
    expect(await stored()).toEqual(['03 1', '07 1'])
  })

  it('the same form under two keys at once: one pair, the other is refused', async () => {
    const id = randomUUID()
    const both = await Promise.all([emit(conRetencion(), { id }), emit(conRetencion(), { id })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await stored()).toEqual(['03 1', '07 1'])
  })

  it('many at once give as many pairs, each retención over its own liquidación', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => emit(conRetencion())))
    expect(all.map(({ status }) => status)).toEqual(Array(6).fill(200))
    const pares = await app.owner
      .selectFrom('documento_retencion')
      .select(['documento_id', 'numero'])
      .where('empresa_id', '=', emisor.id)
      .execute()
    expect(pares.map(({ documento_id: id, numero }) => `${id} ${numero}`).sort()).toEqual(
      all.map(({ data }) => `${data.ligados?.[0]?.id} ${data.numero}`).sort(),
    )
  })

  it('a retención that is refused leaves neither, takes no number, and names the field of this form', async () => {
    const before = await series()
    const campos = async (retencion: Junta) => (await emit(conRetencion(retencion))).problems.map(({ campo }) => campo)
    expect(await campos(junta({ retenciones: [{ ...IVA, codigo: '999' }] }))).toEqual(['retencion.retenciones.0.codigo'])
    expect(await campos(junta({ retenciones: [{ ...IVA, base: 8 * UNIT }] }))).toEqual(['retencion.retenciones'])
    // Not an agente de retención, so no withholding of renta.
    expect(await campos(junta({ retenciones: [IVA, RENTA] }))).toEqual(['retencion.retenciones.1.impuesto'])
    expect(await campos(junta({ cod_sustento: '99' }))).toEqual(['retencion.cod_sustento'])
    expect(await campos(junta({ retenciones: [] }))).toEqual(['retencion.retenciones'])
    expect([await stored(), await series()]).toEqual([[], before])
  })

  it('a series of retenciones that is paused leaves neither', async () => {
    const before = await series()
    await app.owner
      .updateTable('serie')
      .set({ pausada_motivo: 'Clausura' })
      .where('empresa_id', '=', emisor.id)
      .where('tipo', '=', '07')
      .execute()
    const { status, problems } = await emit(conRetencion())
    expect([status, problems[0]?.message]).toEqual([422, 'La emisión en este punto está detenida: Clausura'])
    expect([await stored(), await series()]).toEqual([[], before])
  })

  it('whoever may not issue, or not at that till, issues neither', async () => {
    const token = await tokenOfNew(app, { empresas: [emisor], rol: ROL.EMPLEADO })
    expect((await emit(conRetencion(), { token })).status).toBe(403)
    await app.owner.insertInto('punto_emision').values({ empresa_id: emisor.id, establecimiento: '001', codigo: '002' }).execute()
    await app.owner
      .insertInto('usuario_punto')
      .values({ empresa_id: emisor.id, usuario_id: emisor.usuario.id, establecimiento: '001', punto: '002' })
      .execute()
    expect((await emit(conRetencion())).problems.map(({ campo }) => campo)).toEqual(['punto'])
    expect(await stored()).toEqual([])
  })

  it('the preview tells what is wrong with the retención before anything is issued', async () => {
    const preview = async (body: object) => (await app.call<Calculo>(LIQUIDACION_CALLS.calculate, { token: emisor.token, body })).data
    expect(await preview(conRetencion())).toMatchObject({ total: 77_500_000, problemas: [] })
    expect((await preview(conRetencion(junta({ retenciones: [RENTA] })))).problemas.map(({ campo }) => campo)).toEqual([
      'retencion.retenciones.0.impuesto',
    ])
  })

  it('a correction keeps number and clave, so that its retención remains right; of other amounts both tell', async () => {
    await sri.control('POST', '/fallas', {
      ruc: emisor.ruc,
      tipo: 'veredicto',
      fase: 'recepcion',
      estado: 'DEVUELTA',
      codigo: '52',
      veces: 1,
    })
    const { data } = await emit(conRetencion())
    const [retencion] = data.ligados ?? []
    await worker.settle(1)
    expect((await detail(data.id)).estado).toBe('RECHAZADO')
    await sri.control('DELETE', '/fallas')
    const refused = await call(LIQUIDACION_CALLS.correct, conRetencion(), { id: data.id })
    expect([refused.status, refused.problems.map(({ campo }) => campo)]).toEqual([422, ['retencion']])
    const same = await call(LIQUIDACION_CALLS.correct, sola({ proveedor: { ...sola().proveedor, razon_social: 'ANA PÉREZ' } }), {
      id: data.id,
    })
    expect(same).toMatchObject({ status: 200, data: { numero: data.numero, clave: data.clave, avisos: [] } })
    await worker.settle()
    expect(await detail(data.id)).toMatchObject({
      estado: 'AUTORIZADO',
      puede_anular: { ligados: [{ id: retencion!.id, difiere: false }] },
    })
    expect((await detail(retencion!.id, RETENCION_CALLS)).estado).toBe('AUTORIZADO')
    expect(await stored()).toEqual(['03 1', '07 1'])
  })

  it('amounts that were corrected are told with the retención that has to be looked at', async () => {
    await sri.control('POST', '/fallas', {
      ruc: emisor.ruc,
      tipo: 'veredicto',
      fase: 'recepcion',
      estado: 'DEVUELTA',
      codigo: '52',
      veces: 1,
    })
    const { data } = await emit(conRetencion())
    const [retencion] = data.ligados ?? []
    await worker.settle()
    await sri.control('DELETE', '/fallas')
    const [one] = sola().lineas
    const menos = sola({ lineas: [one!], pagos: [{ forma_pago: '01', total: 57_500_000 }] })
    const corrected = await call(LIQUIDACION_CALLS.correct, menos, { id: data.id })
    expect(corrected.data.avisos.map(({ message }) => message)).toEqual([
      `La retención ${retencion!.numero} se emitió por otros valores: revísela. Si ya no corresponde, pida su anulación y emita otra.`,
    ])
    expect((await detail(data.id)).puede_anular.ligados).toMatchObject([{ id: retencion!.id, difiere: true }])
    expect((await detail(retencion!.id, RETENCION_CALLS)).puede_anular.ligados).toMatchObject([{ id: data.id, difiere: true }])
    await worker.settle()
  })

  it('a registered one is registered alone, and a duplicate begins without it', async () => {
    const registro = { modo: 'FISICA', numero: '001-001-000000900', autorizacion: '1234567890', fecha: HOY }
    const registered = await app.call(LIQUIDACION_CALLS.register, {
      token: emisor.token,
      params: { id: randomUUID() },
      headers: { 'idempotency-key': randomUUID() },
      body: { ...conRetencion(), registro },
    })
    expect([registered.status, registered.problems.map(({ campo }) => campo)]).toEqual([422, ['retencion']])
    const { data } = await emit(conRetencion())
    const copy = await app.call<LiquidacionEmitidaFormInput>(LIQUIDACION_CALLS.duplicate, { token: emisor.token, params: { id: data.id } })
    expect(copy.data.retencion).toBeUndefined()
    expect(copy.data.lineas).toHaveLength(2)
  })
})
