import type { CotizacionForm, FacturaForm } from '@yupana/contract'
import { FORMA_PAGO_EFECTIVO, type Monto } from '@yupana/fiscal'

/** The factura of a quote: one payment of its total, which the issuer may change. */
export function facturaOf(
  { establecimiento, punto, modo, lista, comprador, lineas, info_adicional }: CotizacionForm,
  total: Monto,
): FacturaForm {
  return {
    establecimiento,
    punto,
    modo,
    ...(lista !== undefined && { lista }),
    comprador,
    lineas,
    pagos: [{ forma_pago: FORMA_PAGO_EFECTIVO, total }],
    propina: 0,
    info_adicional,
    rubros_terceros: [],
  }
}
