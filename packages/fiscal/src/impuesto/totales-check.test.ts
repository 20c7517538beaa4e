import { describe, expect, it } from 'vitest'

import type { LineaEntrada } from './linea.ts'
import { add, fromCents, fromUnits, montoOf } from '../valor/monto.ts'
import { checkTotales, type TotalesContexto } from './totales-check.ts'
import { totalesOf, type TotalesEntrada } from './totales.ts'

const CERO = { codigoPorcentaje: '0', tarifa: 0 }
const linea = (extra: Partial<LineaEntrada> = {}): LineaEntrada => ({
  cantidad: fromUnits(1),
  precioUnitario: fromUnits(10),
  iva: CERO,
  ...extra,
})
const camposOf = (entrada: Partial<TotalesEntrada>, contexto: Partial<TotalesContexto> = {}): string[] => {
  const complete = { modo: 'NETO' as const, lineas: [linea()], ...entrada }
  return checkTotales(complete, totalesOf(complete), { fecha: '2026-11-20', ...contexto }).map((problema) => problema.campo)
}

describe('rules of lines and totals', () => {
  it('accepts an ordinary document', () => expect(camposOf({})).toEqual([]))
  it.each<[string, Partial<LineaEntrada>, string]>([
    ['a quantity of zero', { cantidad: 0 }, 'lineas.0.cantidad'],
    ['a negative quantity', { cantidad: -1 }, 'lineas.0.cantidad'],
    ['a negative price', { precioUnitario: montoOf(-1) }, 'lineas.0.precioUnitario'],
    ['a discount above the line', { descuento: fromCents(1001) }, 'lineas.0.descuento'],
    ['a discount with fractions of a cent', { descuento: montoOf(1) }, 'lineas.0.descuento'],
    ['a negative discount', { descuento: fromCents(-1) }, 'lineas.0.descuento'],
    ['a price without subsidy below the price', { precioSinSubsidio: fromUnits(9) }, 'lineas.0.precioSinSubsidio'],
  ])('refuses %s', (_, extra, campo) => expect(camposOf({ lineas: [linea(extra)] })).toContain(campo))
  it('allows a line discounted to nothing', () => expect(camposOf({ lineas: [linea({ descuento: fromUnits(10) })] })).toEqual([]))
  it('asks for a line', () => expect(camposOf({ lineas: [] })).toEqual(['lineas']))
  it('propina: 10 % of the subtotal passes, a cent more fails', () => {
    expect(camposOf({ propina: fromUnits(1) })).toEqual([])
    expect(camposOf({ propina: add(fromUnits(1), fromCents(1)) })).toEqual(['propina'])
    expect(camposOf({ propina: fromCents(-1) })).toEqual(['propina'])
  })
  it('O-58 consumidor final: 50.00 passes, 50.01 wants a buyer, with taxes counted', () => {
    const of = (cents: number): string[] => camposOf({ lineas: [linea({ precioUnitario: fromCents(cents) })] }, { consumidorFinal: true })
    expect([of(5000), of(5001)]).toEqual([[], ['comprador']])
    const conIva = { lineas: [linea({ precioUnitario: fromUnits(44), iva: { codigoPorcentaje: '4', tarifa: fromUnits(15) } })] }
    expect(camposOf(conIva, { consumidorFinal: true })).toEqual(['comprador'])
    expect(camposOf(conIva)).toEqual([])
  })
  it('O-102 a negocio popular sells at 0 % only', () => {
    const lineas = [
      linea(),
      linea({ iva: { codigoPorcentaje: '4', tarifa: fromUnits(15) } }),
      linea({ iva: { codigoPorcentaje: '6', tarifa: 0 } }),
    ]
    expect(camposOf({ lineas }, { negocioPopular: true })).toEqual(['lineas.1.iva', 'lineas.2.iva'])
    expect(camposOf({ lineas })).toEqual([])
  })
})
