import { isFecha, type Fecha } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { fechaText } from '../../lib/formato/format.ts'
import { FECHA_MIN } from './fecha-input.tsx'
import { REQUIRED } from './messages.ts'

/** Problem of a typed day; undefined when it is usable. */
export function fechaProblem(value: string, min: Fecha = FECHA_MIN, max?: Fecha): string | undefined {
  if (!isFecha(value)) return 'Ingrese una fecha válida: dd/mm/aaaa.'
  if (value < min) return `La fecha mínima es ${fechaText(min)}.`
  if (max !== undefined && value > max) return `La fecha máxima es ${fechaText(max)}.`
}

const checked = (isOptional: boolean, min?: Fecha, max?: Fecha) =>
  z.string().check(({ value, issues }) => {
    if (value === '' && isOptional) return
    const message = value === '' ? REQUIRED : fechaProblem(value, min, max)
    if (message !== undefined) issues.push({ code: 'custom', message, input: value })
  })

/** The value of a CampoFecha: a day within its bounds. */
export const fechaEntrada = (min?: Fecha, max?: Fecha) => checked(false, min, max)

/** As `fechaEntrada`, but empty gives null. */
export const fechaEntradaOpcional = (min?: Fecha, max?: Fecha) =>
  z.pipe(
    checked(true, min, max),
    z.transform((text) => (text === '' ? null : text)),
  )
