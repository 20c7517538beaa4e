import type { CompraRetenida, PropuestaRetencion } from '@yupana/contract'
import {
  displayPorcentajes,
  fechaIn,
  IMPUESTO_RETENIDO,
  permisoRetencion,
  proposeIva,
  proposeRenta,
  type Fecha,
  type PropuestaRetencion as Propuesta,
} from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { readCondiciones } from '../comprobante/armado/armado.door.ts'

const toWire = ({ tarifa, valor, motivo }: Propuesta, base: number): PropuestaRetencion['renta'] => ({
  codigo: tarifa?.codigo ?? null,
  concepto: tarifa?.concepto ?? null,
  porcentaje: tarifa?.porcentaje ?? null,
  porcentajes: tarifa ? displayPorcentajes(tarifa) : null,
  base,
  valor: valor ?? null,
  motivo,
})

type Condiciones = Parameters<typeof permisoRetencion>[0]

/** What fits a purchase by the conditions of the company on that day (O-99). */
export function proposeOf(condiciones: Condiciones, fecha: Fecha, compra: Omit<CompraRetenida, 'fecha'>): PropuestaRetencion {
  const {
    impuestos,
    motivos: { [IMPUESTO_RETENIDO.RENTA]: renta, [IMPUESTO_RETENIDO.IVA]: iva, [IMPUESTO_RETENIDO.ISD]: isd },
  } = permisoRetencion(condiciones, fecha, compra)
  return {
    fecha,
    permiso: { impuestos: [...impuestos], motivos: { renta, iva, isd } },
    renta: toWire(proposeRenta(compra, condiciones, fecha), compra.base),
    iva: toWire(proposeIva(compra, condiciones, fecha), compra.iva),
  }
}

/** As `proposeOf`, today unless a day is said. The user decides. */
export async function propose(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { empresaId }: SesionAbierta,
  { fecha = fechaIn(clock.now()), ...compra }: CompraRetenida,
): Promise<PropuestaRetencion> {
  const { condiciones } = await readCondiciones(tx, empresaId)
  return proposeOf(condiciones, fecha, compra)
}
