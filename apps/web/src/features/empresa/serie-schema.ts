import { SerieForm, type Serie } from '@yupana/contract'
import * as z from 'zod/mini'

import { REQUIRED } from '../../components/form/messages.ts'

const MIN_MOTIVO = 5
const MAX_MOTIVO = 300

/** «001-001-000000012». */
export const numeroText = ({ establecimiento, punto }: Pick<Serie, 'establecimiento' | 'punto'>, numero: number): string =>
  `${establecimiento}-${punto}-${String(numero).padStart(9, '0')}`

/** The numbers that are skipped if the next one becomes `siguiente`; undefined for none. */
export function skippedText(serie: Serie, siguiente: number | undefined): string | undefined {
  if (!serie.usada || siguiente === undefined || siguiente <= serie.siguiente) return undefined
  const [from, to] = [serie.siguiente, siguiente - 1]
  return from === to ? `El número ${from} quedará sin usar.` : `Los números ${from} a ${to} quedarán sin usar.`
}

/** The next number of a series: free until first used, then only forwards and with a reason (O-52). */
export const serieSchemaOf = (serie: Serie) =>
  z
    .object({
      siguiente: z.optional(SerieForm.shape.siguiente),
      motivo: z.string().check(z.trim(), z.maxLength(MAX_MOTIVO, `${MAX_MOTIVO} caracteres máximos.`)),
    })
    .check(({ value: { siguiente, motivo }, issues }) => {
      const refuse = (path: 'siguiente' | 'motivo', message: string) =>
        void issues.push({ code: 'custom', message, path: [path], input: path })
      if (siguiente === undefined) refuse('siguiente', REQUIRED)
      else if (serie.usada && siguiente < serie.siguiente)
        refuse('siguiente', `La serie ya se usó y solo avanza: tiene que ser como mínimo ${serie.siguiente}.`)
      if (skippedText(serie, siguiente) !== undefined && motivo.length < MIN_MOTIVO)
        refuse('motivo', `Explique por qué se saltan números: ${MIN_MOTIVO} caracteres mínimos.`)
    })
export type SerieInput = z.input<ReturnType<typeof serieSchemaOf>>
