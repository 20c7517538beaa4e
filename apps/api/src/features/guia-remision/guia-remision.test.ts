import { randomUUID } from 'node:crypto'
import {
  emitFactura,
  GUIA_CALLS,
  readCorreo,
  searchCorreo,
  searchPersona,
  type CalculoGuia,
  type ComprobanteDetalle,
  type ComprobanteFila,
  type CorreoEstado,
  type Emitido,
  type GuiaRemisionFormInput,
  type Listing,
  type Persona,
} from '@yupana/contract'
import { readClaveAcceso } from '@yupana/fiscal'
import { DOCUMENTOS } from '@yupana/sri'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../../testing/emisor.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'

const NOW = '2026-06-15T10:00:00-05:00'
const UNIT = 1_000_000
let app: TestApp
let sri: SimuladorDePrueba
let emisor: Emisor
let worker: ReturnType<typeof buildWorker>

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp({ now: NOW }), startSimulador({ reloj: NOW })])
  emisor = await buildEmisor(app, sri)
  worker = buildWorker(app, sri)
})
afterAll(async () => {
  await worker?.close()
  await app?.close()
  await sri?.stop()
})

type Destinatario = GuiaRemisionFormInput['destinatarios'][number]
const ANA: Destinatario = {
  tipo_identificacion: '05',
  identificacion: '1712345675',
  razon_social: 'ANA MARÍA PÉREZ',
  direccion: 'Ambato, calle 5',
  correos: ['ana@ejemplo.ec'],
  motivo: 'Venta',
  sustento: { cod_doc: '01', numero: '001-001-000000044', fecha: '2026-06-15' },
  detalles: [{ codigo: 'P-1', descripcion: 'Cuadernos', cantidad: 3 * UNIT, detalles_adicionales: [{ nombre: 'Lote', valor: 'L-7' }] }],
}
const LUIS: Destinatario = {
  tipo_identificacion: '05',
  identificacion: '0923456784',
  razon_social: 'LUIS ANDRADE',
  direccion: 'Cuenca',
  correos: ['luis@ejemplo.ec'],
  motivo: 'Consignación',
  ruta: 'Quito - Cuenca',
  detalles: [{ descripcion: 'Estantería', cantidad: 1_250_000 }],
}
const formOf = (change: Partial<GuiaRemisionFormInput> = {}): GuiaRemisionFormInput => ({
  establecimiento: '001',
  punto: '001',
  transportista: { tipo_identificacion: '04', identificacion: '1790016919001', razon_social: 'TRANSPORTES DEL NORTE' },
  placa: 'ABC-0123',
  dir_partida: 'Bodega, Quito',
  fecha_ini: '2026-06-15',
  fecha_fin: '2026-06-17',
  destinatarios: [ANA, LUIS],
  ...change,
})

const emit = (form: GuiaRemisionFormInput, { id = randomUUID(), key = randomUUID() } = {}) =>
  app.call<Emitido>(GUIA_CALLS.emit, { token: emisor.token, params: { id }, headers: { 'idempotency-key': key }, body: form })
const detail = async (id: string) => (await app.call<ComprobanteDetalle>(GUIA_CALLS.read, { token: emisor.token, params: { id } })).data
const campos = async (change: Partial<GuiaRemisionFormInput>) => (await emit(formOf(change))).problems.map(({ campo }) => campo)

describe('guía de remisión', () => {
  it('O-63: goes to several receivers, is authorised, printed, and mailed to all of them without a total', async () => {
    const { status, data } = await emit(formOf())
    expect(status).toBe(200)
    expect(data).toMatchObject({ numero: '001-001-000000001', total: 0, estado: 'EMITIDO' })
    await worker.settle()
    expect(await detail(data.id)).toMatchObject({
      tipo: '06',
      estado: 'AUTORIZADO',
      receptor_nombre: 'ANA MARÍA PÉREZ',
      subtotal: 0,
      iva: 0,
      pagos: [],
      lineas: [
        { codigo: 'P-1', cantidad: 3 * UNIT, base: 0 },
        { descripcion: 'Estantería', cantidad: 1_250_000 },
      ],
    })
    const xml = (await app.call(GUIA_CALLS.downloadXml, { token: emisor.token, params: { id: data.id } })).raw.toString()
    const guia = DOCUMENTOS.guiaRemision.fromXml(xml)
    expect(guia.infoGuiaRemision).toMatchObject({ placa: 'ABC-0123', fechaIniTransporte: '2026-06-15', fechaFinTransporte: '2026-06-17' })
    expect(guia.destinatarios).toMatchObject([{ numDocSustento: '001-001-000000044', motivoTraslado: 'Venta' }, { ruta: 'Quito - Cuenca' }])
    expect(readClaveAcceso(guia.infoTributaria.claveAcceso)?.fechaEmision).toBe('2026-06-15')
    expect((await app.call(GUIA_CALLS.downloadRide, { token: emisor.token, params: { id: data.id } })).raw.subarray(0, 5).toString()).toBe(
      '%PDF-',
    )

    const { content } = (await app.call<Listing<CorreoEstado & { documento_id: string }>>(searchCorreo, { token: emisor.token })).data
    const mail = content.find(({ documento_id }) => documento_id === data.id)
    expect(mail?.destinatarios.map(({ direccion }) => direccion).sort()).toEqual(['ana@ejemplo.ec', 'luis@ejemplo.ec'])
    const { texto } = (await app.call<{ texto: string }>(readCorreo, { token: emisor.token, params: { id: mail!.id } })).data
    expect(texto).toContain('le envía su guía de remisión electrónica 001-001-000000001.')
    expect(texto).not.toContain('total')
  })

  it('remembers who carried it, as a carrier', async () => {
    await emit(formOf({ transportista: { tipo_identificacion: '05', identificacion: '1710034065', razon_social: 'JOSÉ CONDUCTOR' } }))
    const found = await app.call<Listing<Persona>>(searchPersona, { token: emisor.token, query: { rol: 'transportista', q: '1710034065' } })
    expect(found.data.content).toMatchObject([{ razon_social: 'JOSÉ CONDUCTOR', roles: ['transportista'] }])
    await worker.settle()
  })

  it('O-63: takes the usual plates, and any other that is declared as such', async () => {
    expect(await campos({ placa: 'AB12' })).toEqual(['placa'])
    const { status } = await emit(formOf({ placa: 'AB123C', otra_placa: true }))
    expect(status).toBe(200)
    await worker.settle()
  })

  it('names the field of the form that is wrong', async () => {
    expect(await campos({ fecha_ini: '2026-06-14' })).toEqual(['fecha_ini'])
    expect(await campos({ fecha_fin: '2026-06-14' })).toEqual(['fecha_fin'])
    expect(await campos({ transportista: { tipo_identificacion: '05', identificacion: '1712345670', razon_social: 'X' } })).toEqual([
      'transportista.identificacion',
    ])
    expect(await campos({ destinatarios: [ANA, { ...LUIS, identificacion: '1712345670' }] })).toEqual(['destinatarios.1.identificacion'])
    expect(await campos({ destinatarios: [{ ...ANA, detalles: [{ descripcion: 'X', cantidad: 0 }] }] })).toEqual([
      'destinatarios.0.detalles.0.cantidad',
    ])
    expect(
      await campos({ destinatarios: [{ ...ANA, detalles: [{ descripcion: 'X', cantidad: UNIT, producto_id: randomUUID() }] }] }),
    ).toEqual(['destinatarios.0.detalles.0.producto_id'])
    expect(
      await campos({ destinatarios: [{ ...ANA, sustento: { cod_doc: '99', numero: '001-001-000000044', fecha: '2026-06-15' } }] }),
    ).toEqual(['destinatarios.0.sustento.cod_doc'])
    expect(await campos({ destinatarios: [LUIS, { ...ANA, ruta: 'Por 漢' }] })).toEqual(['destinatarios.1.ruta'])
    expect(await campos({ destinatarios: [] })).toEqual(['destinatarios'])
  })

  it('previews: warns of a long transport, refuses nothing', async () => {
    const { data } = await app.call<CalculoGuia>(GUIA_CALLS.calculate, { token: emisor.token, body: formOf({ fecha_fin: '2026-09-15' }) })
    expect(data).toMatchObject({
      fecha_emision: '2026-06-15',
      problemas: [],
      avisos: [{ campo: 'fecha_fin' }, { campo: 'destinatarios.0.sustento.numero' }],
    })
  })

  it('says when the SRI does not answer, more leaves than our factura sold, or the authorisation is not that of our factura; refuses nothing', async () => {
    const {
      lineas: [linea],
    } = facturaForm()
    const { data: factura } = await app.call<Emitido>(emitFactura, {
      token: emisor.token,
      params: { id: randomUUID() },
      headers: { 'idempotency-key': randomUUID() },
      body: facturaForm({
        lineas: [{ ...linea!, codigo: 'P-1', descripcion: 'Cuadernos', cantidad: 3 * UNIT, precio_unitario: 2 * UNIT }],
        pagos: [{ forma_pago: '01', total: 6_900_000 }],
      }),
    })
    const calculate = async (...destinatarios: Destinatario[]) =>
      (await app.call<CalculoGuia>(GUIA_CALLS.calculate, { token: emisor.token, body: formOf({ destinatarios }) })).data
    const detalle = (cantidad: number, codigo = 'P-1') => ({
      codigo,
      descripcion: codigo === 'P-1' ? 'Cuadernos' : 'Lápices',
      cantidad: cantidad * UNIT,
    })
    const de = (autorizacion: string | undefined, ...detalles: Destinatario['detalles']): Destinatario => ({
      ...ANA,
      sustento: { cod_doc: '01', numero: factura.numero, fecha: '2026-06-15', ...(autorizacion && { autorizacion }) },
      detalles,
    })
    expect(await calculate(de(factura.clave, detalle(1)), de(undefined, detalle(2)))).toMatchObject({ problemas: [], avisos: [] })
    expect(
      (
        await calculate({
          ...de('1234567890', detalle(9)),
          sustento: { cod_doc: '01', numero: '009-009-000000001', fecha: '2026-06-15', autorizacion: '1234567890' },
        })
      ).avisos,
    ).toEqual([])
    const [serie] = factura.numero.split(/-(?=\d{9}$)/)
    const nunca = async (autorizacion?: string) => {
      const destinatario = de(autorizacion, detalle(9))
      return (await calculate({ ...destinatario, sustento: { ...destinatario.sustento!, numero: `${serie}-000999999` } })).avisos
    }
    const noHay = {
      campo: 'destinatarios.0.sustento.numero',
      message: `En ${serie} no hay una factura suya con ese número: revíselo. Si es de otro emisor, indique su autorización.`,
    }
    expect([await nunca(), await nunca('1234567890'), await nunca(factura.clave)]).toEqual([[noHay], [noHay], [noHay]])
    // Goods of another issuer have a number that may look like ours.
    expect(await nunca(`${factura.clave.slice(0, 10)}1790012345001${factura.clave.slice(23)}`)).toEqual([])
    const demas = [
      { campo: 'destinatarios.1.sustento.autorizacion', message: `La autorización de su factura ${factura.numero} es ${factura.clave}.` },
      { campo: 'destinatarios.0.detalles.0.cantidad', message: `Salen 4 de «Cuadernos» y la factura ${factura.numero} es de 3.` },
      { campo: 'destinatarios.1.detalles.1.cantidad', message: `«Lápices» no consta en la factura ${factura.numero}.` },
    ]
    const excedida = [de(undefined, detalle(2)), de('1234567890', detalle(2), detalle(1, 'P-2'))]
    expect(await calculate(...excedida)).toMatchObject({ problemas: [], avisos: demas })
    const silence = (abierto_hasta: Date | null) =>
      app.owner.updateTable('servicio_sri').set({ abierto_hasta }).where('ambiente', '=', 'SIMULADOR').execute()
    await silence(new Date(Date.parse(NOW) + 60_000))
    const callado = {
      campo: '',
      message:
        'El SRI no responde en este momento. La guía ampara el traslado desde que está autorizada: espere su autorización antes de salir.',
    }
    const emitida = await emit(formOf({ destinatarios: excedida }))
    await silence(null)
    expect([emitida.status, emitida.data.avisos]).toEqual([200, [callado, ...demas]])
    await worker.settle()
  })

  it('counts what other live guías of the same factura carry, and names them: not those refused or voided', async () => {
    const {
      lineas: [linea],
    } = facturaForm()
    const { data: factura } = await app.call<Emitido>(emitFactura, {
      token: emisor.token,
      params: { id: randomUUID() },
      headers: { 'idempotency-key': randomUUID() },
      body: facturaForm({
        lineas: [{ ...linea!, codigo: 'P-1', descripcion: 'Cuadernos', cantidad: 6 * UNIT, precio_unitario: UNIT }],
        pagos: [{ forma_pago: '01', total: 6_900_000 }],
      }),
    })
    const { numero, clave } = factura
    const llevando = (cantidad: number, autorizacion?: string) =>
      formOf({
        destinatarios: [
          {
            ...ANA,
            sustento: { cod_doc: '01', numero, fecha: '2026-06-15', ...(autorizacion && { autorizacion }) },
            detalles: [{ codigo: 'P-1', descripcion: 'Cuadernos', cantidad: cantidad * UNIT }],
          },
        ],
      })
    const avisosOf = async (form: GuiaRemisionFormInput) =>
      (await app.call<CalculoGuia>(GUIA_CALLS.calculate, { token: emisor.token, body: form })).data.avisos.map(({ message }) => message)

    const primera = await emit(llevando(4))
    expect([primera.status, primera.data.avisos, await avisosOf(llevando(2))]).toEqual([200, [], []])
    const demas = `Salen 3 de «Cuadernos» y la guía ${primera.data.numero} ya lleva 4: la factura ${numero} es de 6.`
    expect(await avisosOf(llevando(3, clave))).toEqual([demas])

    // Two at the same instant, each valid by itself: one of them gets the warning.
    const dos = await Promise.all([emit(llevando(2)), emit(llevando(2))])
    const [callada, avisada] = dos.toSorted((one, other) => one.data.avisos.length - other.data.avisos.length)
    const llevan = (sale: number) =>
      `Salen ${sale} de «Cuadernos» y ya llevan 6 las guías ${primera.data.numero} (4) y ${callada!.data.numero} (2): la factura ${numero} es de 6.`
    expect([callada!.data.avisos, avisada!.data.avisos.map(({ message }) => message)]).toEqual([[], [llevan(2)]])

    await worker.settle()
    const anular = { token: emisor.token, params: { id: avisada!.data.id }, body: { prueba: 'El portal lo muestra ANULADO' } }
    expect((await app.call(GUIA_CALLS.recordAnulacion, anular)).status).toBe(200)
    await sri.control('POST', '/fallas', { ruc: emisor.ruc, tipo: 'veredicto', fase: 'recepcion', estado: 'DEVUELTA', codigo: '35' })
    const rechazada = await emit(llevando(1))
    await worker.settle()
    await sri.control('DELETE', '/fallas')
    expect((await detail(rechazada.data.id)).estado).toBe('RECHAZADO')
    expect(await avisosOf(llevando(1))).toEqual([llevan(1)])
    // A corrected guía counts once.
    const corrected = await app.call<Emitido>(GUIA_CALLS.correct, {
      token: emisor.token,
      params: { id: rechazada.data.id },
      headers: { 'idempotency-key': randomUUID() },
      body: llevando(1),
    })
    expect([corrected.status, corrected.data.avisos.map(({ message }) => message)]).toEqual([200, [llevan(1)]])
    await worker.settle()
  })

  it('the same key gives the same guía, and a copy travels as many days from today', async () => {
    const [id, key] = [randomUUID(), randomUUID()]
    const later = formOf({ fecha_ini: '2026-06-18', fecha_fin: '2026-06-20' })
    const answers = [await emit(later, { id, key }), await emit(later, { id, key })]
    expect(new Set(answers.map(({ data }) => data.clave)).size).toBe(1)
    const { data } = await app.call<GuiaRemisionFormInput>(GUIA_CALLS.duplicate, { token: emisor.token, params: { id } })
    expect(data).toMatchObject({ fecha_ini: '2026-06-15', fecha_fin: '2026-06-17', placa: 'ABC-0123' })
    await worker.settle()
  })

  it('is corrected with its number after a refusal', async () => {
    await sri.control('POST', '/fallas', { ruc: emisor.ruc, tipo: 'veredicto', fase: 'recepcion', estado: 'DEVUELTA', codigo: '35' })
    const { data } = await emit(formOf())
    await worker.settle()
    expect((await detail(data.id)).estado).toBe('RECHAZADO')
    await sri.control('DELETE', '/fallas')
    const corrected = await app.call<Emitido>(GUIA_CALLS.correct, {
      token: emisor.token,
      params: { id: data.id },
      headers: { 'idempotency-key': randomUUID() },
      body: formOf({ destinatarios: [LUIS] }),
    })
    expect(corrected).toMatchObject({ status: 200, data: { numero: data.numero } })
    await worker.settle()
    expect(await detail(data.id)).toMatchObject({
      estado: 'AUTORIZADO',
      version: 2,
      receptor_nombre: 'LUIS ANDRADE',
      lineas: [{ descripcion: 'Estantería' }],
    })
  })

  it('is listed apart from other kinds', async () => {
    const { data } = await app.call<Listing<ComprobanteFila>>(GUIA_CALLS.search, { token: emisor.token, query: { size: '50' } })
    expect(new Set(data.content.map(({ tipo }) => tipo))).toEqual(new Set(['06']))
  })
})
