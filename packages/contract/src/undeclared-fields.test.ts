import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { NotaForm } from './nota.contract.ts'
import { refusingUndeclared } from './undeclared-fields.ts'

const Linea = z.object({ precio: z.int() })
const Form = z
  .object({
    nombre: z.string(),
    lineas: z.array(Linea),
    direccion: z.optional(z.nullable(z.object({ calle: z.string() }))),
    opciones: z.record(z.string(), z.unknown()),
    corto: z.optional(
      z.pipe(
        z.object({ a: z.string() }),
        z.transform(({ a }) => a),
      ),
    ),
  })
  .check(z.refine(({ nombre }) => nombre !== 'malo', 'Nombre malo.'))
const good = { nombre: 'x', lineas: [{ precio: 1 }], opciones: { libre: { de: 'todo' } } }

const refused = (schema: z.ZodMiniType, data: unknown) =>
  refusingUndeclared(schema)
    .safeParse(data)
    .error?.issues.map((issue) => [issue.path.join('.'), issue.code === 'unrecognized_keys' ? issue.keys : issue.message])

it('takes what it took before, and gives the same', () => {
  expect(refusingUndeclared(Form).parse({ ...good, corto: { a: 'b' } })).toEqual(Form.parse({ ...good, corto: { a: 'b' } }))
  expect(refusingUndeclared(Form)).toBe(refusingUndeclared(Form))
})

it.each<[string, unknown, string, string[]]>([
  ['at the top', { ...good, id: 1, rol: 0 }, '', ['id', 'rol']],
  ['in a list', { ...good, lineas: [{ precio: 1 }, { precio: 1, costo: 2 }] }, 'lineas.1', ['costo']],
  ['under what may be absent', { ...good, direccion: { calle: 'x', empresa_id: 'y' } }, 'direccion', ['empresa_id']],
  ['before it is changed into something else', { ...good, corto: { a: 'b', c: 'd' } }, 'corto', ['c']],
])('refuses a field that is not declared %s', (_where, data, at, keys) => {
  expect(Form.safeParse(data).success).toBe(true)
  expect(refused(Form, data)).toEqual([[at, keys]])
})

it('keeps the rules of the form, and says both', () => {
  expect(refused(Form, { ...good, nombre: 'malo' })).toEqual([['', 'Nombre malo.']])
  expect(refused(Form, { ...good, nombre: 1, id: 1 })).toEqual(
    expect.arrayContaining([
      ['', ['id']],
      ['nombre', expect.any(String)],
    ]),
  )
})

it('of two forms in one takes the fields of both, and of several kinds those of its own', () => {
  const both = z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() }))
  expect(refused(both, { a: 'x', b: 'y' })).toBeUndefined()
  expect(refused(both, { a: 'x', b: 'y', c: 'z' })).toEqual([['', ['c']]])
  expect(refused(NotaForm, { tipo: '04', ajeno: 1 })).toContainEqual(['', ['ajeno']])
  const kinds = z.discriminatedUnion('tipo', [
    z.object({ tipo: z.literal('a'), uno: z.string() }),
    z.object({ tipo: z.literal('b'), dos: z.string() }),
  ])
  expect(refused(kinds, { tipo: 'a', uno: 'x', dos: 'y' })).toEqual([['', ['dos']]])
})
