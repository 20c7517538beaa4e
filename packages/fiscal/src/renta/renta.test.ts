import { describe, expect, it } from 'vitest'

import { readReferencia } from '../testing/referencia.ts'
import { add, CENTAVO, formatMonto, fromUnits, parseMonto, subtract } from '../valor/monto.ts'
import { categoriasGastoOf, isCategoriaGasto, proyectarAnio, rebajaGastosPersonales, techoGastosPersonales } from './gastos-personales.ts'
import { aporteIessOf, estimateRenta, impuestoRentaOf, tablaRentaOf, type RentaEntrada } from './impuesto-renta.ts'
import { pagaPorTabla, regimenRentaOf, rentaAnualOf } from './renta-anual.ts'
import { impuestoRimpeOf } from './rimpe.ts'

const m = (text: string) => parseMonto(text)!

interface Gastos {
  casos: { anio: number; gastos: string; cargas: number; catastrofica: boolean; impuestoCausado?: string; rebaja: string }[]
  dependencia: {
    anio: number
    ingresoAnual: string
    aporteIess945: string
    base: string
    impuestoCausado: string
    cargas: number
    gastos: string
    rebaja: string
    impuestoAPagar?: string
  }[]
  regla2022: { ingreso: string; gastos: string; limite?: string; rebaja: string }[]
}

type Tablas = Record<string, { tramos: { desde: number; impuestoFraccionBasica: number; porcentajeExcedente: number }[] }>

describe('income tax of natural persons', () => {
  const { casos } = readReferencia<{ casos: { anio: number; baseImponible: string; impuesto: string }[] }>(
    'tributacion/vectors/impuesto-renta.json',
  )

  it.each(casos)('$anio: $baseImponible pays $impuesto', ({ anio, baseImponible, impuesto }) => {
    expect(formatMonto(impuestoRentaOf(anio, m(baseImponible)))).toBe(impuesto)
  })

  it('its tables are those of the reference, and each row continues the one before but for rounded dollars', () => {
    const { tablas } = readReferencia<{ tablas: Tablas }>('tributacion/catalogs/impuesto-renta-pn.json')
    for (const [anio, { tramos }] of Object.entries(tablas)) {
      const own = tablaRentaOf(Number(anio))
      expect(
        own.tramos.map(({ desde, impuesto, porcentaje }) => [desde, impuesto, porcentaje].map((one) => Number(formatMonto(one)))),
      ).toEqual(tramos.map((one) => [one.desde, one.impuestoFraccionBasica, one.porcentajeExcedente]))
      own.tramos.forEach(({ desde, impuesto }, at) => {
        if (at > 0) expect(Math.abs(impuestoRentaOf(Number(anio), subtract(desde, CENTAVO)) - impuesto)).toBeLessThanOrEqual(fromUnits(1))
      })
    }
  })

  it('a year without a table of its own takes the last one and says so; before the first there is none', () => {
    expect(tablaRentaOf(2031)).toMatchObject({ anio: 2026, propia: false })
    expect(tablaRentaOf(2025)).toMatchObject({ anio: 2025, propia: true })
    expect(() => tablaRentaOf(2021)).toThrow(RangeError)
    expect(impuestoRentaOf(2026, m('-5'))).toBe(0)
  })
})

describe('O-78 rebate for personal expenses', () => {
  const vectores = readReferencia<Gastos>('tributacion/vectors/gastos-personales.json')

  it.each(vectores.casos)('$anio: $gastos with $cargas dependants, catastrophic $catastrofica, give $rebaja', (caso) => {
    const causado = caso.impuestoCausado === undefined ? undefined : m(caso.impuestoCausado)
    expect(formatMonto(rebajaGastosPersonales(techoGastosPersonales(caso), m(caso.gastos), causado))).toBe(caso.rebaja)
  })

  it.each(vectores.dependencia)('$anio: a wage of $ingresoAnual with expenses of $gastos', (caso) => {
    const { anio, cargas } = caso
    const deducciones = aporteIessOf(m(caso.ingresoAnual))
    const rebaja = rebajaGastosPersonales(techoGastosPersonales({ anio, cargas, catastrofica: false }), m(caso.gastos))
    const renta = estimateRenta({ anio, ingresos: m(caso.ingresoAnual), deducciones, rebaja, retenido: 0 })
    expect([formatMonto(deducciones), formatMonto(renta.base), formatMonto(renta.causado), formatMonto(renta.rebaja)]).toEqual([
      caso.aporteIess945,
      caso.base,
      caso.impuestoCausado,
      caso.rebaja,
    ])
    expect(formatMonto(renta.aPagar)).toBe(caso.impuestoAPagar ?? '0.00')
  })

  it.each(vectores.regla2022)('2022: an income of $ingreso with expenses of $gastos gives $rebaja', (caso) => {
    const techo = techoGastosPersonales({ anio: 2022, cargas: 5, catastrofica: true, ingresos: m(caso.ingreso) })
    expect(formatMonto(rebajaGastosPersonales(techo, m(caso.gastos)))).toBe(caso.rebaja)
    if (caso.limite !== undefined) expect(formatMonto(techo.gasto)).toBe(caso.limite)
  })

  it('its ceilings are those of the reference, year by year', () => {
    const { limites } = readReferencia<{ limites: Record<string, Record<string, { gastoMaximo: number; rebajaMaxima: number }>> }>(
      'tributacion/catalogs/gastos-personales.json',
    )
    for (const [anio, filas] of Object.entries(limites))
      for (const [clave, { gastoMaximo, rebajaMaxima }] of Object.entries(filas)) {
        const catastrofica = clave === 'enfermedadCatastrofica'
        const techo = techoGastosPersonales({ anio: Number(anio), cargas: catastrofica ? 0 : Number.parseInt(clave), catastrofica })
        expect([anio, clave, formatMonto(techo.gasto), formatMonto(techo.rebaja)]).toEqual([
          anio,
          clave,
          gastoMaximo.toFixed(2),
          rebajaMaxima.toFixed(2),
        ])
      }
  })

  it('a year whose basket is not known says so, expenses below zero give nothing, before 2022 there is no rebate', () => {
    expect(techoGastosPersonales({ anio: 2027, cargas: 0, catastrofica: false }).fuentes[0]).toMatchObject({ confidence: 'R' })
    expect(rebajaGastosPersonales(techoGastosPersonales({ anio: 2026, cargas: 0, catastrofica: false }), m('-10'))).toBe(0)
    expect(() => techoGastosPersonales({ anio: 2021, cargas: 0, catastrofica: false })).toThrow(RangeError)
  })

  it('the six categories are in the order of form SRI-GP; what belongs to them is that of the year', () => {
    expect(categoriasGastoOf(2026).map(({ casillero }) => casillero)).toEqual(['106', '107', '108', '109', '110', '111'])
    const salud = (anio: number) => categoriasGastoOf(anio).find(({ categoria }) => categoria === 'SALUD')?.detalle
    expect([salud(2024)?.includes('veterinario'), salud(2025)?.includes('veterinario')]).toEqual([false, true])
    expect([isCategoriaGasto(2026, 'SALUD'), isCategoriaGasto(2026, 'VIAJES')]).toEqual([true, false])
  })

  it('the forecast of a year goes on by its days, and a year that is over is what it was', () => {
    expect(formatMonto(proyectarAnio(m('1000'), 100, 365))).toBe('3650.00')
    expect(proyectarAnio(m('1000'), 365, 365)).toBe(m('1000'))
    expect(proyectarAnio(m('1000'), 0, 365)).toBe(m('1000'))
  })
})

describe('RIMPE', () => {
  const { emprendedor, negocioPopular } = readReferencia<{
    emprendedor: { ingresos: string; impuesto: string }[]
    negocioPopular: { ingresos: string; cuota: number }[]
  }>('tributacion/vectors/rimpe.json')

  it.each(emprendedor)('an emprendedor with $ingresos pays $impuesto', ({ ingresos, impuesto }) => {
    expect(formatMonto(impuestoRimpeOf('EMPRENDEDOR', 2026, m(ingresos)) ?? -1)).toBe(impuesto)
  })

  it.each(negocioPopular)('a negocio popular with $ingresos pays $cuota', ({ ingresos, cuota }) => {
    expect(impuestoRimpeOf('NEGOCIO_POPULAR', 2026, m(ingresos))).toBe(fromUnits(cuota))
  })

  it('who earns more is no longer in it; before 2024 a negocio popular paid 60', () => {
    expect(impuestoRimpeOf('EMPRENDEDOR', 2026, m('300000'))).toBe(m('4797.52'))
    expect(impuestoRimpeOf('EMPRENDEDOR', 2026, m('300000.01'))).toBeUndefined()
    expect(impuestoRimpeOf('NEGOCIO_POPULAR', 2026, m('20000.01'))).toBeUndefined()
    expect(impuestoRimpeOf('NEGOCIO_POPULAR', 2023, m('100'))).toBe(fromUnits(60))
  })
})

describe('the income tax of a year, by régimen and in words', () => {
  const entrada = (ingresos: string, more: Partial<RentaEntrada> = {}): RentaEntrada => ({
    anio: 2026,
    ingresos: m(ingresos),
    deducciones: 0,
    rebaja: 0,
    retenido: 0,
    ...more,
  })
  const renta = readReferencia<{ casos: { anio: number; baseImponible: string; impuesto: string }[] }>(
    'tributacion/vectors/impuesto-renta.json',
  )
  const rimpe = readReferencia<{
    emprendedor: { ingresos: string; impuesto: string }[]
    negocioPopular: { ingresos: string; cuota: number }[]
  }>('tributacion/vectors/rimpe.json')

  it.each(renta.casos)('general, $anio: a base of $baseImponible pays $impuesto', ({ anio, baseImponible, impuesto }) => {
    const { base, causado } = rentaAnualOf('GENERAL', {
      ...entrada(baseImponible),
      anio,
      ingresos: add(m(baseImponible), m('500')),
      deducciones: m('500'),
    })
    expect([formatMonto(base), formatMonto(causado ?? -1)]).toEqual([formatMonto(m(baseImponible)), impuesto])
  })

  it.each(rimpe.emprendedor)('emprendedor: $ingresos pay $impuesto, whatever was spent', ({ ingresos, impuesto }) => {
    const { causado, deducciones, rebaja } = rentaAnualOf('EMPRENDEDOR', entrada(ingresos, { deducciones: m('9000'), rebaja: m('900') }))
    expect([formatMonto(causado ?? -1), deducciones, rebaja]).toEqual([impuesto, 0, 0])
  })

  it.each(rimpe.negocioPopular)('negocio popular: $ingresos pay $cuota', ({ ingresos, cuota }) => {
    expect(rentaAnualOf('NEGOCIO_POPULAR', entrada(ingresos)).causado).toBe(fromUnits(cuota))
  })

  it('says how the tax comes about, and where the table is from', () => {
    expect(rentaAnualOf('GENERAL', entrada('20000'))).toMatchObject({
      como: '$167.00 por los primeros $15,549.00 más el 10% de $4,451.00, que es lo que pasa de $15,549.00',
      fuente: 'Tabla del art. 36 de la LRTI para 2026',
      nota: '',
    })
    expect(rentaAnualOf('GENERAL', entrada('13000')).como).toBe('5% de $792.00, que es lo que pasa de $12,208.00')
    expect(rentaAnualOf('GENERAL', entrada('1000')).como).toBe('Hasta $12,208.00 no paga')
    expect(rentaAnualOf('EMPRENDEDOR', entrada('15000')).como).toBe('$60.00 hasta $20,000.00')
    expect(rentaAnualOf('NEGOCIO_POPULAR', entrada('9000')).como).toBe('Cuota fija de $15.00 por ingresos de $9,000.00')
    expect(rentaAnualOf('GENERAL', { ...entrada('20000'), anio: 2031 })).toMatchObject({
      tabla: 2026,
      nota: 'La tabla de 2031 no consta todavía',
    })
  })

  it('the rebate never exceeds the tax, withholdings may be in favour, and beyond the limit of the régimen there is nothing', () => {
    const of = (more: Partial<RentaEntrada>) => rentaAnualOf('GENERAL', entrada('20000', more))
    expect(of({ rebaja: m('900'), retenido: m('50') })).toMatchObject({ rebaja: m('612.10'), aPagar: m('-50') })
    expect(rentaAnualOf('EMPRENDEDOR', entrada('30000', { retenido: m('10') })).aPagar).toBe(m('150'))
    expect(rentaAnualOf('EMPRENDEDOR', entrada('300000.01'))).toMatchObject({
      causado: undefined,
      aPagar: undefined,
      como: 'Los ingresos pasan de $300,000.00: ya no es de este régimen',
    })
  })

  it('concerns natural persons and RIMPE: of other companies the tax is not by a table', () => {
    const [natural, sociedad] = ['1710034065001', '1790012345001']
    expect(
      [natural, sociedad].map((ruc) =>
        [undefined, 'GENERAL', 'RIMPE', 'NEGOCIO_POPULAR'].map((one) => pagaPorTabla(ruc, regimenRentaOf(one))),
      ),
    ).toEqual([
      [true, true, true, true],
      [false, false, true, true],
    ])
  })
})
