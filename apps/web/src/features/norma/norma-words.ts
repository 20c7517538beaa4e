import { CONFIANZAS } from '@yupana/contract'
import { CONFIANZA_LABEL, TEMA_LABEL, TEMAS } from '@yupana/fiscal'

import { fechaText } from '../../lib/format.ts'

export const TEMA_OPTIONS = TEMAS.map((value) => ({ value, label: TEMA_LABEL[value] }))
export const CONFIANZA_OPTIONS = CONFIANZAS.map((value) => ({ value, label: CONFIANZA_LABEL[value] }))

/** «del 01/04/2024 al 31/12/2026», «desde el 01/01/2027», «siempre». */
export function vigenciaText({ desde, hasta }: { desde: string | null; hasta: string | null }): string {
  if (desde !== null && hasta !== null) return `del ${fechaText(desde)} al ${fechaText(hasta)}`
  if (desde !== null) return `desde el ${fechaText(desde)}`
  return hasta === null ? 'siempre' : `hasta el ${fechaText(hasta)}`
}
