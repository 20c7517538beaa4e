import { describe, expect, it } from 'vitest'

import { consumidorFinalIsModificable } from '../identificacion/consumidor-final.ts'
import { COD_DOC } from '../documento/enumeraciones.ts'
import { checkIdentificacionDe } from '../identificacion/identificacion-por-comprobante.ts'
import { fromUnits, parseMonto } from '../valor/monto.ts'
import { checkNotaCredito, type NotaCreditoDocumento } from './nota-credito-check.ts'
import { checkNotaDebito, notaDebitoOf, type NotaDebitoDocumento } from './nota-debito.ts'
import { readReferencia } from '../testing/referencia.ts'

const m = (text: string) => parseMonto(text)!
const HOY = '2026-11-20'
const IVA15 = { codigoPorcentaje: '4', tarifa: fromUnits(15) }
const IVA12 = { codigoPorcentaje: '2', tarifa: fromUnits(12) }
const modificado = { codDocModificado: '01', numDocModificado: '001-001-000000001', fechaEmisionDocSustento: '2026-11-01' }
const comprador = { tipoIdentificacionComprador: '04', identificacionComprador: '1790012344001' }
const iva = ({ codigoPorcentaje, tarifa } = IVA15) => [{ codigo: '2', codigoPorcentaje, tarifa, baseImponible: m('10'), valor: m('1.50') }]
const nota = (extra: Partial<NotaCreditoDocumento> = {}): NotaCreditoDocumento => ({
  tipo: 'CORRECCION',
  ...comprador,
  modificado,
  motivo: 'Precio equivocado',
  creditos: [{ linea: 0, monto: m('10') }],
  totales: { totalConImpuestos: iva(), valorModificacion: m('11.50') },
  saldo: m('23.00'),
  ...extra,
})

describe('nota de crédito (O-57)', () => {
  it('has no objection to a sound one, nor to one of a document that is not in our books', () => {
    expect(checkNotaCredito(nota(), HOY)).toEqual({ problemas: [], advertencias: [] })
    expect(checkNotaCredito(nota({ saldo: undefined }), HOY).problemas).toEqual([])
  })
  it.each<[string, Partial<NotaCreditoDocumento>, string]>([
    ['O-57: above what remains', { saldo: m('11.49') }, 'valorModificacion'],
    ['nothing given back', { totales: { totalConImpuestos: iva(), valorModificacion: 0 } }, 'valorModificacion'],
    ['O-57: earlier than its invoice', { modificado: { ...modificado, fechaEmisionDocSustento: '2026-11-21' } }, 'fechaEmisionDocSustento'],
    ['a note of a note', { modificado: { ...modificado, codDocModificado: '04' } }, 'codDocModificado'],
    ['XSD: number with dashes', { modificado: { ...modificado, numDocModificado: '001001000000001' } }, 'numDocModificado'],
    ['XSD: a reason', { motivo: '' }, 'motivo'],
    ['XSD: a reason of 300 characters', { motivo: 'x'.repeat(301) }, 'motivo'],
    ['O-57: an annulment leaves something', { tipo: 'ANULACION' }, 'tipo'],
    ['O-57: a return without units', { tipo: 'DEVOLUCION' }, 'tipo'],
    ['O-57: a discount with units', { tipo: 'DESCUENTO', creditos: [{ linea: 0, cantidad: m('1') }] }, 'tipo'],
    [
      'O-92: a rate that was not in force then',
      { totales: { totalConImpuestos: iva(IVA12), valorModificacion: m('11.50') } },
      'totalConImpuestos.0',
    ],
    [
      'O-92: a rate that is not its code',
      { totales: { totalConImpuestos: iva({ ...IVA15, tarifa: fromUnits(12) }), valorModificacion: m('11.50') } },
      'totalConImpuestos.0',
    ],
    [
      'Res. 25-14: consumidor final',
      { tipoIdentificacionComprador: '07', identificacionComprador: '9999999999999' },
      'identificacionComprador',
    ],
  ])('%s', (_, extra, campo) => expect(checkNotaCredito(nota(extra), HOY).problemas.map((one) => one.campo)).toEqual([campo]))
  it('O-92: keeps 12 % over an invoice of March 2024, whatever today is', () => {
    const old = nota({
      modificado: { ...modificado, fechaEmisionDocSustento: '2024-03-31' },
      totales: { totalConImpuestos: iva(IVA12), valorModificacion: m('11.20') },
    })
    expect(checkNotaCredito(old, HOY).problemas).toEqual([])
  })
  it('consumidor final: not creditable from 2026, and before it had to be identified', () => {
    expect([consumidorFinalIsModificable('2025-12-31'), consumidorFinalIsModificable('2026-01-01')]).toEqual([true, false])
    const final = nota({
      tipoIdentificacionComprador: '07',
      identificacionComprador: '9999999999999',
      modificado: { ...modificado, fechaEmisionDocSustento: '2025-12-01' },
    })
    expect(checkNotaCredito(final, HOY).problemas[0]?.mensaje).toContain('no se puede acreditar')
    expect(checkNotaCredito(final, '2025-12-31').problemas[0]?.mensaje).toContain('Identifique')
  })
})

describe('nota de débito', () => {
  const motivo = { razon: 'Interés por mora', valor: m('50'), iva: IVA15 }
  const debito = (extra: Partial<NotaDebitoDocumento> = {}): NotaDebitoDocumento => ({
    ...comprador,
    modificado,
    motivos: [motivo],
    pagos: [{ formaPago: '20', total: m('57.50') }],
    ...extra,
  })
  const campos = (extra: Partial<NotaDebitoDocumento>) => checkNotaDebito(debito(extra), HOY).problemas.map((one) => one.campo)

  it('adds up its reasons by rate, rounding the IVA of each rate once', () => {
    const cents = { razon: 'x', valor: m('0.03'), iva: IVA15 }
    expect(notaDebitoOf([cents, cents, { ...cents, iva: { codigoPorcentaje: '0', tarifa: 0 } }])).toMatchObject({
      totalSinImpuestos: m('0.09'),
      valorTotal: m('0.10'),
      impuestos: [
        { codigo: '2', codigoPorcentaje: '4', baseImponible: m('0.06'), valor: m('0.01') },
        { codigoPorcentaje: '0', valor: 0 },
      ],
    })
    expect(campos({})).toEqual([])
  })
  it.each<[string, Partial<NotaDebitoDocumento>, string[]]>([
    ['XSD: no reason', { motivos: [], pagos: [{ formaPago: '20', total: 0 }] }, ['motivos']],
    ['XSD: an empty reason', { motivos: [{ ...motivo, razon: '' }] }, ['motivos.0.razon']],
    [
      'a negative amount',
      { motivos: [{ ...motivo, valor: m('-1') }], pagos: [{ formaPago: '20', total: m('-1.15') }] },
      ['motivos.0.valor', 'pagos.0.total'],
    ],
    ['payments do not add up', { pagos: [{ formaPago: '20', total: m('50') }] }, ['pagos']],
    ['O-92: rate of another day', { modificado: { ...modificado, fechaEmisionDocSustento: '2024-03-31' } }, ['impuestos.0']],
    [
      'ficha tabla 6: consumidor final',
      { tipoIdentificacionComprador: '07', identificacionComprador: '9999999999999' },
      ['identificacionComprador'],
    ],
    ['earlier than its invoice', { modificado: { ...modificado, fechaEmisionDocSustento: '2026-11-21' } }, ['fechaEmisionDocSustento']],
  ])('%s', (_, extra, expected) => expect(campos(extra)).toEqual(expected))
})

describe('identification kinds by document (ficha técnica, tabla 6)', () => {
  const FINAL = ['07', '9999999999999'] as const
  it.each([
    ['01', true],
    ['03', false],
    ['04', false],
    ['05', false],
    ['06', false],
    ['07', false],
  ] as const)('document %s takes consumidor final: %s', (codDoc, taken) => {
    expect(checkIdentificacionDe(codDoc, ...FINAL, 'x').problemas).toHaveLength(taken ? 0 : 1)
    expect(checkIdentificacionDe(codDoc, '06', 'P123', 'x').problemas).toEqual([])
  })
  it('says what is wrong with the number, and warns of a suspicious RUC', () => {
    expect(checkIdentificacionDe(COD_DOC.FACTURA, '05', '1710034066', 'campo').problemas[0]?.campo).toBe('campo')
    expect(checkIdentificacionDe(COD_DOC.FACTURA, '04', '1790012345001', 'campo')).toMatchObject({
      problemas: [],
      advertencias: [{ campo: 'campo' }],
    })
    expect(checkIdentificacionDe(COD_DOC.FACTURA, '99', 'x', 'campo').problemas).toHaveLength(1)
  })
  it('agrees with the catalogue of the reference', () => {
    const { entries } = readReferencia<{ entries: { code: string; notAllowedIn?: string[] }[] }>('sri/catalogs/tipo-identificacion.json')
    for (const codDoc of entries.flatMap((entry) => entry.notAllowedIn ?? []))
      expect(checkIdentificacionDe(codDoc as '03', ...FINAL, 'x').problemas).toHaveLength(1)
  })
})

describe('vectors of the reference', () => {
  it('notaDebito', () => {
    const vector = readReferencia<{
      otherDocuments: {
        notaDebito: { motivos: { razon: string; valor: string }[]; totalSinImpuestos: string; iva15: string; valorTotal: string }
      }
    }>('sri/vectors/totales.json').otherDocuments.notaDebito
    const totales = notaDebitoOf(vector.motivos.map(({ razon, valor }) => ({ razon, valor: m(valor), iva: IVA15 })))
    expect(totales).toMatchObject({ totalSinImpuestos: m(vector.totalSinImpuestos), valorTotal: m(vector.valorTotal) })
    expect(totales.impuestos[0]?.valor).toBe(m(vector.iva15))
  })
})
