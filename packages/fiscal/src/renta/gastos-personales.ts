/** Rebate of income tax for personal expenses: its ceiling, by baskets and dependants, and its use. */
import { parametroAt } from '../norma/parametros.ts'
import type { Vigencia } from '../norma/vigencia.ts'
import { CANASTAS_GASTO, CATEGORIAS_GASTO, type CategoriaGasto, type FilaCategoriaGasto } from '../tablas/gastos-personales.ts'
import {
  fromDecimal,
  fromUnits,
  largest,
  multiplyToCents,
  percentOf,
  shareOf,
  smallest,
  type Monto,
  type Porcentaje,
} from '../valor/monto.ts'
import { fraccionDesgravadaOf } from './impuesto-renta.ts'

export { CATEGORIA_GASTO_LABEL, type CategoriaGasto, type FilaCategoriaGasto } from '../tablas/gastos-personales.ts'

/** First year of the rebate; before it, expenses were deducted from the base. */
export const GASTOS_PERSONALES_DESDE = 2022

/** More dependants than this count no more. */
export const CARGAS_MAXIMO = 20

export interface Situacion {
  anio: number
  /** Dependants. */
  cargas: number
  /** Catastrophic, rare or orphan disease of the taxpayer or a dependant. */
  catastrofica: boolean
  /** Gross income of the year: only 2022 asks for it. */
  ingresos?: Monto | undefined
}

export interface Techo {
  anio: number
  canasta: Monto
  canastas: number
  /** Percentage ×10^6 of what is spent. */
  tasa: Porcentaje
  /** Highest expenses that count for the rebate. */
  gasto: Monto
  /** Highest rebate. */
  rebaja: Monto
  /** Sources of the basket's price and the number of baskets, with their confidence. */
  fuentes: readonly Pick<Vigencia, 'source' | 'confidence' | 'note'>[]
}

const SEGUN_2022 = fromDecimal(2.13)

/** 20 % up to 2.13 tax-free fractions of gross income, 10 % above; an unknown income gets 10 %. */
function tasa2022(ingresos: Monto | undefined): Monto {
  const limite = multiplyToCents(fraccionDesgravadaOf(2022), SEGUN_2022)
  return fromUnits(ingresos !== undefined && ingresos <= limite ? 20 : 10)
}

/** The ceiling of a taxpayer's year. RangeError before 2022. */
export function techoGastosPersonales({ anio, cargas, catastrofica, ingresos }: Situacion): Techo {
  const regla = CANASTAS_GASTO.find(({ desde }) => desde <= anio)
  if (!regla) throw new RangeError(`Sin regla de gastos personales para ${anio}`)
  // The yearly settlement uses the basket of January.
  const enero = `${anio}-01-31`
  const canasta = parametroAt('canastaBasica', enero)
  const canastas = catastrofica ? regla.catastrofica : (regla.cargas[Math.min(cargas, regla.cargas.length - 1)] ?? 0)
  const tasa = anio === 2022 ? tasa2022(ingresos) : parametroAt('gastosPersonalesTasa', enero).valor
  const gasto = multiplyToCents(canasta.valor, fromUnits(canastas))
  return { anio, canasta: canasta.valor, canastas, tasa, gasto, rebaja: percentOf(gasto, tasa), fuentes: [canasta, regla] }
}

/** Rebate for the expenses, never more than the tax if it is known. */
export function rebajaGastosPersonales(techo: Techo, gastos: Monto, causado?: Monto): Monto {
  const rebaja = percentOf(largest(0, smallest(gastos, techo.gasto)), techo.tasa)
  return causado === undefined ? rebaja : smallest(rebaja, causado)
}

/** Categories of a year in the order of the form, each with its items. */
export const categoriasGastoOf = (anio: number): FilaCategoriaGasto[] =>
  CATEGORIAS_GASTO.filter(
    (row) =>
      row.desde <= anio &&
      !CATEGORIAS_GASTO.some((newer) => newer.categoria === row.categoria && newer.desde <= anio && newer.desde > row.desde),
  )

export const isCategoriaGasto = (anio: number, categoria: string): categoria is CategoriaGasto =>
  categoriasGastoOf(anio).some((row) => row.categoria === categoria)

/** Projection of a year from its days so far. */
export const proyectarAnio = (gastado: Monto, dias: number, diasDelAnio: number): Monto =>
  dias <= 0 || dias >= diasDelAnio ? gastado : shareOf(gastado, diasDelAnio, dias)
