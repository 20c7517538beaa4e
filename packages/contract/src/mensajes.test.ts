import { es } from 'zod/locales'
import * as z from 'zod/mini'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { digitos, digitosOpcional, monto, telefono, texto } from './fields.ts'
import { mensajeOf } from './mensajes.ts'

const before = z.config()
beforeAll(() => void z.config({ ...es(), customError: mensajeOf }))
afterAll(() => void z.config(before))

const said = (schema: z.ZodMiniType, value: unknown) => z.object({ campo: schema }).safeParse({ campo: value }).error?.issues[0]?.message

it.each<[string, z.ZodMiniType, unknown, string]>([
  ['R-5.1.2 what is missing', z.string(), undefined, 'Este campo es requerido.'],
  ['R-5.1.2 nothing where a choice was expected', z.enum(['A', 'B']), undefined, 'Este campo es requerido.'],
  ['R-5.1.2 null', z.int(), null, 'Este campo es requerido.'],
  ['R-5.1.2 an empty text', z.string().check(z.minLength(3)), '', 'Este campo es requerido.'],
  ['R-5.1.6 a text for a number', z.number(), 'doce', 'Este campo solo permite números.'],
  ['R-5.1.6 what does not read as one', z.coerce.number(), 'doce', 'Este campo solo permite números.'],
  ['R-5.2.7 R-5.1.6 NaN', z.number(), Number.NaN, 'Este campo solo permite números.'],
  ['R-5.2.7 an infinite number', monto, Number.POSITIVE_INFINITY, 'Este campo solo permite números.'],
  ['R-5.1.6 letters among digits', digitos(3), '00A', 'Este campo solo permite números.'],
  ['R-5.1.6 letters in an identification', digitosOpcional(20), '17A', 'Este campo solo permite números.'],
  ['R-5.1.6 letters in a phone', telefono(20), '099 ext', 'Este campo solo permite números.'],
  ['R-5.1.7 too small a number', z.number().check(z.gte(3)), 2, 'Tiene que ser como mínimo 3.'],
  ['R-5.1.8 too large a number', z.number().check(z.lte(3)), 4, 'Tiene que ser como máximo 3.'],
  ['R-5.1.9 too short a text', z.string().check(z.minLength(3)), 'ab', '3 caracteres mínimos.'],
  ['R-5.1.10 too long a text', z.string().check(z.maxLength(3)), 'abcd', '3 caracteres máximos.'],
  ['too short a list', z.array(z.string()).check(z.minLength(2)), ['a'], 'Tiene que haber al menos 2.'],
  ['too long a list', z.array(z.string()).check(z.maxLength(1)), ['a', 'b'], 'Se admiten hasta 1.'],
  ['another type', z.string(), 7, 'Valor no válido.'],
  ['another choice', z.enum(['A', 'B']), 'C', 'Valor no válido.'],
])('%s', (_what, schema, value, message) => expect(said(schema, value)).toBe(message))

it('takes digits, and phones as people write them', () => {
  for (const [schema, value] of [
    [digitos(3), '001'],
    [telefono(20), '+593 99 123-4567'],
    [telefono(20), '(02) 234-5678'],
    [digitosOpcional(20), ''],
    [texto(5), 'abc'],
  ] as const)
    expect(said(schema, value)).toBeUndefined()
})
