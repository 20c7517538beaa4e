import { NormaForm, type NormaFila } from '@yupana/contract'
import { TEMAS, TEXTO_VIGENTE, type Tema } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { fechaEntrada, fechaEntradaOpcional } from '../../components/form/fecha-entrada.ts'
import { REQUIRED } from '../../components/form/messages.ts'

const required = z.string().check(z.trim(), z.minLength(1, REQUIRED))

/** A validity as it is typed; the contract's own checks follow, and what the law's tables say. */
export const normaSchema = (before: NormaFila | undefined) =>
  z
    .object({
      tema: z.enum(TEMAS as [Tema, ...Tema[]]),
      codigo: required,
      nombre: required,
      valor: required,
      // An old validity keeps its first day, which may lie before any that the form takes.
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

/** As the form begins: from a validity that is changed, from the fact that gets a new one, or empty. */
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
