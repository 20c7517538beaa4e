import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'

import { addDiasHabiles, isFeriado } from './dias-habiles.ts'
import { applyEnmiendas, type Enmienda } from './enmienda.ts'
import { addDays, type Fecha } from '../valor/fecha.ts'
import { iceAt, irbpnrAt } from '../impuesto/ice.ts'
import { labelOfTipoIva, tarifaIvaAt, tarifaIvaOfCodigo, tarifasIvaAt, tipoIvaGeneralAt, tipoIvaOf } from '../impuesto/iva.ts'
import { fromCents, fromDecimal, fromUnits } from '../valor/monto.ts'
import { normaAt, normasOf } from './normas.ts'
import { formasPagoAt } from '../documento/pagos.ts'
import { parametroAt } from './parametros.ts'
import { retencionAt } from '../retencion/retencion-tarifas.ts'
import { sustentoAdmits } from '../retencion/sustento.ts'
import type { Tema } from './tema.ts'
import { isVigente } from './vigencia.ts'

afterEach(() => applyEnmiendas([]))

let lastId = 0
const enmienda = (tema: Tema, codigo: string, valor: string | null, rest: Partial<Enmienda> = {}): Enmienda => ({
  id: ++lastId,
  tema,
  codigo,
  nombre: 'Nombre nuevo',
  valor,
  source: 'R.O. 999',
  confidence: 'V',
  ...rest,
})

describe('an enmienda is what every function answers', () => {
  it.each<[Enmienda, (fecha: Fecha) => unknown, unknown, unknown]>([
    [
      enmienda('PARAMETRO', 'consumidorFinalMaximo', '$200.00', { validFrom: '2027-01-01' }),
      (day) => parametroAt('consumidorFinalMaximo', day).valor,
      fromUnits(50),
      fromUnits(200),
    ],
    [
      enmienda('PARAMETRO', 'transporteComercialPlaca', 'No', { validFrom: '2027-01-01' }),
      (day) => parametroAt('transporteComercialPlaca', day).valor,
      false,
      false,
    ],
    [enmienda('PARAMETRO', 'anulacionDia', 'Día 9', { validFrom: '2027-01-01' }), (day) => parametroAt('anulacionDia', day).valor, 7, 9],
    [enmienda('IVA', '4', '16%', { validFrom: '2027-01-01' }), (day) => tarifaIvaOfCodigo('4', day)?.tarifa, fromUnits(15), fromUnits(16)],
    [
      enmienda('ICE', '3101', '12% + $0.05 por litro', { validFrom: '2027-01-01' }),
      (day) => [iceAt('3101', day)?.adValorem, iceAt('3101', day)?.especifico, iceAt('3101', day)?.unidad],
      [fromUnits(10), undefined, undefined],
      [fromUnits(12), fromCents(5), 'litro'],
    ],
    [enmienda('IRBPNR', '5001', '$0.04', { validFrom: '2027-01-01' }), (day) => irbpnrAt(day)?.especifico, fromCents(2), fromCents(4)],
    [
      enmienda('RETENCION_RENTA', '312', '2.5%', { validFrom: '2027-01-01' }),
      (day) => retencionAt('312', day)?.porcentaje,
      fromUnits(2),
      fromDecimal(2.5),
    ],
    [
      enmienda('RETENCION_RENTA', '326', '10 o 12', { validFrom: '2027-01-01' }),
      (day) => retencionAt('326', day)?.texto,
      '12 o 14',
      '10 o 12',
    ],
    [
      enmienda('RETENCION_ISD', '4580', null, { validFrom: '2027-01-01' }),
      (day) => retencionAt('4580', day)?.porcentaje,
      fromUnits(5),
      undefined,
    ],
    [
      enmienda('FORMA_PAGO', '22', 'Se puede usar', { validFrom: '2027-01-01' }),
      (day) => formasPagoAt(day).some((one) => one.codigo === '22'),
      false,
      true,
    ],
    [enmienda('SUSTENTO', '10', 'Comprobantes 19, 20', { validFrom: '2027-01-01' }), (day) => sustentoAdmits('10', '20', day), false, true],
    [
      enmienda('FERIADO', 'NACIONALES', '01/01, 02/01', { validFrom: '2027-01-01', validTo: '2027-12-31' }),
      (day) => isFeriado(day === '2027-01-01' ? '2027-01-02' : day),
      false,
      true,
    ],
  ])('$tema $codigo from 2027 on', (one, answer, before, after) => {
    const was = answer('2027-01-01')
    applyEnmiendas([one])
    expect([answer('2026-12-31'), answer('2027-01-01')]).toEqual([before, after])
    applyEnmiendas([])
    expect(answer('2027-01-01')).toEqual(was)
  })

  it('says where it comes from, and ends the period before', () => {
    const one = enmienda('IVA', '4', '16%', { validFrom: '2027-01-01', source: 'Ley X', confidence: 'M', note: 'Sin reglamento' })
    applyEnmiendas([one])
    expect(normaAt('IVA', '4', '2027-06-01')).toMatchObject({
      texto: '16%',
      source: 'Ley X',
      note: 'Sin reglamento',
      unconfirmed: true,
      enmienda: one.id,
      validFrom: '2027-01-01',
    })
    expect(normaAt('IVA', '4', '2026-12-31')).toMatchObject({ texto: '15%', validTo: '2026-12-31' })
  })
  it('a temporary one gives way again to what was there', () => {
    applyEnmiendas([enmienda('IVA', '4', '13%', { validFrom: '2026-12-01', validTo: '2026-12-31' })])
    expect(['2026-11-30', '2026-12-01', '2026-12-31', '2027-01-01'].map((day) => normaAt('IVA', '4', day)?.texto)).toEqual([
      '15%',
      '13%',
      '13%',
      '15%',
    ])
  })
  it('O-61 a new code of IVA can be sold with at once, before the others, under an id of its own', () => {
    applyEnmiendas([
      enmienda('IVA', '11', '17%', { nombre: '17%', validFrom: '2027-01-01' }),
      enmienda('IVA', '4', null, { validFrom: '2027-01-01' }),
    ])
    expect(tarifasIvaAt('2027-01-01')[0]).toMatchObject({ codigoPorcentaje: '11', tarifa: fromUnits(17), tipoIva: 111, label: '17%' })
    expect([tarifaIvaAt(6, '2027-01-01'), tarifaIvaAt(6, '2026-12-31')?.tarifa, tarifaIvaAt(111, '2026-12-31')]).toEqual([
      undefined,
      fromUnits(15),
      undefined,
    ])
    expect(['2023-06-01', '2026-12-31', '2027-01-01'].map(tipoIvaGeneralAt)).toEqual([2, 6, 111])
    expect([tipoIvaOf('11'), labelOfTipoIva(111), tipoIvaOf('4'), labelOfTipoIva(6)]).toEqual([111, '17%', 6, '15%'])
  })
  it('a changed rate is called by the name of its day', () => {
    applyEnmiendas([enmienda('IVA', '4', '16%', { nombre: '16%', validFrom: '2027-01-01' })])
    expect([labelOfTipoIva(6, '2026-12-31'), labelOfTipoIva(6, '2027-01-01'), labelOfTipoIva(6)]).toEqual(['15%', '16%', '16%'])
  })
  it('moves deadlines with the calendar', () => {
    applyEnmiendas([enmienda('FERIADO', 'NACIONALES', '18/02', { validFrom: '2026-02-18', validTo: '2026-02-18' })])
    expect(addDiasHabiles('2026-02-17', 1)).toBe('2026-02-19')
    expect(isFeriado('2026-02-16')).toBe(true)
  })
})

describe('what holds on this date, and why (property)', () => {
  const day = fc.integer({ min: 0, max: 3000 }).map((n) => addDays('2020-01-01', n))
  const layer = fc.record({
    from: fc.option(day, { nil: undefined }),
    length: fc.option(fc.nat(900), { nil: undefined }),
    percent: fc.option(fc.nat(30), { nil: null }),
  })
  const codes = [
    ['IVA', '4'],
    ['IVA', '2'],
    ['RETENCION_RENTA', '312'],
    ['IVA', '77'],
    ['RETENCION_ISD', '4580'],
  ] as const

  it('the newest enmienda that covers the day, else what the program brings; never two, and the periods meet', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...codes),
        fc.array(layer, { maxLength: 7 }),
        fc.array(day, { minLength: 1, maxLength: 10 }),
        ([tema, codigo], layers, days) => {
          applyEnmiendas([])
          const base = normasOf(tema).filter((one) => one.codigo === codigo)
          const all = layers.map(({ from, length, percent }) =>
            enmienda(tema, codigo, percent === null ? null : String(percent), {
              ...(from && { validFrom: from }),
              ...(length !== undefined && { validTo: addDays(from ?? '2023-01-01', length) }),
            }),
          )
          applyEnmiendas(all)
          const periods = normasOf(tema).filter((one) => one.codigo === codigo)
          const edges = periods
            .flatMap(({ validFrom, validTo }) => [validFrom, validTo, validFrom && addDays(validFrom, -1), validTo && addDays(validTo, 1)])
            .filter((one) => one !== undefined)
          for (const one of [...days, ...edges]) {
            const newest = all.findLast((layered) => isVigente(layered, one))
            const expected = newest
              ? newest.valor === null
                ? undefined
                : `${newest.valor}%`
              : base.find((norma) => isVigente(norma, one))?.texto
            const holding = periods.filter((norma) => isVigente(norma, one))
            expect(holding.length).toBeLessThanOrEqual(1)
            const [found] = holding
            expect(found?.texto, one).toBe(expected)
            if (newest && newest.valor !== null) expect(found).toMatchObject({ enmienda: newest.id, source: 'R.O. 999' })
            if (tema === 'IVA' && found) expect(tarifaIvaOfCodigo(codigo, one)?.tarifa).toBe(found.valor)
            if (tema !== 'IVA') expect(retencionAt(codigo, one)?.porcentaje).toBe(found?.valor)
          }
          for (const one of days.slice(0, 2)) expect(normaAt(tema, codigo, one)).toEqual(periods.find((norma) => isVigente(norma, one)))
          // The periods are newest first.
          for (const [at, period] of periods.entries())
            if (at > 0) expect((period.validTo ?? '9') < (periods[at - 1]?.validFrom ?? '')).toBe(true)
        },
      ),
      { numRuns: Number(process.env['FC_RUNS'] ?? 100), seed: Number(process.env['FC_SEED'] ?? 20_261_122) },
    )
  }, 60_000)
})
