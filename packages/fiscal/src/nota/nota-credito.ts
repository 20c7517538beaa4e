/** Credit notes (O-57, O-60): by line, and by quantity or amount. They never exceed the balance, and the last one takes all of it. */
import { CODIGO_IMPUESTO } from '../impuesto/iva.ts'
import { unitPriceFor, type ImpuestoTotales, type LineaTotales } from '../impuesto/linea.ts'
import {
  add,
  baseIncluded,
  CENTAVO,
  fromUnits,
  largest,
  negate,
  percentOf,
  shareOf,
  sizeOf,
  smallest,
  subtract,
  sum,
  type Cantidad,
  type Monto,
  type Porcentaje,
} from '../valor/monto.ts'
import { isSame, saldoOf, type LineaSaldo, type Saldo } from './nota-credito-saldo.ts'
import type { Problema } from '../valor/problema.ts'
import { basesOf } from '../impuesto/pvp.ts'
import type { ModoPrecio } from '../impuesto/totales.ts'

/** Credit of one line: units, or an amount (with VAT for a PVP line, without for a net one). */
export type Credito = { linea: number; cantidad: Cantidad } | { linea: number; monto: Monto }

export interface LineaNotaCredito extends LineaTotales {
  /** Index of the line in the invoice. */
  linea: number
  /** Whether only an amount is given back: the quantity left stays. */
  soloMonto: boolean
}

export interface NotaCreditoTotales {
  lineas: LineaNotaCredito[]
  totalSinImpuestos: Monto
  totalDescuento: Monto
  totalConImpuestos: ImpuestoTotales[]
  /** Total given back, taxes included. */
  valorModificacion: Monto
}

export interface NotaCreditoEntrada {
  /** Price mode of the invoice. */
  modo: ModoPrecio
  factura: { lineas: readonly LineaTotales[]; totalConImpuestos: readonly ImpuestoTotales[] }
  /** Earlier valid notes of the same invoice. */
  previas: readonly Pick<NotaCreditoTotales, 'lineas' | 'totalConImpuestos'>[]
  /** At most one per line. */
  creditos: readonly Credito[]
}

/** A credited line before its VAT base is final. */
interface Parte {
  credito: Credito
  saldo: LineaSaldo
  /** With VAT for a PVP line, without for a net one. */
  monto: Monto
  otros: ImpuestoTotales[]
}

/**
 * Totals of a credit note, at the rates of the invoice's own lines. RangeError, in Spanish, when a credit exceeds
 * what remains of its line or a line comes twice: checkCreditos says so without throwing.
 */
export const notaCreditoOf = ({ modo, factura, previas, creditos }: NotaCreditoEntrada): NotaCreditoTotales =>
  creditSaldo(saldoOf(modo, factura, previas), creditos)

/** Totals of a credit note, from a balance already computed. */
export function creditSaldo(saldo: Saldo, creditos: readonly Credito[]): NotaCreditoTotales {
  const [problema] = checkCreditos(saldo, creditos)
  if (problema !== undefined) throw new RangeError(problema.mensaje)
  const partes = creditos.map((credito) => parteOf(saldo, credito))
  const totalConImpuestos: ImpuestoTotales[] = []
  const bases = new Map<Parte, { base: Monto; iva: Monto }>()
  for (const grupo of saldo.totalConImpuestos) {
    const total = grupo.codigo === CODIGO_IMPUESTO.IVA ? closeIva(saldo, grupo, partes, bases) : otherTotal(grupo, partes)
    if (total) totalConImpuestos.push(total)
  }
  const lineas = partes.map((parte) => lineaOf(parte, bases.get(parte) ?? { base: 0, iva: 0 }))
  const totalSinImpuestos = sum(lineas.map((linea) => linea.precioTotalSinImpuesto))
  return {
    lineas,
    totalSinImpuestos,
    totalDescuento: sum(lineas.map((linea) => linea.descuento)),
    totalConImpuestos,
    valorModificacion: sum([totalSinImpuestos, ...totalConImpuestos.map((total) => total.valor)]),
  }
}

/** Problems of these credits; empty when they can be given. `campo` is `creditos.<place>`. */
export function checkCreditos(saldo: Saldo, creditos: readonly Credito[]): Problema[] {
  const seen = new Set<number>()
  return creditos.flatMap((credito, at) => {
    const linea = saldo.lineas[credito.linea]
    const campo = `creditos.${at}`
    if (!linea || seen.has(credito.linea)) return [{ campo, mensaje: 'Cada línea de la factura puede constar una sola vez.' }]
    seen.add(credito.linea)
    const [asked, left] = 'cantidad' in credito ? [credito.cantidad, linea.cantidad] : [credito.monto, linea.monto]
    if (asked <= 0) return [{ campo, mensaje: 'El valor a acreditar debe ser mayor que cero.' }]
    return asked > left ? [{ campo, mensaje: 'Supera lo que queda por acreditar de esta línea.' }] : []
  })
}

/** Parts are taken of the balance, so that the last part takes exactly the rest. */
function parteOf(saldo: Saldo, credito: Credito): Parte {
  const linea = saldo.lineas[credito.linea]
  if (!linea) throw new RangeError('La línea no existe en la factura')
  const [part, whole] = 'cantidad' in credito ? [credito.cantidad, linea.cantidad] : [credito.monto, linea.monto]
  return {
    credito,
    saldo: linea,
    monto: shareOf(linea.monto, part, whole),
    otros: linea.otros.map((otro) => ({
      ...otro,
      baseImponible: shareOf(otro.baseImponible, part, whole),
      valor: shareOf(otro.valor, part, whole),
    })),
  }
}

const iceIn = (otros: readonly ImpuestoTotales[]): Monto =>
  sum(otros.filter((otro) => otro.codigo === CODIGO_IMPUESTO.ICE).map((otro) => otro.valor))

const taxableOf = ({ monto, otros }: Pick<Parte, 'monto' | 'otros'>): Monto => add(monto, iceIn(otros))

/** Amounts of a rate group, given back or left: net lines by their base, PVP lines with their VAT. */
interface Reparto {
  neta: Monto
  pvp: Monto
}

/** VAT of one rate group; notes base and VAT of each of its lines. Undefined when nothing of the group is credited. */
function closeIva(
  saldo: Saldo,
  grupo: ImpuestoTotales,
  partes: readonly Parte[],
  bases: Map<Parte, { base: Monto; iva: Monto }>,
): ImpuestoTotales | undefined {
  const mine = partes.filter((parte) => parte.saldo.iva.codigoPorcentaje === grupo.codigoPorcentaje)
  if (mine.length === 0) return undefined
  for (const parte of mine.filter((one) => !one.saldo.isPvp)) {
    const base = taxableOf(parte)
    bases.set(parte, { base, iva: percentOf(base, grupo.tarifa) })
  }
  const left = saldo.lineas.filter((linea) => linea.iva.codigoPorcentaje === grupo.codigoPorcentaje)
  const given = repartoOf(mine.map((parte) => ({ ...parte, isPvp: parte.saldo.isPvp })))
  const { pvpBase, valor } = shareIva(grupo, given, repartoOf(left), sum(mine.map(taxableOf)) === sum(left.map(taxableOf)))
  const pvps = mine.filter((parte) => parte.saldo.isPvp)
  basesOf(
    pvps.map((parte) => parte.monto),
    grupo.tarifa,
    pvpBase,
  ).forEach((base, at) => {
    const parte = pvps[at]
    if (parte) bases.set(parte, { base, iva: subtract(parte.monto, base) })
  })
  return { ...grupo, baseImponible: add(given.neta, pvpBase), valor }
}

const repartoOf = (lineas: readonly Pick<LineaSaldo, 'monto' | 'otros' | 'isPvp'>[]): Reparto => ({
  neta: sum(lineas.filter((linea) => !linea.isPvp).map(taxableOf)),
  pvp: sum(lineas.filter((linea) => linea.isPvp).map((linea) => linea.monto)),
})

/** Difference between VAT and base × rate, beyond the cent that the SRI tolerates (O-60). */
const beyondCent = (base: Monto, valor: Monto, tarifa: Porcentaje): Monto =>
  largest(0, subtract(sizeOf(subtract(valor, percentOf(base, tarifa))), CENTAVO))

/**
 * Base of the PVP lines and VAT of a part. Roundings of many parts add up in the last one, so a part is moved by a cent when it, or the
 * rest, would be more than a cent from base × rate.
 */
function shareIva(grupo: ImpuestoTotales, given: Reparto, left: Reparto, isLast: boolean): { pvpBase: Monto; valor: Monto } {
  const { tarifa } = grupo
  const most = subtract(grupo.baseImponible, left.neta)
  if (isLast) return { pvpBase: given.pvp === 0 ? 0 : most, valor: grupo.valor }
  const plainBase = given.pvp === left.pvp ? most : smallest(baseIncluded(given.pvp, tarifa), most)
  const plainIva = percentOf(given.neta, tarifa)
  const rest = { neta: subtract(left.neta, given.neta), pvp: subtract(left.pvp, given.pvp) }
  const tried = stepsOf(given.pvp > 0 && rest.pvp > 0).flatMap((ofBase) =>
    stepsOf(given.neta > 0).map((ofIva) => {
      const pvpBase = add(plainBase, ofBase)
      const valor = smallest(sum([plainIva, ofIva, given.pvp, negate(pvpBase)]), grupo.valor)
      const restBase = subtract(most, pvpBase)
      const restValor = subtract(grupo.valor, valor)
      const restIvaPvp = subtract(rest.pvp, restBase)
      const isPossible = pvpBase >= 0 && restBase >= 0 && valor >= 0
      // The rest may be credited whole, or its net and PVP lines apart.
      const refused = sum([
        beyondCent(add(given.neta, pvpBase), valor, tarifa),
        beyondCent(add(rest.neta, restBase), restValor, tarifa),
        beyondCent(restBase, restIvaPvp, tarifa),
        beyondCent(rest.neta, subtract(restValor, restIvaPvp), tarifa),
      ])
      return { pvpBase, valor, refused: isPossible ? refused : Infinity }
    }),
  )
  // The first of the best; the exact amount is the first candidate.
  return tried.reduce((best, one) => (one.refused < best.refused ? one : best))
}

const stepsOf = (mayStep: boolean): readonly Monto[] => (mayStep ? [0, CENTAVO, negate(CENTAVO)] : [0])

/** ICE or IRBPNR of the credited lines; undefined when they have none. */
function otherTotal(grupo: ImpuestoTotales, partes: readonly Parte[]): ImpuestoTotales | undefined {
  const mine = partes.flatMap((parte) => parte.otros).filter((otro) => isSame(otro, grupo))
  if (mine.length === 0) return undefined
  return { ...grupo, baseImponible: sum(mine.map((otro) => otro.baseImponible)), valor: sum(mine.map((otro) => otro.valor)) }
}

function lineaOf({ credito, saldo, monto, otros }: Parte, { base, iva }: { base: Monto; iva: Monto }): LineaNotaCredito {
  const neto = saldo.isPvp ? base : monto
  const soloMonto = !('cantidad' in credito)
  const cantidad = soloMonto ? fromUnits(1) : credito.cantidad
  const descuento = soloMonto ? 0 : shareOf(saldo.descuento, cantidad, saldo.cantidad)
  const { precioUnitario, excess } = unitPriceFor(add(neto, descuento), cantidad, soloMonto ? neto : saldo.precioUnitario)
  const ice = otros.filter((otro) => otro.codigo === CODIGO_IMPUESTO.ICE)
  const irbpnr = otros.filter((otro) => otro.codigo !== CODIGO_IMPUESTO.ICE)
  const impuesto = { codigo: CODIGO_IMPUESTO.IVA, ...saldo.iva, baseImponible: base, valor: iva }
  const impuestos = [...ice, impuesto, ...irbpnr]
  return {
    linea: credito.linea,
    soloMonto,
    cantidad,
    precioUnitario,
    descuento: add(descuento, excess),
    precioTotalSinImpuesto: neto,
    impuestos,
    total: sum([neto, ...impuestos.map((one) => one.valor)]),
  }
}
