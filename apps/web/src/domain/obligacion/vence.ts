import { daysBetween, type Fecha } from '@yupana/fiscal'

import type { ChipTone } from '../../components/chip.tsx'
import { fechaText, today } from '../../lib/formato/format.ts'

const days = (n: number) => `${n} ${n === 1 ? 'día' : 'días'}`

/** Days before the due date from which it is urgent. */
const PRONTO = 7

export interface Vence {
  /** «en 5 días», «venció hace 2 días». */
  texto: string
  fecha: string
  tone: ChipTone
}

/** How soon a due date is. */
export function venceOf(vence: Fecha): Vence {
  const left = daysBetween(today(), vence)
  const fecha = fechaText(vence)
  if (left < 0) return { texto: `Venció hace ${days(-left)}`, fecha, tone: 'danger' }
  if (left === 0) return { texto: 'Vence hoy', fecha, tone: 'danger' }
  return { texto: left === 1 ? 'Vence mañana' : `En ${days(left)}`, fecha, tone: left <= PRONTO ? 'warning' : 'neutral' }
}

/** Whether the due date has passed. */
export const isVencida = ({ vence }: { vence: Fecha }): boolean => daysBetween(today(), vence) < 0
