import { randomUUID } from 'node:crypto'
import {
  proposeRetencion,
  readCorreo,
  RETENCION_CALLS,
  searchCorreo,
  type CalculoRetencion,
  type ComprobanteDetalle,
  type ComprobanteFila,
  type CorreoEstado,
  type Emitido,
  type Listing,
  type PropuestaRetencion,
  type RetencionFormInput,
} from '@yupana/contract'
import { DOCUMENTOS } from '@yupana/sri'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmisor, buildWorker, type Emisor } from '../../testing/emisor.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'

const NOW = '2026-06-15T10:00:00-05:00'
const UNIT = 1_000_000
let app: TestApp
let sri: SimuladorDePrueba
/** An agente de retención. */
let emisor: Emisor
/** A company without any designation by the SRI. */
let comun: Emisor
let worker: ReturnType<typeof buildWorker>

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp({ now: NOW }), startSimulador({ reloj: NOW })])
  ;[emisor, comun] = [await buildEmisor(app, sri), await buildEmisor(app, sri)]
  await app.owner
    .insertInto('empresa_condicion')
    .values({ empresa_id: emisor.id, tipo: 'AGENTE_RETENCION', desde: '2024-01-01', hasta: null, valor: '1' })
    .execute()
  worker = buildWorker(app, sri)
})
afterAll(async () => {
  await worker?.close()
  await app?.close()
  await sri?.stop()
})

type Doc = RetencionFormInput['docs_sustento'][number]
/** A purchase of 100.00 of goods with 15 %: renta 2 %, IVA 30 %. Withheld: 2.00 + 4.50. */
const COMPRA: Doc = {
  cod_sustento: '01',
  cod_doc: '01',
  numero: '001-001-000000123',
  fecha: '2026-06-12',
  autorizacion: '1234567890',
  total_sin_impuestos: 100 * UNIT,
  importe_total: 115 * UNIT,
  impuestos: [{ codigo: '2', codigo_porcentaje: '4', base: 100 * UNIT, tarifa: 15 * UNIT, valor: 15 * UNIT }],
  retenciones: [
    { impuesto: '1', codigo: '312', base: 100 * UNIT, porcentaje: 2 * UNIT },
    { impuesto: '2', codigo: '1', base: 15 * UNIT, porcentaje: 30 * UNIT },
  ],
  pagos: [{ forma_pago: '20', total: 115 * UNIT }],
}
const SUJETO: RetencionFormInput['sujeto'] = {
  tipo_identificacion: '04',
  identificacion: '1712345675001',
  razon_social: 'ANA MARÍA PÉREZ',
  correos: ['ana@ejemplo.ec'],
}
const formOf = (change: Partial<RetencionFormInput> = {}): RetencionFormInput => ({
  establecimiento: '001',
  punto: '001',
  sujeto: SUJETO,
  docs_sustento: [COMPRA],
  ...change,
})

const emit = (form: RetencionFormInput, { id = randomUUID(), key = randomUUID(), token = emisor.token } = {}) =>
  app.call<Emitido>(RETENCION_CALLS.emit, { token, params: { id }, headers: { 'idempotency-key': key }, body: form })
const detail = async (id: string, { token } = emisor) =>
  (await app.call<ComprobanteDetalle>(RETENCION_CALLS.read, { token, params: { id } })).data
const xmlOf = async (id: string, { token } = emisor) =>
  DOCUMENTOS.comprobanteRetencion.fromXml(
    (await app.call(RETENCION_CALLS.downloadXml, { token, params: { id } })).raw.toString(),
  ) as Extract<ReturnType<typeof DOCUMENTOS.comprobanteRetencion.fromXml>, { version: '2.0.0' }>
const campos = async (change: Partial<RetencionFormInput>, token = emisor.token) =>
  (await emit(formOf(change), { token })).problems.map(({ campo }) => campo)
const inDoc = (change: Partial<Doc>) => ({ docs_sustento: [{ ...COMPRA, ...change }] })

describe('comprobante de retención', () => {
  it('computes what is withheld, is authorised, printed, mailed, and keeps a row for each withholding', async () => {
    const { status, data } = await emit(formOf())
    expect(status).toBe(200)
    expect(data).toMatchObject({ numero: '001-001-000000001', total: 6_500_000, estado: 'EMITIDO' })
    await worker.settle()
    expect(await detail(data.id)).toMatchObject({
      tipo: '07',
      estado: 'AUTORIZADO',
      lineas: [],
      pagos: [],
      retenciones: [
        {
          n: 1,
          cod_sustento: '01',
          cod_doc: '01',
          numero: '001-001-000000123',
          fecha: '2026-06-12',
          impuesto: '1',
          codigo: '312',
          base: 100 * UNIT,
          porcentaje: 2 * UNIT,
          valor: 2 * UNIT,
        },
        { n: 2, impuesto: '2', codigo: '1', base: 15 * UNIT, valor: 4_500_000 },
      ],
    })
    const { infoTributaria, infoCompRetencion, docsSustento } = await xmlOf(data.id)
    expect(infoTributaria.agenteRetencion).toBe('1')
    expect(infoCompRetencion).toMatchObject({ periodoFiscal: '06/2026', parteRel: 'NO', identificacionSujetoRetenido: '1712345675001' })
    expect(docsSustento).toMatchObject([
      { numDocSustento: '001001000000123', pagoLocExt: '01', retenciones: [{ valorRetenido: 2 * UNIT }, { valorRetenido: 4_500_000 }] },
    ])
    expect(
      (await app.call(RETENCION_CALLS.downloadRide, { token: emisor.token, params: { id: data.id } })).raw.subarray(0, 5).toString(),
    ).toBe('%PDF-')

    const { content } = (await app.call<Listing<CorreoEstado & { documento_id: string }>>(searchCorreo, { token: emisor.token })).data
    const mail = content.find(({ documento_id }) => documento_id === data.id)
    const { texto } = (await app.call<{ texto: string }>(readCorreo, { token: emisor.token, params: { id: mail!.id } })).data
    expect(texto).toContain('su comprobante de retención electrónico 001-001-000000001, por un total retenido de $6.50.')
  })

  it('O-99: who is no agent withholds nothing but the IVA of its liquidaciones and payments abroad', async () => {
    const refused = await emit(formOf(), { token: comun.token })
    expect(refused.status).toBe(422)
    expect(refused.problems.map(({ campo }) => campo)).toEqual([
      'docs_sustento.0.retenciones.0.impuesto',
      'docs_sustento.0.retenciones.1.impuesto',
    ])
    expect(refused.problems[0]?.message).toContain('no consta como agente de retención')
    const liquidada = inDoc({ cod_doc: '03', retenciones: [{ impuesto: '2', codigo: '3', base: 15 * UNIT, porcentaje: 100 * UNIT }] })
    const { status, data } = await emit(formOf(liquidada), { token: comun.token })
    expect(status).toBe(200)
    await worker.settle()
    expect(await detail(data.id, comun)).toMatchObject({ estado: 'AUTORIZADO', total: 15 * UNIT })
  })

  it('of a payment abroad says where and by which rules', async () => {
    const exterior: Doc = {
      cod_sustento: '02',
      cod_doc: '15',
      numero: '001-001-000000009',
      fecha: '2026-06-10',
      total_sin_impuestos: 1000 * UNIT,
      importe_total: 1000 * UNIT,
      pago_exterior: { regimen: '01', pais: '215', convenio: false, sujeto_retencion: true },
      impuestos: [{ codigo: '2', codigo_porcentaje: '6', base: 1000 * UNIT, tarifa: 0, valor: 0 }],
      retenciones: [
        { impuesto: '1', codigo: '501A', base: 1000 * UNIT, porcentaje: 25 * UNIT },
        { impuesto: '6', codigo: '4580', base: 1000 * UNIT, porcentaje: 5 * UNIT },
      ],
      pagos: [{ forma_pago: '20', total: 1000 * UNIT }],
    }
    const form = formOf({
      sujeto: { tipo_identificacion: '08', identificacion: 'NL-001234567', razon_social: 'CONSULTORA B.V.' },
      tipo_sujeto: '02',
      docs_sustento: [exterior],
    })
    const { problems, data } = await emit(form, { token: comun.token })
    expect(problems).toEqual([])
    await worker.settle()
    expect((await detail(data.id, comun)).estado).toBe('AUTORIZADO')
    expect((await xmlOf(data.id, comun)).docsSustento).toMatchObject([
      { pagoLocExt: '02', aplicConvDobTrib: 'NO', pagExtSujRetNorLeg: 'SI' },
    ])
    const { sujeto, docs_sustento } = form
    expect(await campos({ sujeto, docs_sustento }, comun.token)).toContain('tipo_sujeto')
    const { sujeto_retencion: _norma, ...sinNorma } = exterior.pago_exterior!
    expect(await campos({ sujeto, tipo_sujeto: '02', docs_sustento: [{ ...exterior, pago_exterior: sinNorma }] }, comun.token)).toEqual([
      'docs_sustento.0.pago_exterior.sujeto_retencion',
    ])
  })

  it('carries dividends, bananas and refunded vouchers', async () => {
    const dividendo: Doc = {
      ...COMPRA,
      cod_sustento: '10',
      cod_doc: '19',
      numero: '001-001-000000010',
      impuestos: [{ codigo: '2', codigo_porcentaje: '6', base: 100 * UNIT, tarifa: 0, valor: 0 }],
      importe_total: 100 * UNIT,
      pagos: [{ forma_pago: '20', total: 100 * UNIT }],
      retenciones: [
        {
          impuesto: '1',
          codigo: '327',
          base: 100 * UNIT,
          porcentaje: 12 * UNIT,
          dividendos: { fecha_pago: '2026-06-12', impuesto_renta: 25 * UNIT, ejercicio: '2025' },
        },
      ],
    }
    const banano: Doc = {
      ...COMPRA,
      numero: '001-001-000000011',
      retenciones: [{ impuesto: '1', codigo: '338', base: 100 * UNIT, porcentaje: 2 * UNIT, banano: { cajas: 100, precio: 1 * UNIT } }],
    }
    const reembolso: Doc = {
      ...COMPRA,
      cod_doc: '41',
      numero: '001-001-000000012',
      cod_sustento: '01',
      retenciones: [{ impuesto: '1', codigo: '332', base: 100 * UNIT, porcentaje: 0 }],
      reembolsos: [
        {
          tipo_identificacion: '04',
          identificacion: '1791234567001',
          tipo_proveedor: '02',
          cod_doc: '01',
          numero: '002-001-000000456',
          fecha: '2026-06-10',
          autorizacion: '1234567890',
          impuestos: [{ codigo: '2', codigo_porcentaje: '4', tarifa: 15 * UNIT, base: 40 * UNIT, valor: 6 * UNIT }],
        },
      ],
    }
    const { problems, data } = await emit(formOf({ docs_sustento: [dividendo, banano, reembolso] }))
    expect(problems).toEqual([])
    await worker.settle()
    expect(await detail(data.id)).toMatchObject({ estado: 'AUTORIZADO', total: 14 * UNIT })
    expect((await xmlOf(data.id)).docsSustento).toMatchObject([
      { retenciones: [{ dividendos: { ejerFisUtDiv: '2025' } }] },
      { retenciones: [{ compraCajBanano: { numCajBan: '100' } }] },
      {
        totalComprobantesReembolso: 46 * UNIT,
        reembolsos: [{ numeroAutorizacionDocReemb: '1234567890', detalleImpuestos: [{ tarifa: '15' }] }],
      },
    ])
    expect(
      await campos({ docs_sustento: [{ ...reembolso, reembolsos: [{ ...reembolso.reembolsos![0]!, fecha: '2026-06-20' }] }] }),
    ).toContain('docs_sustento.0.reembolsos.0.fecha')
  })

  it('of its own income names its own number', async () => {
    const { numero: _numero, autorizacion: _autorizacion, ...sinNumero } = COMPRA
    const propia: Doc = {
      ...sinNumero,
      cod_sustento: '12',
      cod_doc: '42',
      retenciones: [{ impuesto: '1', codigo: '350', base: 100 * UNIT, porcentaje: 1_750_000 }],
    }
    const form = formOf({
      sujeto: { tipo_identificacion: '04', identificacion: comun.ruc, razon_social: 'LA MISMA' },
      docs_sustento: [propia],
    })
    const { status, data } = await emit(form, { token: comun.token })
    expect(status).toBe(200)
    expect((await detail(data.id, comun)).retenciones).toMatchObject([{ numero: data.numero, codigo: '350' }])
    expect((await xmlOf(data.id, comun)).docsSustento).toMatchObject([{ numDocSustento: data.numero.replaceAll('-', '') }])
    expect(await campos({ ...form, sujeto: SUJETO }, comun.token)).toContain('sujeto.identificacion')
    expect(await campos(inDoc({ numero: undefined }))).toContain('docs_sustento.0.numero')
    await worker.settle()
  })

  it('near a change of rates takes the date of payment that somebody states, with a reason', async () => {
    const antes = inDoc({ fecha: '2026-02-18', retenciones: [{ impuesto: '1', codigo: '312', base: 100 * UNIT, porcentaje: 1_750_000 }] })
    expect(await campos(antes)).toEqual(['docs_sustento.0.retenciones.0.porcentaje'])
    const form = formOf({ ...antes, pago: { fecha: '2026-02-20', motivo: 'Pagado antes del cambio de tarifas' } })
    const { data } = await app.call<CalculoRetencion>(RETENCION_CALLS.calculate, { token: emisor.token, body: form })
    expect(data).toMatchObject({
      fecha_emision: '2026-06-15',
      fecha_tarifa: '2026-02-20',
      periodo: '06/2026',
      total: 1_750_000,
      docs_sustento: [{ valores: [1_750_000] }],
      problemas: [],
    })
    const emitida = await emit(form)
    expect(emitida.status).toBe(200)
    expect(await campos({ pago: { fecha: '2026-06-01', motivo: 'Sin cambio' } })).toEqual(['pago.fecha'])
    expect(await campos({ pago: { fecha: '2026-02-20', motivo: '' } })).toEqual(['pago.motivo'])
    const lleno = formOf({
      ...antes,
      pago: form.pago,
      info_adicional: Array.from({ length: 14 }, (_, n) => ({ nombre: `Campo ${n}`, valor: 'v' })),
    })
    expect((await emit(lleno)).status).toBe(200)
    await worker.settle()
    const detalle = await detail(emitida.data.id)
    expect(detalle).toMatchObject({
      estado: 'AUTORIZADO',
      pago_retencion: { fecha: '2026-02-20', motivo: 'Pagado antes del cambio de tarifas' },
    })
    expect(detalle.eventos.map(({ causa }) => causa)).toContain(
      'Emisión: con los porcentajes del 20/02/2026, fecha del pago. Pagado antes del cambio de tarifas',
    )
    // The XSD has no field for it: the RIDE prints it among the additional fields.
    expect((await xmlOf(emitida.data.id)).infoAdicional).toContainEqual({
      nombre: 'Fecha de pago',
      valor: '20/02/2026: Pagado antes del cambio de tarifas',
    })
  })

  it('of a contribuyente especial whose resolution is too long says so as a whole: no field of the form can mend it', async () => {
    const especial = (valor: string) => ({
      empresa_id: comun.id,
      tipo: 'CONTRIBUYENTE_ESPECIAL' as const,
      desde: '2024-01-01',
      hasta: null,
      valor,
    })
    await app.owner.insertInto('empresa_condicion').values(especial('123456')).execute()
    const problema = {
      campo: '',
      message: expect.stringContaining('«123456» tiene más de 5 caracteres y la retención no la admite') as string,
    }
    expect((await app.call<CalculoRetencion>(RETENCION_CALLS.calculate, { token: comun.token, body: formOf() })).data.problemas).toEqual([
      problema,
    ])
    const refused = await emit(formOf(), { token: comun.token })
    expect([refused.status, refused.problems.map(({ message }) => message)]).toEqual([422, [problema.message]])
    await app.owner.updateTable('empresa_condicion').set({ valor: '12345' }).where('empresa_id', '=', comun.id).execute()
    expect((await app.call<CalculoRetencion>(RETENCION_CALLS.calculate, { token: comun.token, body: formOf() })).data.problemas).toEqual([])
    await app.owner
      .deleteFrom('empresa_condicion')
      .where('empresa_id', '=', comun.id)
      .where('tipo', '=', 'CONTRIBUYENTE_ESPECIAL')
      .execute()
  })

  it('over a purchase that has one already says which, until that one no longer stands; cédula and RUC are one supplier', async () => {
    const form = formOf(inDoc({ numero: '001-001-000000555' }))
    const avisosDe = async (body: RetencionFormInput, token = emisor.token) =>
      (await app.call<CalculoRetencion>(RETENCION_CALLS.calculate, { token, body })).data.avisos
    expect(await avisosDe(form)).toEqual([])
    const { data: primera } = await emit(form)
    const aviso = {
      campo: 'docs_sustento.0.numero',
      message: `Sobre este comprobante ya hay otra retención: la ${primera.numero} del 15/06/2026. Si esta la reemplaza, anule la otra.`,
    }
    const cedula = { ...SUJETO, tipo_identificacion: '05' as const, identificacion: '1712345675' }
    expect([await avisosDe(form), await avisosDe({ ...form, sujeto: cedula })]).toEqual([[aviso], [aviso]])
    const otro = { ...SUJETO, identificacion: '1790016919001' }
    expect(await avisosDe({ ...form, sujeto: otro })).toEqual([])
    expect(await avisosDe(formOf(inDoc({ numero: '001-001-000000555', cod_doc: '02' })))).toEqual([])
    const liquidada = inDoc({
      numero: '001-001-000000555',
      cod_doc: '03',
      retenciones: [{ impuesto: '2', codigo: '3', base: 15 * UNIT, porcentaje: 100 * UNIT }],
    })
    expect(await avisosDe(formOf(liquidada), comun.token)).toEqual([])
    const segunda = await emit(form)
    expect([segunda.status, segunda.data.avisos]).toEqual([200, [aviso]])
    await worker.settle()
    await app.owner.updateTable('documento').set({ estado: 'ANULADO' }).where('id', 'in', [primera.id, segunda.data.id]).execute()
    expect(await avisosDe(form)).toEqual([])
  })

  it('names the field of the form that is wrong', async () => {
    const [renta, iva] = COMPRA.retenciones
    expect(await campos(inDoc({ retenciones: [{ ...renta!, porcentaje: 3 * UNIT }] }))).toEqual([
      'docs_sustento.0.retenciones.0.porcentaje',
    ])
    expect(await campos(inDoc({ retenciones: [{ ...renta!, codigo: '999' }] }))).toEqual(['docs_sustento.0.retenciones.0.codigo'])
    expect(await campos(inDoc({ retenciones: [renta!, { ...iva!, base: 16 * UNIT }] }))).toEqual(['docs_sustento.0.retenciones'])
    expect(await campos(inDoc({ cod_sustento: '12' }))).toEqual(['docs_sustento.0.cod_sustento'])
    expect(await campos(inDoc({ fecha: '2026-06-16' }))).toContain('docs_sustento.0.fecha')
    expect(await campos(inDoc({ importe_total: 110 * UNIT, pagos: [{ forma_pago: '20', total: 110 * UNIT }] }))).toEqual([
      'docs_sustento.0.importe_total',
    ])
    expect(await campos({ docs_sustento: [COMPRA, COMPRA] })).toEqual(['docs_sustento.1.numero'])
    expect(await campos({ periodo: '07/2026' })).toEqual(['periodo'])
    expect(await campos({ sujeto: { ...SUJETO, razon_social: 'Con 漢' } })).toEqual(['sujeto.razon_social'])
    expect(await campos({ tipo_sujeto: '01' })).toEqual(['tipo_sujeto'])
    expect(
      (await emit(formOf(inDoc({ importe_total: Number.MAX_SAFE_INTEGER, total_sin_impuestos: Number.MAX_SAFE_INTEGER })))).status,
    ).toBe(422)
  })

  it('the same key gives the same document; a refused one keeps its number and both versions of what it withheld', async () => {
    await sri.control('POST', '/fallas', { ruc: emisor.ruc, tipo: 'veredicto', fase: 'recepcion', estado: 'DEVUELTA', codigo: '52' })
    const [id, key] = [randomUUID(), randomUUID()]
    const answers = [await emit(formOf(), { id, key }), await emit(formOf(), { id, key })]
    expect(new Set(answers.map(({ data }) => data.clave)).size).toBe(1)
    await worker.settle()
    expect((await detail(id)).estado).toBe('RECHAZADO')
    await sri.control('DELETE', '/fallas')
    const corrected = await app.call<Emitido>(RETENCION_CALLS.correct, {
      token: emisor.token,
      params: { id },
      headers: { 'idempotency-key': randomUUID() },
      body: formOf(inDoc({ retenciones: COMPRA.retenciones.slice(0, 1) })),
    })
    expect(corrected).toMatchObject({ status: 200, data: { numero: answers[0]?.data.numero, total: 2 * UNIT } })
    await worker.settle()
    expect(await detail(id)).toMatchObject({ estado: 'AUTORIZADO', version: 2, retenciones: [{ codigo: '312' }] })
    const kept = await app.owner
      .selectFrom('documento_retencion')
      .select('version')
      .where('documento_id', '=', id)
      .orderBy('version')
      .execute()
    expect(kept.map(({ version }) => version)).toEqual([1, 1, 2])
    const copy = (await app.call<RetencionFormInput>(RETENCION_CALLS.duplicate, { token: emisor.token, params: { id } })).data
    expect(copy.docs_sustento).toHaveLength(1)
  })

  it('is listed apart from other kinds', async () => {
    const { data } = await app.call<Listing<ComprobanteFila>>(RETENCION_CALLS.search, { token: emisor.token, query: { size: '50' } })
    expect(new Set(data.content.map(({ tipo }) => tipo))).toEqual(new Set(['07']))
  })
})

describe('what to withhold', () => {
  const propose = async (change: object, { token } = emisor) =>
    (
      await app.call<PropuestaRetencion>(proposeRetencion, {
        token,
        body: { operacion: 'BIEN', proveedor: { sociedad: true, regimen: 'GENERAL' }, base: 100 * UNIT, iva: 15 * UNIT, ...change },
      })
    ).data

  it('O-99: is proposed by what is bought and of whom, with its reason', async () => {
    expect(await propose({})).toMatchObject({
      fecha: '2026-06-15',
      permiso: { impuestos: ['1', '2'] },
      renta: { codigo: '312', porcentaje: 2 * UNIT, base: 100 * UNIT, valor: 2 * UNIT },
      iva: { codigo: '1', porcentaje: 30 * UNIT, base: 15 * UNIT, valor: 4_500_000 },
    })
    expect(await propose({ operacion: 'HONORARIO', proveedor: { sociedad: false, regimen: 'GENERAL' } })).toMatchObject({
      renta: { codigo: '303' },
      iva: { codigo: '3', porcentaje: 100 * UNIT },
    })
    expect((await propose({ fecha: '2026-02-20' })).renta.porcentaje).toBe(1_750_000)
  })

  it('O-99: says why nothing is withheld', async () => {
    const nothing = await propose({}, comun)
    expect(nothing).toMatchObject({ permiso: { impuestos: [] }, renta: { codigo: null, valor: null }, iva: { codigo: null } })
    expect(nothing.renta.motivo).toContain('no consta como agente de retención')
    expect((await propose({ base: 40 * UNIT, iva: 6 * UNIT })).iva.motivo).toContain('no es habitual')
    expect(await propose({ liquidacion: true }, comun)).toMatchObject({
      permiso: {
        impuestos: ['2'],
        motivos: { renta: expect.stringContaining('no consta') as string, iva: expect.stringContaining('Toda liquidación') as string },
      },
      iva: { codigo: '3', valor: 15 * UNIT },
    })
  })
})
