/** Credit notes and voiding of a factura to consumidor final (O-56, O-57, O-58). Its ceiling is in totales-check. */
import type { Fecha } from '../valor/fecha.ts'
import { parametroAt } from '../norma/parametros.ts'

/** Whether a note or an annulment of that day may touch a factura to consumidor final. */
export const consumidorFinalIsModificable = (fecha: Fecha): boolean => parametroAt('consumidorFinalModificable', fecha).valor

/** Reason, in Spanish, why a factura to consumidor final cannot be changed; undefined when it can. */
export function whyNotModificable(fecha: Fecha, verbo: 'acreditar' | 'anular'): string | undefined {
  if (consumidorFinalIsModificable(fecha)) return undefined
  return `Una factura a consumidor final no se puede ${verbo} (${parametroAt('consumidorFinalModificable', fecha).source}).`
}
