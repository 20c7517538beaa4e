import { randomUUID } from 'node:crypto'
import { LISTING_EXACT_LIMIT, type Borrador, type BorradorForm, type Listing } from '@yupana/contract'
import type * as z from 'zod/mini'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/session.ts'
import * as sql from './borrador.sql.ts'

type Form = z.output<typeof BorradorForm>

async function save({ clock }: Deps, tx: Tx, { empresaId, usuarioId, ambiente }: SesionAbierta, id: string, tipo: string, { contenido, sin_nombre: sinNombre }: Form): Promise<Borrador> {
  // A save that comes after «Emitir» does not bring the draft back.
  if (await sql.isEmitido(tx, empresaId, id)) throw errors.conflict()
  const saved = await sql.saveBorrador(tx, { empresaId, id, usuarioId, ambiente, tipo, contenido, sinNombre, en: clock.now() })
  if (!saved) throw errors.conflict()
  return saved
}

export const create = (deps: Deps, tx: Tx, session: SesionAbierta, tipo: string, form: Form): Promise<Borrador> =>
  save(deps, tx, session, form.id ?? randomUUID(), tipo, form)

export async function edit(deps: Deps, tx: Tx, session: SesionAbierta, id: string, tipo: string, form: Form): Promise<Borrador> {
  if (!(await sql.readBorrador(tx, session.empresaId, id))) throw errors.notFound()
  return save(deps, tx, session, id, tipo, form)
}

export async function read(tx: Tx, empresaId: string, id: string): Promise<Borrador> {
  const found = await sql.readBorrador(tx, empresaId, id)
  if (!found) throw errors.notFound()
  const { ambiente: _ambiente, ...row } = found
  return row
}

export async function remove(tx: Tx, empresaId: string, id: string): Promise<void> {
  if (!(await sql.deleteBorrador(tx, empresaId, id))) throw errors.notFound()
}

export async function search(
  tx: Tx, { empresaId, usuarioId, ambiente }: SesionAbierta, tipos: readonly string[], { page, size, sin_nombre: sinNombre }: { page: number; size: number; sin_nombre?: boolean | undefined },
): Promise<Listing<Borrador>> {
  const de = { empresaId, usuarioId, ambiente, tipos, sinNombre }
  const content = await sql.pageBorradores(tx, de, page * size, size)
  const total = await sql.countBorradores(tx, de, LISTING_EXACT_LIMIT + 1)
  return { content, totalElements: total, totalPages: Math.ceil(total / size), number: page, size, exact: total <= LISTING_EXACT_LIMIT }
}
