import type { monto, conSigno } from '@yupana/contract'
import { displayMonto, fromUnits, montoOf, multiplyToCents, percentOf, sum, toCents, type Cantidad, type Monto } from '@yupana/fiscal'
import { expect, it } from 'vitest'
import type * as z from 'zod/mini'

import type { Tx } from './transaction.ts'

type Field = z.output<typeof monto>
type Answered = z.output<typeof conSigno>

// `npm run check` compiles this file: without the refusal, an `@ts-expect-error` has no error below it, which is an error itself.
export const slips = (tx: Tx, precio: Monto, cantidad: Cantidad, pay: (total: Monto) => void) => [
  // @ts-expect-error a plain number is no amount
  () => pay(1_500_000),
  // @ts-expect-error nor are its cents
  () => pay(toCents(precio)),
  // @ts-expect-error nor is a quantity
  () => pay(cantidad),
  // @ts-expect-error nor is what plain arithmetic makes of two amounts
  () => pay(precio + precio),
  // @ts-expect-error a quantity is not what is charged for one
  () => multiplyToCents(cantidad, precio),
  // @ts-expect-error a percentage is taken of an amount
  () => percentOf(cantidad, fromUnits(15)),
  // @ts-expect-error the sum of quantities is no amount
  () => pay(sum([cantidad])),
  // @ts-expect-error cents are not shown as dollars
  () => displayMonto(toCents(precio)),
  // @ts-expect-error a plain number is not stored as an amount
  () => tx.updateTable('persona').set({ limite_credito: cantidad }),
  // @ts-expect-error a field of a form that was read holds an amount, and no number
  (): Field => cantidad,
  // @ts-expect-error nor does one that is answered
  (): Answered => cantidad,
  () => pay(multiplyToCents(precio, cantidad)),
  () => tx.updateTable('persona').set({ limite_credito: precio }),
  (form: Field, answered: Answered) => pay(sum([form, answered])),
]

it('makes an amount of a whole number that is one, and of no other', () => {
  expect(montoOf(1_500_000)).toBe(1_500_000)
  for (const bad of [0.5, NaN, 2 ** 53]) expect(() => montoOf(bad)).toThrow(RangeError)
})
