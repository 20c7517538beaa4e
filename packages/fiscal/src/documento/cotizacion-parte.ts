/** The remainder of a quote that is invoiced in parts (O-74). */
import type { Cantidad } from '../valor/monto.ts'

interface LineaVendida {
  readonly producto_id?: string | null | undefined
  readonly codigo?: string | undefined
  readonly descripcion: string
  readonly cantidad: Cantidad
  /** Index of the quote's line that it sells. */
  readonly linea_cotizacion?: number | undefined
}

/** Quantity taken of a line of the quote, whose index starts at 0. */
export interface TomaCotizacion {
  readonly linea: number
  readonly cantidad: Cantidad
}

/** Quantity left of each line. */
export function restoCotizacion(lineas: readonly Pick<LineaVendida, 'cantidad'>[], tomas: readonly TomaCotizacion[]): Cantidad[] {
  const resto = lineas.map(({ cantidad }) => cantidad)
  for (const { linea, cantidad } of tomas) resto[linea] = (resto[linea] ?? 0) - cantidad
  return resto.map((cantidad) => Math.max(0, cantidad))
}

/** Whether both lines sell the same goods: same product if both have one, else same words. */
export function isMismaVenta(a: LineaVendida, b: LineaVendida): boolean {
  if (a.producto_id && b.producto_id) return a.producto_id.toLowerCase() === b.producto_id.toLowerCase()
  return (a.codigo ?? '') === (b.codigo ?? '') && a.descripcion === b.descripcion
}

/**
 * Lines of the quote from which a line of a sale may take: the line it came from, even if its words changed, else all lines of the same
 * goods.
 */
function suyasOf(cotizadas: readonly LineaVendida[], vendida: LineaVendida): number[] {
  const { linea_cotizacion: at, producto_id: id } = vendida
  const origen = at === undefined ? undefined : cotizadas[at]
  const isOther = origen?.producto_id && id && !isMismaVenta(origen, vendida)
  if (at !== undefined && origen && !isOther) return [at]
  return cotizadas.flatMap((cotizada, linea) => (isMismaVenta(cotizada, vendida) ? [linea] : []))
}

export interface Reparto {
  tomas: TomaCotizacion[]
  /** Lines of the sale that exceed the quantity left. */
  exceso: { de: number; queda: Cantidad }[]
}

/** Quantities that a sale takes of a quote: first of the line with exactly that quantity, then in the order of the quote. */
export function repartirVenta(
  cotizadas: readonly LineaVendida[],
  antes: readonly TomaCotizacion[],
  vendidas: readonly LineaVendida[],
): Reparto {
  const resto = restoCotizacion(cotizadas, antes)
  const reparto: Reparto = { tomas: [], exceso: [] }
  for (const [de, vendida] of vendidas.entries()) {
    const suyas = suyasOf(cotizadas, vendida)
    const exacta = suyas.find((linea) => resto[linea] === vendida.cantidad)
    let falta = vendida.cantidad
    for (const linea of exacta === undefined ? suyas : [exacta]) {
      const cantidad = Math.min(falta, resto[linea] ?? 0)
      if (cantidad <= 0) continue
      reparto.tomas.push({ linea, cantidad })
      resto[linea] = (resto[linea] ?? 0) - cantidad
      falta -= cantidad
    }
    if (suyas.length > 0 && falta > 0) reparto.exceso.push({ de, queda: vendida.cantidad - falta })
  }
  return reparto
}
