import type { EmpresaPerfil } from '@yupana/contract'
import { condicionAt, lugarIvaOf, type Fecha, type LugarIva, type ModoPrecio } from '@yupana/fiscal'

export type Condiciones = EmpresaPerfil['condiciones']

/** What the day and the company decide about the lines of a sale. */
export interface ReglasLinea {
  modo: ModoPrecio
  /** Issue date: the rates are those of that day. */
  fecha: Fecha
  /** Whether the company charges ICE and IRBPNR on that day (O-99). */
  ice: boolean
  irbpnr: boolean
  /** Who charges IVA that day, and where: what special rates hold (O-121). */
  lugar: LugarIva
  /** Everything at 0 %, rates hidden (O-102). */
  negocioPopular: boolean
  /** What is bought has the price that its seller asks: none of the list, and no right to change it is asked for. */
  compra?: boolean
  /** The list that its document takes prices from; the product's own price unless said. */
  lista?: number
  /** Version of the legal facts they were made with: other facts are other rules. */
  normas: number
}

/** What products of the lines are looked for. */
export const paraOf = ({ compra }: Pick<ReglasLinea, 'compra'>) => (compra ? 'COMPRA' : 'VENTA')

export const reglasOf = (
  modo: ModoPrecio,
  fecha: Fecha,
  condiciones: Condiciones,
  normas = 0,
  canton: string | null = null,
): ReglasLinea => ({
  modo,
  fecha,
  ice: condicionAt(condiciones, 'ICE', fecha) !== undefined,
  irbpnr: condicionAt(condiciones, 'IRBPNR', fecha) !== undefined,
  lugar: lugarIvaOf(condiciones, fecha, canton),
  negocioPopular: condicionAt(condiciones, 'REGIMEN', fecha)?.valor === 'NEGOCIO_POPULAR',
  normas,
})
