import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { CondicionTributaria } from '../identificacion/condicion.ts'
import { add, fromDecimal, fromUnits, montoOf, parseMonto } from '../valor/monto.ts'
import type { ReembolsoDetalle } from '../documento/reembolso.ts'
import { checkRetencion, fechaTarifaOf, periodoFiscalOf, type RetencionContexto, type RetencionDocumento } from './retencion-check.ts'
import { plazosRetencion } from './retencion-sustento.ts'
import { baseMaximaOf, totalRetenidoOf, valorRetenidoOf, type DocSustento, type Retencion } from './retencion.ts'
import { readReferencia } from '../testing/referencia.ts'

const m = (text: string) => parseMonto(text)!
const AGENTE: CondicionTributaria = { tipo: 'AGENTE_RETENCION', desde: '2020-01-01', hasta: null, valor: '1' }
const RUC = '1790012344001'

const retencion = (
  codigo: string,
  codigoRetencion: string,
  base: string,
  porcentaje: string,
  extra: Partial<Retencion> = {},
): Retencion => ({
  codigo,
  codigoRetencion,
  baseImponible: m(base),
  porcentajeRetener: m(porcentaje),
  valorRetenido: valorRetenidoOf(m(base), m(porcentaje)),
  ...extra,
})
const sustento = (extra: Partial<DocSustento> = {}): DocSustento => ({
  codSustento: '01',
  codDocSustento: '01',
  numDocSustento: '001001000000123',
  fechaEmisionDocSustento: '2026-11-19',
  numAutDocSustento: '1'.repeat(49),
  pagoLocExt: '01',
  totalSinImpuestos: m('100'),
  importeTotal: m('115'),
  impuestosDocSustento: [
    { codImpuestoDocSustento: '2', codigoPorcentaje: '4', baseImponible: m('100'), tarifa: fromUnits(15), valorImpuesto: m('15') },
  ],
  retenciones: [retencion('1', '312', '100', '2'), retencion('2', '1', '15', '30')],
  pagos: [{ formaPago: '20', total: m('115') }],
  ...extra,
})
const documento = (extra: Partial<RetencionDocumento> = {}): RetencionDocumento => ({
  tipoIdentificacionSujetoRetenido: '04',
  identificacionSujetoRetenido: RUC,
  docsSustento: [sustento()],
  ...extra,
})
const contexto = (extra: Partial<RetencionContexto> = {}): RetencionContexto => ({
  fecha: '2026-11-20',
  ruc: '1799999990001',
  condiciones: [AGENTE],
  ...extra,
})
const camposOf = (doc: Partial<DocSustento>, extra: Partial<RetencionContexto> = {}): string[] =>
  checkRetencion(documento({ docsSustento: [sustento(doc)] }), contexto(extra)).problemas.map((one) => one.campo)

describe('amounts', () => {
  it.each([
    ['333.33', '3', '10.00'],
    ['0.50', '1', '0.01'],
    ['0.49', '1', '0.00'],
    ['15', '30', '4.50'],
    ['120.45', '1.75', '2.11'],
  ])('%s × %s %% is %s, half-up to the cent', (base, porcentaje, valor) => expect(valorRetenidoOf(m(base), m(porcentaje))).toBe(m(valor)))
  it('rounds the exact product once, whatever base and percentage', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 39 }), fc.integer({ min: 0, max: 10_000 }), (cents, hundredths) => {
        const [base, porcentaje] = [BigInt(cents) * 10_000n, BigInt(hundredths) * 10_000n]
        const exact = (base * porcentaje * 2n + 1_000_000_000_000n) / 2_000_000_000_000n
        expect(BigInt(valorRetenidoOf(montoOf(Number(base)), Number(porcentaje)))).toBe(exact * 10_000n)
      }),
    )
  })
  it('adds up what a voucher withholds', () => expect(totalRetenidoOf([sustento(), sustento()])).toBe(m('13.00')))
  it('allows renta on the amount without taxes, IVA on the IVA, ISD on the whole', () => {
    expect(['1', '2', '6'].map((codigo) => baseMaximaOf(codigo, sustento()))).toEqual([m('100'), m('15'), m('115')])
  })
  it('periodoFiscal is the month of the voucher', () => expect(periodoFiscalOf('2026-03-01')).toBe('03/2026'))
})

describe('a sound voucher', () => {
  it('has no objection', () => expect(checkRetencion(documento(), contexto())).toEqual({ problemas: [], advertencias: [] }))
  it('may split the bases of one tax', () => {
    expect(camposOf({ retenciones: [retencion('2', '1', '10', '30'), retencion('2', '2', '5', '70')] })).toEqual([])
  })
})

describe('each rule names its field', () => {
  const d = 'docsSustento.0'
  it.each<[string, Partial<DocSustento>, string]>([
    [
      'sri/README §5.1: percentage of three digits',
      { retenciones: [retencion('1', '346', '100', '12.25')] },
      `${d}.retenciones.0.porcentajeRetener`,
    ],
    [
      'tributacion §0.1: the percentage of another era',
      { retenciones: [retencion('1', '312', '100', '1.75')] },
      `${d}.retenciones.0.porcentajeRetener`,
    ],
    [
      'tributacion §0.2: a box of form 104 is no code',
      { retenciones: [retencion('2', '725', '15', '30')] },
      `${d}.retenciones.0.codigoRetencion`,
    ],
    ['ficha tabla 20: a code of another tax', { retenciones: [retencion('2', '312', '15', '2')] }, `${d}.retenciones.0.codigoRetencion`],
    [
      'sri/README §6.4: base × percentage',
      { retenciones: [retencion('1', '312', '100', '2', { valorRetenido: m('2.01') })] },
      `${d}.retenciones.0.valorRetenido`,
    ],
    ['sri/README §6.4: base above the document', { retenciones: [retencion('1', '312', '100.01', '2')] }, `${d}.retenciones`],
    [
      'sri/README §6.4: IVA withheld from more than the IVA',
      { retenciones: [retencion('2', '1', '10', '30'), retencion('2', '2', '5.01', '70')] },
      `${d}.retenciones`,
    ],
    ['sri/README §6.4: boxes of bananas', { retenciones: [retencion('1', '338', '100', '1.5')] }, `${d}.retenciones.0.compraCajBanano`],
    ['ATS tablas 4 y 5', { codDocSustento: '02' }, `${d}.codSustento`],
    ['XSD: fifteen digits', { numDocSustento: '001-001-000000123' }, `${d}.numDocSustento`],
    ['sri/README §6.4: authorisation of 10, 37 or 49 digits', { numAutDocSustento: '12345678901' }, `${d}.numAutDocSustento`],
    ['a document later than its withholding', { fechaEmisionDocSustento: '2026-11-21' }, `${d}.fechaEmisionDocSustento`],
    ['sri/README §6.4: a local payment has no country', { paisEfecPago: '110' }, `${d}.paisEfecPago`],
    ['payments add up to the document', { pagos: [{ formaPago: '20', total: m('100') }] }, `${d}.pagos`],
    ['total below its own taxes', { importeTotal: m('114'), pagos: [{ formaPago: '20', total: m('114') }] }, `${d}.importeTotal`],
    ['no withholding at all', { retenciones: [] }, `${d}.retenciones`],
    ['no taxes at all', { impuestosDocSustento: [], retenciones: [retencion('1', '312', '100', '2')] }, `${d}.impuestosDocSustento`],
    ['anexo 5: document 41 details its reembolsos', { codDocSustento: '41' }, `${d}.reembolsos`],
    ['O-99: ISD is of payments abroad', { retenciones: [retencion('6', '4580', '115', '5')] }, `${d}.retenciones.0.codigo`],
  ])('%s', (_, doc, campo) => expect(camposOf(doc)).toEqual([campo]))

  it('a payment abroad needs régimen, country and treaty', () => {
    expect(camposOf({ pagoLocExt: '02' })).toEqual([`${d}.tipoRegi`, `${d}.paisEfecPago`, `${d}.aplicConvDobTrib`])
    const exterior = { pagoLocExt: '02', tipoRegi: '01', paisEfecPago: '110', aplicConvDobTrib: 'NO' }
    expect(camposOf(exterior)).toEqual([`${d}.pagExtSujRetNorLeg`])
    expect(camposOf({ ...exterior, pagExtSujRetNorLeg: 'SI' }, { condiciones: [] })).toEqual([])
  })
  it('a percentage of a payment abroad that the table lacks only warns: treaties decide', () => {
    const doc = sustento({
      pagoLocExt: '02',
      tipoRegi: '01',
      paisEfecPago: '110',
      aplicConvDobTrib: 'SI',
      retenciones: [retencion('1', '501', '100', '15')],
    })
    const { problemas, advertencias } = checkRetencion(documento({ docsSustento: [doc] }), contexto())
    expect([problemas, advertencias.map((one) => one.campo)]).toEqual([[], [`${d}.retenciones.0.porcentajeRetener`]])
  })
  it('dividends need their data, and nothing else may carry them (sri/README §6.4)', () => {
    const dividendos = { fechaPagoDiv: '2026-11-19', imRentaSoc: m('25'), ejerFisUtDiv: '2025' }
    const doc = { codSustento: '10', codDocSustento: '19' }
    expect(camposOf({ ...doc, retenciones: [retencion('1', '327', '100', '12')] })).toEqual([`${d}.retenciones.0.dividendos`])
    expect(camposOf({ ...doc, retenciones: [retencion('1', '327', '100', '12', { dividendos })] })).toEqual([])
    expect(camposOf({ retenciones: [retencion('1', '312', '100', '2', { dividendos })] })).toEqual([`${d}.retenciones.0.dividendos`])
  })
  it('reembolsos of document 41 add up', () => {
    const reembolso: ReembolsoDetalle = {
      tipoIdentificacionProveedorReembolso: '04',
      identificacionProveedorReembolso: RUC,
      tipoProveedorReembolso: '02',
      codDocReembolso: '01',
      estabDocReembolso: '001',
      ptoEmiDocReembolso: '001',
      secuencialDocReembolso: '000000009',
      fechaEmisionDocReembolso: '2026-11-18',
      numeroAutorizacionDocReemb: '1'.repeat(49),
      detalleImpuestos: [
        { codigo: '2', codigoPorcentaje: '4', tarifa: fromUnits(15), baseImponibleReembolso: m('100'), impuestoReembolso: m('15') },
      ],
    }
    const header = { totalComprobantesReembolso: m('115'), totalBaseImponibleReembolso: m('100'), totalImpuestoReembolso: m('15') }
    expect(camposOf({ codDocSustento: '41', reembolsos: [reembolso], ...header })).toEqual([])
    expect(camposOf({ codDocSustento: '41', reembolsos: [reembolso], ...header, totalImpuestoReembolso: m('14') })).toEqual([
      `${d}.totalImpuestoReembolso`,
    ])
  })
})

describe('subject, repetition, permission', () => {
  const campos = (extra: Partial<RetencionDocumento>, more: Partial<RetencionContexto> = {}): string[] =>
    checkRetencion(documento(extra), contexto(more)).problemas.map((one) => one.campo)
  it.each<[string, Partial<RetencionDocumento>, string]>([
    [
      'ficha tabla 6: no consumidor final',
      { tipoIdentificacionSujetoRetenido: '07', identificacionSujetoRetenido: '9999999999999' },
      'identificacionSujetoRetenido',
    ],
    [
      'error 52: type 08 without tipoSujetoRetenido',
      { tipoIdentificacionSujetoRetenido: '08', identificacionSujetoRetenido: 'X1' },
      'tipoSujetoRetenido',
    ],
    ['tipoSujetoRetenido without type 08', { tipoSujetoRetenido: '01' }, 'tipoSujetoRetenido'],
    ['no supported document', { docsSustento: [] }, 'docsSustento'],
    ['the same document twice with one support', { docsSustento: [sustento(), sustento()] }, 'docsSustento.1.numDocSustento'],
  ])('%s', (_, extra, campo) => expect(campos(extra)).toEqual([campo]))
  it('one document under two supports is fine', () =>
    expect(campos({ docsSustento: [sustento(), sustento({ codSustento: '06' })] })).toEqual([]))
  it('O-99: who is no agente is told why', () => {
    const { problemas } = checkRetencion(documento(), contexto({ condiciones: [] }))
    expect(problemas.map((one) => one.campo)).toEqual(['docsSustento.0.retenciones.0.codigo', 'docsSustento.0.retenciones.1.codigo'])
    expect(problemas[0]?.mensaje).toContain('no consta como agente de retención')
  })
  it('O-99: anybody withholds the IVA of a liquidación', () => {
    const doc = sustento({ codDocSustento: '03', retenciones: [retencion('2', '3', '15', '100')] })
    expect(campos({ docsSustento: [doc] }, { condiciones: [] })).toEqual([])
  })
  it('sri/README §6.4: autorretención is of oneself, document 42, support 12', () => {
    const auto = [retencion('1', '350', '100', '1.75')]
    const propia = {
      identificacionSujetoRetenido: RUC,
      docsSustento: [sustento({ codDocSustento: '42', codSustento: '12', retenciones: auto })],
    }
    expect(campos(propia, { ruc: RUC, condiciones: [] })).toEqual([])
    expect(campos({ docsSustento: [sustento({ retenciones: auto })] })).toEqual([
      'identificacionSujetoRetenido',
      'docsSustento.0.codDocSustento',
      'docsSustento.0.codSustento',
    ])
  })
})

describe('the date that decides the percentage', () => {
  const march = { fecha: '2026-03-02' }
  const february = { retenciones: [retencion('1', '312', '100', '1.75')], fechaEmisionDocSustento: '2026-02-27' }
  it('is that of the voucher (tributacion §0.1)', () =>
    expect(camposOf(february, march)).toEqual(['docsSustento.0.retenciones.0.porcentajeRetener']))
  it('is that of the payment where the user states it, with a reason', () => {
    const pago = { fecha: '2026-02-27', motivo: 'Pagado el 27 de febrero' }
    expect(camposOf(february, { ...march, pago })).toEqual([])
    expect(camposOf(february, { ...march, pago: { ...pago, motivo: ' ' } })).toEqual(['pago.motivo'])
    expect(fechaTarifaOf({ fecha: '2026-03-02', pago })).toBe('2026-02-27')
  })
  it('may not be a payment when no rate changed since, nor one to come', () => {
    expect(camposOf({}, { pago: { fecha: '2026-11-01', motivo: 'x' } })).toEqual(['pago.fecha'])
    expect(camposOf(february, { fecha: '2026-02-28', pago: { fecha: '2026-03-02', motivo: 'x' } })).toContain('pago.fecha')
  })
  it('a late voucher is still due: it only warns (LRTI art. 50)', () => {
    expect(plazosRetencion('2026-11-19')).toEqual({ dias: 5, calendario: '2026-11-24', habiles: '2026-11-26' })
    const warnings = (fecha: string) => checkRetencion(documento(), contexto({ fecha })).advertencias.map((one) => one.campo)
    expect([warnings('2026-11-24'), warnings('2026-11-25')]).toEqual([[], ['docsSustento.0.fechaEmisionDocSustento']])
    // The law does not say whether five calendar or working days: with a weekend between, both are shown.
    const [late] = checkRetencion(documento(), contexto({ fecha: '2026-11-25' })).advertencias
    expect(late?.mensaje).toMatch(/24\/11\/2026 si son días calendario, el 26\/11\/2026 si son hábiles/)
  })
})

describe('vectors of the reference', () => {
  interface Vector {
    docBase: string
    docIva15: string
    retenciones: { codigo: string; codigoRetencion: string; baseImponible: string; porcentajeRetener: string; valorRetenido: string }[]
  }
  const others = readReferencia<{ otherDocuments: { retencion: Vector; retencionServicios: Vector } }>(
    'sri/vectors/totales.json',
  ).otherDocuments
  it.each(['retencion', 'retencionServicios'] as const)('%s', (name) => {
    const vector = others?.[name]
    if (!vector) throw new Error('vector missing')
    const [base, iva] = [m(vector.docBase), m(vector.docIva15)]
    const retenciones = vector.retenciones.map((one) => ({
      codigo: one.codigo,
      codigoRetencion: one.codigoRetencion,
      baseImponible: m(one.baseImponible),
      porcentajeRetener: fromDecimal(Number(one.porcentajeRetener)),
      valorRetenido: m(one.valorRetenido),
    }))
    expect(
      camposOf({
        totalSinImpuestos: base,
        importeTotal: add(base, iva),
        pagos: [{ formaPago: '20', total: add(base, iva) }],
        retenciones,
        impuestosDocSustento: [
          { codImpuestoDocSustento: '2', codigoPorcentaje: '4', baseImponible: base, tarifa: fromUnits(15), valorImpuesto: iva },
        ],
      }),
    ).toEqual([])
  })
})
