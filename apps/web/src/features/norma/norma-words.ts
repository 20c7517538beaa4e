import { CONFIANZAS, type NormaFila } from '@yupana/contract'
import { CONFIANZA_LABEL, TEMA_LABEL, TEMAS } from '@yupana/fiscal'

import { fechaText } from '../../lib/formato/format.ts'

export const TEMA_OPTIONS = TEMAS.map((value) => ({ value, label: TEMA_LABEL[value] }))
export const CONFIANZA_OPTIONS = CONFIANZAS.map((value) => ({ value, label: CONFIANZA_LABEL[value] }))

/** The SRI's code; the code of a parameter is internal and not shown. */
export const codigoText = ({ tema, codigo }: Pick<NormaFila, 'tema' | 'codigo'>): string =>
  tema === 'PARAMETRO' || tema === 'FERIADO' ? '' : codigo

/** «Transferencia de bienes muebles (312)». */
export const tituloText = (fila: NormaFila): string => (codigoText(fila) ? `${fila.nombre} (${fila.codigo})` : fila.nombre)

/** «del 01/04/2024 al 31/12/2026», «desde el 01/01/2027», «siempre». */
export function vigenciaText({ desde, hasta }: { desde: string | null; hasta: string | null }): string {
  if (desde !== null && hasta !== null) return `del ${fechaText(desde)} al ${fechaText(hasta)}`
  if (desde !== null) return `desde el ${fechaText(desde)}`
  return hasta === null ? 'siempre' : `hasta el ${fechaText(hasta)}`
}
