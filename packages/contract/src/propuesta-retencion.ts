import {
  displayPorcentajes,
  IMPUESTO_RETENIDO,
  permisoRetencion,
  proposeIva,
  proposeRenta,
  type CodigoElegido,
  type CondicionTributaria,
  type Fecha,
  type Monto,
  type PropuestaRetencion as Propuesta,
} from '@yupana/fiscal'

import type { CompraRetenida, PropuestaRetencion } from './retencion.contract.ts'

const toWire = ({ tarifa, valor, motivo }: Propuesta, base: Monto): PropuestaRetencion['renta'] => ({
  codigo: tarifa?.codigo ?? null,
  concepto: tarifa?.concepto ?? null,
  porcentaje: tarifa?.porcentaje ?? null,
  porcentajes: tarifa ? displayPorcentajes(tarifa) : null,
  base,
  valor: valor ?? null,
  motivo,
})

/** Proposes a withholding by the company's conditions on that day (O-99) and its chosen codes. The user decides. */
export function propuestaRetencionOf(
  condiciones: readonly CondicionTributaria[],
  fecha: Fecha,
  compra: Omit<CompraRetenida, 'fecha'>,
  elegidos: readonly CodigoElegido[] = [],
): PropuestaRetencion {
  const {
    impuestos,
    motivos: { [IMPUESTO_RETENIDO.RENTA]: renta, [IMPUESTO_RETENIDO.IVA]: iva, [IMPUESTO_RETENIDO.ISD]: isd },
  } = permisoRetencion(condiciones, fecha, compra)
  return {
    fecha,
    permiso: { impuestos: [...impuestos], motivos: { renta, iva, isd } },
    renta: toWire(proposeRenta(compra, condiciones, fecha, elegidos), compra.base),
    iva: toWire(proposeIva(compra, condiciones, fecha, elegidos), compra.iva),
  }
}
