import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { IceEntrada, LineaEntrada } from './linea.ts'
import { formatMonto, fromCents, fromUnits, montoOf, parseMonto, type Monto } from '../valor/monto.ts'
import { readReferencia } from '../testing/referencia.ts'
import { totalesOf, type TotalesEntrada } from './totales.ts'

const m = (text: string): Monto => {
  const monto = parseMonto(text)
  if (monto === undefined) throw new Error(`not a decimal: ${text}`)
  return monto
}
const money = (monto: Monto | undefined): string => formatMonto(monto ?? -1, 2)
const IVA15 = { codigoPorcentaje: '4', tarifa: fromUnits(15) }
const IVA5 = { codigoPorcentaje: '5', tarifa: fromUnits(5) }
const IVA0 = { codigoPorcentaje: '0', tarifa: 0 }
const linea = (cantidad: string, precio: string, extra: Partial<LineaEntrada> = {}): LineaEntrada => ({
  cantidad: m(cantidad),
  precioUnitario: m(precio),
  iva: IVA15,
  ...extra,
})
const pvp = (...lineas: LineaEntrada[]): TotalesEntrada => ({ modo: 'PVP', lineas })
const neto = (...lineas: LineaEntrada[]): TotalesEntrada => ({ modo: 'NETO', lineas })

interface VectorLine {
  cantidad: string
  precioUnitario: string
  descuento?: string
  iva: [string, string]
  ice?: { cod: string; tarifa?: string; especifico?: string }
  precioTotalSinImpuesto: string
  impuestos: { codigo: string; codigoPorcentaje: string; tarifa: string; baseImponible: string; valor: string }[]
}
interface VectorCase {
  name: string
  lines: VectorLine[]
  totalSinImpuestos: string
  totalDescuento: string
  totalConImpuestos: { codigo: string; codigoPorcentaje: string; baseImponible: string; valor: string; sumOfLineValues: string }[]
  propina: string
  importeTotal: string
  extras?: Record<string, string>
}

const iceOf = (ice: NonNullable<VectorLine['ice']>): IceEntrada => ({
  codigoPorcentaje: ice.cod,
  tarifa: ice.tarifa === undefined ? undefined : m(ice.tarifa),
  especifico: ice.especifico === undefined ? undefined : m(ice.especifico),
})

const entradaOf = (vector: VectorCase): TotalesEntrada => ({
  modo: 'NETO',
  propina: m(vector.propina),
  ...Object.fromEntries(Object.entries(vector.extras ?? {}).map(([name, value]) => [name, m(value)])),
  lineas: vector.lines.map((line) => ({
    cantidad: m(line.cantidad),
    precioUnitario: m(line.precioUnitario),
    descuento: line.descuento === undefined ? undefined : m(line.descuento),
    iva: { codigoPorcentaje: line.iva[0], tarifa: m(line.iva[1]) },
    ice: line.ice ? iceOf(line.ice) : undefined,
  })),
})

describe('vectors of the reference', () => {
  const { cases } = readReferencia<{ cases: VectorCase[] }>('sri/vectors/totales.json')
  it.each(cases.map((vector) => [vector.name, vector] as const))('%s', (_, vector) => {
    const totales = totalesOf(entradaOf(vector))
    expect(totales.lineas.map((line) => money(line.precioTotalSinImpuesto))).toEqual(
      vector.lines.map((line) => line.precioTotalSinImpuesto),
    )
    expect(totales.lineas.map((line) => line.impuestos)).toEqual(
      vector.lines.map((line) =>
        line.impuestos.map((tax) => ({ ...tax, tarifa: m(tax.tarifa), baseImponible: m(tax.baseImponible), valor: m(tax.valor) })),
      ),
    )
    expect(
      totales.totalConImpuestos.map(({ codigo, codigoPorcentaje, baseImponible, valor }) => ({
        codigo,
        codigoPorcentaje,
        baseImponible: money(baseImponible),
        valor: money(valor),
      })),
    ).toEqual(vector.totalConImpuestos.map(({ sumOfLineValues: _sum, ...total }) => total))
    expect(money(totales.totalSinImpuestos)).toBe(vector.totalSinImpuestos)
    expect(money(totales.totalDescuento)).toBe(vector.totalDescuento)
    expect(money(totales.propina)).toBe(vector.propina)
    expect(money(totales.importeTotal)).toBe(vector.importeTotal)
  })
})

describe('net mode (O-60)', () => {
  it('O-18 rounds a line once: 3.333333 × 0.3015 is 1.00', () => {
    expect(money(totalesOf(neto(linea('3.333333', '0.3015'))).totalSinImpuestos)).toBe('1.00')
  })
  it('computes VAT once per rate, not as the sum of the lines', () => {
    const totales = totalesOf(neto(...Array.from({ length: 3 }, () => linea('1', '0.03', { iva: IVA5 }))))
    expect(totales.lineas.map((line) => money(line.impuestos[0]?.valor))).toEqual(['0.00', '0.00', '0.00'])
    expect(totales.totalConImpuestos[0]).toMatchObject({ baseImponible: m('0.09'), valor: 0 })
    const bigger = totalesOf(neto(...Array.from({ length: 10 }, () => linea('1', '0.03'))))
    expect(bigger.lineas.map((line) => line.impuestos[0]?.valor)).toEqual(Array(10).fill(0))
    expect(money(bigger.totalConImpuestos[0]?.valor)).toBe('0.05')
  })
  it('leaves IRBPNR outside the VAT base and ICE inside', () => {
    const totales = totalesOf(
      neto(
        linea('12', '1.00', {
          ice: { codigoPorcentaje: '3111', tarifa: m('10') },
          irbpnr: { tarifa: m('0.02') },
        }),
      ),
    )
    expect(totales.totalConImpuestos.map((tax) => [tax.codigo, tax.codigoPorcentaje, money(tax.baseImponible), money(tax.valor)])).toEqual([
      ['3', '3111', '12.00', '1.20'],
      ['2', '4', '13.20', '1.98'],
      ['5', '5001', '12.00', '0.24'],
    ])
    expect(money(totales.importeTotal)).toBe('15.42')
  })
  it('adds an ad valorem and a specific ICE of the same line', () => {
    const ice = { codigoPorcentaje: '3031', tarifa: m('75'), especifico: m('10'), unidades: m('0.3') }
    expect(money(totalesOf(neto(linea('1', '20.00', { ice }))).totalConImpuestos[0]?.valor)).toBe('18.00')
  })
  it('answers zeros for no lines', () => {
    expect(totalesOf(neto())).toEqual({
      lineas: [],
      totalSinImpuestos: 0,
      totalDescuento: 0,
      totalConImpuestos: [],
      propina: 0,
      importeTotal: 0,
    })
  })
  it('adds up the subsidy over the lines that carry it', () => {
    const totales = totalesOf(neto(linea('1', '25.00', { precioSinSubsidio: m('35.00') }), linea('1', '1.00')))
    expect(money(totales.totalSubsidio!)).toBe('10.00')
    expect(totalesOf(neto(linea('1', '1.00')))).not.toHaveProperty('totalSubsidio')
  })
  it('refuses one rate code with two rates', () => {
    expect(() => totalesOf(neto(linea('1', '1'), linea('1', '1', { iva: { codigoPorcentaje: '4', tarifa: fromUnits(12) } })))).toThrow(
      RangeError,
    )
  })
  it('refuses totals beyond the safe range instead of losing cents', () => {
    expect(() => totalesOf(neto(linea('9000000000', '9000000000')))).toThrow(RangeError)
  })
})

describe('PVP mode (O-60)', () => {
  it('charges a label of 10.00 as 8.70 + 1.30, which the plain formula misses', () => {
    const totales = totalesOf(pvp(linea('1', '10.00')))
    expect([money(totales.totalSinImpuestos), money(totales.totalConImpuestos[0]?.valor), money(totales.importeTotal)]).toEqual([
      '8.70',
      '1.30',
      '10.00',
    ])
    expect(money(totalesOf(neto(linea('1', '8.695652'))).importeTotal)).toBe('10.01')
  })
  it('spreads the group base by largest remainder, the earlier line winning a tie', () => {
    const totales = totalesOf(pvp(...Array.from({ length: 3 }, () => linea('1', '1.00'))))
    expect(money(totales.totalSinImpuestos)).toBe('2.61')
    expect(totales.lineas.map((line) => money(line.precioTotalSinImpuesto))).toEqual(['0.87', '0.87', '0.87'])
    const ten = totalesOf(pvp(...Array.from({ length: 10 }, () => linea('1', '1.00'))))
    expect(money(ten.totalSinImpuestos)).toBe('8.70')
    const uneven = totalesOf(pvp(linea('1', '0.10'), linea('1', '0.10'), linea('1', '0.10')))
    expect(uneven.lineas.map((line) => money(line.precioTotalSinImpuesto))).toEqual(['0.09', '0.09', '0.08'])
    expect(money(uneven.importeTotal)).toBe('0.30')
  })
  it('keeps the natural net price where it reproduces the line', () => {
    const [first] = totalesOf(pvp(linea('3', '1.00'))).lineas
    expect(formatMonto(first?.precioUnitario ?? 0, 6)).toBe('0.869565')
    expect(money(first?.precioTotalSinImpuesto ?? 0)).toBe('2.61')
  })
  it('takes discounts with VAT and declares them without', () => {
    const totales = totalesOf(pvp(linea('2', '11.50', { descuento: m('1.15') })))
    expect(totales.lineas[0]).toMatchObject({
      precioUnitario: m('10'),
      descuento: m('1.00'),
      precioTotalSinImpuesto: m('19.00'),
      total: m('21.85'),
    })
    expect(money(totales.importeTotal)).toBe('21.85')
  })
  it('lets a discount take the cents where no six-decimal price reproduces the line', () => {
    const totales = totalesOf(pvp(linea('1000000', '0.011503')))
    const [first] = totales.lineas
    expect(money(totales.importeTotal)).toBe('11503.00')
    expect(first?.descuento).toBeGreaterThan(0)
    expect(((first?.cantidad ?? 0) / 1e6) * (first?.precioUnitario ?? 0) - (first?.descuento ?? 0)).toBe(first?.precioTotalSinImpuesto)
  })
  it('leaves rates of zero as they are', () => {
    const totales = totalesOf(pvp(linea('1', '10.00'), linea('3', '1.05', { iva: IVA0 })))
    expect(totales.totalConImpuestos.map((tax) => [tax.codigoPorcentaje, money(tax.baseImponible), money(tax.valor)])).toEqual([
      ['4', '8.70', '1.30'],
      ['0', '3.15', '0.00'],
    ])
    expect(money(totales.importeTotal)).toBe('13.15')
  })
  it('uses net arithmetic for lines with ICE or IRBPNR, and the formula for a group that mixes both', () => {
    const totales = totalesOf(pvp(linea('1', '10.00'), linea('1', '100.00', { ice: { codigoPorcentaje: '3101', tarifa: m('10') } })))
    expect(totales.totalConImpuestos.map((tax) => [tax.codigo, money(tax.baseImponible), money(tax.valor)])).toEqual([
      ['2', '118.70', '17.81'],
      ['3', '100.00', '10.00'],
    ])
    expect(totales.lineas[0]?.total).toBe(m('10.00'))
  })
})

describe('properties against a BigInt reference', () => {
  const half = (n: bigint, d: bigint): bigint => (n * 2n + d) / (d * 2n)
  const rates = [IVA15, IVA5, IVA0, { codigoPorcentaje: '8', tarifa: fromUnits(8) }]
  const anyLine = fc
    .record({
      cantidad: fc.oneof(
        fc.integer({ min: 1, max: 50_000_000 }),
        fc.integer({ min: 1, max: 500 }).map((n) => n * 1_000_000),
        fc.integer({ min: 1, max: 2 ** 42 }),
      ),
      precioUnitario: fc.oneof(
        fc.integer({ min: 0, max: 100_000_000 }),
        fc.integer({ min: 0, max: 20_000 }).map((n) => n * 10_000),
      ),
      share: fc.integer({ min: 0, max: 100 }),
      rate: fc.constantFrom(...rates),
    })
    .map(({ cantidad, precioUnitario, share, rate }): LineaEntrada => {
      const gross = half(BigInt(cantidad) * BigInt(precioUnitario), 10_000_000_000n)
      return {
        cantidad,
        precioUnitario: montoOf(precioUnitario),
        iva: rate,
        descuento: share > 50 ? fromCents(Number((gross * BigInt(share - 50)) / 50n)) : undefined,
      }
    })
  const lines = fc.array(anyLine, { minLength: 1, maxLength: 12 })
  const cents = (monto: Monto): bigint => BigInt(monto) / 10_000n
  const entered = (line: LineaEntrada): bigint =>
    half(BigInt(line.cantidad) * BigInt(line.precioUnitario), 10_000_000_000n) - cents(line.descuento ?? 0)

  it('net: each line and each rate group is rounded once, and the total adds up', () => {
    fc.assert(
      fc.property(lines, (lineas) => {
        const totales = totalesOf({ modo: 'NETO', lineas })
        expect(totales.lineas.map((line) => cents(line.precioTotalSinImpuesto))).toEqual(lineas.map(entered))
        let total = 0n
        for (const group of totales.totalConImpuestos) {
          const base = lineas
            .filter((line) => line.iva.codigoPorcentaje === group.codigoPorcentaje)
            .reduce((all, line) => all + entered(line), 0n)
          expect(cents(group.baseImponible)).toBe(base)
          expect(cents(group.valor)).toBe(half(base * BigInt(group.tarifa), 100_000_000n))
          total += base + cents(group.valor)
        }
        expect(cents(totales.importeTotal)).toBe(total)
      }),
      { numRuns: 1500 },
    )
  })

  it('PVP: Σ labels is charged to the cent, every line is reproduced, VAT stays within a cent of base × rate', () => {
    fc.assert(
      fc.property(lines, (lineas) => {
        const totales = totalesOf({ modo: 'PVP', lineas })
        expect(cents(totales.importeTotal)).toBe(lineas.reduce((all, line) => all + entered(line), 0n))
        for (const line of totales.lineas) {
          expect(entered({ ...line, iva: IVA0 })).toBe(cents(line.precioTotalSinImpuesto))
          expect(
            Math.min(line.precioUnitario, line.descuento, line.precioTotalSinImpuesto, line.impuestos[0]?.valor ?? -1),
          ).toBeGreaterThanOrEqual(0)
        }
        for (const group of totales.totalConImpuestos) {
          const labels = lineas
            .filter((line) => line.iva.codigoPorcentaje === group.codigoPorcentaje)
            .reduce((all, line) => all + entered(line), 0n)
          expect(cents(group.baseImponible)).toBe(half(labels * 100_000_000n, 100_000_000n + BigInt(group.tarifa)))
          expect(cents(group.baseImponible) + cents(group.valor)).toBe(labels)
          const exact = BigInt(group.baseImponible) * BigInt(group.tarifa)
          const off = BigInt(group.valor) * 100_000_000n - exact
          expect((off < 0n ? -off : off) <= 10_000n * 100_000_000n).toBe(true)
        }
      }),
      { numRuns: 1500 },
    )
  })

  it('PVP: no line is more than a cent away from its own exact base', () => {
    fc.assert(
      fc.property(lines, (lineas) => {
        totalesOf({ modo: 'PVP', lineas }).lineas.forEach((line, at) => {
          const source = lineas[at]
          if (!source) return
          const by = 100_000_000n + BigInt(source.iva.tarifa)
          const off = cents(line.precioTotalSinImpuesto) * by - entered(source) * 100_000_000n
          expect((off < 0n ? -off : off) < by).toBe(true)
        })
      }),
      { numRuns: 1500 },
    )
  })
})
