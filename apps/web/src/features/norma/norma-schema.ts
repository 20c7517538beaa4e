import { NormaForm, type NormaFila } from '@yupana/contract'
import { TEMAS, TEXTO_VIGENTE, type Tema } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { fechaEntrada, fechaEntradaOpcional } from '../../components/form/fecha-entrada.ts'
import { REQUIRED } from '../../components/form/messages.ts'

const required = z.string().check(z.trim(), z.minLength(1, REQUIRED))

/** A validity as typed; the checks of the contract and of the law's tables follow. */
export const normaSchema = (before: NormaFila | undefined) =>
  z
    .object({
      tema: z.enum(TEMAS as [Tema, ...Tema[]]),
      codigo: required,
      nombre: required,
      valor: required,
      // An old validity keeps its first day, which may be earlier than the form allows.
      desde: before
        ? z.pipe(
            z.string(),
            z.transform(() => before.desde),
          )
        : fechaEntrada(),
      hasta: fechaEntradaOpcional(),
      fuente: required,
      nota: z.string().check(z.trim()),
      confianza: z.enum(['V', 'M', 'R']),
      motivo: required,
      confirmar_pasado: z.boolean(),
    })
    .check(({ value, issues }) => {
      for (const { message, path } of NormaForm.safeParse({ ...value, version: 0 }).error?.issues ?? [])
        issues.push({ code: 'custom', message, path: [...path], input: value })
    })
export type NormaInput = z.input<ReturnType<typeof normaSchema>>

/** Initial values: the validity to change, the fact of a new one, or nothing. */
export function initialOf(before: NormaFila | undefined, fact: NormaFila | undefined): NormaInput {
  const known = before ?? fact
  return {
    tema: known?.tema ?? 'IVA',
    codigo: known?.codigo ?? '',
    nombre: known?.nombre ?? '',
    valor: before?.texto ?? (known?.tema === 'FORMA_PAGO' ? TEXTO_VIGENTE : ''),
    desde: before?.desde ?? '',
    hasta: before?.hasta ?? '',
    fuente: before?.fuente ?? '',
    nota: before?.nota ?? '',
    confianza: before?.confianza ?? 'V',
    motivo: '',
    confirmar_pasado: false,
  }
}
