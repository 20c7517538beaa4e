import { describe, expect, it } from 'vitest'

import { obligacionesDe, type SituacionTributaria } from './obligaciones.ts'

const GENERAL = { tipo: 'REGIMEN', desde: '2022-01-01', hasta: null, valor: 'GENERAL' }
const AGENTE = { tipo: 'AGENTE_RETENCION', desde: '2022-01-01', hasta: null, valor: '1' }
const SOCIEDAD = '1799999990001'
const NATURAL = '1712345090001'

const situacion = (change: Partial<SituacionTributaria> = {}): SituacionTributaria => ({
  hoy: '2026-10-15',
  ruc: SOCIEDAD,
  condiciones: [GENERAL],
  desde: '2026-09-05',
  presentados: [],
  mesesConRetencion: [],
  firmaHasta: null,
  porRetener: [],
  porAceptar: [],
  porAnular: [],
  ...change,
})
const due = (change: Partial<SituacionTributaria>, fin = '2026-11-30') =>
  obligacionesDe(situacion(change), fin).map(({ id, vence }) => `${vence} ${id}`)

describe('what is due', () => {
  it('forms of the reference month fall on the days of the reference; who does not withhold has no form 103', () => {
    expect(due({})).toEqual(['2026-10-26 104-2026-09', '2026-11-07 ANULACION-2026-10', '2026-11-26 104-2026-10', '2026-11-26 ATS-2026-09'])
    expect(due({ condiciones: [GENERAL, AGENTE] }).filter((one) => one.includes('103'))).toEqual([
      '2026-10-26 103-2026-09',
      '2026-11-26 103-2026-10',
    ])
    expect(due({ mesesConRetencion: ['2026-09-01'] }).filter((one) => one.includes('103'))).toEqual(['2026-10-26 103-2026-09'])
  })

  it('what was filed is no longer due, what was not stays while it is late', () => {
    expect(due({ presentados: [{ formulario: '104', desde: '2026-09-01', meses: 1 }] })).not.toContain('2026-10-26 104-2026-09')
    expect(due({ hoy: '2026-11-10' })[0]).toBe('2026-10-26 104-2026-09')
    expect(due({ hoy: '2027-12-10' }, '2027-12-31').some((one) => one.endsWith('104-2026-09'))).toBe(false)
  })

  it('who sells only at 0 % or has all of its IVA withheld files form 104 by half-years, and all else by months', () => {
    const semestral = { tipo: 'IVA_SEMESTRAL', desde: '2026-07-01', hasta: null, valor: '' }
    expect(due({ condiciones: [GENERAL, AGENTE, semestral] }, '2027-01-31').filter((one) => /104|103|ATS/.test(one))).toEqual([
      '2026-10-26 103-2026-09',
      '2026-11-26 103-2026-10',
      '2026-11-26 ATS-2026-09',
      '2026-12-28 103-2026-11',
      '2026-12-28 ATS-2026-10',
      '2027-01-26 104-2026-S2',
      '2027-01-26 103-2026-12',
      '2027-01-26 ATS-2026-11',
    ])
    const julio = (meses: 1 | 6) =>
      due({ condiciones: [GENERAL, semestral], presentados: [{ formulario: '104', desde: '2026-07-01', meses }] }, '2027-01-31')
    expect([1, 6].map((meses) => julio(meses as 1 | 6).includes('2027-01-26 104-2026-S2'))).toEqual([true, false])
    const over = { ...semestral, desde: '2026-01-01', hasta: '2026-06-30' }
    expect(due({ condiciones: [GENERAL, over] })).toContain('2026-10-26 104-2026-09')
  })

  it('RIMPE: half-years, income tax in May; a negocio popular files neither IVA nor ATS', () => {
    const rimpe = (valor: string) => due({ ruc: NATURAL, condiciones: [{ ...GENERAL, valor }] }, '2027-06-30')
    expect(rimpe('RIMPE')).toEqual([
      '2026-11-07 ANULACION-2026-10',
      '2027-01-26 104-2026-S2',
      '2027-02-26 ATS-2026-S2',
      '2027-05-26 RENTA-2026',
    ])
    expect(rimpe('NEGOCIO_POPULAR')).toEqual(['2026-11-07 ANULACION-2026-10', '2027-05-26 RENTA-2026'])
  })

  it('a natural person has the annex of personal expenses in February and the tax in March, until their day', () => {
    const anuales = (hoy: string) => due({ ruc: NATURAL, hoy }, '2027-12-31').filter((one) => /RENTA|ANEXO/.test(one))
    expect(anuales('2026-10-15')).toEqual(['2027-02-26 ANEXO_GASTOS-2026', '2027-03-29 RENTA-2026'])
    expect(anuales('2027-03-01')).toEqual(['2027-03-29 RENTA-2026'])
  })

  it('a withholding is due five working days after the purchase, for who withholds', () => {
    const porRetener = [{ fecha: '2026-10-08', documentos: 2 }]
    // 9 October is a Friday and a day of rest.
    expect(due({ porRetener, condiciones: [GENERAL, AGENTE] })).toContain('2026-10-16 RETENCION-2026-10-08')
    expect(due({ porRetener }).some((one) => one.includes('RETENCION'))).toBe(false)
  })

  it('requests to void wait for the portal and for the receiver; a certificate ends', () => {
    const porAnular = [{ id: 'd1', numero: '001-001-000000001', hasta: '2026-11-07' }]
    const porAceptar = [{ id: 'd2', numero: '001-001-000000002', pedida: '2026-10-13', dias: 5 }]
    expect(due({ porAnular, porAceptar, firmaHasta: '2026-10-20', desde: null })).toEqual([
      '2026-10-20 ACEPTACION-d2',
      '2026-10-20 FIRMA-2026-10-20',
      '2026-11-07 ANULACION-d1',
      '2026-11-26 104-2026-10',
    ])
  })
})
