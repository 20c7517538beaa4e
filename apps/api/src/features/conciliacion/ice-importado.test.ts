import { randomUUID } from 'node:crypto'
import { emitFactura, type Emitido, type LineaForm } from '@yupana/contract'
import { fromDecimal, fromUnits, percentOf, totalesOf } from '@yupana/fiscal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmisor, facturaForm, type Emisor } from '../../testing/emisor.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'
import { inflate } from '../../db/bytes.ts'
import { lineaEntradaOf } from '../comprobante/armado/lineas.ts'
import { facturaImportada } from './factura-importada.ts'
import { iceForm, irbpnrForm } from './ice-importado.ts'
import { readTipo } from './partes-importadas.ts'

const DIA = '2026-06-15'
const [CIEN, TRES] = [fromUnits(100), fromUnits(3)]

describe('the ICE of a line read back from its XML', () => {
  it.each([
    ['a percentage', { codigoPorcentaje: '3610', tarifa: fromUnits(20), valor: fromUnits(20) }, { codigo: '3610', tarifa: fromUnits(20) }],
    [
      'dollars a unit, of so many as the quantity',
      { codigoPorcentaje: '3043', tarifa: fromDecimal(1.5), valor: fromDecimal(4.5) },
      { codigo: '3043', especifico: fromDecimal(1.5) },
    ],
    [
      'dollars a unit, of other units',
      { codigoPorcentaje: '3043', tarifa: fromDecimal(7.5), valor: fromDecimal(7.5) },
      { codigo: '3043', especifico: fromDecimal(7.5), unidades: fromUnits(1) },
    ],
    [
      'dollars a unit, of units with decimals',
      { codigoPorcentaje: '3111', tarifa: fromDecimal(0.18), valor: fromDecimal(1) },
      { codigo: '3111', especifico: fromDecimal(0.18), unidades: 5_555_556 },
    ],
    [
      'both kinds',
      { codigoPorcentaje: '3031', tarifa: fromUnits(75), valor: fromUnits(95) },
      { codigo: '3031', tarifa: fromUnits(75), especifico: fromUnits(10), unidades: fromUnits(2) },
    ],
    [
      'both kinds, charged by percentage alone',
      { codigoPorcentaje: '3031', tarifa: fromUnits(75), valor: fromUnits(75) },
      { codigo: '3031', tarifa: fromUnits(75) },
    ],
    [
      'both kinds, charged by unit alone',
      { codigoPorcentaje: '3031', tarifa: fromUnits(10), valor: fromUnits(30) },
      { codigo: '3031', especifico: fromUnits(10) },
    ],
    [
      'both kinds, charged by less units than a percentage would come to',
      { codigoPorcentaje: '3031', tarifa: fromUnits(12), valor: fromUnits(6) },
      { codigo: '3031', especifico: fromUnits(12), unidades: fromDecimal(0.5) },
    ],
    [
      'a code that the table does not have',
      { codigoPorcentaje: '9999', tarifa: fromUnits(5), valor: fromUnits(5) },
      { codigo: '9999', tarifa: fromUnits(5) },
    ],
    ['nothing to pay', { codigoPorcentaje: '3043', tarifa: fromUnits(0), valor: fromUnits(0) }, { codigo: '3043', especifico: 0 }],
    ['no rate', { codigoPorcentaje: '3043', valor: fromDecimal(4.5) }, { codigo: '3043', especifico: fromDecimal(1.5) }],
  ])('is %s', (_name, impuesto, form) => {
    expect(iceForm({ baseImponible: CIEN, ...impuesto }, TRES, DIA)).toEqual(form)
  })

  it('of bottles that are not the quantity keeps how many they were', () => {
    const impuesto = { codigoPorcentaje: '5001', tarifa: fromDecimal(0.02), baseImponible: CIEN }
    expect([0.06, 0.48].map((valor) => irbpnrForm({ ...impuesto, valor: fromDecimal(valor) }, TRES))).toEqual([
      { tarifa: 20_000 },
      { tarifa: 20_000, unidades: fromUnits(24) },
    ])
  })
})

describe('form → XML → form → XML', () => {
  let app: TestApp
  let sri: SimuladorDePrueba
  let emisor: Emisor

  beforeAll(async () => {
    ;[app, sri] = await Promise.all([buildTestApp(), startSimulador()])
    emisor = await buildEmisor(app, sri)
    for (const tipo of ['ICE', 'IRBPNR'] as const)
      await app.owner
        .insertInto('empresa_condicion')
        .values({ empresa_id: emisor.id, tipo, desde: '2026-01-01', hasta: null, valor: '' })
        .execute()
  })
  afterAll(async () => {
    await app?.close()
    await sri?.stop()
  })

  const linea = (changes: Partial<LineaForm>): LineaForm => ({
    codigo: 'P-1',
    descripcion: 'Bebida',
    cantidad: TRES,
    precio_unitario: fromDecimal(12.345678),
    descuento: 0,
    iva: 6,
    detalles_adicionales: [],
    ...changes,
  })
  const totalOf = (lineas: LineaForm[]) =>
    totalesOf({ modo: 'NETO', lineas: lineas.map((one, at) => lineaEntradaOf(one, at, DIA, { turismo: false }, [])) }).importeTotal

  async function xmlOf(lineas: LineaForm[]): Promise<string> {
    const body = facturaForm({ lineas, pagos: [{ forma_pago: '20', total: totalOf(lineas) }] })
    const { status, data, problems } = await app.call<Emitido>(emitFactura, {
      token: emisor.token,
      params: { id: randomUUID() },
      headers: { 'idempotency-key': randomUUID() },
      body,
    })
    expect({ status, problems }).toEqual({ status: 200, problems: [] })
    const { xml } = await app.owner
      .selectFrom('documento_version')
      .select('xml')
      .where('documento_id', '=', data.id)
      .executeTakeFirstOrThrow()
    return inflate(xml).toString('utf8')
  }
  const amountsOf = (xml: string) => {
    const { detalles, infoFactura } = readTipo('factura', xml)
    return [detalles.map(({ impuestos }) => impuestos), infoFactura.totalConImpuestos, infoFactura.importeTotal]
  }

  it('charges the same again, line by line', async () => {
    const lineas = [
      linea({ ice: { codigo: '3043', especifico: fromDecimal(7.5) } }),
      linea({
        ice: { codigo: '3111', especifico: fromDecimal(0.18), unidades: 5_432_100 },
        irbpnr: { tarifa: fromDecimal(0.02), unidades: fromUnits(24) },
      }),
      linea({ ice: { codigo: '3031', tarifa: fromUnits(75), especifico: fromUnits(10), unidades: fromDecimal(0.4321) } }),
      linea({ ice: { codigo: '3610', tarifa: fromUnits(20) }, irbpnr: { tarifa: fromDecimal(0.02) } }),
    ]
    const first = await xmlOf(lineas)
    const again = await xmlOf((facturaImportada(first).entrada as { lineas: LineaForm[] }).lineas)
    expect(amountsOf(again)).toEqual(amountsOf(first))
    expect(amountsOf(first)[0]).toMatchObject([
      [{ valor: fromDecimal(22.5) }, {}],
      [{ valor: fromDecimal(0.98) }, {}, { valor: fromDecimal(0.48) }],
      [{ valor: percentOf(fromDecimal(37.04), fromUnits(75)) + fromDecimal(4.32) }, {}],
      [{}, {}, {}],
    ])
  })
})
