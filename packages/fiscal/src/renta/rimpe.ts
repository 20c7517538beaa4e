/** Income tax of RIMPE: on gross income; only withholdings are subtracted. */
import { RIMPE_EMPRENDEDOR, RIMPE_EMPRENDEDOR_MAXIMO, RIMPE_POPULAR, RIMPE_POPULAR_MAXIMO } from '../tablas/rimpe.ts'
import { fromDecimal, fromUnits, type Monto } from '../valor/monto.ts'
import { porTramo } from './tramos.ts'

export type RegimenRimpe = 'EMPRENDEDOR' | 'NEGOCIO_POPULAR'

/** Highest gross income of a year within the regime. */
export const maximoRimpe = (regimen: RegimenRimpe): Monto =>
  fromUnits(regimen === 'EMPRENDEDOR' ? RIMPE_EMPRENDEDOR_MAXIMO : RIMPE_POPULAR_MAXIMO)

/** The table of emprendedores. */
export const tramosRimpe = RIMPE_EMPRENDEDOR.map(([desde, impuesto, porcentaje]) => ({
  desde: fromUnits(desde),
  impuesto: fromDecimal(impuesto),
  porcentaje: fromDecimal(porcentaje),
}))

function cuotaPopular(anio: number, ingresos: Monto): Monto | undefined {
  const tabla = RIMPE_POPULAR.find(({ desde }) => desde <= anio)
  const cuota = tabla?.cuotas.find(([hasta]) => ingresos <= fromUnits(hasta))
  return cuota && fromUnits(cuota[1])
}

/** Tax of a year's gross income; undefined when income or year is outside the regime. */
export function impuestoRimpeOf(regimen: RegimenRimpe, anio: number, ingresos: Monto): Monto | undefined {
  if (ingresos < 0 || ingresos > maximoRimpe(regimen) || anio < 2022) return undefined
  return regimen === 'EMPRENDEDOR' ? porTramo(tramosRimpe, ingresos) : cuotaPopular(anio, ingresos)
}
