import { DIAS_GRACIA, isWithinGrace, addDays, type Fecha } from '@yupana/fiscal'

import { fechaText } from '../../lib/formato/format.ts'

export interface AvisoFecha {
  /** Problem that blocks. */
  problema?: string
  /** Warning that it will be issued with today's date, and why (O-55). */
  aviso?: string
}

/** Problem or warning about the issue date; `diasAnteriores` is how many past days the company allows. */
export function avisoFechaOf(fecha: Fecha, hoy: Fecha, diasAnteriores: number): AvisoFecha {
  if (fecha === '') return { aviso: `Se emitirá con la fecha de hoy, ${fechaText(hoy)}.` }
  if (fecha > hoy) return { problema: 'La fecha de emisión no puede ser futura.' }
  if (fecha >= addDays(hoy, -diasAnteriores)) return {}
  if (!isWithinGrace(fecha, hoy))
    return { aviso: `Han pasado más de ${DIAS_GRACIA} días: se emitirá con la fecha de hoy, ${fechaText(hoy)}.` }
  return { aviso: `Se emitirá con la fecha de hoy, ${fechaText(hoy)}: el SRI pide transmitir el mismo día.` }
}
