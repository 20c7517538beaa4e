import type { LineaForm } from '@yupana/contract'
import { divide, iceAt, montoOf, multiplyToCents, percentOf, subtract, type Cantidad, type Fecha, type Monto } from '@yupana/fiscal'

export interface ImpuestoConTarifa {
  codigoPorcentaje: string
  /** The single rate of the XML: a percentage, or dollars for each unit. */
  tarifa?: number | undefined
  baseImponible: Monto
  valor: Monto
}

/** The units, only when they differ from the quantity. */
const unidadesOf = (tarifa: Monto, valor: Monto, cantidad: Cantidad): { unidades?: Cantidad } =>
  tarifa === 0 || multiplyToCents(tarifa, cantidad) === valor ? {} : { unidades: divide(valor, tarifa) }

const porUnidad = (especifico: Monto, valor: Monto, cantidad: Cantidad) => ({ especifico, ...unidadesOf(especifico, valor, cantidad) })

/** The ICE of a line as in its form. The table of that day gives the kind of its rate; for a rate of both kinds the amount decides. */
export function iceForm(
  { codigoPorcentaje: codigo, tarifa, baseImponible, valor }: ImpuestoConTarifa,
  cantidad: Cantidad,
  fecha: Fecha,
): NonNullable<LineaForm['ice']> {
  const { adValorem, especifico } = iceAt(codigo, fecha) ?? {}
  if (especifico === undefined || (tarifa === undefined && adValorem !== undefined)) return { codigo, tarifa: tarifa ?? adValorem }
  if (adValorem === undefined || tarifa === undefined)
    return { codigo, ...porUnidad(tarifa === undefined ? especifico : montoOf(tarifa), valor, cantidad) }
  const rest = subtract(valor, percentOf(baseImponible, tarifa))
  if (rest === 0) return { codigo, tarifa }
  if (rest < 0 || tarifa === especifico) return { codigo, ...porUnidad(montoOf(tarifa), valor, cantidad) }
  return { codigo, tarifa, ...porUnidad(especifico, rest, cantidad) }
}

export function irbpnrForm({ tarifa = 0, valor }: ImpuestoConTarifa, cantidad: Cantidad): NonNullable<LineaForm['irbpnr']> {
  const porBotella = montoOf(tarifa)
  return { tarifa: porBotella, ...unidadesOf(porBotella, valor, cantidad) }
}
