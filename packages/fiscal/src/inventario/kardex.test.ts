import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readReferencia } from '../testing/referencia.ts'
import { add, CENTAVO, formatMonto, fromUnits, montoOf, negate, parseMonto, sum, type Monto } from '../valor/monto.ts'
import {
  egresar,
  egresarAlCosto,
  ingresar,
  SALDO_VACIO,
  valorAlCosto,
  valorDevuelto,
  type AsientoKardex,
  type SaldoKardex,
} from './kardex.ts'

const m = (text: string) => parseMonto(text)!

interface Fila {
  tipo: string
  cantidad: string
  costoUnitarioEntrada: string | null
  valorMovimiento: string
  saldoCantidad: string
  saldoValor: string
  saldoCostoUnitario: string
}

describe('O-72 weighted average', () => {
  it('is the kardex of the reference, to the cent and to six decimals', () => {
    const { promedioPonderado } = readReferencia<{ promedioPonderado: Fila[] }>('tributacion/vectors/kardex.json')
    expect(promedioPonderado.length).toBeGreaterThan(5)
    let saldo = SALDO_VACIO
    let sold: { cantidad: number; valor: Monto } = { cantidad: 0, valor: 0 }
    for (const fila of promedioPonderado) {
      const cantidad = m(fila.cantidad)
      const asiento =
        fila.tipo === 'VEN'
          ? egresar(saldo, cantidad)
          : fila.tipo === 'DEV'
            ? ingresar(saldo, cantidad, valorDevuelto(sold, { cantidad: 0, valor: 0 }, cantidad))
            : ingresar(saldo, cantidad, valorAlCosto(cantidad, m(fila.costoUnitarioEntrada ?? '')))
      if (fila.tipo === 'VEN') sold = { cantidad, valor: negate(asiento.valor) }
      ;({ saldo } = asiento)
      expect([Math.abs(asiento.valor), saldo.cantidad, saldo.valor, formatMonto(saldo.costo, 6)]).toEqual([
        m(fila.valorMovimiento),
        m(fila.saldoCantidad),
        m(fila.saldoValor),
        fila.saldoCostoUnitario,
      ])
    }
  })

  it('the last ones take all that is left of the value: three for a dollar leave 0.33, 0.34 and 0.33', () => {
    let { saldo } = ingresar(SALDO_VACIO, fromUnits(3), fromUnits(1))
    const left = [1, 2, 3].map(() => {
      const asiento = egresar(saldo, fromUnits(1))
      ;({ saldo } = asiento)
      return formatMonto(-asiento.valor)
    })
    expect(left).toEqual(['0.33', '0.34', '0.33'])
    expect(saldo).toMatchObject({ cantidad: 0, valor: 0 })
  })

  it('what leaves below zero is valued at the last cost, and its entry settles the difference', () => {
    const { saldo: five } = ingresar(SALDO_VACIO, fromUnits(5), fromUnits(10))
    const { saldo: short, valor } = egresar(five, fromUnits(8))
    expect([valor, short]).toMatchObject([fromUnits(-16), { cantidad: fromUnits(-3), valor: fromUnits(-6), costo: fromUnits(2) }])
    const { saldo: some, ajuste } = ingresar(short, fromUnits(2), fromUnits(6))
    expect([ajuste, some]).toMatchObject([fromUnits(-2), { cantidad: fromUnits(-1), valor: fromUnits(-2), costo: fromUnits(2) }])
    const settled = ingresar(some, fromUnits(4), fromUnits(12))
    expect([settled.ajuste, settled.saldo]).toMatchObject([
      fromUnits(-1),
      { cantidad: fromUnits(3), valor: fromUnits(9), costo: fromUnits(3) },
    ])
  })

  it('a first sale of what was never bought costs nothing until it is bought', () => {
    const { saldo } = egresar(SALDO_VACIO, fromUnits(2))
    expect(saldo).toMatchObject({ cantidad: fromUnits(-2), valor: 0, costo: 0 })
    expect(ingresar(saldo, fromUnits(2), fromUnits(10))).toMatchObject({
      ajuste: fromUnits(-10),
      saldo: { cantidad: 0, valor: 0, costo: fromUnits(5) },
    })
  })

  it('refuses a quantity that is none, and what no amount can hold', () => {
    for (const cantidad of [0, -1]) expect(() => egresar(SALDO_VACIO, cantidad)).toThrow(RangeError)
    expect(() => ingresar(SALDO_VACIO, 0, montoOf(1))).toThrow(RangeError)
    const much = ingresar(SALDO_VACIO, Number.MAX_SAFE_INTEGER, 0).saldo
    expect(() => ingresar(much, 1, 0)).toThrow(RangeError)
  })
})

describe('O-72 first in, first out', () => {
  const PEPS: SaldoKardex = { ...SALDO_VACIO, metodo: 'PEPS' }

  it('is the kardex of the reference, to the cent', () => {
    const { peps } = readReferencia<{ peps: Omit<Fila, 'costoUnitarioEntrada' | 'saldoCostoUnitario'>[] }>(
      'tributacion/vectors/kardex.json',
    )
    expect(peps.length).toBeGreaterThan(4)
    let saldo = PEPS
    for (const fila of peps) {
      const asiento = fila.tipo === 'VEN' ? egresar(saldo, m(fila.cantidad)) : ingresar(saldo, m(fila.cantidad), m(fila.valorMovimiento))
      ;({ saldo } = asiento)
      expect([Math.abs(asiento.valor), saldo.cantidad, saldo.valor]).toEqual([
        m(fila.valorMovimiento),
        m(fila.saldoCantidad),
        m(fila.saldoValor),
      ])
    }
    expect(saldo.capas).toEqual([
      { cantidad: fromUnits(3), valor: m('19.5') },
      { cantidad: fromUnits(5), valor: fromUnits(35) },
    ])
  })

  it('begins with all there is as one layer, and a sale that was undone is the first to leave again', () => {
    const average = ingresar(ingresar(SALDO_VACIO, fromUnits(10), fromUnits(50)).saldo, fromUnits(10), fromUnits(70)).saldo
    const { saldo: bought } = ingresar({ ...average, metodo: 'PEPS' }, fromUnits(10), fromUnits(90))
    const { saldo: sold, valor } = egresar(bought, fromUnits(25))
    expect([valor, sold.capas]).toEqual([fromUnits(-165), [{ cantidad: fromUnits(5), valor: fromUnits(45) }]])
    const { saldo: undone } = ingresar(sold, fromUnits(25), negate(valor), true)
    expect(egresar(undone, fromUnits(20)).valor).toBe(fromUnits(-132))
    expect(egresar({ ...bought, metodo: 'PROMEDIO' }, fromUnits(15))).toMatchObject({ valor: fromUnits(-105), saldo: { capas: [] } })
  })

  it('below zero leaves at the cost of its last layer, and what settles it begins anew', () => {
    const { saldo } = egresar(ingresar(ingresar(PEPS, fromUnits(1), fromUnits(2)).saldo, fromUnits(1), fromUnits(3)).saldo, fromUnits(4))
    expect(saldo).toMatchObject({ cantidad: fromUnits(-2), valor: fromUnits(-6), capas: [] })
    expect(ingresar(saldo, fromUnits(3), fromUnits(12)).saldo).toMatchObject({
      valor: fromUnits(4),
      capas: [{ cantidad: fromUnits(1), valor: fromUnits(4) }],
    })
  })
})

describe('what comes back', () => {
  it('to the cent, also the last one, and never more than left', () => {
    const sold = { cantidad: fromUnits(3), valor: fromUnits(1) }
    const back: { cantidad: number; valor: Monto } = { cantidad: 0, valor: 0 }
    const values = [1, 2, 3].map(() => {
      const valor = valorDevuelto(sold, back, fromUnits(1))
      back.cantidad += fromUnits(1)
      back.valor = add(back.valor, valor)
      return formatMonto(valor)
    })
    expect([values, back]).toEqual([['0.33', '0.33', '0.34'], sold])
    expect(() => valorDevuelto(sold, back, 1)).toThrow(RangeError)
  })
})

describe('I11 whatever is done, in whatever order', () => {
  const RUNS = { numRuns: Number(process.env['FC_RUNS'] ?? 1_000), seed: Number(process.env['FC_SEED'] ?? 20_261_123) }
  const cantidad = fc.oneof(fc.integer({ min: 1, max: 20 }).map(fromUnits), fc.integer({ min: 100_000, max: 5_000_000_000 }))
  const step = fc.oneof(
    fc.record({ sale: fc.constant(false), cantidad, valor: fc.integer({ min: 0, max: 50_000 }).map((cents) => cents * CENTAVO) }),
    fc.record({ sale: fc.constant(true), cantidad, valor: fc.constant(0) }),
    // Sells exactly the stock.
    fc.record({ sale: fc.constant(true), cantidad: fc.constant(0), valor: fc.constant(0) }),
  )

  it('the balance is the sum of its rows, whole cents, nothing costs nothing, and no stock has a value against its sign', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 100 }), fc.nat(100), fc.nat(100), (steps, peps, average) => {
        let saldo: SaldoKardex = SALDO_VACIO
        const rows: AsientoKardex[] = []
        for (const [at, { sale, cantidad: asked, valor }] of steps.entries()) {
          if (at === peps) saldo = { ...saldo, metodo: 'PEPS' }
          if (at === average) saldo = { ...saldo, metodo: 'PROMEDIO' }
          const amount = asked === 0 ? saldo.cantidad : asked
          if (amount <= 0) continue
          // Some goods go back to their supplier at a price other than the average.
          const goesBack = sale && valor % 3 === 0
          const row = goesBack
            ? egresarAlCosto(saldo, amount, montoOf(valor))
            : sale
              ? egresar(saldo, amount)
              : ingresar(saldo, amount, montoOf(valor))
          rows.push(row)
          ;({ saldo } = row)
          expect(saldo.cantidad).toBe(sum(rows.map((one) => one.cantidad)))
          expect(saldo.valor).toBe(sum(rows.flatMap((one) => [one.valor, one.ajuste])))
          expect(saldo.valor % CENTAVO === 0).toBe(true)
          expect(saldo.costo).toBeGreaterThanOrEqual(0)
          if (saldo.capas.length > 0)
            expect([sum(saldo.capas.map((one) => one.cantidad)), sum(saldo.capas.map((one) => one.valor))]).toEqual([
              saldo.cantidad,
              saldo.valor,
            ])
          if (saldo.cantidad === 0) expect(saldo.valor).toBe(0)
          else expect(saldo.valor === 0 || Math.sign(saldo.valor) === Math.sign(saldo.cantidad)).toBe(true)
        }
      }),
      RUNS,
    )
  })
})

describe('goods that go back to their supplier', () => {
  const bought = (metodo: SaldoKardex['metodo'], ...entradas: [string, string][]) =>
    entradas.reduce<SaldoKardex>((saldo, [cantidad, valor]) => ingresar(saldo, m(cantidad), m(valor)).saldo, { ...SALDO_VACIO, metodo })

  it('leave at what they cost and not at the average, which changes for what stays', () => {
    const { valor, ajuste, saldo } = egresarAlCosto(bought('PROMEDIO', ['10', '20'], ['10', '40']), m('5'), m('10'))
    expect([valor, ajuste, saldo.cantidad, saldo.valor, saldo.costo]).toEqual([-m('10'), 0, m('15'), m('50'), m('3.333333')])
  })

  it('take their own layer under PEPS', () => {
    const { saldo } = egresarAlCosto(bought('PEPS', ['10', '20'], ['10', '40']), m('5'), m('20'))
    expect(saldo.capas).toEqual([
      { cantidad: m('10'), valor: m('20') },
      { cantidad: m('5'), valor: m('20') },
    ])
  })

  it('leave nothing of value where nothing stays, nor less than nothing: the difference is settled', () => {
    const last = egresarAlCosto(bought('PROMEDIO', ['2', '10']), m('2'), m('8'))
    expect([last.valor, last.ajuste, last.saldo.valor]).toEqual([-m('8'), -m('2'), 0])
    const dear = egresarAlCosto(bought('PROMEDIO', ['2', '10']), m('1'), m('12'))
    expect([dear.valor, dear.ajuste, dear.saldo.valor]).toEqual([-m('12'), m('2'), 0])
  })

  it('that are not there leave as anything else', () => {
    expect(egresarAlCosto(bought('PROMEDIO', ['2', '10']), m('3'), m('1'))).toEqual(egresar(bought('PROMEDIO', ['2', '10']), m('3')))
  })
})
