/** What may still be done with a factura to consumidor final (O-56, O-57, O-58). Its ceiling is in totales-check. */
import type { Fecha } from '../valor/fecha.ts'
import { parametroAt } from '../norma/parametros.ts'

/** Whether a note or an annulment of that day may touch a factura to consumidor final. */
export const consumidorFinalIsModificable = (fecha: Fecha): boolean => parametroAt('consumidorFinalModificable', fecha).valor

/** Why it may not, in Spanish; undefined when it may. */
export function whyNotModificable(fecha: Fecha, verbo: 'acreditar' | 'anular'): string | undefined {
  if (consumidorFinalIsModificable(fecha)) return undefined
  return `Una factura a consumidor final no se puede ${verbo} (${parametroAt('consumidorFinalModificable', fecha).source}).`
}
