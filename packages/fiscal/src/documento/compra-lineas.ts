/** Compares the lines of a purchase with the taxes of its document, rate by rate. */
import { CODIGO_IMPUESTO, tarifaIvaOfCodigo } from '../impuesto/iva.ts'
import { parametroAt } from '../norma/parametros.ts'
import type { Fecha } from '../valor/fecha.ts'
import { displayMonto, percentOf, subtract, sum, type Monto } from '../valor/monto.ts'
import type { Problema } from '../valor/problema.ts'
import type { ImpuestoCompra } from './compra.ts'

const { IVA, ICE } = CODIGO_IMPUESTO

export interface LineaDeCompra {
  /** Without taxes. */
  base: Monto
  /** IVA of the line, if the document states it. */
  iva?: Monto | null | undefined
  /** Rate code of its IVA; when absent, the document's only rate. */
  codigoPorcentaje?: string | null | undefined
}

export type ImpuestoSumado = Pick<ImpuestoCompra, 'codigo' | 'codigoPorcentaje' | 'base' | 'valor'>

/** Totals of a document for one rate of IVA, and the lines of that rate. */
export interface TarifaConLineas {
  /** Null for all rates together, when the rate of some line is not known. */
  codigoPorcentaje: string | null
  /** Base with its ICE. */
  base: Monto
  iva: Monto
  /** Places of its lines. */
  lineas: number[]
}

export function tarifasConLineas(impuestos: readonly ImpuestoSumado[], lineas: readonly LineaDeCompra[]): TarifaConLineas[] {
  const filas = impuestos.filter(({ codigo }) => codigo === IVA)
  const [first] = filas
  const unica = filas.length === 1 ? first?.codigoPorcentaje : undefined
  const rateOf = ({ base, iva, codigoPorcentaje }: LineaDeCompra) => {
    const said = codigoPorcentaje ?? unica
    if (filas.some((fila) => fila.codigoPorcentaje === said)) return said
    return base === 0 && !iva ? first?.codigoPorcentaje : undefined
  }
  const rates = lineas.map(rateOf)
  if (rates.includes(undefined))
    return [
      {
        codigoPorcentaje: null,
        base: sum(filas.map(({ base }) => base)),
        iva: sum(filas.map(({ valor }) => valor)),
        lineas: lineas.map((_, at) => at),
      },
    ]
  return filas.map(({ codigoPorcentaje, base, valor }) => ({
    codigoPorcentaje,
    base,
    iva: valor,
    lineas: rates.flatMap((rate, at) => (rate === codigoPorcentaje ? [at] : [])),
  }))
}

/** The IVA of each line; undefined when a line does not state it. */
export function ivasDichos(lineas: readonly LineaDeCompra[]): Monto[] | undefined {
  const said = lineas.flatMap(({ iva }) => (typeof iva === 'number' ? [iva] : []))
  return said.length === lineas.length ? said : undefined
}

/**
 * Problems of lines that cannot belong to the document: together they exceed it, or their stated IVA differs from it. The issuer may have
 * rounded each line, so half a cent per line is allowed.
 */
export function checkLineasCompra(impuestos: readonly ImpuestoSumado[], lineas: readonly LineaDeCompra[], fecha: Fecha): Problema[] {
  if (lineas.length === 0) return []
  const { valor: centavo } = parametroAt('toleranciaIva', fecha)
  const ice = sum(impuestos.flatMap(({ codigo, valor }) => (codigo === ICE ? valor : [])))
  const grupos = tarifasConLineas(impuestos, lineas)
  const subtotal = subtract(sum(grupos.map(({ base }) => base)), ice)
  const bases = sum(lineas.map(({ base }) => base))
  const todas = Math.max(centavo, (centavo / 2) * lineas.length)
  if (bases - subtotal > todas)
    return [{ campo: 'lineas', mensaje: `Las líneas suman ${displayMonto(bases)}, más que las bases sin ICE, ${displayMonto(subtotal)}.` }]
  return grupos.flatMap((grupo) => checkTarifa(grupo, { lineas, ice, fecha, centavo }))
}

interface Comparacion {
  lineas: readonly LineaDeCompra[]
  ice: Monto
  fecha: Fecha
  centavo: Monto
}

function checkTarifa({ codigoPorcentaje, base, iva, lineas: places }: TarifaConLineas, { lineas, ice, fecha, centavo }: Comparacion) {
  const mias = places.flatMap((at) => lineas[at] ?? [])
  const tarifa = codigoPorcentaje === null ? undefined : tarifaIvaOfCodigo(codigoPorcentaje, fecha)
  const cuales = tarifa === undefined ? 'Las líneas' : `Las líneas de IVA ${tarifa.label}`
  const tolerancia = Math.max(centavo, (centavo / 2) * mias.length)
  const bases = sum(mias.map((one) => one.base))
  const problem = (mensaje: string, campo = 'lineas'): Problema => ({ campo, mensaje })
  if (bases - base > tolerancia)
    return [problem(`${cuales} suman ${displayMonto(bases)} y el comprobante dice ${displayMonto(base)} en esa tarifa.`)]
  const dichos = ivasDichos(mias)
  if (dichos === undefined) return []
  // The ICE of a single line is not known, so its IVA may exceed that of its base, but never be less.
  const wrong = places.filter((_, at) => {
    const expected = tarifa === undefined ? undefined : percentOf(mias[at]?.base ?? 0, tarifa.tarifa)
    const diferencia = expected === undefined ? 0 : (dichos[at] ?? 0) - expected
    return diferencia < -centavo || (ice === 0 && diferencia > centavo)
  })
  const delIva = sum(dichos)
  const isWhole = base - ice - bases <= tolerancia
  if (delIva - iva > tolerancia || (isWhole && iva - delIva > tolerancia))
    return [problem(`${cuales} tienen ${displayMonto(delIva)} de IVA y el comprobante dice ${displayMonto(iva)}.`)]
  return wrong.map((at) =>
    problem(`El IVA de esta línea debe ser el ${tarifa?.label ?? ''} de ${displayMonto(lineas[at]?.base ?? 0)}.`, `lineas.${at}.iva`),
  )
}
