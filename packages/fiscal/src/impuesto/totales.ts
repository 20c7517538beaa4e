/** Lines → subtotals per tax, discount, VAT and total (O-18, O-60). The only such function for screen, preview and server. */
import { CODIGO_IMPUESTO } from './iva.ts'
import { iceOf, irbpnrOf, isNetOnly, type ImpuestoTotales, type LineaEntrada, type LineaTotales } from './linea.ts'
import { add, multiplyToCents, percentOf, roundToCents, subtract, sum, type Monto } from '../valor/monto.ts'
import { spreadPvp, type LineaPvp } from './pvp.ts'

/** NETO: prices without VAT. PVP: prices with VAT, whose sum is exactly the charged total. */
export type ModoPrecio = 'NETO' | 'PVP'

export interface TotalesEntrada {
  modo: ModoPrecio
  lineas: readonly LineaEntrada[]
  /** Whole cents, outside every tax base. */
  propina?: Monto | undefined
  fleteInternacional?: Monto | undefined
  seguroInternacional?: Monto | undefined
  gastosAduaneros?: Monto | undefined
  gastosTransporteOtros?: Monto | undefined
  /** Sum of otrosRubrosTerceros: charged with the document, but not taxed in it. */
  rubrosTerceros?: Monto | undefined
}

export interface TotalesDocumento {
  lineas: LineaTotales[]
  totalSinImpuestos: Monto
  totalDescuento: Monto
  /** One entry per (codigo, codigoPorcentaje) in order of appearance, also for 0 %, no objeto and exento. */
  totalConImpuestos: ImpuestoTotales[]
  /** Σ (precioSinSubsidio − precioUnitario) × cantidad; absent without subsidised lines. */
  totalSubsidio?: Monto
  propina: Monto
  importeTotal: Monto
}

/** Running totals of one (codigo, codigoPorcentaje). */
interface Grupo extends ImpuestoTotales {
  /** Whether any line computes its VAT from a net base: then the group's VAT is round2(Σ bases × tarifa). */
  hasNet: boolean
}

/**
 * Totals of a document. All amounts ×10^6; everything but unit prices and quantities comes out in whole cents.
 * Broken rules (a discount above its line, a tip too high) still compute: ask checkTotales.
 * RangeError when a value is no Monto, a total leaves the range or one rate code comes with two rates.
 */
export function totalesOf(entrada: TotalesEntrada): TotalesDocumento {
  const grupos: Grupo[] = []
  const fromPvp = entrada.modo === 'PVP' ? spreadGroups(entrada.lineas) : undefined
  const lineas = entrada.lineas.map((linea, at) => {
    const pvp = fromPvp?.[at]
    const totales = pvp ? pvpLine(linea, pvp) : netLine(linea)
    for (const impuesto of totales.impuestos) accumulate(grupos, impuesto, pvp === undefined)
    return totales
  })
  const totalConImpuestos = grupos.map(closeGroup)
  const totalSinImpuestos = sum(lineas.map((linea) => linea.precioTotalSinImpuesto))
  const propina = roundToCents(entrada.propina ?? 0)
  const subsidio = subsidioOf(entrada.lineas, lineas)
  return {
    lineas,
    totalSinImpuestos,
    totalDescuento: sum(lineas.map((linea) => linea.descuento)),
    totalConImpuestos,
    ...(subsidio === undefined ? {} : { totalSubsidio: subsidio }),
    propina,
    importeTotal: sum([totalSinImpuestos, ...totalConImpuestos.map((total) => total.valor), propina, ...chargesOf(entrada)]),
  }
}

const chargesOf = (entrada: TotalesEntrada): Monto[] =>
  [
    entrada.fleteInternacional,
    entrada.seguroInternacional,
    entrada.gastosAduaneros,
    entrada.gastosTransporteOtros,
    entrada.rubrosTerceros,
  ].map((charge) => roundToCents(charge ?? 0))

/** The PVP lines, spread rate by rate; undefined for the other lines. */
function spreadGroups(lineas: readonly LineaEntrada[]): (LineaPvp | undefined)[] {
  const byRate = new Map<string, number[]>()
  lineas.forEach((linea, at) => {
    // At 0 % the price with VAT is the price without it, so net arithmetic gives the same.
    if (linea.iva.tarifa <= 0 || isNetOnly(linea)) return
    const places = byRate.get(linea.iva.codigoPorcentaje)
    if (places) places.push(at)
    else byRate.set(linea.iva.codigoPorcentaje, [at])
  })
  const spread: (LineaPvp | undefined)[] = new Array<LineaPvp | undefined>(lineas.length).fill(undefined)
  for (const places of byRate.values()) {
    const group = places.map((at) => lineas[at]).filter((linea) => linea !== undefined)
    spreadPvp(group, group[0]?.iva.tarifa ?? 0).forEach((linea, n) => (spread[places[n] ?? 0] = linea))
  }
  return spread
}

const ivaImpuesto = (linea: LineaEntrada, baseImponible: Monto, valor: Monto): ImpuestoTotales => ({
  codigo: CODIGO_IMPUESTO.IVA,
  codigoPorcentaje: linea.iva.codigoPorcentaje,
  tarifa: linea.iva.tarifa,
  baseImponible,
  valor,
})

const pvpLine = (linea: LineaEntrada, { pvp, base, precioUnitario, descuento }: LineaPvp): LineaTotales => ({
  cantidad: linea.cantidad,
  precioUnitario,
  descuento,
  precioTotalSinImpuesto: base,
  impuestos: [ivaImpuesto(linea, base, subtract(pvp, base))],
  total: pvp,
})

function netLine(linea: LineaEntrada): LineaTotales {
  const descuento = roundToCents(linea.descuento ?? 0)
  // The discount is in whole cents, so subtracting it after the rounding equals rounding (product − discount) once.
  const neto = subtract(multiplyToCents(linea.precioUnitario, linea.cantidad), descuento)
  const impuestos: ImpuestoTotales[] = []
  const ice = linea.ice ? iceOf(linea.ice, linea.cantidad, neto) : undefined
  if (ice) impuestos.push(ice)
  const base = add(neto, ice?.valor ?? 0)
  impuestos.push(ivaImpuesto(linea, base, percentOf(base, linea.iva.tarifa)))
  if (linea.irbpnr) impuestos.push(irbpnrOf(linea.irbpnr, linea.cantidad, neto))
  const total = sum([neto, ...impuestos.map((impuesto) => impuesto.valor)])
  return { cantidad: linea.cantidad, precioUnitario: linea.precioUnitario, descuento, precioTotalSinImpuesto: neto, impuestos, total }
}

function accumulate(grupos: Grupo[], impuesto: ImpuestoTotales, isNet: boolean): void {
  const grupo = grupos.find((one) => one.codigo === impuesto.codigo && one.codigoPorcentaje === impuesto.codigoPorcentaje)
  if (!grupo) {
    grupos.push({ ...impuesto, hasNet: isNet })
    return
  }
  if (impuesto.codigo === CODIGO_IMPUESTO.IVA && grupo.tarifa !== impuesto.tarifa)
    throw new RangeError(`El código de IVA ${impuesto.codigoPorcentaje} llegó con dos tarifas`)
  grupo.baseImponible = add(grupo.baseImponible, impuesto.baseImponible)
  grupo.valor = add(grupo.valor, impuesto.valor)
  grupo.hasNet ||= isNet
}

/**
 * VAT is computed once per rate over Σ bases; a group of only PVP lines keeps Σ PVP − B, already summed. A mixed group follows the formula:
 * labels are charged exactly, and the net lines take the cent. ICE and IRBPNR keep the sum of their lines, because the VAT base was built
 * on those cents.
 */
function closeGroup({ hasNet, ...total }: Grupo): ImpuestoTotales {
  if (hasNet && total.codigo === CODIGO_IMPUESTO.IVA) return { ...total, valor: percentOf(total.baseImponible, total.tarifa) }
  return total
}

function subsidioOf(entradas: readonly LineaEntrada[], lineas: readonly LineaTotales[]): Monto | undefined {
  let total: Monto | undefined
  entradas.forEach((entrada, at) => {
    const linea = lineas[at]
    if (entrada.precioSinSubsidio === undefined || !linea) return
    total = add(total ?? 0, multiplyToCents(subtract(entrada.precioSinSubsidio, linea.precioUnitario), linea.cantidad))
  })
  return total
}
