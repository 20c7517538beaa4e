import { expect, it } from 'vitest'

import type { Db } from './connect.ts'
import { empresaIdOf, type EmpresaId } from './empresa-id.ts'
import { inEmpresa, type Tx } from './transaction.ts'

const ID = '0C9B2C1E-1111-4222-8333-444455556666'

// `npm run check` compiles this file: a refusal that is gone leaves its `@ts-expect-error` without an error, which is one.
export const slips = (db: Db, tx: Tx, id: EmpresaId, usuarioId: string, read: (tx: Tx, empresaId: EmpresaId) => Promise<void>) => [
  // @ts-expect-error a plain connection sees no company
  () => read(db, id),
  // @ts-expect-error nor does a transaction that nobody opened for one
  () => db.transaction().execute((plain) => read(plain, id)),
  // @ts-expect-error the id of a person is none of a company
  () => read(tx, usuarioId),
  // @ts-expect-error a transaction belongs to a company by its id, not by a text
  () => inEmpresa(db, usuarioId, async () => undefined),
  // @ts-expect-error neither is a row looked for by a text
  () => tx.selectFrom('persona').select('id').where('empresa_id', '=', usuarioId),
  () => inEmpresa(db, id, (own) => read(own, id)),
]

it('makes the id of a company of a text in either case, and of no other text', () => {
  expect(empresaIdOf(ID)).toBe(ID.toLowerCase())
  expect(() => empresaIdOf(`${ID}'`)).toThrow(RangeError)
})
