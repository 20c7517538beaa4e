import { describe, expect, it } from 'vitest'

import { checkDestinoExportacion, checkExportacion, isExportacion, type Exportacion } from './exportacion.ts'
import { checkNegociable, checkReembolsoFactura, checkRubrosTerceros, checkTransporteComercial } from './factura-check.ts'
import type { LineaEntrada } from '../impuesto/linea.ts'
import { checkLiquidacion, type LiquidacionDocumento } from './liquidacion-compra.ts'
import { fromUnits, parseMonto } from '../valor/monto.ts'
import { reembolsoTotalesOf, type ReembolsoDetalle } from './reembolso.ts'
import { checkPresuntivas, TARIFAS_PRESUNTIVAS } from '../retencion/retencion-presuntiva.ts'
import { readReferencia } from '../testing/referencia.ts'
import { totalesOf } from '../impuesto/totales.ts'

const m = (text: string) => parseMonto(text)!
const HOY = '2026-11-20'
const IVA0 = { codigoPorcentaje: '0', tarifa: 0 }
const IVA15 = { codigoPorcentaje: '4', tarifa: fromUnits(15) }
const NO_OBJETO = { codigoPorcentaje: '6', tarifa: 0 }
const linea = (precio: string, iva: LineaEntrada['iva'] = IVA15): LineaEntrada => ({ cantidad: m('1'), precioUnitario: m(precio), iva })
const camposOf = (found: readonly { campo: string }[]): string[] => found.map((one) => one.campo)

describe('comercio exterior (ficha técnica, anexo 4)', () => {
  const whole: Exportacion = {
    comercioExterior: 'EXPORTADOR',
    incoTermFactura: 'FOB',
    lugarIncoTerm: 'Guayaquil',
    paisOrigen: '593',
    puertoEmbarque: 'Guayaquil',
    puertoDestino: 'Miami',
    paisDestino: '110',
    paisAdquisicion: '110',
    incoTermTotalSinImpuestos: 'FOB',
    fleteInternacional: m('10'),
  }
  it('wants every field once one is stated, and none otherwise', () => {
    expect(checkExportacion(whole, [linea('1', IVA0)])).toEqual([])
    expect(checkExportacion({}, [linea('1')])).toEqual([])
    expect(isExportacion({ fleteInternacional: m('1') })).toBe(true)
    for (const name of [
      'comercioExterior',
      'incoTermFactura',
      'lugarIncoTerm',
      'paisOrigen',
      'puertoEmbarque',
      'puertoDestino',
      'paisDestino',
      'paisAdquisicion',
      'incoTermTotalSinImpuestos',
    ])
      expect(camposOf(checkExportacion({ ...whole, [name]: undefined }, [])), name).toEqual([name])
  })
  it.each<[string, Exportacion, string]>([
    ['XSD: incoterm in capitals', { ...whole, incoTermFactura: 'fob' }, 'incoTermFactura'],
    ['tabla 25: three digits', { ...whole, paisDestino: 'US' }, 'paisDestino'],
    ['XSD: no negative charge', { ...whole, seguroInternacional: m('-1') }, 'seguroInternacional'],
    ['XSD: two decimals', { ...whole, gastosAduaneros: m('1.001') }, 'gastosAduaneros'],
  ])('%s', (_, exportacion, campo) => expect(camposOf(checkExportacion(exportacion, []))).toEqual([campo]))
  it.each<[string, Exportacion, string, string[], string[]]>([
    ['a passport', whole, '06', [], []],
    ['an identification of abroad', whole, '08', [], []],
    ['an Ecuadorian one, with a notice', whole, '05', [], ['identificacionComprador']],
    ['nobody in Ecuador', { ...whole, paisDestino: '593' }, '07', ['paisDestino', 'identificacionComprador'], []],
    ['a sale inside the country', {}, '07', [], []],
  ])('leaves the country, to somebody who is identified: %s', (_, exportacion, tipo, problemas, avisos) => {
    const found = checkDestinoExportacion(exportacion, tipo)
    expect([camposOf(found.problemas), camposOf(found.advertencias)]).toEqual([problemas, avisos])
  })
  it('goes at 0 %', () => expect(camposOf(checkExportacion(whole, [linea('1', IVA0), linea('1')]))).toEqual(['lineas.1.iva']))
})

const reembolso = (base: string, iva: string, extra: Partial<ReembolsoDetalle> = {}): ReembolsoDetalle => ({
  tipoIdentificacionProveedorReembolso: '04',
  identificacionProveedorReembolso: '1790012344001',
  tipoProveedorReembolso: '02',
  codDocReembolso: '01',
  estabDocReembolso: '001',
  ptoEmiDocReembolso: '001',
  secuencialDocReembolso: '000000009',
  fechaEmisionDocReembolso: '2026-11-18',
  numeroautorizacionDocReemb: '1'.repeat(49),
  detalleImpuestos: [
    { codigo: '2', codigoPorcentaje: '4', tarifa: fromUnits(15), baseImponibleReembolso: m(base), impuestoReembolso: m(iva) },
  ],
  ...extra,
})
const factura = (...lineas: LineaEntrada[]) => totalesOf({ modo: 'NETO', lineas })

describe('reembolsos (ficha técnica, anexo 5)', () => {
  const cabecera = {
    codDocReembolso: '41',
    totalComprobantesReembolso: m('115'),
    totalBaseImponibleReembolso: m('100'),
    totalImpuestoReembolso: m('15'),
  }
  const check = (one: ReembolsoDetalle, head: object = {}, sold = factura(linea('115', NO_OBJETO))) =>
    checkReembolsoFactura({ ...cabecera, ...head }, [one], sold, HOY)
  it('accepts a header equal to its details, charged as no objeto', () => {
    expect(check(reembolso('100', '15'))).toEqual({ problemas: [], advertencias: [] })
    expect(check(reembolso('100', '15', { fechaEmisionDocReembolso: HOY })).problemas).toEqual([])
    expect(checkReembolsoFactura({}, undefined, factura(linea('1')), HOY)).toEqual({ problemas: [], advertencias: [] })
  })
  it.each<[string, Partial<ReembolsoDetalle>, object, string]>([
    ['total unlike the details', {}, { totalComprobantesReembolso: m('114.99') }, 'totalComprobantesReembolso'],
    ['bases unlike the details', {}, { totalBaseImponibleReembolso: undefined }, 'totalBaseImponibleReembolso'],
    ['taxes unlike the details', {}, { totalImpuestoReembolso: m('16') }, 'totalImpuestoReembolso'],
    ['without code 41', {}, { codDocReembolso: undefined }, 'codDocReembolso'],
    ['tabla 26', { tipoProveedorReembolso: '03' }, {}, 'reembolsos.0.tipoProveedorReembolso'],
    ['ATS tabla 4', { codDocReembolso: '99' }, {}, 'reembolsos.0.codDocReembolso'],
    ['10, 37 or 49 digits', { numeroautorizacionDocReemb: '123' }, {}, 'reembolsos.0.numeroautorizacionDocReemb'],
    ['later than the factura', { fechaEmisionDocReembolso: '2026-11-21' }, {}, 'reembolsos.0.fechaEmisionDocReembolso'],
    [
      'an identified supplier',
      { tipoIdentificacionProveedorReembolso: '07', identificacionProveedorReembolso: '9999999999999' },
      {},
      'reembolsos.0.tipoIdentificacionProveedorReembolso',
    ],
  ])('%s', (_, extra, head, campo) => expect(camposOf(check(reembolso('100', '15', extra), head).problemas)).toEqual([campo]))
  it('does not recover more than it charges as no objeto', () => {
    expect(camposOf(check(reembolso('100', '15'), {}, factura(linea('114', NO_OBJETO), linea('1'))).problemas)).toEqual(['reembolsos'])
  })
  it('a header without details, and a document twice', () => {
    expect(camposOf(checkReembolsoFactura(cabecera, undefined, factura(linea('1')), HOY).problemas)).toEqual(['reembolsos'])
    const twice = [reembolso('50', '7.50'), reembolso('50', '7.50')]
    expect(camposOf(checkReembolsoFactura(cabecera, twice, factura(linea('115', NO_OBJETO)), HOY).problemas)).toEqual(['reembolsos.1'])
  })
  it("another's tax that is more than a cent off only warns", () => {
    const head = { totalComprobantesReembolso: m('115.02'), totalImpuestoReembolso: m('15.02') }
    const { problemas, advertencias } = check(reembolso('100', '15.02'), head, factura(linea('115.02', NO_OBJETO)))
    expect([problemas, camposOf(advertencias)]).toEqual([[], ['reembolsos.0.detalleImpuestos.0.impuestoReembolso']])
  })
  it('agrees with the vector of the reference', () => {
    const vector = readReferencia<{ otherDocuments: { reembolso: Record<string, string> } }>('sri/vectors/totales.json').otherDocuments
      .reembolso
    const of = (name: string) => m(vector[name] ?? '')
    const detalle = reembolso(vector['totalBaseImponibleReembolso'] ?? '', vector['totalImpuestoReembolso'] ?? '')
    expect(reembolsoTotalesOf([detalle]).totalComprobantesReembolso).toBe(of('totalComprobantesReembolso'))
    const sold = factura(linea(vector['totalSinImpuestos'] ?? '', NO_OBJETO))
    expect(sold.importeTotal).toBe(of('importeTotal'))
  })
})

describe('what else a factura may carry', () => {
  it('rubros de terceros (anexo 8) have a concept and a positive amount', () => {
    expect(checkRubrosTerceros([{ concepto: 'Tasa de bomberos', total: m('1.25') }])).toEqual([])
    expect(
      camposOf(
        checkRubrosTerceros([
          { concepto: '', total: 0 },
          { concepto: 'x', total: m('0.001') },
        ]),
      ),
    ).toEqual(['rubrosTerceros.0.concepto', 'rubrosTerceros.0.total', 'rubrosTerceros.1.total'])
  })
  it('a factura comercial negociable has the address and the terms (sri/README §6.1)', () => {
    expect(checkNegociable({ direccionComprador: 'Quito', pagos: [{ plazo: 30, unidadTiempo: 'dias' }] })).toEqual([])
    expect(camposOf(checkNegociable({ pagos: [{ plazo: 30 }, { unidadTiempo: 'dias' }, {}] }))).toEqual([
      'direccionComprador',
      'pagos.0.unidadTiempo',
      'pagos.1.plazo',
      'pagos.2.plazo',
    ])
  })
  it.each([
    ['2026-12-31', 'ABC1234', [], []],
    ['2026-12-31', 'ABC-1234', [], ['placa']],
    ['2027-01-01', 'ABC-1234', ['placa'], []],
    ['2027-01-01', undefined, ['placa'], []],
  ])('commercial transport on %s with plate %s (Res. NAC-DGERCGC26-00000024)', (fecha, placa, problemas, advertencias) => {
    const revision = checkTransporteComercial(['X', 'H492001'], placa, fecha)
    expect([camposOf(revision.problemas), camposOf(revision.advertencias)]).toEqual([problemas, advertencias])
    expect(checkTransporteComercial(['X', undefined], placa, fecha)).toEqual({ problemas: [], advertencias: [] })
  })
})

describe('retención presuntiva (ficha técnica, tablas 22 y 23)', () => {
  const one = { codigo: '4', codigoPorcentaje: '327', tarifa: m('0.20'), valor: m('1.00') }
  it.each<[string, Partial<typeof one>, string[]]>([
    ['a sound one', {}, []],
    ['another tax', { codigo: '1' }, ['retenciones.0.codigo']],
    ['a code of the comprobante de retención only', { codigoPorcentaje: '5', tarifa: m('100') }, ['retenciones.0.codigoPorcentaje']],
    ['a rate of another code', { tarifa: m('0.30') }, ['retenciones.0.tarifa']],
    ['a negative value', { valor: m('-1') }, ['retenciones.0.valor']],
  ])('%s', (_, change, campos) => expect(camposOf(checkPresuntivas([{ ...one, ...change }], '2026-11-20'))).toEqual(campos))
  it('agrees with the catalogue of the reference', () => {
    const { entries } = readReferencia<{ entries: { code: string; xmlTarifa: string; note?: string }[] }>(
      'sri/catalogs/retencion-presuntiva.json',
    )
    expect(TARIFAS_PRESUNTIVAS.map(({ codigoPorcentaje, tarifa, enFactura }) => [codigoPorcentaje, tarifa, enFactura])).toEqual(
      entries.map((entry) => [entry.code, m(entry.xmlTarifa), entry.note !== 'comprobante de retención only']),
    )
  })
})

describe('subsidio (ficha técnica, anexo 6)', () => {
  it('agrees with the vector of the reference', () => {
    const vector = readReferencia<{ otherDocuments: { subsidio: Record<string, string> } }>('sri/vectors/totales.json').otherDocuments
      .subsidio
    const of = (name: string) => m(vector[name] ?? '')
    const iva = { codigoPorcentaje: '2', tarifa: of('ivaTarifa') }
    const totales = factura({
      cantidad: of('cantidad'),
      precioUnitario: of('precioUnitario'),
      precioSinSubsidio: of('precioSinSubsidio'),
      iva,
    })
    expect(totales).toMatchObject({
      totalSinImpuestos: of('totalSinImpuestos'),
      totalSubsidio: of('totalSubsidio'),
      importeTotal: of('importeTotal'),
    })
    expect(totales.totalConImpuestos[0]?.valor).toBe(of('iva'))
  })
})

describe('liquidación de compra (sri/README §6.6)', () => {
  const liquidacion = (extra: Partial<LiquidacionDocumento> = {}, lineas = [linea('100')], cargos: object = {}): LiquidacionDocumento => {
    const entrada = { modo: 'NETO' as const, lineas, ...cargos }
    const totales = totalesOf(entrada)
    return {
      ruc: '1790012344001',
      tipoIdentificacionProveedor: '05',
      identificacionProveedor: '1710034065',
      entrada,
      totales,
      pagos: [{ formaPago: '20', total: totales.importeTotal }],
      ...extra,
    }
  }
  const campos = (documento: LiquidacionDocumento) => camposOf(checkLiquidacion(documento, HOY).problemas)
  it('accepts a natural person without RUC, and who lives abroad', () => {
    expect(campos(liquidacion())).toEqual([])
    expect(campos(liquidacion({ tipoIdentificacionProveedor: '08', identificacionProveedor: 'US-123' }))).toEqual([])
  })
  it.each<[string, LiquidacionDocumento, string]>([
    [
      'ficha tabla 6: no consumidor final',
      liquidacion({ tipoIdentificacionProveedor: '07', identificacionProveedor: '9999999999999' }),
      'identificacionProveedor',
    ],
    ['the company itself, by its cédula', liquidacion({ ruc: '1710034065001' }), 'identificacionProveedor'],
    ['XSD: no ICE', liquidacion({}, [{ ...linea('1'), ice: { codigoPorcentaje: '3101', tarifa: fromUnits(10) } }]), 'lineas.0.ice'],
    ['XSD: no IRBPNR', liquidacion({}, [{ ...linea('1'), irbpnr: { tarifa: m('0.02') } }]), 'lineas.0.irbpnr'],
    ['XSD: no tip', liquidacion({}, [linea('100')], { propina: m('1') }), 'propina'],
    ['payments add up', liquidacion({ pagos: [{ formaPago: '20', total: m('1') }] }), 'pagos'],
    ['no lines', liquidacion({ pagos: [{ formaPago: '20', total: 0 }] }, []), 'lineas'],
  ])('%s', (_, documento, campo) => expect(campos(documento)).toEqual([campo]))
  it('a supplier with RUC is unusual: it warns (ATS tabla 4)', () => {
    const revision = checkLiquidacion(liquidacion({ tipoIdentificacionProveedor: '04', identificacionProveedor: '1710034065001' }), HOY)
    expect([revision.problemas, camposOf(revision.advertencias)]).toEqual([[], ['identificacionProveedor']])
  })
})
