import { CAMPO_REQUERIDO, SOLO_NUMEROS } from '@yupana/fiscal'
import type * as z from 'zod/mini'

/** Texts of the specification (§5), shared by page and API. */
export const REQUERIDO = CAMPO_REQUERIDO
const NO_VALIDO = 'Valor no válido.'

/** Message for a field whose schema has no text of its own. */
export const mensajeOf: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return REQUERIDO
      return issue.expected === 'number' || issue.expected === 'int' ? SOLO_NUMEROS : NO_VALIDO
    case 'too_small':
      if (issue.origin === 'string') return issue.input === '' ? REQUERIDO : `${issue.minimum} caracteres mínimos.`
      if (issue.origin === 'array') return `Tiene que haber al menos ${issue.minimum}.`
      return issue.inclusive && ['number', 'int'].includes(issue.origin) ? `Tiene que ser como mínimo ${issue.minimum}.` : undefined
    case 'too_big':
      if (issue.origin === 'string') return `${issue.maximum} caracteres máximos.`
      if (issue.origin === 'array') return `Se admiten hasta ${issue.maximum}.`
      return issue.inclusive && ['number', 'int'].includes(issue.origin) ? `Tiene que ser como máximo ${issue.maximum}.` : undefined
    case 'invalid_union':
    case 'invalid_value':
      return issue.input === undefined ? REQUERIDO : NO_VALIDO
    case 'invalid_format':
      return NO_VALIDO
    default:
      return undefined
  }
}
