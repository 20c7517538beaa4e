import { describe, expect, it } from 'vitest'

import { iceAt } from '../impuesto/ice.ts'
import { tarifaIvaOfCodigo } from '../impuesto/iva.ts'
import { fromUnits } from '../valor/monto.ts'
import { normaAt, normasAt, normasOf } from './normas.ts'
import { parametroAt } from './parametros.ts'
import { retencionAt } from '../retencion/retencion-tarifas.ts'
import { TEMAS } from './tema.ts'

const HOY = '2026-11-20'

describe('what holds on this date, and why', () => {
  it.each([
    ['PARAMETRO', 'consumidorFinalMaximo', HOY, '$50.00', false],
    ['PARAMETRO', 'bancarizacionMinimo', '2023-12-19', '$1,000.00', true],
    ['PARAMETRO', 'propinaMaxima', HOY, '10%', false],
    ['PARAMETRO', 'anulacionDia', '2025-07-31', 'Día 10', true],
    ['PARAMETRO', 'retencionPlazoDias', HOY, '5 días', true],
    ['PARAMETRO', 'consumidorFinalModificable', HOY, 'No', true],
    ['IVA', '4', HOY, '15%', false],
    ['ICE', '3031', HOY, '75% + $10.00 por litro de alcohol puro', true],
    ['ICE', '3542', HOY, 'Sin tarifa en la tabla', true],
    ['IRBPNR', '5001', HOY, '$0.02 por botella', false],
    ['RETENCION_RENTA', '312', '2026-02-28', '1.75%', false],
    ['RETENCION_RENTA', '500', HOY, '25 o 37', false],
    ['RETENCION_IVA', '3', HOY, '100%', false],
    ['RETENCION_ISD', '4586', HOY, '2.5%', false],
    ['FORMA_PAGO', '20', HOY, 'Se puede usar', false],
    ['SUSTENTO', '10', HOY, 'Comprobantes 19', false],
    ['FERIADO', 'NACIONALES', '2027-05-01', expect.stringContaining('24/05') as string, true],
  ] as const)('%s %s on %s: %s', (tema, codigo, fecha, texto, unconfirmed) => {
    const norma = normaAt(tema, codigo, fecha)
    expect(norma).toMatchObject({ tema, codigo, texto, unconfirmed })
    expect(norma?.source).not.toBe('')
  })
  it('answers nothing where nothing holds', () => {
    expect(normaAt('RETENCION_ISD', '4580', '2023-01-15')).toBeUndefined()
    expect(normaAt('IVA', '99', HOY)).toBeUndefined()
  })
  it('agrees with the functions that compute', () => {
    expect(normaAt('PARAMETRO', 'consumidorFinalMaximo', HOY)?.valor).toBe(parametroAt('consumidorFinalMaximo', HOY).valor)
    expect(normaAt('IVA', '4', HOY)?.valor).toBe(tarifaIvaOfCodigo('4', HOY)?.tarifa)
    expect(normaAt('RETENCION_RENTA', '312', HOY)).toMatchObject({ valor: fromUnits(2), source: retencionAt('312', HOY)?.source })
    expect(normaAt('ICE', '3031', HOY)?.note).toBe(iceAt('3031', HOY)?.note)
  })
})

describe('the listing', () => {
  it.each(TEMAS)('%s: on any day at most one fact of a code, with name, text and source', (tema) => {
    for (const norma of normasOf(tema)) {
      expect(
        [norma.nombre, norma.texto, norma.source].every((text) => text.trim() !== ''),
        norma.codigo,
      ).toBe(true)
      if (norma.validFrom !== undefined && norma.validTo !== undefined) expect(norma.validFrom <= norma.validTo).toBe(true)
    }
    for (const fecha of ['2016-09-01', '2023-05-01', '2024-05-01', '2025-12-01', '2026-02-28', '2026-03-01', HOY, '2027-06-01']) {
      const codigos = normasAt(fecha, tema).map((norma) => norma.codigo)
      expect(new Set(codigos).size, fecha).toBe(codigos.length)
    }
  })
  it('names every theme, and holds everything of today', () => {
    expect(new Set(normasAt(HOY).map((norma) => norma.tema))).toEqual(new Set(TEMAS.filter((tema) => tema !== 'IVA_TURISMO')))
    expect(normasAt('2026-02-16', 'IVA_TURISMO').map(({ codigo, texto }) => [codigo, texto])).toEqual([['EC', '8%']])
  })
})
