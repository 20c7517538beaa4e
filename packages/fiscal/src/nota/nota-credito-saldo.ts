/** Balance of an invoice after its credit notes (O-57). */
import { CODIGO_IMPUESTO } from '../impuesto/iva.ts'
import type { ImpuestoTotales, IvaEntrada, LineaTotales } from '../impuesto/linea.ts'
import { largest, negate, subtract, sum, type Cantidad, type Monto } from '../valor/monto.ts'
import type { ModoPrecio } from '../impuesto/totales.ts'

/** Balance of one invoice line. */
export interface LineaSaldo {
  cantidad: Cantidad
  precioUnitario: Monto
  descuento: Monto
  /** Amount left to credit: with VAT when isPvp, without otherwise. */
  monto: Monto
  /** Whether the line was sold at a price with VAT. */
  isPvp: boolean
  iva: IvaEntrada
  /** Balance of ICE and IRBPNR. */
  otros: ImpuestoTotales[]
}

export interface Saldo {
  lineas: LineaSaldo[]
  /** By (codigo, codigoPorcentaje), as in the invoice. */
  totalConImpuestos: ImpuestoTotales[]
  /** Amount left to credit, taxes included (propina and other charges apart). */
  total: Monto
}

type NotaPrevia = {
  lineas: readonly (LineaTotales & { linea: number; soloMonto: boolean })[]
  totalConImpuestos: readonly ImpuestoTotales[]
}

/** Whether both are the same tax at the same rate code. */
export const isSame = (a: ImpuestoTotales, b: ImpuestoTotales): boolean =>
  a.codigo === b.codigo && a.codigoPorcentaje === b.codigoPorcentaje

const isIva = (impuesto: ImpuestoTotales): boolean => impuesto.codigo === CODIGO_IMPUESTO.IVA

/** Balance of the invoice, by line and by tax. RangeError when a line has no VAT entry. */
export function saldoOf(
  modo: ModoPrecio,
  factura: { lineas: readonly LineaTotales[]; totalConImpuestos: readonly ImpuestoTotales[] },
  previas: readonly NotaPrevia[],
): Saldo {
  const totalConImpuestos = less(
    factura.totalConImpuestos,
    previas.flatMap((nota) => nota.totalConImpuestos),
  )
  const lineas = factura.lineas.map((linea, at) =>
    lineaSaldo(
      modo,
      linea,
      previas.flatMap((nota) => nota.lineas.filter((one) => one.linea === at)),
    ),
  )
  const vendido = sum(factura.lineas.map((linea) => linea.precioTotalSinImpuesto))
  const acreditado = sum(previas.flatMap((nota) => nota.lineas.map((linea) => linea.precioTotalSinImpuesto)))
  return { lineas, totalConImpuestos, total: sum([vendido, negate(acreditado), ...totalConImpuestos.map((impuesto) => impuesto.valor)]) }
}

function lineaSaldo(modo: ModoPrecio, linea: LineaTotales, notas: readonly (LineaTotales & { soloMonto: boolean })[]): LineaSaldo {
  const iva = linea.impuestos.find(isIva)
  if (!iva) throw new RangeError('Una línea de la factura no tiene IVA')
  const otros = linea.impuestos.filter((impuesto) => !isIva(impuesto))
  const isPvp = modo === 'PVP' && iva.tarifa > 0 && otros.length === 0
  const valueOf = (one: LineaTotales): Monto => (isPvp ? one.total : one.precioTotalSinImpuesto)
  const byUnits = notas.filter((nota) => !nota.soloMonto)
  return {
    cantidad: linea.cantidad - sum(byUnits.map((nota) => nota.cantidad)),
    precioUnitario: linea.precioUnitario,
    // The discount of an earlier note may hold a cent that no unit price can reproduce.
    descuento: largest(0, subtract(linea.descuento, sum(byUnits.map((nota) => nota.descuento)))),
    monto: subtract(valueOf(linea), sum(notas.map(valueOf))),
    isPvp,
    iva: { codigoPorcentaje: iva.codigoPorcentaje, tarifa: iva.tarifa },
    otros: less(
      otros,
      notas.flatMap((nota) => nota.impuestos),
    ),
  }
}

/** Each tax less the amounts of earlier notes. */
const less = (impuestos: readonly ImpuestoTotales[], given: readonly ImpuestoTotales[]): ImpuestoTotales[] =>
  impuestos.map((impuesto) => {
    const same = given.filter((one) => isSame(one, impuesto))
    return {
      ...impuesto,
      baseImponible: subtract(impuesto.baseImponible, sum(same.map((one) => one.baseImponible))),
      valor: subtract(impuesto.valor, sum(same.map((one) => one.valor))),
    }
  })
