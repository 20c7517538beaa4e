import { describe, expect, it } from 'vitest'

import { addDays } from '../valor/fecha.ts'
import { fromUnits } from '../valor/monto.ts'
import { parametroAt, PARAMETROS, type NombreParametro } from './parametros.ts'
import type { Vigencia } from './vigencia.ts'

const NAMES = Object.keys(PARAMETROS) as NombreParametro[]

describe('dated parameters', () => {
  it.each(NAMES)('%s covers every day once, and says where it comes from', (name) => {
    const periods: readonly Vigencia[] = PARAMETROS[name]
    expect(periods[0]?.validTo).toBeUndefined()
    expect(periods.at(-1)?.validFrom).toBeUndefined()
    periods.forEach((period, at) => {
      const older = periods[at + 1]
      expect(period.source).not.toBe('')
      if (older) expect(older.validTo).toBe(addDays(period.validFrom ?? '', -1))
    })
  })
  it('answers what holds and why', () => {
    expect(parametroAt('consumidorFinalMaximo', '2026-11-20')).toMatchObject({
      valor: fromUnits(50),
      confidence: 'V',
      source: expect.stringContaining('Ficha') as string,
    })
    expect(parametroAt('bancarizacionMinimo', '2023-12-20').valor).toBe(fromUnits(500))
    expect(parametroAt('bancarizacionMinimo', '2023-12-19').valor).toBe(fromUnits(1000))
    expect(parametroAt('anulacionDia', '2025-07-31').valor).toBe(10)
    expect(parametroAt('anulacionDia', '2025-08-01').valor).toBe(7)
    expect(parametroAt('consumidorFinalModificable', '2026-01-01').valor).toBe(false)
  })
})
