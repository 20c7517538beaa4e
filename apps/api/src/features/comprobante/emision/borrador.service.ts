import { randomUUID } from 'node:crypto'
import { LISTING_EXACT_LIMIT, type Borrador, type BorradorFila, type BorradorForm, type Listing } from '@yupana/contract'
import type * as z from 'zod/mini'

import type { Tx } from '../../../db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { errors } from '../../../errors.ts'
import { listingPageToLimit } from '../../../http/listing.ts'
import { ADMINISTRAN } from '../../../plugins/sesion/roles.ts'
import type { SesionAbierta } from '../../../plugins/sesion/session.ts'
import { recordAuditoria } from '../../auditoria/auditoria.door.ts'
import * as sql from './borrador.sql.ts'
import { readVendedores } from '../identidad/identidad.door.ts'
import type { ContextoEmision } from '../armado/armado.door.ts'

type Form = z.output<typeof BorradorForm>

/** Sellers may read drafts of others; only the author or an ADMIN changes, deletes or issues a draft. */
const mayChange = ({ usuarioId, rol }: Pick<SesionAbierta, 'usuarioId' | 'rol'>, autorId: string): boolean =>
  autorId === usuarioId || ADMINISTRAN.includes(rol)

async function shown(tx: Tx, session: SesionAbierta, rows: readonly sql.BorradorRow[]): Promise<Borrador[]> {
  const names = rows.some(({ usuario_id: autorId }) => autorId !== session.usuarioId) ? await readVendedores(tx) : new Map<string, string>()
  return rows.map(({ id, version, sin_nombre, contenido, editado_en, usuario_id: autorId }) => ({
    id,
    version,
    sin_nombre,
    contenido,
    editado_en,
    autor: autorId === session.usuarioId ? null : (names.get(autorId) ?? 'Otra persona'),
    modificable: mayChange(session, autorId),
  }))
}

/** Records that a person changed a draft of another author: once for all that was typed, while nobody else saves in between. */
async function recordAjeno(
  tx: Tx,
  { empresaId, usuarioId }: SesionAbierta,
  accion: 'editar' | 'eliminar' | 'emitir',
  id: string,
  autorId: string,
  en: Date,
): Promise<void> {
  if (autorId !== usuarioId)
    await recordAuditoria(tx, { empresaId, usuarioId, en, accion: `borrador.${accion}`, objeto: id, detalle: { autor_id: autorId } })
}

/** Takes a draft away because it is issued. @throws 403 for a draft of somebody else */
export async function takeBorrador(
  tx: Tx,
  session: SesionAbierta,
  id: string,
  { borrador_de: autorId }: Pick<ContextoEmision, 'borrador_de'>,
  en: Date,
): Promise<void> {
  if (autorId === null) return
  if (!mayChange(session, autorId)) throw errors.forbidden()
  await recordAjeno(tx, session, 'emitir', id, autorId, en)
}

async function save(
  { clock }: Deps,
  tx: Tx,
  session: SesionAbierta,
  id: string,
  tipo: string,
  { contenido, sin_nombre: sinNombre }: Form,
  requireBefore: (before: sql.BorradorRow | undefined) => void = () => undefined,
): Promise<Borrador> {
  const { empresaId, usuarioId, ambiente } = session
  await sql.lockFormulario(tx, empresaId, id)
  // A save that comes after «Emitir» does not bring the draft back.
  if (await sql.isEmitido(tx, empresaId, id)) throw errors.draftIssued()
  const en = clock.now()
  const before = await sql.lockBorrador(tx, empresaId, id)
  requireBefore(before)
  if (before && !before.sin_nombre && !mayChange(session, before.usuario_id)) throw errors.forbidden()
  const saved = await sql.saveBorrador(tx, { empresaId, id, usuarioId, ambiente, tipo, contenido, sinNombre, en })
  if (!saved) throw errors.conflict()
  if (before && before.editado_por !== usuarioId) await recordAjeno(tx, session, 'editar', id, before.usuario_id, en)
  const [answer] = await shown(tx, session, [saved])
  return answer!
}

export const createBorrador = (deps: Deps, tx: Tx, session: SesionAbierta, tipo: string, form: Form): Promise<Borrador> =>
  save(deps, tx, session, form.id ?? randomUUID(), tipo, form)

/** An unsaved draft of another user counts as absent. @throws 404 */
function requireVisible(found: sql.BorradorRow | undefined, { usuarioId }: SesionAbierta): sql.BorradorRow {
  if (!found || (found.sin_nombre && found.usuario_id !== usuarioId)) throw errors.notFound()
  return found
}

/** Saves an existing draft; a draft that is gone stays gone. @throws 404 */
export const editBorrador = (deps: Deps, tx: Tx, session: SesionAbierta, id: string, tipo: string, form: Form): Promise<Borrador> =>
  save(deps, tx, session, id, tipo, form, (before) => requireVisible(before, session))

export async function readBorrador(tx: Tx, session: SesionAbierta, id: string): Promise<Borrador> {
  const [answer] = await shown(tx, session, [requireVisible(await sql.readBorrador(tx, session.empresaId, id), session)])
  return answer!
}

export async function removeBorrador({ clock }: Deps, tx: Tx, session: SesionAbierta, id: string): Promise<void> {
  const { usuario_id: autorId } = requireVisible(await sql.lockBorrador(tx, session.empresaId, id), session)
  if (!mayChange(session, autorId)) throw errors.forbidden()
  await sql.deleteBorrador(tx, session.empresaId, id)
  await recordAjeno(tx, session, 'eliminar', id, autorId, clock.now())
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 300) : '')

/** The summary that the editor saved with a draft; empty when its shape is unknown. */
function resumenOf(contenido: unknown): Pick<BorradorFila, 'cliente' | 'total'> {
  const { resumen } = (contenido ?? {}) as { resumen?: { cliente?: unknown; total?: unknown } | null }
  return { cliente: textOf(resumen?.cliente), total: textOf(resumen?.total) }
}

/** Drafts of every document type, each with what tells it from the others. */
export async function searchTodoBorrador(
  tx: Tx,
  session: SesionAbierta,
  { page, size }: { page: number; size: number },
): Promise<Listing<BorradorFila>> {
  const { empresaId, usuarioId, ambiente } = session
  const de = { empresaId, usuarioId, ambiente, sinNombre: undefined }
  const rows = await sql.pageBorradores(tx, de, page * size, size)
  const seen = await shown(tx, session, rows)
  const total = await sql.countBorradores(tx, de, LISTING_EXACT_LIMIT + 1)
  const content = seen.map(({ id, contenido, editado_en, autor }, at) => ({
    id,
    tipo: rows[at]?.tipo ?? '',
    ...resumenOf(contenido),
    editado_en,
    autor,
  }))
  return listingPageToLimit(content, total, { page, size })
}

export async function searchBorradores(
  tx: Tx,
  session: SesionAbierta,
  tipos: readonly string[],
  { page, size, sin_nombre: sinNombre }: { page: number; size: number; sin_nombre?: boolean | undefined },
): Promise<Listing<Borrador>> {
  const { empresaId, usuarioId, ambiente } = session
  const de = { empresaId, usuarioId, ambiente, tipos, sinNombre }
  const content = await shown(tx, session, await sql.pageBorradores(tx, de, page * size, size))
  const total = await sql.countBorradores(tx, de, LISTING_EXACT_LIMIT + 1)
  return listingPageToLimit(content, total, { page, size })
}
