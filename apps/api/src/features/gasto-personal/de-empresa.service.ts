import { condicionAt, largest, regimenRentaOf, type Fecha, type Monto, type RegimenRenta } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { netoDeGastos, netoDeVentas } from '../cifras/cifras.door.ts'
import { readCondiciones } from '../comprobante/armado/armado.door.ts'
import { sumRecibidas } from '../declaracion/declaracion.door.ts'

/** The RUC of a natural person is the cédula followed by 001. */
export const isOfPerson = (ruc: string, propia: string | null): boolean =>
  propia !== null && Number(ruc[2]) < 6 && ruc.slice(0, 10) === propia.slice(0, 10) && ruc.endsWith('001')

/** SRI table 19. */
const RENTA = '1'

/** A company's year so far, for the income tax. */
export interface DeEmpresa {
  regimen: RegimenRenta
  hasta: Fecha
  /** Sales without taxes, never below zero. */
  ingresos: Monto
  /** Purchases and liquidaciones without taxes, as `ingresos`. */
  gastos: Monto
  /** Income tax withheld by clients. */
  retenido: Monto
}

export async function readDeEmpresa(
  tx: Tx,
  { empresaId, ambiente }: Pick<SesionAbierta, 'empresaId' | 'ambiente'>,
  anio: number,
  hoy: Fecha,
): Promise<DeEmpresa> {
  const [primero, ultimo] = [`${anio}-01-01`, `${anio}-12-31`]
  const hasta = hoy < primero ? primero : hoy < ultimo ? hoy : ultimo
  const rango = { desde: primero, hasta }
  const lugar = { empresaId, ambiente }
  const { condiciones } = await readCondiciones(tx, empresaId)
  const recibidas = await sumRecibidas(tx, { ...lugar, ...rango })
  return {
    regimen: regimenRentaOf(condicionAt(condiciones, 'REGIMEN', hasta)?.valor),
    hasta,
    ingresos: largest(0, await netoDeVentas(tx, lugar, rango)),
    gastos: largest(0, await netoDeGastos(tx, lugar, rango)),
    retenido: recibidas.find(({ impuesto }) => impuesto === RENTA)?.valor ?? 0,
  }
}
