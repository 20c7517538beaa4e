import { dinero, monto } from '@yupana/contract'
import { parseEntrada, plainMonto } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { REQUIRED } from './messages.ts'

const readable = (maxDecimals: number, isOptional: boolean) =>
  z.check<string>(({ value, issues }) => {
    if (value.trim() === '') {
      if (!isOptional) issues.push({ code: 'custom', message: REQUIRED, input: value })
      return
    }
    const read = parseEntrada(value, maxDecimals)
    if (!read.ok) issues.push({ code: 'custom', message: read.problem, input: value })
    else if (read.monto < 0) issues.push({ code: 'custom', message: 'Tiene que ser como mínimo 0.', input: value })
  })

const read = (text: string): number => {
  const entrada = parseEntrada(text)
  return entrada.ok ? entrada.monto : NaN
}

const typed = (maxDecimals: number) => z.pipe(z.string().check(readable(maxDecimals, false)), z.transform(read))

/** Typed text of an amount (O-19), read as ×10⁶. The form keeps the text, its schema gives the number. */
export const montoEntrada = (maxDecimals = 6) => z.pipe(typed(maxDecimals), monto)

const typedOpcional = (maxDecimals: number) =>
  z.pipe(
    z.string().check(readable(maxDecimals, true)),
    z.transform((text) => (text.trim() === '' ? null : read(text))),
  )

/** As `montoEntrada`, but empty gives null. */
export const montoEntradaOpcional = (maxDecimals = 6) => z.pipe(typedOpcional(maxDecimals), z.nullable(monto))

/** An amount of money: whole cents. */
export const dineroEntrada = () => z.pipe(typed(2), dinero)
export const dineroEntradaOpcional = () => z.pipe(typedOpcional(2), z.nullable(dinero))

/** A stored amount or quantity as typed text: no thousands mark, at least `decimals` (O-19). */
export const entradaOf = (value: number | null | undefined, decimals = 2): string =>
  value === null || value === undefined ? '' : plainMonto(value, decimals)

/** Tidies a typed text that can be read; other text stays as it is. */
export function tidyEntrada(text: string, decimals: number): string {
  const entrada = parseEntrada(text)
  return entrada.ok ? plainMonto(entrada.monto, decimals) : text
}
