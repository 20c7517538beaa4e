import type { EmpresaPerfil } from '@yupana/contract'
import { isVigente, type Fecha, type ModoPrecio } from '@yupana/fiscal'

export type Condiciones = EmpresaPerfil['condiciones']

/** What the day and the company decide about the lines of a sale. */
export interface ReglasLinea {
  modo: ModoPrecio
  /** Issue date: the rates are those of that day. */
  fecha: Fecha
  /** Whether the company charges ICE and IRBPNR on that day (O-99). */
  ice: boolean
  irbpnr: boolean
  /** Everything at 0 %, rates hidden (O-102). */
  negocioPopular: boolean
  /** Version of the legal facts they were made with: other facts are other rules. */
  normas: number
}

/** The condition of that kind that holds on a day, the latest that began. */
function condicionAt(condiciones: Condiciones, tipo: Condiciones[number]['tipo'], fecha: Fecha) {
  const holding = condiciones.filter(({ tipo: kind, desde, hasta }) => kind === tipo && isVigente({ validFrom: desde, ...(hasta !== null && { validTo: hasta }) }, fecha))
  return holding.sort((a, b) => (a.desde < b.desde ? 1 : -1))[0]
}

export const reglasOf = (modo: ModoPrecio, fecha: Fecha, condiciones: Condiciones, normas = 0): ReglasLinea => ({
  modo,
  fecha,
  ice: condicionAt(condiciones, 'ICE', fecha) !== undefined,
  irbpnr: condicionAt(condiciones, 'IRBPNR', fecha) !== undefined,
  negocioPopular: condicionAt(condiciones, 'REGIMEN', fecha)?.valor === 'NEGOCIO_POPULAR',
  normas,
})
