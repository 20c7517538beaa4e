import { randomUUID } from 'node:crypto'
import {
  downloadRide,
  downloadXml,
  emitFactura,
  readComprobante,
  type ComprobanteDetalle,
  type Emitido,
  type FacturaFormInput,
} from '@yupana/contract'
import { DOCUMENTOS } from '@yupana/sri'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../../testing/emisor.ts'
import { rucDudoso } from '../../testing/identificaciones.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'
import { hasOficial, isSignedSoundly, xsdComplaint } from '../../testing/xml-judge.ts'

// Valid forms, followed to AUTORIZADO by an authority that shares no code with us; each XML is judged by the XSD and another verifier.
const NOW = '2026-06-15T10:00:00-05:00'
const RUC_PROVEEDOR = '1790012345001'
let app: TestApp
let sri: SimuladorDePrueba
let emisor: Emisor
let worker: ReturnType<typeof buildWorker>

beforeAll(async () => {
  ;[app, sri] = await Promise.all([
    buildTestApp({ now: NOW, env: { RUC_PROVEEDOR } }),
    startSimulador({ reloj: '2026-06-16T10:00:00-05:00' }),
  ])
  await sri.control('POST', '/config', { retrasoMs: 0 })
  emisor = await buildEmisor(app, sri)
  worker = buildWorker(app, sri)
})
afterAll(async () => {
  await worker?.close()
  await app?.close()
  await sri?.stop()
})

/** Issues a form and follows it to its end; its XML must pass the judges in every case. */
async function issue(form: FacturaFormInput & Record<string, unknown>, as: Emisor = emisor) {
  const answer = await app.call<Emitido>(emitFactura, {
    token: as.token,
    params: { id: randomUUID() },
    headers: { 'idempotency-key': randomUUID() },
    body: form,
  })
  expect(answer.status, JSON.stringify(answer.problems)).toBe(200)
  await worker.settle()
  const params = { id: answer.data.id }
  const documento = (await app.call<ComprobanteDetalle>(readComprobante, { token: as.token, params })).data
  expect(documento.estado, JSON.stringify(documento.mensajes)).toBe('AUTORIZADO')
  const file = (await app.call(downloadXml, { token: as.token, params })).raw.toString()
  const xml = (/<!\[CDATA\[([\s\S]*)\]\]><\/comprobante>/.exec(file)?.[1] ?? '').replaceAll(']]]]><![CDATA[>', ']]>')
  if (hasOficial) expect(xsdComplaint(xml)).toBeUndefined()
  expect(isSignedSoundly(xml)).toBe(true)
  return { emitido: answer.data, documento, xml, factura: DOCUMENTOS.factura.fromXml(xml) }
}

const [LINEA] = facturaForm().lineas
const linea = (change: object) => facturaForm({ lineas: [{ ...LINEA, ...change }] as FacturaFormInput['lineas'] })
const comprador = (change: object) => facturaForm({ comprador: { ...facturaForm().comprador, ...change } })

describe('what must pass is authorised, valid by the XSD and verified by another verifier', () => {
  it('O-60: in PVP mode a label of 10.00 is charged 10.00: 8.70 + 1.30', async () => {
    const { emitido, documento, factura } = await issue(facturaForm({ modo: 'PVP', pagos: [{ forma_pago: '01', total: 10_000_000 }] }))
    expect(emitido.total).toBe(10_000_000)
    expect(documento).toMatchObject({ subtotal: 8_700_000, iva: 1_300_000, total: 10_000_000 })
    expect(factura.infoFactura).toMatchObject({
      totalSinImpuestos: 8_700_000,
      importeTotal: 10_000_000,
      totalConImpuestos: [{ codigoPorcentaje: '4', baseImponible: 8_700_000, valor: 1_300_000 }],
    })
  })

  it('O-18: 3.333333 × 0.3015 is 1.00, rounded once', async () => {
    const { documento } = await issue({
      ...linea({ cantidad: 3_333_333, precio_unitario: 301_500 }),
      pagos: [{ forma_pago: '01', total: 1_150_000 }],
    })
    expect(documento).toMatchObject({ subtotal: 1_000_000, iva: 150_000, total: 1_150_000 })
  })

  it('O-87: without third-party items the version is 1.1.0; with them 2.1.0, charged and taxed by nobody here', async () => {
    expect((await issue(facturaForm())).factura.version).toBe('1.1.0')
    const { factura, documento } = await issue(
      facturaForm({
        rubros_terceros: [{ concepto: 'Tasa de recolección', total: 2_500_000 }],
        pagos: [{ forma_pago: '20', total: 14_000_000 }],
      }),
    )
    expect(factura).toMatchObject({ version: '2.1.0', otrosRubrosTerceros: [{ concepto: 'Tasa de recolección', total: 2_500_000 }] })
    expect(documento).toMatchObject({ subtotal: 10_000_000, iva: 1_500_000, total: 14_000_000 })
  })

  it.each([
    ['ABC-1234', false],
    ['AB123C', true],
  ])('O-87 O-63: a substituted waybill makes it 2.1.0, with the plate %s', async (placa, otra_placa) => {
    const { factura } = await issue(
      facturaForm({
        sustitutiva_guia: {
          dir_partida: 'Quito',
          dir_destinatario: 'Ambato',
          fecha_ini: '2026-06-15',
          fecha_fin: '2026-06-16',
          razon_social_transportista: 'TRANSPORTES',
          tipo_identificacion_transportista: '05',
          identificacion_transportista: '1712345675',
          placa,
          otra_placa,
          destinos: [{ motivo: 'Venta', establecimiento_destino: '001' }],
        },
      }),
    )
    expect(factura).toMatchObject({ version: '2.1.0', infoSustitutivaGuiaRemision: { placa } })
  })

  it('an export says its terms, at 0 %, and its charges add to the total', async () => {
    const { factura, documento } = await issue(
      facturaForm({
        comprador: { tipo_identificacion: '08', identificacion: 'NL-001234567', razon_social: 'IMPORTADORA B.V.' },
        lineas: [{ ...LINEA!, iva: 1 }],
        pagos: [{ forma_pago: '20', total: 13_500_000 }],
        exportacion: {
          incoterm: 'CIF',
          lugar_incoterm: 'Róterdam',
          pais_origen: '593',
          puerto_embarque: 'Guayaquil',
          puerto_destino: 'Róterdam',
          pais_destino: '215',
          pais_adquisicion: '215',
          incoterm_total: 'FOB',
          flete: 3_000_000,
          seguro: 500_000,
        },
      }),
    )
    expect(factura.infoFactura).toMatchObject({
      comercioExterior: 'EXPORTADOR',
      incoTermFactura: 'CIF',
      fleteInternacional: 3_000_000,
      importeTotal: 13_500_000,
    })
    expect(documento).toMatchObject({ subtotal: 10_000_000, iva: 0, total: 13_500_000 })
  })

  it('what the State subsidises says its full price, and is taxed at what is paid (anexo 6)', async () => {
    const { factura, documento } = await issue(facturaForm({ lineas: [{ ...LINEA!, precio_sin_subsidio: 12_345_600 }] }))
    expect(factura).toMatchObject({
      infoFactura: { totalSubsidio: 2_350_000, importeTotal: 11_500_000 },
      detalles: [{ precioSinSubsidio: 12_345_600, precioUnitario: 10_000_000 }],
    })
    expect(documento.totales.map(({ nombre, valor }) => `${nombre} ${valor}`)).toEqual(
      expect.arrayContaining(['VALOR TOTAL SIN SUBSIDIO $14.20', 'AHORRO POR SUBSIDIO (incluye IVA cuando corresponda) $2.70']),
    )
  })

  it('a factura comercial negociable has address and terms, and says where its notification goes', async () => {
    const comprador = { ...facturaForm().comprador, direccion: 'Av. Amazonas N21-45, Quito' }
    const pagos = [{ forma_pago: '20', total: 11_500_000, plazo: 30 }]
    const { factura } = await issue(facturaForm({ comprador, pagos, negociable: { correo: 'factoring@ejemplo.ec' } }))
    expect(factura).toMatchObject({
      tipoNegociable: { correo: 'factoring@ejemplo.ec' },
      infoFactura: { pagos: [{ unidadTiempo: 'dias' }] },
    })
    expect((await issue(facturaForm({ comprador, pagos, negociable: {} }))).factura.tipoNegociable).toBeUndefined()
  })

  it('vouchers that are recovered stand in the factura that charges them as no objeto de IVA', async () => {
    const { factura } = await issue(
      facturaForm({
        lineas: [{ ...LINEA!, iva: 3 }],
        pagos: [{ forma_pago: '20', total: 10_000_000 }],
        reembolsos: [
          {
            tipo_identificacion: '04',
            identificacion: '1791234567001',
            tipo_proveedor: '02',
            cod_doc: '01',
            numero: '002-001-000000456',
            fecha: '2026-06-10',
            autorizacion: '1234567890',
            impuestos: [{ codigo: '2', codigo_porcentaje: '0', tarifa: 0, base: 10_000_000, valor: 0 }],
          },
        ],
      }),
    )
    expect(factura).toMatchObject({
      infoFactura: { codDocReembolso: '41', totalComprobantesReembolso: 10_000_000 },
      reembolsos: [{ secuencialDocReembolso: '000000456' }],
    })
  })

  it("O-89: the provider's RUC stands in every document, also beside 14 fields of the company", async () => {
    const campos = Array.from({ length: 14 }, (_, n) => ({ nombre: `Campo ${n}`, valor: `Valor ${n}` }))
    const { factura } = await issue(facturaForm({ info_adicional: campos }))
    expect(factura.infoAdicional).toHaveLength(15)
    expect(factura.infoAdicional).toEqual(expect.arrayContaining([...campos, { nombre: 'RUC Proveedor', valor: RUC_PROVEEDOR }]))
  })

  it.each([
    ['a cédula', { tipo_identificacion: '05', identificacion: '1712345675' }],
    ['a RUC built on it', { tipo_identificacion: '04', identificacion: '1712345675001' }],
    ['a passport', { tipo_identificacion: '06', identificacion: 'AB-123456 X' }],
    ['a foreign identification of 20 characters', { tipo_identificacion: '08', identificacion: '12345678901234567890' }],
  ])('O-62: %s', async (_name, change) => {
    expect((await issue(comprador(change))).factura.infoFactura.identificacionComprador).toBe(change.identificacion)
  })

  it("O-62: the check digit of a company's RUC only warns", async () => {
    const { emitido } = await issue(comprador({ tipo_identificacion: '04', identificacion: rucDudoso() }))
    expect(emitido.avisos).toMatchObject([{ campo: 'comprador.identificacion', message: expect.stringContaining('dígito verificador') }])
  })

  it('O-58: a consumidor final of exactly 50, who gets no mail', async () => {
    const { documento } = await issue(
      facturaForm({
        comprador: { tipo_identificacion: '07', identificacion: '9999999999999', razon_social: 'CONSUMIDOR FINAL' },
        lineas: [{ descripcion: 'Venta', cantidad: 1_000_000, precio_unitario: 50_000_000, iva: 1 }],
        pagos: [{ forma_pago: '01', total: 50_000_000 }],
      }),
    )
    expect(documento).toMatchObject({ total: 50_000_000, correos: [] })
  })

  it("O-55: without a date it is today's, and a past day that the company allows stays", async () => {
    expect((await issue(facturaForm({ fecha_emision: undefined }))).emitido).toMatchObject({ fecha_emision: '2026-06-15', avisos: [] })
    await app.owner.updateTable('empresa').set({ dias_fecha_anterior: 2 }).where('id', '=', emisor.id).execute()
    const { emitido, factura } = await issue(facturaForm({ fecha_emision: '2026-06-13' }))
    await app.owner.updateTable('empresa').set({ dias_fecha_anterior: 0 }).where('id', '=', emisor.id).execute()
    expect([emitido.fecha_emision, factura.infoFactura.fechaEmision]).toEqual(['2026-06-13', '2026-06-13'])
  })

  it('O-59: cash above 500 warns and passes', async () => {
    const { emitido } = await issue({ ...linea({ precio_unitario: 600_000_000 }), pagos: [{ forma_pago: '01', total: 690_000_000 }] })
    expect(emitido.avisos).toMatchObject([{ campo: 'pagos' }])
  })

  it('every rate in force, a discount, a tip and two payments with a term', async () => {
    const lineas = [
      { ...LINEA!, descuento: 1_000_000 },
      { ...LINEA!, iva: 1 },
      { ...LINEA!, iva: 3 },
      { ...LINEA!, iva: 4 },
      { ...LINEA!, iva: 5, codigo_auxiliar: 'F010401' },
    ]
    const { factura } = await issue(
      facturaForm({
        lineas,
        propina: 4_900_000,
        guia_remision: '001-001-000000123',
        placa: 'ABC-1234',
        pagos: [
          { forma_pago: '20', total: 50_000_000 },
          { forma_pago: '19', total: 5_750_000, plazo: 30, unidad_tiempo: 'dias' },
        ],
      }),
    )
    expect(factura.infoFactura.totalConImpuestos.map((total) => total.codigoPorcentaje)).toEqual(['4', '0', '6', '7', '5'])
    expect(factura.infoFactura.importeTotal).toBe(55_750_000)
  })

  it('O-102: a negocio popular issues at 0 % with its legend', async () => {
    const popular = await buildEmisor(app, sri)
    await app.owner
      .insertInto('empresa_condicion')
      .values({ empresa_id: popular.id, tipo: 'REGIMEN', desde: '2026-01-01', hasta: null, valor: 'NEGOCIO_POPULAR' })
      .execute()
    const { factura } = await issue({ ...linea({ iva: 1 }), pagos: [{ forma_pago: '01', total: 10_000_000 }] }, popular)
    expect(factura.infoTributaria.contribuyenteRimpe).toBe('CONTRIBUYENTE NEGOCIO POPULAR - RÉGIMEN RIMPE')
  })

  it('O-99: ICE and IRBPNR with the condition of the company', async () => {
    const sujeto = await buildEmisor(app, sri)
    for (const tipo of ['ICE', 'IRBPNR'] as const)
      await app.owner
        .insertInto('empresa_condicion')
        .values({ empresa_id: sujeto.id, tipo, desde: '2026-01-01', hasta: null, valor: '' })
        .execute()
    const { documento, emitido, factura } = await issue(
      {
        ...linea({ ice: { codigo: '3092', tarifa: 15_000_000 }, irbpnr: { tarifa: 20_000 } }),
        pagos: [{ forma_pago: '20', total: 13_250_000 }],
      },
      sujeto,
    )
    // The SRI's table has another rate for this code: a warning, and it passes.
    expect(emitido.avisos.map((aviso) => aviso.campo)).toEqual(['lineas.0.ice.tarifa'])
    expect(documento).toMatchObject({ subtotal: 10_000_000, iva: 1_730_000, total: 13_250_000 })
    expect(factura.detalles[0]?.impuestos.map((impuesto) => impuesto.codigo)).toEqual(['3', '2', '5'])
    // 500 grams of sugar in ten bottles, at 0.18 for each 100.
    const dulce = await issue(
      { ...linea({ ice: { codigo: '3111', especifico: 180_000, unidades: 5_000_000 } }), pagos: [{ forma_pago: '20', total: 12_540_000 }] },
      sujeto,
    )
    expect(dulce.factura.detalles[0]?.impuestos).toMatchObject([
      { codigo: '3', valor: 900_000 },
      { codigo: '2', baseImponible: 10_900_000, valor: 1_640_000 },
    ])
  })

  it('800 lines', async () => {
    const lineas = Array.from({ length: 800 }, () => ({ descripcion: 'x', cantidad: 1_000_000, precio_unitario: 10_000, iva: 1 }))
    expect((await issue(facturaForm({ lineas, pagos: [{ forma_pago: '20', total: 8_000_000 }] }))).factura.detalles).toHaveLength(800)
  })

  it('§3.3: what a form may not say is refused by name and takes nothing: company, state, number, clave, totals', async () => {
    const planted = {
      empresa_id: randomUUID(),
      estado: 'AUTORIZADO',
      secuencial: 999,
      clave: '0'.repeat(49),
      total: 1,
      subtotal: 1,
      version: 7,
      vendedor_id: randomUUID(),
    }
    const answer = await app.call(emitFactura, {
      token: emisor.token,
      params: { id: randomUUID() },
      headers: { 'idempotency-key': randomUUID() },
      body: { ...facturaForm(), ...planted },
    })
    expect([answer.status, answer.problems.map(({ campo }) => campo)]).toEqual([422, Object.keys(planted)])
    const { documento } = await issue(facturaForm())
    expect(documento).toMatchObject({ total: 11_500_000, version: 1, vendedor: expect.any(String) })
  })
})

describe('O-111: the same text in database, XML and print', () => {
  it.each([
    ['300 letters of two bytes', 'ñ'.repeat(300)],
    ['300 letters outside the first plane', '𝔸'.repeat(300)],
    ['150 letters with a separate accent', 'e\u0301'.repeat(150)],
    ['what XML must escape', `a & b < c > d " e ' f ]]> g &#0; h &amp; i`],
    ['markup, templates and formulas', '<script>alert(1)</script> {{7*7}} ${x} =HYPERLINK("x") javascript:0'],
    ['a no-break space inside', 'uno\u00a0dos'],
    ['quotes, dashes, currency and marks', '«Ñandú» — “€” ½ ° ™ …'],
  ])('%s', async (_name, text) => {
    const { documento, factura } = await issue(linea({ descripcion: text }))
    expect(documento.lineas[0]?.descripcion).toBe(text)
    expect(factura.detalles[0]?.descripcion).toBe(text)
    const ride = await app.call(downloadRide, { token: emisor.token, params: { id: documento.id } })
    expect(ride.raw.subarray(0, 5).toString()).toBe('%PDF-')
  })
})
