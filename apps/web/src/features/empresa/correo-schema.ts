import { AjusteCorreoForm, CLASES_CORREO, type AjusteCorreoGuardado } from '@yupana/contract'
import * as z from 'zod/mini'

/** Fields of «Correo». */
export const CorreoSchema = z.omit(AjusteCorreoForm, { version: true })
export type CorreoInput = z.input<typeof CorreoSchema>

export const correoInitial = ({ remitente, responder_a, copia, pie, recibo_al_cobrar, textos }: AjusteCorreoGuardado): CorreoInput => ({
  remitente: remitente ?? '',
  responder_a,
  copia,
  pie: pie ?? '',
  recibo_al_cobrar,
  textos: Object.fromEntries(
    CLASES_CORREO.map(({ id }) => [id, { asunto: textos[id].asunto ?? '', texto: textos[id].texto ?? '' }]),
  ) as CorreoInput['textos'],
})
