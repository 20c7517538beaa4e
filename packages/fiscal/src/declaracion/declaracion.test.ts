import { describe, expect, it } from 'vitest'

import { TIPO_IVA } from '../impuesto/iva.ts'
import { readReferencia } from '../testing/referencia.ts'
import { add, formatMonto, montoOf, parseMonto, sum, type Monto } from '../valor/monto.ts'
import { casillerosOf } from './casillero.ts'
import { filaDeCompra, filaDeVenta } from './clasificacion.ts'
import { calcular103, esAjustable103, fila103De, sinFila103 } from './f103.ts'
import { calcular104, esAjustable, type Entrada104, type Sumado } from './f104.ts'
import { FORMULARIO_104 } from './f104-formulario.ts'
import { saldosDe } from './f104-saldos.ts'
import { enCifras, evaluate, type Valores } from './formula.ts'
import { dePeriodoFiscal, nombrePeriodoFiscal, parsePeriodoFiscal, periodoFiscalAnterior, periodoFiscalDe } from './periodo-fiscal.ts'
import { vencimientoDe, vencimientoEn } from './vencimiento.ts'

interface Linea {
  tarifa: number | string
  base: string
  iva?: string
}
interface Documento {
  tipo: string
  sustento?: string
  activoFijo?: boolean
  negocioPopular?: boolean
  lineas: Linea[]
  retRecibida?: { iva: string }
  retIva?: { pct: number; valor: string }
  retRenta?: { codigo: string; base: string; valor: string }
}
interface Mes {
  saldosAnteriores: Record<string, string>
  ventas: Documento[]
  compras: Documento[]
  esperado: { f104: Record<string, string>; f103: Record<string, string>; vencimientos: Record<string, string> }
}

const mes = readReferencia<Mes>('tributacion/vectors/mes-2026-09.json')
const monto = (text = '0'): Monto => parseMonto(text)!
const montos = (texts: Record<string, string>): Valores => Object.fromEntries(Object.entries(texts).map(([k, v]) => [k, monto(v)]))
const TIPOS: Record<string, number> = {
  '15': TIPO_IVA.QUINCE,
  '5': TIPO_IVA.CINCO,
  '0': TIPO_IVA.CERO,
  no_objeto: TIPO_IVA.NO_OBJETO,
  exento: TIPO_IVA.EXENTO,
}
const CODIGO_XML: Record<number, string> = { 10: '9', 20: '10', 30: '1', 50: '11', 70: '2', 100: '3' }

const sumados = (documentos: Documento[], filaOf: (documento: Documento, tipoIva: number) => string): Sumado[] =>
  documentos.flatMap((documento) =>
    documento.lineas.map(({ tarifa, base, iva }) => {
      const tipoIva = TIPOS[tarifa] ?? 0
      return { fila: filaOf(documento, tipoIva), esNota: documento.tipo === '04', tipoIva, base: monto(base), iva: monto(iva) }
    }),
  )
const retencionesIva = (): Valores => {
  const valores: Valores = {}
  for (const { retIva } of mes.compras)
    if (retIva) valores[CODIGO_XML[retIva.pct] ?? ''] = add(valores[CODIGO_XML[retIva.pct] ?? ''] ?? 0, monto(retIva.valor))
  return valores
}
const entradaDelMes = (): Entrada104 => ({
  hasta: '2026-09-30',
  ventas: sumados(mes.ventas, ({ activoFijo }, tipoIva) => filaDeVenta({ tipoIva, marca: activoFijo ? 'ACTIVO_FIJO' : null })),
  compras: sumados(mes.compras, ({ tipo, sustento = '', negocioPopular = false }, tipoIva) =>
    filaDeCompra({ tipo, tipoIva, sustento, negocioPopular, importacion: null }),
  ),
  retencionesIva: retencionesIva(),
  retencionRecibida: sum(mes.ventas.map(({ retRecibida }) => monto(retRecibida?.iva))),
  conteos: { emitidos: 7, anulados: 0, recibidos: 8, notasVenta: 1, liquidaciones: 1 },
  anterior: montos(mes.saldosAnteriores),
  ajustes: {},
  difiere: false,
})
const asText = (codigo: string, valor = 0) => formatMonto(valor, codigo === '563' ? 4 : ['115', '117', '119'].includes(codigo) ? 0 : 2)

describe('form 104 of the fictitious month', () => {
  const valores = calcular104(entradaDelMes())
  it.each(Object.entries(mes.esperado.f104))('box %s is %s', (codigo, esperado) => expect(asText(codigo, valores[codigo])).toBe(esperado))
  it('has an amount for each box of the form, and none besides', () =>
    expect(Object.keys(valores).toSorted()).toEqual(
      casillerosOf(FORMULARIO_104)
        .map(({ codigo }) => codigo)
        .toSorted(),
    ))
  it('says the arithmetic of a box in figures', () => {
    const unidadDe = (codigo: string) => casillerosOf(FORMULARIO_104).find((one) => one.codigo === codigo)?.unidad
    expect(enCifras('564 − 499', valores, unidadDe)).toBe('$362.66 − $261.00')
    expect(enCifras('520 × 563', valores, unidadDe)).toBe('$192.00 × 0.9749')
  })
})

describe('form 104 beyond the month', () => {
  const with_ = (change: Partial<Entrada104>): Valores => calcular104({ ...entradaDelMes(), ...change })
  const nota = (change: Partial<Sumado>): Sumado => ({
    fila: 'ventas_gravadas',
    esNota: true,
    tipoIva: TIPO_IVA.QUINCE,
    base: monto('2000'),
    iva: monto('300'),
    ...change,
  })

  it('leaves no net value negative: what credit notes exceed is carried to the next month and taken off there', () => {
    const over = with_({ ventas: [nota({}), nota({ fila: 'ventas_0_sin_derecho', tipoIva: TIPO_IVA.CERO, base: monto('7'), iva: 0 })] })
    expect([over['411'], over['421'], over['443'], over['453'], over['442']].map((v) => formatMonto(v ?? -1))).toEqual([
      '0.00',
      '0.00',
      '2000.00',
      '300.00',
      '7.00',
    ])
    const next = with_({ anterior: { '443': monto('100'), '453': monto('15') } })
    expect([formatMonto(next['411'] ?? 0), formatMonto(next['421'] ?? 0)]).toEqual(['1040.00', '156.00'])
  })

  it('a credit note of 12 % leaves its row at 15 % and owes the difference in 423', () => {
    const old = with_({ ventas: [...entradaDelMes().ventas, nota({ tipoIva: TIPO_IVA.DOCE, base: monto('100'), iva: monto('12') })] })
    expect([old['421'], old['423'], old['482']].map((v) => formatMonto(v ?? -1))).toEqual(['156.00', '3.00', '249.00'])
  })

  it('sales on credit may be deferred in their part', () => {
    const credito = entradaDelMes().ventas.map((one, at) => (at === 0 ? { ...one, aCredito: true } : one))
    expect(formatMonto(with_({ ventas: credito })['484'] ?? 0)).toBe('261.00')
    const deferred = with_({ ventas: credito, difiere: true })
    expect([deferred['480'], deferred['481'], deferred['484'], deferred['485']].map((v) => formatMonto(v ?? -1))).toEqual([
      '940.00',
      '1000.00',
      '126.46',
      '134.54',
    ])
  })

  it('typed adjustments stand on top of the documents, and formulas follow them', () => {
    const { '401': bruto, '411': neto, '409': total } = with_({ ajustes: { '401': monto('10') } })
    expect([bruto, neto, total].map((v) => formatMonto(v ?? -1))).toEqual(['1250.00', '1150.00', '2100.00'])
    expect([esAjustable('401'), esAjustable('609'), esAjustable('601'), esAjustable('999999')]).toEqual([true, true, false, false])
  })
})

describe('how credit is spent', () => {
  interface Saldos {
    casos: { id: string; entrada: Record<string, string>; esperado: Record<string, string> }[]
    factor563: Record<string, string>[]
  }
  const vectores = readReferencia<Saldos>('tributacion/vectors/f104-saldos.json')
  it.each(vectores.casos.map((caso) => [caso.id, caso] as const))('%s', (_id, { entrada, esperado }) => {
    const valores = montos(entrada)
    for (const { codigo, origen } of casillerosOf(FORMULARIO_104))
      if (['601', '602'].includes(codigo) && origen.de === 'FORMULA') valores[codigo] = evaluate(origen.formula, valores)!
    Object.assign(valores, saldosDe(valores))
    expect(Object.fromEntries(Object.keys(esperado).map((codigo) => [codigo, formatMonto(valores[codigo] ?? -1)]))).toEqual(esperado)
  })
  it.each(vectores.factor563)('factor of $411 in $419', ({ esperado, nota: _nota, ...caso }) => {
    const factor = casillerosOf(FORMULARIO_104).find(({ codigo }) => codigo === '563')?.origen
    expect(factor?.de === 'FORMULA' && formatMonto(evaluate(factor.formula, montos(caso)) ?? 0, 4)).toBe(esperado)
  })
})

describe('form 103', () => {
  const rentas = mes.compras.flatMap(({ retRenta }) =>
    retRenta ? [{ codigo: retRenta.codigo, base: monto(retRenta.base), valor: monto(retRenta.valor) }] : [],
  )
  const base = { hasta: '2026-09-30', ajustes: {} }
  it.each(Object.entries(mes.esperado.f103))('box %s is %s', (codigo, esperado) =>
    expect(formatMonto(calcular103({ ...base, rentas, sinRetencion: 0 })[codigo] ?? -1)).toBe(esperado),
  )
  it('declares payments without withholding in 332, base only', () => {
    const retenidas = rentas.filter(({ codigo }) => codigo !== '332')
    expect(formatMonto(calcular103({ ...base, rentas: retenidas, sinRetencion: monto('75') })['332'] ?? 0)).toBe('75.00')
  })
  it('holds every code of the reference in its boxes', () => {
    const { mapaCodigo } = readReferencia<{ mapaCodigo: Record<string, [string, string | null]> }>('tributacion/catalogs/f103.json')
    for (const [codigo, [enBase, enRetenido]] of Object.entries(mapaCodigo))
      expect([codigo, fila103De(codigo, '2026-09-30')?.base, fila103De(codigo, '2026-09-30')?.retenido ?? null]).toEqual([
        codigo,
        enBase,
        enRetenido,
      ])
    expect([fila103De('343A', '2026-02-28')?.base, fila103De('343A', '2026-03-01')?.base]).toEqual(['343', '344'])
  })
  it('names codes without a row, and which boxes may be adjusted', () => {
    expect(sinFila103([{ codigo: '501', base: montoOf(1), valor: montoOf(1) }], '2026-09-30')).toEqual(['501'])
    expect([esAjustable103('312'), esAjustable103('498'), esAjustable103('399')]).toEqual([true, true, false])
  })
})

describe('due dates', () => {
  const { fechas } = readReferencia<{ fechas: Record<string, Record<string, string>> }>('tributacion/vectors/vencimientos.json')
  it.each(Object.entries(fechas))('in %s by each ninth digit', (mesEnQueVence, porDigito) => {
    for (const [digito, fecha] of Object.entries(porDigito))
      expect([digito, vencimientoEn(`${mesEnQueVence}-01`, { ruc: `17999999${digito}0001` })]).toEqual([digito, fecha])
  })
  it('of the fictitious month, and of half a year', () => {
    const ruc = '1799999990001'
    const septiembre = parsePeriodoFiscal('2026-09')!
    expect(vencimientoDe('104', septiembre, { ruc })).toBe(mes.esperado.vencimientos['104_y_103'])
    expect(vencimientoDe('ATS', septiembre, { ruc })).toBe(mes.esperado.vencimientos.ats)
    expect(vencimientoDe('104', parsePeriodoFiscal('2026-S1')!, { ruc })).toBe('2026-07-27')
    expect(vencimientoEn('2026-10-01', { ruc, especial: true })).toBe('2026-10-12')
  })
})

describe('fiscal periods', () => {
  it('are read and written as one code', () => {
    expect(parsePeriodoFiscal('2026-S2')).toEqual({ codigo: '2026-S2', desde: '2026-07-01', hasta: '2026-12-31', meses: 6 })
    expect([parsePeriodoFiscal('2026-13'), parsePeriodoFiscal('2026-S3'), parsePeriodoFiscal('x')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(periodoFiscalAnterior(periodoFiscalDe('2026-01-15', 1)).codigo).toBe('2025-12')
    expect(periodoFiscalAnterior(periodoFiscalDe('2026-05-15', 6)).codigo).toBe('2025-S2')
    expect([nombrePeriodoFiscal(periodoFiscalDe('2026-09-15', 1)), nombrePeriodoFiscal(periodoFiscalDe('2026-09-15', 6))]).toEqual([
      'Septiembre de 2026',
      'Segundo semestre de 2026',
    ])
    expect([dePeriodoFiscal(periodoFiscalDe('2026-09-15', 1)), dePeriodoFiscal(periodoFiscalDe('2026-05-15', 6))]).toEqual([
      'de septiembre de 2026',
      'del primer semestre de 2026',
    ])
  })
})

describe('which row a line belongs to', () => {
  const compra = { tipo: '01', tipoIva: TIPO_IVA.QUINCE, sustento: '01', negocioPopular: false, importacion: null }
  it.each([
    [{ ...compra, sustento: '08' }, 'reembolso'],
    [{ ...compra, negocioPopular: true }, 'compras_np'],
    [{ ...compra, tipoIva: TIPO_IVA.NO_OBJETO }, 'no_objeto'],
    [{ ...compra, tipoIva: TIPO_IVA.EXENTO }, 'exentas'],
    [{ ...compra, importacion: 'BIENES' as const, tipoIva: TIPO_IVA.CERO }, 'import_0'],
    [{ ...compra, importacion: 'BIENES' as const }, 'import_bienes'],
    [{ ...compra, importacion: 'BIENES' as const, sustento: '03' }, 'import_activos'],
    [{ ...compra, importacion: 'SERVICIOS' as const }, 'import_servicios'],
    [{ ...compra, sustento: '02' }, 'compras_sin_credito'],
    [{ ...compra, tipoIva: TIPO_IVA.OCHO }, 'compras_tarifa_variable'],
    [{ ...compra, tipoIva: TIPO_IVA.CINCO }, 'compras_5'],
  ])('purchase %j goes to %s', (linea, fila) => expect(filaDeCompra(linea)).toBe(fila))
  it.each([
    [TIPO_IVA.QUINCE, 'REEMBOLSO', 'reembolso'],
    [TIPO_IVA.CERO, 'EXPORTACION_SERVICIOS', 'export_servicios'],
    [TIPO_IVA.CERO, 'ACTIVO_FIJO', 'ventas_activos_0_sin_derecho'],
    [TIPO_IVA.CERO, 'CON_DERECHO', 'ventas_0_con_derecho'],
    [TIPO_IVA.OCHO, null, 'ventas_tarifa_variable'],
  ] as const)('sale of %i marked %s goes to %s', (tipoIva, marca, fila) => expect(filaDeVenta({ tipoIva, marca })).toBe(fila))
})
